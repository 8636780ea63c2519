"""The jobs of the analysis process for games on a board: analyses, reviews and puzzles, with requests and answers.

That process needs neither Telegram nor Redis nor pictures, so this module loads none of them.
"""

import time
from collections.abc import Collection, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.analysis.worker import AnalysisRequest
from bot.families.crossword.search.searcher import INDEX_FOLDER, BoardSearcher, time_left_check, turn_budget
from engine.computer_ids import HasTime
from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalyser, GameAnalysis, SeatAnalysis, Size
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn, to_taken_game
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.puzzles.finder import PuzzleFinder, PuzzleMix, left_out_words, make_puzzles, self_play_positions
from engine.crossword.puzzles.puzzle import Position, Puzzle, positions_of_game
from engine.crossword.puzzles.shipped_puzzles import puzzle_games
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.encoding import DECODE_ERRORS, make_decoder
from engine.errors import DataError
from engine.lexicon import ChangedLexicon, Lexicon, load_lexicon
from engine.packed_game import UnpackedGame, unpack_game
from engine.rulesets import resolve_ruleset

_GAME_SECONDS: Final = 5.0  # processor time, after which each turn gets the least; with loading, a game takes up to ten
_LEAST_SECONDS: Final = 3.0  # the same if the word graph must be made first, which takes up to six seconds
_PUZZLE_SECONDS: Final = 3.0  # for finding a puzzle: trying a turn takes half a second, and few turns are worth it
_MOVE_SECONDS: Final = 1.5  # processor time for a move; loading the words comes on top for the first one
_searchers: Final[dict[str, BoardSearcher]] = {}  # by data folder; both jobs share them, with their word graphs


def analyse_packed_game(data: bytes) -> bytes:
    """Analyse a finished game and return the encoded analysis. Raises DataError if the game cannot be replayed."""
    began = time.thread_time()
    request = msgspec.msgpack.decode(data, type=AnalysisRequest)
    game, search = unpack_game(request.packed), _searcher_in(request.folder)
    taken, words = to_taken_game(game.tables, game.log), words_of_game(game)
    if taken.turns:
        first = ComputerView(taken.turns[0].view, taken.ruleset, words)
        search.find_best_plays(first.query, words)
    left = max(_LEAST_SECONDS, _GAME_SECONDS - (time.thread_time() - began))
    analysis = GameAnalyser(words, search, turn_budget(left)).analyse_turns(taken)
    puzzle = find_costliest_puzzle(taken, analysis, search, time_left_check(_PUZZLE_SECONDS))
    return encode_analysis(analysis, puzzle)


def review_move(data: bytes) -> bytes:
    """Review a move and return the analysed turn as JSON."""
    request = decode_review_request(data)
    words = words_of_table(request.ruleset.lexicon, request.added, request.removed)
    analyser = GameAnalyser(words, _searcher_in(request.folder), lambda _: time_left_check(_MOVE_SECONDS))
    return msgspec.json.encode(analyser.analyse_turn(request.turn, request.ruleset))


def _searcher_in(folder: str) -> BoardSearcher:
    return _searchers.setdefault(folder, BoardSearcher(Path(folder) / INDEX_FOLDER))


class PuzzleJob(Struct, frozen=True, kw_only=True):
    """A request for puzzles."""

    ruleset: str
    count: int
    name: str  # the seed of the self-play: any text
    games: tuple[bytes, ...] = ()  # packed finished games that are searched first; games with other rules are skipped
    known: tuple[str, ...] = ()
    with_rare_words: bool = False
    most_games: int = 60  # how many games are self-played at most


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


class _StoredTurn(Struct, frozen=True, array_like=True):
    best: CandidateTurn
    played: CandidateTurn
    loss: float
    half_width: float
    loss_win: float | None
    size: Size | None
    exact: bool


class _StoredSeat(Struct, frozen=True, array_like=True):
    costliest: tuple[int, ...]
    share: float | None
    judged: int
    luck: float | None


class _StoredAnalysis(Struct, frozen=True, array_like=True):
    turns: tuple[_StoredTurn, ...]
    seats: tuple[_StoredSeat, ...]
    turning_point: int | None
    puzzle: Puzzle | None = None


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(_StoredAnalysis)


def encode_analysis(analysis: GameAnalysis, puzzle: Puzzle | None = None) -> bytes:
    """An analysis as MessagePack, to be stored, with the puzzle if a costly turn makes one."""
    places = {turn.turn.number: place for place, turn in enumerate(analysis.turns)}
    turns = tuple(
        _StoredTurn(one.best, one.played, one.loss, one.half_width, one.loss_win, one.size, one.exact)
        for one in analysis.turns
    )
    seats = tuple(
        _StoredSeat(tuple(places[turn.turn.number] for turn in seat.costliest), seat.share, seat.judged, seat.luck)
        for seat in analysis.seats
    )
    return _encoder.encode(_StoredAnalysis(turns, seats, analysis.turning_point, puzzle))


def decode_analysis(data: bytes, game: UnpackedGame) -> GameAnalysis:
    """A stored analysis, with the positions of its game. Raises DataError if it is damaged, or of another game."""
    try:
        stored = _decoder.decode(data)
        taken = to_taken_game(game.tables, game.log)
        turns = tuple(
            AnalysedTurn(turn, one.best, one.played, one.loss, one.half_width, one.loss_win, one.size, one.exact)
            for turn, one in zip(taken.turns, stored.turns, strict=True)
        )
        seats = tuple(
            SeatAnalysis(tuple(turns[place] for place in seat.costliest), seat.share, seat.judged, seat.luck)
            for seat in stored.seats
        )
    except (ValueError, IndexError, *DECODE_ERRORS) as error:
        raise DataError(f"a stored analysis cannot be read: {error}") from error
    return GameAnalysis(turns, seats, stored.turning_point)


def decode_costliest_puzzle(data: bytes) -> Puzzle | None:
    """The puzzle of a stored analysis, if any. Raises DataError if it is damaged."""
    try:
        return _decoder.decode(data).puzzle
    except DECODE_ERRORS as error:
        raise DataError(f"a stored analysis cannot be read: {error}") from error


def words_of_game(game: UnpackedGame) -> Lexicon:
    """The table's word list, with the chat's changes as the game began, and the judge's verdicts in the game.

    A live dictionary may know other words than the list; its verdicts in the game count. Raises DataError if the bot
    does not have the list, TypeError if the game has no board.
    """
    verdicts = {word: verdict.valid for entry in game.log for word, verdict in entry.verdicts.items()}
    valid = {word for word, is_valid in verdicts.items() if is_valid}
    invalid = verdicts.keys() - valid
    lexicon = end_of_game(game).ruleset.lexicon
    return words_of_table(lexicon, {*game.added, *valid} - invalid, {*game.removed, *invalid} - valid)


def words_of_table(lexicon: str, added: Collection[str], removed: Collection[str]) -> Lexicon:
    """A table's word list with words added and removed. Raises DataError if the bot does not have the list."""
    return ChangedLexicon(load_base_list(*split_lexicon_name(lexicon)), added, removed)


def end_of_game(game: UnpackedGame) -> GameState:
    """The final state of a game on a board. Raises TypeError for a game without one."""
    if not isinstance(game.end, GameState):
        raise TypeError("only games on a board have words to analyse")
    return game.end


class ReviewRequest(Struct, frozen=True):
    """A move to review."""

    turn: TakenTurn  # the turn, with its player's view
    ruleset: Ruleset  # the rules, with the table's options
    added: frozenset[str]  # words that the chat has added to the list
    removed: frozenset[str]  # words that the chat has removed from the list
    folder: str  # the bot's data folder, which keeps word indices


decode_review_request: Final = make_decoder(ReviewRequest).decode
decode_reviewed_turn: Final = make_decoder(AnalysedTurn).decode
