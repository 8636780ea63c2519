"""Building and checking the compiled lexica of ``engine/lexica``: a tool, not used by a running bot."""
