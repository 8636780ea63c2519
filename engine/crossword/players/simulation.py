"""Candidates tested on simulated deals of the unseen tiles (level ``usta``).

All candidates get the same deals, and so the same luck. The rival answers with the turn of the highest equity, then the
player moves, and both leaves are valued; once the bag is empty, the deal is played to its end. The result corrects a
candidate's equity, more so the more deals there are: the rival's answers vary little between candidates and count
early; what follows them is mostly luck and counts late. Candidates that are certainly behind are dropped, to spend the
time on close ones.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from engine.computer_ids import HasTime
from engine.crossword.players.computer_view import ComputerView, PlaySearch, leave_after, query_after
from engine.crossword.players.equity import CandidateTurn, Leaves, leave_of_turn, leave_value
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import Tiles, sum_points
from engine.rng import Draws

_MOST_DEALS: Final = 150
"""More would only separate candidates less than a point apart."""
_BEHIND: Final = 15.0
"""How far behind the best a candidate may be, in points of equity; later turns seldom make up for more."""
_LATE: Final = 7
"""The most tiles in the bag with which two players play a deal to its end."""
_PLIES: Final = 2
_LATE_PLIES: Final = 8
_REPLY: Final = (80.0, 6.0)
"""For the rival's answer: the variance, in squared points, of a difference between two candidates from deal to deal,
and how many deals the assumption of no difference weighs (that variance over the variance of true differences)."""
_REST: Final = (220.0, 10.0)
"""As ``_REPLY``, for all that follows the rival's answer."""
_PLAYED_OUT: Final = (500.0, 10.0)
"""As ``_REPLY``, for all that follows when a deal is played to its end."""
_SURE: Final = 1.4
"""By how many standard deviations a candidate must be behind to be dropped."""
_SORTED_OUT: Final = 6
"""How many deals are played between two checks for hopeless candidates."""

_SIGNS: Final = (1.0, -1.0)
"""The signs with which the player's and the rival's points count."""


class Candidate:
    """A candidate turn: the board and the tiles after it, and the results of its deals."""

    def __init__(self, own_view: ComputerView, turn: CandidateTurn) -> None:
        self.turn: Final = turn
        self.left: Final = leave_of_turn(own_view, turn)
        question = own_view.query
        self.asked: Final = question if turn.play is None else query_after(question, turn.play, ())
        self.leave: Final = turn.equity - (0.0 if turn.play is None else turn.play.score)
        self.reply = 0.0
        self.rest = 0.0


class DealTrials:
    """Plays out random deals of one position."""

    def __init__(self, own_view: ComputerView, search: PlaySearch, leaves: Leaves | None) -> None:
        self._rules: Final = own_view.rules
        self._words: Final = own_view.words
        self._search: Final = search
        self._leaves: Final = leaves
        self._late: Final = own_view.bag <= _LATE and len(own_view.rivals) == 1
        self._rest: Final = _PLAYED_OUT if self._late else _REST

    def play_deal(self, candidate: Candidate, rival: Tiles, bag: Tiles) -> tuple[float, float]:
        """Play a deal, drawing from ``bag`` in order; return the gains in value by the rival's answer and the rest."""
        # Exchanged tiles return to the bag after the draw: here they are drawn last.
        mine, bag = self._refill(candidate.left, (*bag, *candidate.turn.given))
        racks, leaves, ahead, idle, ended = [mine, rival], [candidate.leave, 0.0], 0.0, 0, False
        query, reply = candidate.asked, 0.0
        for ply in range(1, (_LATE_PLIES if self._late else _PLIES) + 1):
            mover = ply % 2
            other = racks[1 - mover]
            leave = leave_value(self._rules, self._leaves, len(bag), other)
            asked = SearchQuery(query.ruleset, query.cells, racks[mover], query.bonus)
            found = self._search.find_best_plays(asked, self._words, 1, leave)
            idle = 0 if found else idle + 1
            if found:
                play = found[0].play
                ahead += _SIGNS[mover] * play.score
                leaves[mover] = found[0].value - play.score
                racks[mover], bag = self._refill(leave_after(racks[mover], play), bag)
                query = query_after(query, play, ())
            if not racks[mover]:
                ahead, ended = ahead + _SIGNS[mover] * 2.0 * self._sum_points(other), True
            elif idle == len(racks) and not bag:
                ahead, ended = ahead + self._sum_points(racks[1]) - self._sum_points(racks[0]), True
            if ended:
                leaves = [0.0, 0.0]
            if ply == 1 and not self._late:
                reply = ahead + leaves[0] - leaves[1] - candidate.leave
            if ended:
                break
        return reply, ahead + leaves[0] - leaves[1] - candidate.leave - reply

    def corrected_equity(self, candidate: Candidate, deals: int) -> float:
        """A candidate's equity, corrected by its deals."""
        return candidate.turn.equity + candidate.reply / (deals + _REPLY[1]) + candidate.rest / (deals + self._rest[1])

    def hopeless_margin(self, deals: int) -> float:
        """By how many points a candidate must be behind the best one to be certainly worse."""
        return _SURE * sqrt(sum(variance / (deals + trust) for variance, trust in (_REPLY, self._rest)))

    def _sum_points(self, tiles: Tiles) -> int:
        return sum_points(tiles, self._rules.values)

    def _refill(self, rack: Tiles, bag: Tiles) -> tuple[Tiles, Tiles]:
        drawn = self._rules.rack - len(rack)
        return (*rack, *bag[:drawn]), bag[drawn:]


def best_by_simulation(
    own_view: ComputerView,
    search: PlaySearch,
    turns: Sequence[CandidateTurn],
    draws: Draws,
    has_time: HasTime,
    *,
    leaves: Leaves | None,
) -> CandidateTurn:
    """The best of some turns according to simulated deals.

    ``turns``: at least one, the best by equity first. ``leaves``: ``None`` if unknown; both sides then play for points
    alone.
    """
    trials = DealTrials(own_view, search, leaves)
    least = turns[0].equity - _BEHIND
    candidates = [Candidate(own_view, turn) for turn in turns if turn.equity >= least]
    rival, unseen, deals = own_view.rack_size_of(own_view.rivals[0]), own_view.unseen, 0
    while len(candidates) > 1 and deals < _MOST_DEALS and has_time():
        mixed, draws = draws.shuffle(unseen)
        for candidate in candidates:
            reply, rest = trials.play_deal(candidate, mixed[:rival], mixed[rival : rival + own_view.bag])
            candidate.reply += reply
            candidate.rest += rest
        deals += 1
        if deals % _SORTED_OUT == 0:
            worths = [trials.corrected_equity(candidate, deals) for candidate in candidates]
            least = max(worths) - trials.hopeless_margin(deals)
            candidates = [each for each, worth in zip(candidates, worths, strict=True) if worth >= least]
    return max(candidates, key=lambda candidate: trials.corrected_equity(candidate, deals)).turn
