"""Learn by self-play what the tiles left on a rack are worth, and write the table that ships.

    nice python tools/learn_leaves.py scrabble-en --games 20000 --first 5000 --rounds 2

The same arguments give the same table. A thousand games take about ten seconds, half of that in the first round.

In each round two players take the best turn by what they know so far. For every turn with a full rack, while the bag
can refill one, the equity (score and leave) of the best turn is recorded. A leave of one to three tiles is worth the
mean equity of the racks that hold it, less the mean of all; with few racks the value is drawn towards that of its
parts. For longer leaves two factors are fitted by least squares, one to the tiles' values, one to their pairs'.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from struct import Struct as Packed
from typing import Final

import msgspec

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.players.computer_view import PlaySearch, leave_after, query_after
from engine.crossword.players.equity import (
    MEASURED,
    SCHEMA,
    Leaves,
    LeavesHeader,
    LeaveTiles,
    Slopes,
    leaves_file_name,
    pair_synergy,
    small_leaves,
)
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import Tiles, full_bag, remove_tiles
from engine.lexicon import Lexicon, load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset

FOLDER: Final = Path(__file__).resolve().parent.parent / "engine" / "crossword" / "players" / "leaves"
_REPORT_EVERY: Final = 1000
_DRAWN_BACK: Final = (100.0, 600.0, 1500.0)
"""How many racks the estimate from its parts counts for, for a leave of one, two and three tiles."""
_FITTED_ON: Final = 20_000
"""How many racks the factors of longer leaves are fitted to."""
_TURNS: Final = 60
"""The most turns of a game, as two players who only exchange would never end it."""

Racks = list[tuple[Tiles, float]]
"""Sorted full racks, each with the equity of its best turn."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("ruleset", choices=tuple(crossword_rulesets()))
    parser.add_argument("--bag", help="the bag; the game's own if not given")
    parser.add_argument("--games", type=int, default=20_000, help="in the last round (%(default)s)")
    parser.add_argument("--first", type=int, help="games in each round before; as many as in the last if not given")
    parser.add_argument("--rounds", type=int, default=3, help="(%(default)s)")
    parsed = parser.parse_args()
    chosen = {} if parsed.bag is None else {"bag": parsed.bag}
    rules = resolve_ruleset(crossword_rulesets()[parsed.ruleset], chosen)
    words, searcher = load_lexicon(rules.lexicon), BoardSearcher()
    leaves: Leaves | None = None
    small: Mapping[LeaveTiles, float] = {}
    slopes: Slopes = ()
    first = parsed.games if parsed.first is None else parsed.first
    for number in range(1, parsed.rounds + 1):
        lesson = LeaveLearner()
        games = parsed.games if number == parsed.rounds else first
        for game in range(1, games + 1):
            for rack, equity in self_play_racks(rules, words, searcher, leaves, Draws(f"{rules.id}:{number}:{game}")):
                lesson.add_rack(rack, equity)
            if game % _REPORT_EVERY == 0:
                sys.stderr.write(f"round {number}: {game} games\n")
        small, slopes = lesson.learn_values()
        leaves = Leaves(small, slopes)
    arguments = f"{rules.id} --bag {rules.bag} --games {parsed.games} --first {first} --rounds {parsed.rounds}"
    head = make_header(rules, parsed.games, parsed.rounds, f"python tools/learn_leaves.py {arguments}", slopes)
    target = FOLDER / leaves_file_name(rules)
    target.write_bytes(encode_leaves(head, small))
    sys.stdout.write(f"{target}\n")
    return 0


def self_play_racks(
    ruleset: Ruleset, words: Lexicon, search: PlaySearch, leaves: Leaves | None, draws: Draws
) -> Iterator[tuple[Tiles, float]]:
    """Play a game of two; yield its full racks with the equity of the best turn, while the bag can refill a rack.

    ``ruleset``: resolved. ``leaves``: what both players know; ``None`` for scores alone. ``draws``: decides the order
    of the bag and the random bonus cell.
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
    return list(dict.fromkeys(part for size in range(len(rack) + 1) for part in combinations(rack, size)))


class LeaveLearner:
    def __init__(self) -> None:
        self._sums: Final[defaultdict[LeaveTiles, list[float]]] = defaultdict(lambda: [0, 0.0])
        self._count = 0
        self._total = 0.0
        self._some: Final[Racks] = []

    def add_rack(self, rack: Tiles, equity: float) -> None:
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
        """Fit two factors by least squares without a constant, on one leave of this size from each rack."""
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


def single_and_pair_sums(small: Mapping[LeaveTiles, float], leave: LeaveTiles) -> tuple[float, float]:
    """Return the sum of the tiles' own values, and the sum of what each pair adds to them, duplicates included.

    A pair that is not in ``small`` adds nothing.
    """
    singles = sum(small.get((tile,), 0.0) for tile in leave)
    return singles, sum(pair_synergy(small, pair) for pair in combinations(leave, 2) if pair in small)


def encode_leaves(header: LeavesHeader, small: Mapping[LeaveTiles, float]) -> bytes:
    """Return a file's content; a leave that is missing in ``small`` gets the sum of its parts."""
    numbers = [
        small[leave] if leave in small else sum(single_and_pair_sums(small, leave))
        for leave in small_leaves(header.counts)
    ]
    return msgspec.json.encode(header) + b"\n" + Packed(f"<{len(numbers)}e").pack(*numbers)


def make_header(ruleset: Ruleset, games: int, rounds: int, command: str, slopes: Slopes) -> LeavesHeader:
    bag, counts, values = ruleset.bag, dict(ruleset.counts), dict(ruleset.values)
    bingo = ruleset.scoring.bingo
    return LeavesHeader(SCHEMA, ruleset.id, bag, counts, values, bingo, games, rounds, command, slopes)


if __name__ == "__main__":
    sys.exit(main())
