"""What administrators decide about a chat's records, as it is kept for the audit log."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct

from bot.logs.logger import get_logger
from engine.encoding import DECODE_ERRORS

log = get_logger(__name__)

DecisionKind = Literal["season", "leave-out", "count", "erase"]
"""``season`` begins one, ``leave-out`` has a game count for nobody, ``count`` again, ``erase`` deletes all records."""


class RecordDecision(Struct, frozen=True, omit_defaults=True):
    """A decision about a chat's records."""

    kind: DecisionKind
    at: datetime
    """In UTC."""
    name: str
    """The name of who decided; empty for an anonymous administrator."""
    update: int
    """The update that asked for it."""
    number: int = 0
    """Of the season, or how many games were erased."""
    game: str = ""
    """The game's id."""
    ruleset: str = ""
    """The game's rules."""
    ended: int = 0
    """When the game ended; Unix seconds."""
    by: int = 0
    """The user who decided, so that they can be forgotten; 0 for an anonymous administrator."""


encode_decision: Final[Callable[[RecordDecision], bytes]] = msgspec.json.Encoder().encode
"""A decision in its stored form."""

_decoder: Final = msgspec.json.Decoder(RecordDecision)


def decode_decisions(stored: Iterable[bytes]) -> list[RecordDecision]:
    """Stored decisions, in their order; without those that cannot be read."""
    found = []
    for data in stored:
        try:
            found.append(_decoder.decode(data))
        except DECODE_ERRORS as error:
            log.warning("a decision about records cannot be read", error=error)
    return found
