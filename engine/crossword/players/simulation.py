"""Candidates tried against what may follow: deals of the unseen tiles, played on by both sides (level ``usta``).

A deal is the same for every candidate, so that luck is too. The rival answers with the turn of the highest equity, then
the player does, and what both keep counts as a leave; once the bag runs dry the deal is played to the end. What comes
of it corrects a candidate's equity, the less the fewer deals there are: the rival's answers differ little between
candidates and are believed soon, what follows them is mostly luck and is believed late. Who is surely behind is left
out, so that most time is spent where it is close.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from engine.crossword.players.equity import Turn, leave_when, left_by
from engine.crossword.players.leaves import Leaves
from engine.crossword.players.sight import Search, Sight, Tiles, after, kept
from engine.crossword.search.question import Asked
from engine.crossword.tiles import points
from engine.levels import GoesOn
from engine.rng import Draws

_MOST_DEALS: Final = 150
"""More would tell apart only what is less than a point apart."""
_BEHIND: Final = 15.0
"""Points of equity by which a candidate may be behind the best; what follows seldom makes up for more."""
_LATE: Final = 7
"""Tiles in the bag from which on down two players play a deal to the end."""
_PLIES: Final = 2
_LATE_PLIES: Final = 8
_REPLY: Final = (80.0, 6.0)
"""Of the difference that a rival's answer makes between two candidates: the variance from deal to deal, in squared
points, and how many deals no difference at all counts for (that variance over the one of true differences)."""
_REST: Final = (220.0, 10.0)
"""The same of what follows the answer."""
_PLAYED_OUT: Final = (500.0, 10.0)
"""The same of everything that follows when a deal is played to the end."""
_SURE: Final = 1.4
"""Standard deviations by which a candidate that is left out is behind."""
_SORTED_OUT: Final = 6
"""Deals between two looks at who is behind."""

_SIGNS: Final = (1.0, -1.0)
"""Of the player's and the rival's points."""


class _Candidate:
    """A turn on trial: the board and the tiles after it, and what its deals have brought."""

    def __init__(self, sight: Sight, turn: Turn) -> None:
        self.turn: Final = turn
        self.left: Final = left_by(sight, turn)
        question = sight.question
        self.asked: Final = question if turn.play is None else after(question, turn.play, ())
        self.leave: Final = turn.equity - (0.0 if turn.play is None else turn.play.score)
        self.reply = 0.0
        self.rest = 0.0


class _Trials:
    """What is the same in all deals of a position."""

    def __init__(self, sight: Sight, search: Search, leaves: Leaves | None) -> None:
        self._rules: Final = sight.rules
        self._words: Final = sight.words
        self._search: Final = search
        self._leaves: Final = leaves
        self._late: Final = sight.bag <= _LATE and len(sight.rivals) == 1
        self._rest: Final = _PLAYED_OUT if self._late else _REST

    def deal(self, candidate: _Candidate, rival: Tiles, bag: Tiles) -> None:
        """Play one deal on, and count by how much it changes what the candidate is worth."""
        # What is given back is mixed into the bag after the draw: it lies behind all others here.
        mine, bag = self._refilled(candidate.left, (*bag, *candidate.turn.given))
        racks, leaves, ahead, idle, ended = [mine, rival], [candidate.leave, 0.0], 0.0, 0, False
        asked, reply = candidate.asked, 0.0
        for ply in range(1, (_LATE_PLIES if self._late else _PLIES) + 1):
            mover = ply % 2
            other = racks[1 - mover]
            leave = leave_when(self._rules, self._leaves, len(bag), other)
            found = self._search.best(_holding(asked, racks[mover]), self._words, 1, leave)
            idle = 0 if found else idle + 1
            if found:
                play = found[0].option
                ahead += _SIGNS[mover] * play.score
                leaves[mover] = found[0].value - play.score
                racks[mover], bag = self._refilled(kept(racks[mover], play), bag)
                asked = after(asked, play, ())
            if not racks[mover]:
                ahead, ended = ahead + _SIGNS[mover] * 2.0 * self._points(other), True
            elif idle == len(racks) and not bag:
                ahead, ended = ahead + self._points(racks[1]) - self._points(racks[0]), True
            if ended:
                leaves = [0.0, 0.0]
            if ply == 1 and not self._late:
                reply = ahead + leaves[0] - leaves[1] - candidate.leave
            if ended:
                break
        candidate.reply += reply
        candidate.rest += ahead + leaves[0] - leaves[1] - candidate.leave - reply

    def worth(self, candidate: _Candidate, deals: int) -> float:
        """A candidate's equity, corrected by what its deals have brought."""
        return candidate.turn.equity + candidate.reply / (deals + _REPLY[1]) + candidate.rest / (deals + self._rest[1])

    def behind(self, deals: int) -> float:
        """By how much a candidate must be worth less than the best one to be surely behind."""
        return _SURE * sqrt(sum(variance / (deals + trust) for variance, trust in (_REPLY, self._rest)))

    def _points(self, tiles: Tiles) -> int:
        return points(tiles, self._rules.values)

    def _refilled(self, rack: Tiles, bag: Tiles) -> tuple[Tiles, Tiles]:
        drawn = self._rules.rack - len(rack)
        return (*rack, *bag[:drawn]), bag[drawn:]


def simulated(
    sight: Sight, search: Search, turns: Sequence[Turn], draws: Draws, goes_on: GoesOn, *, leaves: Leaves | None
) -> Turn:
    """The best of some turns by what follows them.

    Args:
        sight: the position; somebody else still takes turns.
        search: finds the turns that follow.
        turns: at least one, the best by equity first.
        draws: deals the unseen tiles.
        goes_on: whether there is time for another deal.
        leaves: ``None`` where none are known: both sides then play for points alone.
    """
    trials = _Trials(sight, search, leaves)
    least = turns[0].equity - _BEHIND
    candidates = [_Candidate(sight, turn) for turn in turns if turn.equity >= least]
    rival, unseen, deals = sight.held(sight.rivals[0]), sight.unseen, 0
    while len(candidates) > 1 and deals < _MOST_DEALS and goes_on():
        mixed, draws = draws.shuffled(unseen)
        for candidate in candidates:
            trials.deal(candidate, mixed[:rival], mixed[rival : rival + sight.bag])
        deals += 1
        if deals % _SORTED_OUT == 0:
            worths = [trials.worth(candidate, deals) for candidate in candidates]
            least = max(worths) - trials.behind(deals)
            candidates = [each for each, worth in zip(candidates, worths, strict=True) if worth >= least]
    return max(candidates, key=lambda candidate: trials.worth(candidate, deals)).turn


def _holding(asked: Asked, rack: Tiles) -> Asked:
    return Asked(asked.ruleset, asked.cells, rack, asked.bonus)
