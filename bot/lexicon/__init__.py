"""Making and checking the compiled lexica of ``engine/lexica``: a tool, no part of a running bot."""
