"""What a turn lost of the chance to win a game of two, and whether the game was decided already."""

from typing import Final

from msgspec import Struct

from engine.crossword.analysis.win_chance import WinCurve, outcome_of
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.view import GameView

_DECIDED: Final = 0.03
"""A game is decided while the chance to win is at most this, or as near to certainty."""


class Stake(Struct, frozen=True):
    """What was at stake in a turn."""

    lost: float
    """Of the chance to win, 0 to 1."""
    decided: bool
    """Whether the game was decided before the turn, and by it nothing changed."""


def stake_of(
    position: ComputerView, curve: WinCurve | None, best: float, played: float, *, exact: bool
) -> Stake | None:
    """What was at stake; ``None`` where no chance to win is known, or nobody else plays on.

    Args:
        position: before the turn, in a game of two.
        curve: what is known of leads, if anything.
        best: the equity of the best turn.
        played: that of the turn that was taken.
        exact: whether the end was played out, so that equities are what is still won on the other.
    """
    if curve is None or not position.rivals:
        return None
    spread, unseen = spread_of(position.view, position.seat), len(position.unseen)
    if exact:
        before = outcome_of(spread + best)
        lost = before - outcome_of(spread + played)
    else:
        before = curve.chance(spread, unseen, on_turn=True)
        lost = curve.chance(spread + best, unseen) - curve.chance(spread + played, unseen)
    lost = max(0.0, lost)
    return Stake(lost, not _DECIDED < before < 1 - _DECIDED and lost <= _DECIDED)


def spread_of(view: GameView, seat: int) -> int:
    """A player's points less those of the other, in a game of two."""
    return view.seats[seat].score - view.seats[1 - seat].score
