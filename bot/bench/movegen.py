"""``harfiyen bench movegen``: what a search for plays costs, beside the plain search, on the same boards in one run.

Times are the processor's, of this thread. Boards are in the midst of games that good plays have made; each is searched
with a rack of no blank, one and two.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Final

import msgspec

from bot.families.crossword.indices import index_of
from bot.families.crossword.searches import Searcher
from engine.crossword.games import crosswords
from engine.crossword.movegen import Finder
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import BLANK, Ruleset
from engine.crossword.search.letters import letters_of
from engine.crossword.search.question import Asked
from engine.crossword.tiles import face, full_bag
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.rulesets import resolve

GAMES: Final = {"en": "scrabble-en", "tr": "scrabble-tr", "uk": "wordbox-uk"}
"""The game whose boards are searched in each language."""
BLANKS: Final = (0, 1, 2)
_LEAST_PLAYS: Final = 8
_PLAYS: Final = 8
"""On a board: from so many on, of so many numbers."""
_GOOD: Final = 5
"""How many of the best plays one is chosen from, while a board is made."""
_WARM_UP: Final = 3
_MS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Means in milliseconds: of the best play, of all plays, and of the plain search on some of the same boards."""

    ms: float
    all_ms: float
    plain_ms: float
    ratio: float
    """How many times longer the plain search takes than the best play, on the boards that both searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a run found; sizes and seconds of the indices of all languages together."""

    costs: dict[str, dict[str, Cost]]
    """By language and number of blanks."""
    index_mb: float
    index_s: float
    best_per_s: float
    """Best plays in a second of one thread, with racks as they come out of the bag."""


def measure(positions: int, plain: int) -> Figures:
    """Search every position each way.

    Args:
        positions: how many boards of each language, from 1 on.
        plain: on how many of them the plain search is measured too, from 1 on.
    """
    costs, sizes, seconds, dealt = dict[str, dict[str, Cost]](), 0, 0.0, list[float]()
    with tempfile.TemporaryDirectory() as folder:
        searcher = Searcher(Path(folder))
        for language, game in GAMES.items():
            rules = resolve(crosswords()[game])
            words, began = lexicon(rules.lexicon), time.thread_time()
            sizes += index_of(words, letters_of(language), Path(folder)).size
            seconds += time.thread_time() - began
            boards = [_board(rules, searcher, number) for number in range(positions)]
            search = partial(searcher.best, lexicon=words)
            _times(search, boards[:_WARM_UP])
            dealt += _times(search, boards)
            costs[language] = {
                str(blanks): _cost(searcher, [_with_blanks(board, blanks) for board in boards], plain)
                for blanks in BLANKS
            }
    return Figures(costs=costs, index_mb=sizes / 1e6, index_s=seconds, best_per_s=_MS / fmean(dealt))


def _cost(searcher: Searcher, asked: Sequence[Asked], plain: int) -> Cost:
    words = lexicon(asked[0].ruleset.lexicon)
    best = _times(lambda each: searcher.best(each, words), asked)
    every = _times(lambda each: searcher.plays(each, words), asked)
    some = slice(None, None, max(1, len(asked) // plain))
    plainly = _times(lambda each: Finder(each.ruleset, each.cells, words, each.bonus).plays(each.rack), asked[some])
    return Cost(ms=fmean(best), all_ms=fmean(every), plain_ms=fmean(plainly), ratio=fmean(plainly) / fmean(best[some]))


def _times(search: Callable[[Asked], object], asked: Sequence[Asked]) -> list[float]:
    """What each search takes, in milliseconds of the processor."""
    found = []
    for each in asked:
        began = time.thread_time()
        search(each)
        found.append((time.thread_time() - began) * _MS)
    return found


def _board(rules: Ruleset, searcher: Searcher, number: int) -> Asked:
    """A board after some good plays, and a full rack of what is left."""
    grid, words = premium_board(rules.board).grid, lexicon(rules.lexicon)
    cells, bag = [""] * grid.size, full_bag(rules.counts)
    bag, draws = Draws(f"movegen {rules.id} {number}").shuffled(bag)
    more, draws = draws.below(_PLAYS)
    for _ in range(_LEAST_PLAYS + more):
        choices = searcher.best(Asked(rules, tuple(cells), bag[: rules.rack]), words, _GOOD)
        if not choices:
            break
        chosen, draws = draws.below(len(choices))
        left = list(bag)
        for put in choices[chosen].option.tiles:
            cells[grid.indices[put.cell]] = put.tile
            left.remove(face(put.tile))
        bag, draws = draws.shuffled(left)
    return Asked(rules, tuple(cells), bag[: rules.rack])


def _with_blanks(asked: Asked, blanks: int) -> Asked:
    """The same board with so many blanks on the rack, in place of its last letters."""
    letters = [tile for tile in asked.rack if tile != BLANK]
    fresh = [tile for tile in asked.ruleset.counts if tile != BLANK]
    rack = (*(letters + fresh)[: asked.ruleset.rack - blanks], *(BLANK,) * blanks)
    return Asked(asked.ruleset, asked.cells, rack)


def as_json(figures: Figures) -> str:
    """One JSON object: per language and number of blanks ``ms``, ``plain_ms`` and ``ratio``, then the rest."""
    document: dict[str, object] = {
        language: {
            blanks: {"ms": round(cost.ms, 3), "plain_ms": round(cost.plain_ms, 1), "ratio": round(cost.ratio, 1)}
            for blanks, cost in costs.items()
        }
        for language, costs in figures.costs.items()
    }
    document["index_mb"] = round(figures.index_mb, 1)
    document["index_s"] = round(figures.index_s, 2)
    document["best_per_s"] = round(figures.best_per_s)
    return msgspec.json.encode(document).decode()


def as_table(figures: Figures) -> str:
    """The same for people, and what all plays cost."""
    head = f"{'a search':20}{'best play':>12}{'all plays':>12}{'plain search':>15}"
    rows = (
        f"{f'{language}, blanks: {blanks}':20}{cost.ms:9.2f} ms{cost.all_ms:9.2f} ms{cost.plain_ms:12.1f} ms"
        f"{cost.ratio:8.0f} times faster"
        for language, costs in figures.costs.items()
        for blanks, cost in costs.items()
    )
    about = (
        f"indices of all languages: {figures.index_mb:.1f} MB, made in {figures.index_s:.1f} s;"
        f" {figures.best_per_s:.0f} best plays a second and thread"
    )
    return "\n".join((head, *rows, "", about))
