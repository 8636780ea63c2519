"""What the analysis process is handed of a finished game. Its job imports this alone of what asks for it."""

from typing import Final

import msgspec
from msgspec import Struct


class AnalysisRequest(Struct, frozen=True):
    """What is to be analysed."""

    packed: bytes
    """The finished game (:mod:`engine.packed_game`)."""
    folder: str
    """The bot's data folder, where word indices are kept."""


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(AnalysisRequest)


def encode_analysis_request(request: AnalysisRequest) -> bytes:
    """A request, for the job."""
    return _encoder.encode(request)


def decode_analysis_request(data: bytes) -> AnalysisRequest:
    """A request, as the job gets it."""
    return _decoder.decode(data)
