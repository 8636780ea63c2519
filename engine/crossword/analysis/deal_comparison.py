"""Turns compared by what may follow them, on common deals, until the intervals part or there is no time left.

Each deal of the unseen tiles is played on after every candidate (:class:`engine.crossword.players.simulation`), so that
luck is the same for all, and only differences between candidates are measured.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from engine.computer_ids import HasTime
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.players.leaves import Leaves
from engine.crossword.players.simulation import Candidate, DealTrials
from engine.rng import Draws

_LOOKS: Final = (24, 48, 96, 192, 384, 600)
"""After how many deals it is looked whether intervals have parted; looking after each would find chance differences."""
_HALF_WIDTH: Final = 2.64
"""Standard errors to each side of an interval that holds the truth 19 times of 20 at all looks together."""


class ComparedTurn(Struct, frozen=True):
    """A turn, and by how much it is worth less than the best of those compared."""

    turn: CandidateTurn
    behind: float
    """In points of equity, 0 or more; 0 for the best."""
    half_width: float
    """Of the interval around ``behind``, 19 times of 20; 0 for the best."""

    @property
    def is_parted(self) -> bool:
        """Whether it is surely worth less."""
        return self.behind > self.half_width


class _Tally:
    """What a candidate's deals have brought."""

    def __init__(self, own_view: ComputerView, turn: CandidateTurn) -> None:
        self.candidate: Final = Candidate(own_view, turn)
        self.worths: Final[list[float]] = []

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths)


def compare_turns(
    own_view: ComputerView,
    search: PlaySearch,
    turns: Sequence[CandidateTurn],
    draws: Draws,
    has_time: HasTime,
    *,
    leaves: Leaves | None,
) -> list[ComparedTurn] | None:
    """Some turns, the best first, each with how far it is behind; ``None`` without time for two dozen deals.

    Args:
        own_view: the position; somebody else still takes turns, and the bag is not empty.
        search: finds the turns that follow.
        turns: at least one, with their equities; it is enough if the best one is surely better than the first, or the
            first than all others.
        draws: deals the unseen tiles.
        has_time: whether there is time for another deal.
        leaves: ``None`` where none are known.
    """
    trials = DealTrials(own_view, search, leaves)
    tallies = [_Tally(own_view, turn) for turn in turns]
    rival, unseen = own_view.rack_size_of(own_view.rivals[0]), own_view.unseen
    for deal in range(1, _LOOKS[-1] + 1):
        if not has_time():
            if deal <= _LOOKS[0]:
                return None
            break
        mixed, draws = draws.shuffle(unseen)
        for tally in tallies:
            reply, rest = trials.play_deal(tally.candidate, mixed[:rival], mixed[rival : rival + own_view.bag])
            tally.worths.append(tally.candidate.turn.equity + reply + rest)
        if deal in _LOOKS and _is_decided(tallies):
            break
    best = max(tallies, key=lambda tally: tally.mean)
    compared = [ComparedTurn(tally.candidate.turn, *_difference(best, tally)) for tally in tallies]
    return sorted(compared, key=lambda one: one.behind)


def _is_decided(tallies: Sequence[_Tally]) -> bool:
    """Whether the first turn is surely behind the best one, or surely ahead of all others."""
    best = max(tallies, key=lambda tally: tally.mean)
    others = [tallies[0]] if best is not tallies[0] else [one for one in tallies if one is not best]
    return all(behind > half_width for behind, half_width in (_difference(best, other) for other in others))


def _difference(best: _Tally, other: _Tally) -> tuple[float, float]:
    """By how much a turn is behind the best on the same deals, and half the width of its interval."""
    if other is best:
        return 0.0, 0.0
    differences = [one - two for one, two in zip(best.worths, other.worths, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((one - mean) ** 2 for one in differences) / (count - 1)
    return mean, _HALF_WIDTH * sqrt(variance / count)
