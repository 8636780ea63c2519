"""Duplicate: everybody gets the same rack, answers in secret, and the best play is laid for all (RULES §10)."""
