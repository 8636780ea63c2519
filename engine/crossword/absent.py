"""What votes and rulings about players who are away do to a game; :mod:`engine.absence` weighs them."""

from datetime import datetime
from typing import assert_never

from engine import voting
from engine.absence import Absent, PlayerRemoved
from engine.crossword import timing
from engine.crossword.state import GameState
from engine.crossword.turns import Result


def apply(state: GameState, action: Absent, now: datetime, begins: datetime) -> Result:
    """Apply a vote or a ruling; raises what :func:`engine.voting.weigh` does, and ``window_open``."""
    state, told, ruled = voting.weigh(state, action, now, begins)
    if ruled is None:
        return state, told
    match ruled.about:
        case "skip":
            return timing.skip(state, ruled.why, ruled.by, now, told)
        case "remove":
            removed = PlayerRemoved(ruled.seat, state.players[ruled.seat].name, ruled.why, ruled.by)
            return timing.leave(state, ruled.seat, "surrender", now, (*told, removed))
        case _:
            assert_never(ruled.about)
