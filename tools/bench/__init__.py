"""Measure what the bot costs: a move, a picture, a search, a start, a load (``make bench ARGS="move --json"``).

:mod:`tools.bench.__main__` lists the measurements; :mod:`tools.bench.games` has the games played in them.
"""
