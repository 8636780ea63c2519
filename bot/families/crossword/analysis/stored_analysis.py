"""What is stored of an analysis: what was found, without the positions, which come out of the finished game again."""

from typing import Final

import msgspec
from msgspec import Struct

from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalysis, SeatAnalysis, Size
from engine.crossword.analysis.taken_turns import to_taken_game
from engine.crossword.players.equity import CandidateTurn
from engine.encoding import DECODE_ERRORS
from engine.errors import DataError
from engine.packed_game import UnpackedGame


class _StoredTurn(Struct, frozen=True, array_like=True):
    """An analysed turn without its position."""

    best: CandidateTurn
    played: CandidateTurn
    loss: float
    half_width: float
    loss_win: float | None
    size: Size | None
    exact: bool


class _StoredSeat(Struct, frozen=True, array_like=True):
    """A seat's analysis; its turns by their places."""

    costliest: tuple[int, ...]
    share: float | None
    judged: int
    luck: float | None


class _StoredAnalysis(Struct, frozen=True, array_like=True):
    """A game's analysis."""

    turns: tuple[_StoredTurn, ...]
    seats: tuple[_StoredSeat, ...]
    turning_point: int | None


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(_StoredAnalysis)


def encode_analysis(analysis: GameAnalysis) -> bytes:
    """An analysis in its stored form, MessagePack."""
    places = {turn.turn.number: place for place, turn in enumerate(analysis.turns)}
    turns = tuple(
        _StoredTurn(one.best, one.played, one.loss, one.half_width, one.loss_win, one.size, one.exact)
        for one in analysis.turns
    )
    seats = tuple(
        _StoredSeat(tuple(places[turn.turn.number] for turn in seat.costliest), seat.share, seat.judged, seat.luck)
        for seat in analysis.seats
    )
    return _encoder.encode(_StoredAnalysis(turns, seats, analysis.turning_point))


def decode_analysis(data: bytes, game: UnpackedGame) -> GameAnalysis:
    """A stored analysis with the positions of its game.

    Raises:
        DataError: it is damaged, or not of this game.
    """
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
