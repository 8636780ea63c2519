"""Tables, log entries and outbox notices as JSON. An unknown schema is refused, never guessed."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from engine.crossword.state import SCHEMA as GAME_SCHEMA
from engine.game import Action, Event, Table, View
from engine.seats import SCHEMA as LOBBY_SCHEMA


class UnreadableState(Exception):
    """Stored data that this version cannot read; the message says which schema it found."""


class LogEntry(Struct, frozen=True):
    """One applied action: with the verdicts it makes a replay exact."""

    action: Action
    at: datetime
    verdicts: dict[str, bool]


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


class _Head(Struct):
    type: str
    schema: int


_SCHEMAS: Final = {"lobby": LOBBY_SCHEMA, "crossword": GAME_SCHEMA}
_encoder: Final = msgspec.json.Encoder()
_tables: Final = msgspec.json.Decoder(Table)
_heads: Final = msgspec.json.Decoder(_Head)
_notices: Final = msgspec.json.Decoder(Notice)
_entries: Final = msgspec.json.Decoder(LogEntry)


def encode(value: Table | LogEntry | Notice) -> bytes:
    """Any of the stored kinds as JSON."""
    return _encoder.encode(value)


def decode_table(data: bytes) -> Table:
    """A stored table.

    Raises:
        UnreadableState: the schema is unknown or the data are damaged.
    """
    try:
        head = _heads.decode(data)
        if _SCHEMAS.get(head.type) != head.schema:
            raise UnreadableState(f"stored {head.type!r} has schema {head.schema}; this version reads {_SCHEMAS}")
        table: Table = _tables.decode(data)
    except msgspec.MsgspecError as error:
        raise UnreadableState(f"stored table is damaged: {error}") from error
    return table


def decode_notice(data: bytes) -> Notice:
    """A stored outbox notice.

    Raises:
        UnreadableState: the data are damaged.
    """
    try:
        return _notices.decode(data)
    except msgspec.MsgspecError as error:
        raise UnreadableState(f"stored notice is damaged: {error}") from error


def decode_entry(data: bytes) -> LogEntry:
    """A stored log entry.

    Raises:
        UnreadableState: the data are damaged.
    """
    try:
        return _entries.decode(data)
    except msgspec.MsgspecError as error:
        raise UnreadableState(f"stored log entry is damaged: {error}") from error
