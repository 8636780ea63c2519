"""What the bot costs: ``make bench ARGS="move --json"`` measures a move, a picture, a search, a start or a load.

:mod:`tools.bench.__main__` lists what is measured; :mod:`tools.bench.games` has the games that are played meanwhile.
"""
