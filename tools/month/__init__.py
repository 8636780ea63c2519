"""A month of operation in some minutes: games from the lobby to their end, restarts, faults, and whether figures agree.

Read :mod:`tools.month.run` first; ``make month`` runs it.
"""
