"""Puzzles: positions in which one play is clearly the best.

``finder`` finds them in self-played and finished games, ``shipped_puzzles`` reads those that ship.
``docs/decisions/0033-what-is-a-puzzle.md`` defines what a puzzle is.
"""
