"""Plays as a newcomer would, and counts what it costs: places that are not legal, taps, words to read, lines, messages.

Keys are followed by what they say and do, not by where they stand: a place names a cell, a confirming key plays, a key
that ends in … shows more. So the same can be counted of different layouts.
"""
