"""Duplicate: all players get the same rack and answer in secret, and the best play is laid for all (RULES §10)."""
