"""The score history of a game: everybody's score, by seat, after each turn taken or lost, oldest first.

It holds what was scored in turns. What the ending adds or takes is in the outcome.
"""

History = tuple[tuple[int, ...], ...]


def amended(history: History, seat: int, points: int, turns: int) -> History:
    """The history with points added to a seat's score in the newest ``turns`` entries, or in all if there are fewer."""
    kept = max(0, len(history) - turns)
    changed = ((*scores[:seat], scores[seat] + points, *scores[seat + 1 :]) for scores in history[kept:])
    return (*history[:kept], *changed)
