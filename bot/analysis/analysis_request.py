"""What the analysis process is handed of a finished game, as MessagePack. Its job imports this alone of what asks."""

from msgspec import Struct


class AnalysisRequest(Struct, frozen=True):
    """What is to be analysed."""

    packed: bytes
    """The finished game (:mod:`engine.packed_game`)."""
    folder: str
    """The bot's data folder, where word indices are kept."""
