"""Tables, log entries, notices and a game's words as packed JSON. An unknown schema is refused, never guessed."""

from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from bot.judges import Changes
from bot.tables.packing import NotPacked, packed, unpacked
from engine import encoding
from engine.encoding import DAMAGED, UnknownSchema, decoder
from engine.game import Event, Table, View
from engine.record import LogEntry
from engine.seats import Seat

T = TypeVar("T")


class UnreadableState(Exception):
    """Stored data that this version cannot read; the message says which schema it found."""


class Notice(Struct, frozen=True):
    """What the group is to be told of one commit. It holds what everybody may see, and nothing else."""

    events: tuple[Event, ...]
    """Redacted for the group."""
    view: View | None
    """The table after the commit, as the group sees it; ``None`` when it is closed."""
    table: str
    """The table's short name, which its buttons carry."""
    title: dict[str, str]
    """The ruleset's title per language."""
    language: str | None = None
    """What the chat had chosen by then; ``None`` for the default."""
    lexicon: str = ""
    """The dictionary that judges at the table, as :mod:`bot.judges.dictionaries` names it."""
    theme: str | None = None
    """What the chat had chosen for its pictures by then; ``None`` for the default."""
    labels: str | None = None
    """What it had chosen for the signs on boards; ``None`` for the default."""
    fell_back: bool = False
    """Whether its chat is to be told that a built-in list decided in place of the live service."""
    away: int = 0
    """For how many milliseconds its clocks stood still because nobody could play, as far as its chat was not told."""
    boards: str | None = None
    """What the chat had chosen to become of its boards by then; ``None`` for the default."""
    seal: str = ""
    """What the draws are sealed by, until the first turn is taken."""
    called: tuple[Seat, ...] = ()
    """Whom a new table calls: they have asked to be told of it."""
    afar: int | None = None
    """Who opened it from their private chat, and is told there where it is."""


_encoder: Final = msgspec.json.Encoder()
_notices: Final = decoder(Notice)
_entries: Final = decoder(LogEntry)
_words: Final = msgspec.json.Decoder(Changes)


def encode(value: Table | LogEntry | Notice | Changes) -> bytes:
    """Any of the stored kinds as packed JSON."""
    return packed(_encoder.encode(value))


def decode_table(data: bytes) -> Table:
    """A stored table.

    Raises:
        UnreadableState: the schema is unknown or the data are damaged.
    """
    try:
        return encoding.decode_table(_json(data, "table"))
    except UnknownSchema as error:
        raise UnreadableState(str(error)) from error
    except DAMAGED as error:
        raise UnreadableState(f"stored table is damaged: {error}") from error


def decode_notice(data: bytes) -> Notice:
    """A stored outbox notice.

    Raises:
        UnreadableState: the data are damaged.
    """
    return _decoded(_notices, data, "notice")


def decode_words(data: bytes) -> Changes:
    """The words of the chat that a game began with.

    Raises:
        UnreadableState: the data are damaged.
    """
    return _decoded(_words, data, "words")


def _decoded(decoder: msgspec.json.Decoder[T], data: bytes, what: str) -> T:
    try:
        return decoder.decode(_json(data, what))
    except DAMAGED as error:
        raise UnreadableState(f"stored {what}: damaged: {error}") from error


def _json(data: bytes, what: str) -> bytes:
    try:
        return unpacked(data)
    except NotPacked as error:
        raise UnreadableState(f"stored {what} is damaged: {error}") from error


def decode_entry(data: bytes) -> LogEntry:
    """A stored log entry.

    Raises:
        UnreadableState: the data are damaged.
    """
    return _decoded(_entries, data, "log entry")
