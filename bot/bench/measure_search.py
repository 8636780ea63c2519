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

from bot.families.crossword.search.index_files import load_or_build_index
from bot.families.crossword.search.searcher import BoardSearcher
from engine.alphabet import BLANK
from engine.crossword.movegen import Finder
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search.letter_codes import letter_codes_of
from engine.crossword.search.query import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import face_of, full_bag
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset

GAMES: Final = {"en": "scrabble-en", "tr": "scrabble-tr", "uk": "wordbox-uk"}
"""The game whose boards are searched in each language."""
BLANKS: Final = (0, 1, 2)
_MIN_PLAYS: Final = 8
_EXTRA_PLAYS: Final = 8
"""On a board: from so many on, of so many numbers."""
_BEST_COUNT: Final = 5
"""How many of the best plays one is chosen from, while a board is made."""
_WARM_UP: Final = 3
_MS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchCost:
    """Means in milliseconds: of the best play, of all plays, and of the plain search on some of the same boards."""

    ms: float
    all_ms: float
    plain_ms: float
    ratio: float
    """How many times longer the plain search takes than the best play, on the boards that both searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFigures:
    """What a run found; sizes and seconds of the indices of all languages together."""

    costs: dict[str, dict[str, SearchCost]]
    """By language and number of blanks."""
    index_mb: float
    index_s: float
    best_per_s: float
    """Best plays in a second of one thread, with racks as they come out of the bag."""


def measure_search(positions: int, plain: int) -> SearchFigures:
    """Search every position each way.

    Args:
        positions: how many boards of each language, from 1 on.
        plain: on how many of them the plain search is measured too, from 1 on.
    """
    costs, sizes, seconds, dealt = dict[str, dict[str, SearchCost]](), 0, 0.0, list[float]()
    with tempfile.TemporaryDirectory() as folder:
        searcher = BoardSearcher(Path(folder))
        for language, game in GAMES.items():
            rules = resolve_ruleset(crossword_rulesets()[game])
            words, began = load_lexicon(rules.lexicon), time.thread_time()
            sizes += load_or_build_index(words, letter_codes_of(language), Path(folder)).size_in_bytes
            seconds += time.thread_time() - began
            boards = [_make_board(rules, searcher, number) for number in range(positions)]
            search = partial(searcher.find_best_plays, lexicon=words)
            _measure_times(search, boards[:_WARM_UP])
            dealt += _measure_times(search, boards)
            costs[language] = {
                str(blanks): _measure_cost(searcher, [_replace_with_blanks(board, blanks) for board in boards], plain)
                for blanks in BLANKS
            }
    return SearchFigures(costs=costs, index_mb=sizes / 1e6, index_s=seconds, best_per_s=_MS / fmean(dealt))


def _measure_cost(searcher: BoardSearcher, asked: Sequence[SearchQuery], plain: int) -> SearchCost:
    words = load_lexicon(asked[0].ruleset.lexicon)
    best = _measure_times(lambda each: searcher.find_best_plays(each, words), asked)
    every = _measure_times(lambda each: searcher.find_plays(each, words), asked)
    some = slice(None, None, max(1, len(asked) // plain))
    plainly = _measure_times(
        lambda each: Finder(each.ruleset, each.cells, words, each.bonus).legal_plays(each.rack), asked[some]
    )
    return SearchCost(
        ms=fmean(best), all_ms=fmean(every), plain_ms=fmean(plainly), ratio=fmean(plainly) / fmean(best[some])
    )


def _measure_times(search: Callable[[SearchQuery], object], asked: Sequence[SearchQuery]) -> list[float]:
    """What each search takes, in milliseconds of the processor."""
    found = []
    for each in asked:
        began = time.thread_time()
        search(each)
        found.append((time.thread_time() - began) * _MS)
    return found


def _make_board(rules: Ruleset, searcher: BoardSearcher, number: int) -> SearchQuery:
    """A board after some good plays, and a full rack of what is left."""
    grid, words = premium_board(rules.board).grid, load_lexicon(rules.lexicon)
    cells, bag = [""] * grid.size, full_bag(rules.counts)
    bag, draws = Draws(f"movegen {rules.id} {number}").shuffle(bag)
    more, draws = draws.random_below(_EXTRA_PLAYS)
    for _ in range(_MIN_PLAYS + more):
        choices = searcher.find_best_plays(SearchQuery(rules, tuple(cells), bag[: rules.rack]), words, _BEST_COUNT)
        if not choices:
            break
        chosen, draws = draws.random_below(len(choices))
        left = list(bag)
        for put in choices[chosen].play.tiles:
            cells[grid.indices[put.cell]] = put.tile
            left.remove(face_of(put.tile))
        bag, draws = draws.shuffle(left)
    return SearchQuery(rules, tuple(cells), bag[: rules.rack])


def _replace_with_blanks(asked: SearchQuery, blanks: int) -> SearchQuery:
    """The same board with so many blanks on the rack, in place of its last letters."""
    letters = [tile for tile in asked.rack if tile != BLANK]
    fresh = [tile for tile in asked.ruleset.counts if tile != BLANK]
    rack = (*(letters + fresh)[: asked.ruleset.rack - blanks], *(BLANK,) * blanks)
    return SearchQuery(asked.ruleset, asked.cells, rack)


def search_document(figures: SearchFigures) -> dict[str, object]:
    """One JSON object: per language and number of blanks ``ms``, ``plain_ms`` and ``ratio``, then the rest."""
    return {
        **{
            language: {
                blanks: {"ms": round(cost.ms, 3), "plain_ms": round(cost.plain_ms, 1), "ratio": round(cost.ratio, 1)}
                for blanks, cost in costs.items()
            }
            for language, costs in figures.costs.items()
        },
        "index_mb": round(figures.index_mb, 1),
        "index_s": round(figures.index_s, 2),
        "best_per_s": round(figures.best_per_s),
    }


def format_search_table(figures: SearchFigures) -> str:
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
