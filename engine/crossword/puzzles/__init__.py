"""Positions where one play is clearly the best: for people who look for it.

``finder`` looks for them in games that ``self_play`` plays and in finished ones. ``shipped_puzzles`` reads those that
ship, when somebody first asks. What counts as a puzzle is in ``docs/decisions/0033-what-is-a-puzzle.md``.
"""
