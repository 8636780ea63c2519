"""Leave values learned by self-play: what a rack brings that holds certain tiles, compared with racks at large.

In each round two players take the best turn by what they know so far. Of every turn with a full rack, while the bag
can refill one, the equity of the best turn is kept. A leave of one to three tiles is worth the mean equity of the racks
that hold it, less the mean of all; what few racks tell is drawn towards what its parts say. Longer leaves are fitted:
by least squares to the sums of their tiles' and their pairs' worths.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from engine.crossword.players.computer_view import PlaySearch, leave_after, query_after
from engine.crossword.players.leaves import MEASURED, Leaves, LeaveTiles, Slopes, single_and_pair_sums
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search.query import SearchQuery
from engine.crossword.tiles import Tiles, full_bag, remove_tiles
from engine.lexicon import Lexicon
from engine.rng import Draws

_DRAWN_BACK: Final = (100.0, 600.0, 1500.0)
"""How many racks the parts of a leave of one, two and three tiles count for."""
_FITTED_ON: Final = 20_000
"""Racks to which longer leaves are fitted."""
_TURNS: Final = 60
"""Turns of a game at most: two players who only exchange would not end it."""

Racks = list[tuple[Tiles, float]]
"""Sorted full racks, each with the equity of its best turn."""


def self_play_racks(
    ruleset: Ruleset, words: Lexicon, search: PlaySearch, leaves: Leaves | None, draws: Draws
) -> Iterator[tuple[Tiles, float]]:
    """The full racks of one game of two, each with the equity of its best turn, as long as the bag can refill one.

    Args:
        ruleset: resolved.
        words: the list.
        search: finds the plays.
        leaves: what both players know; ``None`` for scores alone.
        draws: the order of the bag, and the random bonus cell.
    """
    board, size = premium_board(ruleset.board), ruleset.rack
    bag, draws = draws.shuffle(full_bag(ruleset.counts))
    bonus = None
    if ruleset.scoring.cell is not None:
        place, draws = draws.random_below(len(board.plain_cells))
        bonus = board.grid.names[board.plain_cells[place]]
    query = SearchQuery(ruleset, ("",) * board.grid.size, (), bonus)
    hands, bag = [bag[:size], bag[size : 2 * size]], bag[2 * size :]
    for turn in range(_TURNS):
        if len(bag) < size:
            return
        rack = tuple(sorted(hands[turn % 2]))
        worths: dict[LeaveTiles, float] = {(): 0.0}
        if leaves is not None:
            worths = {part: leaves.value_of(part) for part in _subracks(rack)}
        leave = None if leaves is None else worths.__getitem__
        found = search.find_best_plays(SearchQuery(ruleset, query.cells, rack, query.bonus), words, 1, leave)
        stays = max((part for part in worths if len(part) < size), key=worths.__getitem__)
        given: Tiles = ()
        if found and found[0].value >= worths[stays]:
            yield rack, found[0].value
            stays, query = leave_after(rack, found[0].play), query_after(query, found[0].play, ())
        else:
            yield rack, worths[stays]
            given = remove_tiles(rack, stays)
        drawn = size - len(stays)
        hands[turn % 2], bag = (*stays, *bag[:drawn]), bag[drawn:]
        if given:
            bag, draws = draws.shuffle((*bag, *given))


def _subracks(rack: Tiles) -> list[LeaveTiles]:
    """All parts of a sorted rack, itself among them, the smallest first."""
    return list(dict.fromkeys(part for size in range(len(rack) + 1) for part in combinations(rack, size)))


class LeaveLearner:
    """What the racks of a round say of leaves."""

    def __init__(self) -> None:
        self._sums: Final[defaultdict[LeaveTiles, list[float]]] = defaultdict(lambda: [0, 0.0])
        self._count = 0
        self._total = 0.0
        self._some: Final[Racks] = []

    def add_rack(self, rack: Tiles, equity: float) -> None:
        """Count a sorted rack."""
        self._count += 1
        self._total += equity
        if len(self._some) < _FITTED_ON:
            self._some.append((rack, equity))
        for size in range(1, MEASURED + 1):
            for part in set(combinations(rack, size)):
                sums = self._sums[part]
                sums[0] += 1
                sums[1] += equity

    def learn_values(self) -> tuple[Mapping[LeaveTiles, float], Slopes]:
        """The worth of each leave of one to three tiles that was seen, and the slopes of longer ones.

        Raises:
            ZeroDivisionError: no rack was taken.
        """
        mean = self._total / self._count
        small: dict[LeaveTiles, float] = {}
        for part in sorted(self._sums, key=len):
            count, total = self._sums[part]
            expected = sum(single_and_pair_sums(small, part)) if len(part) > 1 else 0.0
            trust = count / (count + _DRAWN_BACK[len(part) - 1])
            small[part] = expected + trust * (total / count - mean - expected)
        longest = len(self._some[0][0])
        return small, tuple(self._fit_slopes(small, size, mean) for size in range(MEASURED + 1, longest))

    def _fit_slopes(self, small: Mapping[LeaveTiles, float], size: int, mean: float) -> tuple[float, float]:
        """Least squares, without a constant: of one leave of this size of each rack, another of each."""
        xx = xy = yy = xz = yz = 0.0
        for number, (rack, equity) in enumerate(self._some):
            first = number % len(rack)
            part = tuple(sorted((rack[first:] + rack[:first])[:size]))
            x, y = single_and_pair_sums(small, part)
            z = equity - mean
            xx, xy, yy, xz, yz = xx + x * x, xy + x * y, yy + y * y, xz + x * z, yz + y * z
        determinant = xx * yy - xy * xy
        if determinant <= 0.0:
            return 1.0, 1.0
        return (xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant
