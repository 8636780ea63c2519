"""The endgame of two players with an empty bag: both racks are known, so every line can be played out.

Alpha-beta negamax over whole lines, first with few plays a turn, then with more; the widest finished search counts, and
is exact if it searched all plays.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct

from engine.computer_ids import HasTime
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView, PlaySearch, leave_after, query_after
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import Tiles, sum_points

_WIDTHS: Final = (2, 5, 12, 40)
"""Plays considered per turn, best first, before all are."""
_FAR: Final = 1e9
_TWO: Final = 2


class _OutOfTimeError(Exception):
    """There is no time left."""


class EndgameResult(Struct, frozen=True):
    """The best turn (``None`` is a pass), the points that it gains on the rival, and whether they are exact."""

    play: ScoredPlay | None
    spread: float
    exact: bool


class _Solver:
    def __init__(self, own_view: ComputerView, search: PlaySearch, has_time: HasTime) -> None:
        self._words: Final = own_view.words
        self._values: Final = own_view.rules.values
        self._own_rack: Final = own_view.rules.ending.run.own_rack
        self._search: Final = search
        self._goes_on: Final = has_time
        self._plays: Final[dict[tuple[Tiles, Tiles], list[ScoredPlay]]] = {}
        self._known: dict[tuple[Tiles, Tiles, Tiles, bool], tuple[float, float, float]] = {}
        self.width = 0
        """Plays considered per turn; 0 for all."""
        self.cut = False

    def begin_wider_search(self) -> None:
        self._known.clear()
        self.cut = False

    def best_turn(self, query: SearchQuery, rival: Tiles, *, passed: bool) -> tuple[ScoredPlay | None, float]:
        best, alpha = None, -_FAR
        for play in self._promising_plays(query, rival):
            value = self._value_of_play(query, play, rival, -_FAR, -alpha)
            if value > alpha:
                best, alpha = play, value
        value = self._value_of_pass(query, rival, -_FAR, -alpha, passed=passed)
        return (None, value) if value > alpha else (best, alpha)

    def value_of_turn(
        self, query: SearchQuery, play: ScoredPlay | None, rival: Tiles, *, passed: bool, last: bool
    ) -> float:
        """The points that a play, or a pass, gains; ``last``: whether the rival's pass after it would end the game.

        If it would not, the mover could still play after two passes. That does not change the best turn: what a pass
        gains that way, the play gains now.
        """
        if play is not None:
            return self._value_of_play(query, play, rival, -_FAR, _FAR)
        if passed or last:
            return self._value_of_pass(query, rival, -_FAR, _FAR, passed=passed)
        follows = SearchQuery(query.ruleset, query.cells, rival, query.bonus)
        return -self._search_value(follows, query.rack, -_FAR, _FAR, passed=False)

    def _search_value(self, query: SearchQuery, rival: Tiles, alpha: float, beta: float, *, passed: bool) -> float:
        """The mover's gain from here; outside alpha to beta only a bound."""
        if not self._goes_on():
            raise _OutOfTimeError
        key = (query.cells, query.rack, rival, passed)
        low, high, _ = self._known.get(key, (-_FAR, _FAR, 0.0))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta, best, floor = max(alpha, low), min(beta, high), -_FAR, max(alpha, low)
        plays = self._promising_plays(query, rival)
        for play in plays:
            best = max(best, self._value_of_play(query, play, rival, -beta, -floor))
            floor = max(floor, best)
            if floor >= beta:
                break
        if floor < beta and (not plays or not self.width):
            best = max(best, self._value_of_pass(query, rival, -beta, -floor, passed=passed))
        if best <= alpha:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
        self._known[key] = (low, high, 0.0)
        return best

    def _value_of_play(self, query: SearchQuery, play: ScoredPlay, rival: Tiles, alpha: float, beta: float) -> float:
        left = leave_after(query.rack, play)
        if not left:
            return play.score + 2.0 * sum_points(rival, self._values)
        follows = query_after(query, play, rival)
        return play.score - self._search_value(follows, left, alpha + play.score, beta + play.score, passed=False)

    def _value_of_pass(self, query: SearchQuery, rival: Tiles, alpha: float, beta: float, *, passed: bool) -> float:
        """The gain of a pass; after the rival's pass (``passed``) the game ends as it stands."""
        if passed:
            return (
                float(sum_points(rival, self._values) - sum_points(query.rack, self._values)) if self._own_rack else 0.0
            )
        follows = SearchQuery(query.ruleset, query.cells, rival, query.bonus)
        return -self._search_value(follows, query.rack, alpha, beta, passed=True)

    def _promising_plays(self, query: SearchQuery, rival: Tiles) -> list[ScoredPlay]:
        key = (query.cells, query.rack)
        if key not in self._plays:
            gain, held = 2.0 * sum_points(rival, self._values), len(query.rack)
            found = self._search.find_plays(query, self._words)
            self._plays[key] = sorted(
                found, key=lambda play: -(play.score + (gain if len(play.tiles) == held else 2.0 * len(play.tiles)))
            )
        plays = self._plays[key]
        if self.width and len(plays) > self.width:
            self.cut = True
            return plays[: self.width]
        return plays


def solve_endgame(own_view: ComputerView, search: PlaySearch, has_time: HasTime) -> EndgameResult:
    """The best turn with an empty bag and two players left.

    ``own_view``: the position; the unseen tiles are the rival's rack. ``has_time``: whether there is time for another
    position; the narrowest search always finishes.
    """
    found = _search_ever_wider(
        own_view, search, has_time, lambda solver, query, rival, passed: solver.best_turn(query, rival, passed=passed)
    )
    if found is None:
        raise AssertionError("the narrowest search always ends")
    (play, spread), exact = found
    return EndgameResult(play, spread, exact)


def compare_in_endgame(
    own_view: ComputerView, play: ScoredPlay | None, search: PlaySearch, has_time: HasTime
) -> tuple[EndgameResult, EndgameResult] | None:
    """The best turn and the one taken, from the same search; ``None`` without time for the narrowest one.

    ``own_view``: the position before the turn, with an empty bag and two players left. ``play``: the one taken, even
    with invalid words; ``None`` is a pass.
    """
    last = _is_next_rivals_pass_last(own_view)

    def ask(solver: _Solver, query: SearchQuery, rival: Tiles, passed: bool) -> tuple[ScoredPlay | None, float, float]:  # noqa: FBT001 - as it is called
        best, spread = solver.best_turn(query, rival, passed=passed)
        return best, spread, solver.value_of_turn(query, play, rival, passed=passed, last=last)

    found = _search_ever_wider(own_view, search, has_time, ask, must_end=False)
    if found is None:
        return None
    (best, spread, played), exact = found
    if played > spread and not exact:
        best, spread = play, played
    return EndgameResult(best, spread, exact), EndgameResult(play, played, exact)


def _is_next_rivals_pass_last(own_view: ComputerView) -> bool:
    """Whether a rival's pass in answer to the player's ends the game; during a run the two players alternate."""
    run, turns = own_view.view.run, own_view.view.run_turns
    return turns + _TWO >= run.turns and turns // _TWO + 1 >= run.own_turns_needed


_Answer = TypeVar("_Answer")
_Ask = Callable[[_Solver, SearchQuery, Tiles, bool], _Answer]


def _search_ever_wider(
    own_view: ComputerView, search: PlaySearch, has_time: HasTime, ask: _Ask[_Answer], *, must_end: bool = True
) -> tuple[_Answer, bool] | None:
    """Ask a solver with ever more plays a turn, until it has searched all or time is up.

    Returns the answer of the widest finished search, and whether it searched all plays; ``None`` if none finished.
    """
    question = own_view.query
    query = SearchQuery(question.ruleset, question.cells, tuple(sorted(question.rack)), question.bonus)
    rival, passed = own_view.unseen, own_view.view.run_ends
    found: tuple[_Answer, bool] | None = None
    solver = _Solver(own_view, search, lambda: (must_end and found is None) or has_time())
    for width in (*_WIDTHS, 0):
        solver.width = width
        solver.begin_wider_search()
        try:
            found = ask(solver, query, rival, passed), not width
        except _OutOfTimeError:
            break
    return found
