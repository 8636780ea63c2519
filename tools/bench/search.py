"""Measure what a search for plays costs, beside the plain search, on the same boards in one run.

Times are processor time of this thread. Boards come from the middle of well-played games; each is searched with a rack
of no blank, one and two.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, quantiles
from typing import Final

from msgspec.structs import replace

from bot.families.crossword.search.kernel import load_or_build_index
from bot.families.crossword.search.searcher import BoardSearcher
from engine.alphabet import BLANK
from engine.crossword.movegen import PlayFinder
from engine.crossword.notation import PartialMove, Sign
from engine.crossword.premiums import premium_board
from engine.crossword.puzzles.puzzle import NO_TIME, PLAYERS
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import RankedPlay, SearchQuery, letter_codes_of
from engine.crossword.setup import open_game
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import face_of, full_bag
from engine.crossword.word_placements import ranked_placements
from engine.game_base import GameSetup
from engine.lexicon import Lexicon, load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset

GAMES: Final = {"en": "scrabble-en", "tr": "scrabble-tr", "uk": "wordbox-uk"}
_BLANKS: Final = (0, 1, 2)
_MIN_PLAYS: Final = 8
_EXTRA_PLAYS: Final = 8
_BEST_COUNT: Final = 5
"""How many of the best plays a play is chosen from at random, when a board is made."""
_WARM_UP: Final = 3
_MS: Final = 1_000


def measure_search(positions: int, plain: int) -> dict[str, object]:
    document, sizes, seconds, dealt, words_ms = dict[str, object](), 0, 0.0, list[float](), list[float]()
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
            words_ms += _measure_places(search, boards, words)
            document[language] = {
                str(blanks): _measure_racks(searcher, [_with_blanks(board, blanks) for board in boards], plain)
                for blanks in _BLANKS
            }
    sizes_mb, best_per_s = round(sizes / 1e6, 1), round(_MS / fmean(dealt))
    place_p95_ms = round(quantiles(words_ms, n=20)[-1], 2)
    return document | {
        "index_mb": sizes_mb,
        "index_s": round(seconds, 2),
        "best_per_s": best_per_s,
        "place_p95_ms": place_p95_ms,
    }


def _measure_places(
    search: Callable[[SearchQuery], list[RankedPlay]], asked: Sequence[SearchQuery], words: Lexicon
) -> list[float]:
    """Return the milliseconds that plain Python takes to find all places of the best play's word."""
    setup = GameSetup(seats=PLAYERS, host=1, secret="00" * 32, message=1, lexicon="", begins=NO_TIME)
    found = []
    for each in asked:
        opened, _ = open_game(each.ruleset, setup)
        player = replace(opened.players[0], rack=each.rack)
        state = replace(opened, cells=each.cells, players=(player, *opened.players[1:]))
        for best in search(each):
            word = PartialMove(tuple(map(Sign, best.play.word)))
            began = time.thread_time()
            ranked_placements(state, 0, word, words)
            found.append((time.thread_time() - began) * _MS)
    return found


def _measure_racks(searcher: BoardSearcher, asked: Sequence[SearchQuery], plain: int) -> dict[str, object]:
    words = load_lexicon(asked[0].ruleset.lexicon)
    best = _measure_times(lambda each: searcher.find_best_plays(each, words), asked)
    some = slice(None, None, max(1, len(asked) // plain))
    plain_ms = fmean(
        _measure_times(
            lambda each: PlayFinder(each.ruleset, each.cells, words, each.bonus).legal_plays(each.rack), asked[some]
        )
    )
    return {
        "ms": round(fmean(best), 3),
        "plain_ms": round(plain_ms, 1),
        "ratio": round(plain_ms / fmean(best[some]), 1),
    }


def _measure_times(search: Callable[[SearchQuery], object], asked: Sequence[SearchQuery]) -> list[float]:
    found = []
    for each in asked:
        began = time.thread_time()
        search(each)
        found.append((time.thread_time() - began) * _MS)
    return found


def _make_board(rules: Ruleset, searcher: BoardSearcher, number: int) -> SearchQuery:
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


def _with_blanks(asked: SearchQuery, blanks: int) -> SearchQuery:
    letters = [tile for tile in asked.rack if tile != BLANK]
    fresh = [tile for tile in asked.ruleset.counts if tile != BLANK]
    rack = (*(letters + fresh)[: asked.ruleset.rack - blanks], *(BLANK,) * blanks)
    return SearchQuery(asked.ruleset, asked.cells, rack)
