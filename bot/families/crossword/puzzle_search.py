"""Finds puzzles. The bot runs :func:`find_puzzles` in a separate process, with bytes in and out."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import HasTime
from engine.crossword.analysis.game_analysis import GameAnalysis
from engine.crossword.analysis.taken_turns import TakenGame, to_taken_game
from engine.crossword.puzzles.finder import PuzzleFinder, PuzzleMix, left_out_words, make_puzzles, self_play_positions
from engine.crossword.puzzles.puzzle import Position, Puzzle, positions_of_game
from engine.crossword.puzzles.shipped_puzzles import puzzle_games
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError
from engine.lexicon import Lexicon, load_lexicon
from engine.packed_game import unpack_game
from engine.rulesets import resolve_ruleset

_MOST_SELF_PLAYED: Final = 60


class PuzzleJob(Struct, frozen=True, kw_only=True):
    """A request for puzzles."""

    ruleset: str
    count: int
    name: str  # the seed of the self-play: any text
    games: tuple[bytes, ...] = ()  # packed finished games that are searched first; games with other rules are skipped
    known: tuple[str, ...] = ()
    with_rare_words: bool = False
    most_games: int = _MOST_SELF_PLAYED


class PuzzleSource:
    """Finds puzzles of one of the bot's games. Raises KeyError if no game on a board has this id."""

    def __init__(self, ruleset: str, *, with_rare_words: bool = False) -> None:
        self.rules: Final[Ruleset] = resolve_ruleset(crossword_rulesets()[ruleset])
        self.words: Final[Lexicon] = load_lexicon(self.rules.lexicon)
        self.search: Final = BoardSearcher()
        self.finder: Final = PuzzleFinder(
            self.rules, self.words, self.search, left_out_words(self.rules.language), with_rare_words=with_rare_words
        )

    def self_play(self, name: str, games: int | None = None) -> Iterator[Iterator[Position]]:
        """The positions of self-played games, one iterator a game; endless without ``games``. ``name`` is the seed."""
        number = 0
        while games is None or number < games:
            yield self_play_positions(self.rules, self.words, self.search, f"{self.rules.id}:puzzles:{name}:{number}")
            number += 1


def find_puzzles(job: bytes) -> bytes:
    """Find the wanted number of puzzles, or fewer, in the given games and then by self-play; as MessagePack."""
    asked = msgspec.msgpack.decode(job, type=PuzzleJob)
    source = PuzzleSource(asked.ruleset, with_rare_words=asked.with_rare_words)
    return msgspec.msgpack.encode(list(islice(_find_new(asked, source), asked.count)))


def _find_new(asked: PuzzleJob, source: PuzzleSource) -> Iterator[Puzzle]:
    known, mix = set(asked.known), PuzzleMix(source.rules)
    finished = (_positions_of(packed, source.rules) for packed in asked.games)
    played = source.self_play(asked.name, asked.most_games)
    made = make_puzzles(source.finder, finished, mix, "game"), make_puzzles(source.finder, played, mix, "self_play")
    for puzzle in chain.from_iterable(made):
        if puzzle.id not in known:
            known.add(puzzle.id)
            yield puzzle


def find_costliest_puzzle(
    game: TakenGame, analysis: GameAnalysis, search: BoardSearcher, has_time: HasTime
) -> Puzzle | None:
    """The puzzle of a finished game's costliest turn, of any player, that makes one; else ``None``."""
    if game.ruleset.id not in puzzle_games():
        return None
    rules = resolve_ruleset(crossword_rulesets()[game.ruleset.id])
    words, left_out = load_lexicon(rules.lexicon), left_out_words(rules.language)
    finder = PuzzleFinder(rules, words, search, left_out, has_time=has_time)
    costly = replace(game, turns=tuple(one.turn for one in analysis.costly))
    return next(make_puzzles(finder, [positions_of_game(costly, rules)], PuzzleMix(rules), "game"), None)


def _positions_of(packed: bytes, rules: Ruleset) -> Iterator[Position]:
    try:
        unpacked = unpack_game(packed)
        game = to_taken_game(unpacked.tables, unpacked.log)
    except (DataError, TypeError):
        return
    yield from positions_of_game(game, rules)
