"""Klepka: pairs are turned up from memory, and words are made of the letters won (RULES §6)."""
