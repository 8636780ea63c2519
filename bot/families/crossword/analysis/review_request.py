"""What the analysis process is handed of a single move, and what it answers. Neither has anything of the others."""

from typing import Final

import msgspec
from msgspec import Struct

from engine.crossword.analysis.game_analysis import AnalysedTurn
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.ruleset import Ruleset
from engine.encoding import make_decoder


class ReviewRequest(Struct, frozen=True):
    """A move that is to be reviewed."""

    turn: TakenTurn
    """With its player's view."""
    ruleset: Ruleset
    """The game's, resolved with the table's options."""
    added: frozenset[str]
    """The chat's words that count though the list lacks them."""
    removed: frozenset[str]
    """Words that do not count at the table though the list has them."""
    folder: str
    """The bot's data folder, where word indices are kept."""


_encoder: Final = msgspec.json.Encoder()
_request_decoder: Final = make_decoder(ReviewRequest)
_turn_decoder: Final = make_decoder(AnalysedTurn)


def encode_review_request(request: ReviewRequest) -> bytes:
    """A request, for the job."""
    return _encoder.encode(request)


def decode_review_request(data: bytes) -> ReviewRequest:
    """A request, as the job gets it."""
    return _request_decoder.decode(data)


def encode_reviewed_turn(turn: AnalysedTurn) -> bytes:
    """What the job answers."""
    return _encoder.encode(turn)


def decode_reviewed_turn(data: bytes) -> AnalysedTurn:
    """What the job answered."""
    return _turn_decoder.decode(data)
