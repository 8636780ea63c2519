"""The end of a game of two when the bag is empty: both racks are known then, and every line can be played out.

Negamax with alpha and beta over whole lines up to the last turn, first of few plays a turn, then of more: the answer
of the widest search that was finished counts. When that searched all plays it is exact.
"""

from typing import Final

from msgspec import Struct

from engine.crossword.movegen import Option
from engine.crossword.players.sight import Search, Sight, Tiles, after, kept
from engine.crossword.search.question import Asked
from engine.crossword.tiles import points
from engine.levels import GoesOn

_WIDTHS: Final = (2, 5, 12, 40)
"""Plays looked at in a turn, best first, before all of them are."""
_FAR: Final = 1e9


class _LateError(Exception):
    """There is no time left."""


class Answer(Struct, frozen=True):
    """The best turn (``None`` is a pass), the points that it wins or loses on the rival, and whether that is exact."""

    play: Option | None
    spread: float
    exact: bool


class _Solver:
    def __init__(self, sight: Sight, search: Search, goes_on: GoesOn) -> None:
        self._words: Final = sight.words
        self._values: Final = sight.rules.values
        self._own_rack: Final = sight.rules.ending.run.own_rack
        self._search: Final = search
        self._goes_on: Final = goes_on
        self._plays: Final[dict[tuple[Tiles, Tiles], list[Option]]] = {}
        self._known: dict[tuple[Tiles, Tiles, Tiles, bool], tuple[float, float, float]] = {}
        self.width = 0
        """Plays looked at in a turn; 0 for all."""
        self.cut = False
        """Whether plays were left out."""

    def forget(self) -> None:
        """Begin a wider search."""
        self._known.clear()
        self.cut = False

    def root(self, asked: Asked, rival: Tiles, *, passed: bool) -> tuple[Option | None, float]:
        best, alpha = None, -_FAR
        for play in self._wide(asked, rival):
            value = self._after(asked, play, rival, -_FAR, -alpha)
            if value > alpha:
                best, alpha = play, value
        value = self._pass(asked, rival, -_FAR, -alpha, passed=passed)
        return (None, value) if value > alpha else (best, alpha)

    def _value(self, asked: Asked, rival: Tiles, alpha: float, beta: float, *, passed: bool) -> float:
        """What the mover wins from here; beyond alpha and beta only on which side of them."""
        if not self._goes_on():
            raise _LateError
        key = (asked.cells, asked.rack, rival, passed)
        low, high, _ = self._known.get(key, (-_FAR, _FAR, 0.0))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta, best, floor = max(alpha, low), min(beta, high), -_FAR, max(alpha, low)
        plays = self._wide(asked, rival)
        for play in plays:
            best = max(best, self._after(asked, play, rival, -beta, -floor))
            floor = max(floor, best)
            if floor >= beta:
                break
        if floor < beta and (not plays or not self.width):
            best = max(best, self._pass(asked, rival, -beta, -floor, passed=passed))
        if best <= alpha:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
        self._known[key] = (low, high, 0.0)
        return best

    def _after(self, asked: Asked, play: Option, rival: Tiles, alpha: float, beta: float) -> float:
        left = kept(asked.rack, play)
        if not left:
            return play.score + 2.0 * points(rival, self._values)
        follows = after(asked, play, rival)
        return play.score - self._value(follows, left, alpha + play.score, beta + play.score, passed=False)

    def _pass(self, asked: Asked, rival: Tiles, alpha: float, beta: float, *, passed: bool) -> float:
        """When nobody moves any more the game ends as it stands: who did not want to move once will not then."""
        if passed:
            return float(points(rival, self._values) - points(asked.rack, self._values)) if self._own_rack else 0.0
        follows = Asked(asked.ruleset, asked.cells, rival, asked.bonus)
        return -self._value(follows, asked.rack, alpha, beta, passed=True)

    def _wide(self, asked: Asked, rival: Tiles) -> list[Option]:
        """The plays that are looked at, promising ones first."""
        key = (asked.cells, asked.rack)
        if key not in self._plays:
            gain, held = 2.0 * points(rival, self._values), len(asked.rack)
            found = self._search.plays(asked, self._words)
            self._plays[key] = sorted(
                found, key=lambda play: -(play.score + (gain if len(play.tiles) == held else 2.0 * len(play.tiles)))
            )
        plays = self._plays[key]
        if self.width and len(plays) > self.width:
            self.cut = True
            return plays[: self.width]
        return plays


def solved(sight: Sight, search: Search, goes_on: GoesOn) -> Answer:
    """The best turn when the bag is empty and two players are left.

    Args:
        sight: the position; the rival's rack is what is unseen.
        search: finds the plays.
        goes_on: whether there is time for another position; the narrowest search is always finished.
    """
    question = sight.question
    asked = Asked(question.ruleset, question.cells, tuple(sorted(question.rack)), question.bonus)
    rival, passed = sight.unseen, sight.view.run_ends
    found: Answer | None = None
    solver = _Solver(sight, search, lambda: found is None or goes_on())
    for width in (*_WIDTHS, 0):
        solver.width = width
        solver.forget()
        try:
            play, spread = solver.root(asked, rival, passed=passed)
        except _LateError:
            break
        found = Answer(play, spread, not width)
        if found.exact:
            break
    if found is None:
        raise AssertionError("the narrowest search always ends")
    return found
