"""Requests to the analysis process about games on a board, its answers, as bytes, and the words that count.

This module loads neither Telegram nor Redis nor pictures, which that process does not need.
"""

from collections.abc import Collection
from typing import Final

import msgspec
from msgspec import Struct

from bot.logs import get_logger
from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalysis, SeatAnalysis, Size
from engine.crossword.analysis.taken_turns import TakenTurn, to_taken_game
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.encoding import DECODE_ERRORS, make_decoder
from engine.errors import DataError
from engine.lexicon import ChangedLexicon, Lexicon
from engine.packed_game import UnpackedGame

log = get_logger(__name__)


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
