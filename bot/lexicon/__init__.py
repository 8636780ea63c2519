"""Builds and checks the compiled lexica of ``engine/lexica``: a tool that a running bot does not use."""
