"""A player's misses in a finished game of Duplicate: rounds whose top (best play) scored most above the answer."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from engine.duplicate.events import AnswerTaken, RoundClosed
from engine.duplicate.view import ClosedRound, Play
from engine.messages import Event

MOST_MISSED: Final = 3


class MissedRound(Struct, frozen=True):
    """A round in which a player's answer scored less than the best play."""

    closed: ClosedRound
    answer: Play
    counts: bool
    """Whether all its words counted; else it scored nothing."""

    @property
    def cost(self) -> int:
        """By how many points the top scored more."""
        return self.closed.laid.score - (self.answer.score if self.counts else 0)


def costliest_rounds(events: Iterable[Event], seat: int) -> list[MissedRound]:
    """The costliest rounds that a seat answered, ties in order of rounds; ``events``: all of the log's, unredacted."""
    found, standing = list[MissedRound](), None
    for event in events:
        match event:
            case AnswerTaken(seat=whose) if whose == seat:
                standing = event
            case RoundClosed(round=closed):
                if standing is not None and standing.play is not None:
                    found.append(MissedRound(closed, standing.play, standing.counts))
                standing = None
            case _:
                pass
    costly = [one for one in found if one.cost > 0]
    return sorted(costly, key=lambda one: (-one.cost, one.closed.number))[:MOST_MISSED]
