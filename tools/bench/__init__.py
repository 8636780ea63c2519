"""Measure what the bot costs: ``make bench ARGS="move --json"`` measures a move; others a picture, a search or a start.

:mod:`tools.bench.__main__` lists the measurements; :mod:`tools.bench.games` has the games played in them.
"""
