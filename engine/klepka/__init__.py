"""Klepka: players turn up pairs from memory and form words of the letters won (RULES §6)."""
