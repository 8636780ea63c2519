"""Tables, log entries, outbox notices and a game's words as JSON. An unknown schema is refused, never guessed."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from bot.judges import Changes, Verdict
from engine.crossword import migrate as crossword
from engine.crossword.state import SCHEMA as CROSSWORD_SCHEMA
from engine.game import Action, Event, Judge, Table, View
from engine.klepka import migrate as klepka
from engine.klepka.state import SCHEMA as KLEPKA_SCHEMA
from engine.seats import SCHEMA as LOBBY_SCHEMA

T = TypeVar("T")


class UnreadableState(Exception):
    """Stored data that this version cannot read; the message says which schema it found."""


class LogEntry(Struct, frozen=True):
    """One applied action: with the verdicts it makes a replay exact."""

    action: Action
    at: datetime
    verdicts: dict[str, Verdict]
    """What was said of each word that the action was judged by, and who said it."""

    @property
    def judge(self) -> Judge:
        """The judge of a replay: says again what was said, and knows no other word."""
        return lambda word: self.verdicts[word].valid


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
    """The dictionary that judges at the table, as :mod:`bot.dictionaries` names it."""
    theme: str | None = None
    """What the chat had chosen for its pictures by then; ``None`` for the default."""


class _Head(Struct):
    type: str
    schema: int


_SCHEMAS: Final = {"lobby": LOBBY_SCHEMA, "crossword": CROSSWORD_SCHEMA, "klepka": KLEPKA_SCHEMA}
_MIGRATIONS: Final[dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {
    **{("crossword", schema): crossword.migrate for schema in crossword.EARLIER},
    **{("klepka", schema): klepka.migrate for schema in klepka.EARLIER},
}
"""From which earlier schemas stored tables are brought to the present one."""
_FORMER_JUDGE: Final = "list"
"""Who judged where an earlier version had not written it down."""
_encoder: Final = msgspec.json.Encoder()
_tables: Final = msgspec.json.Decoder(Table)
_heads: Final = msgspec.json.Decoder(_Head)
_notices: Final = msgspec.json.Decoder(Notice)
_entries: Final = msgspec.json.Decoder(LogEntry)
_words: Final = msgspec.json.Decoder(Changes)


def encode(value: Table | LogEntry | Notice | Changes) -> bytes:
    """Any of the stored kinds as JSON."""
    return _encoder.encode(value)


def decode_table(data: bytes) -> Table:
    """A stored table.

    Raises:
        UnreadableState: the schema is unknown or the data are damaged.
    """
    try:
        head = _heads.decode(data)
        migration = _MIGRATIONS.get((head.type, head.schema))
        if migration is None and _SCHEMAS.get(head.type) != head.schema:
            raise UnreadableState(f"stored {head.type!r} has schema {head.schema}; this version reads {_SCHEMAS}")
        table: Table = _tables.decode(data if migration is None else _migrated(data, migration))
    except msgspec.MsgspecError as error:
        raise UnreadableState(f"stored table is damaged: {error}") from error
    return table


def _migrated(data: bytes, migration: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    try:
        return msgspec.json.encode(migration(msgspec.json.decode(data)))
    except (KeyError, TypeError, UnicodeDecodeError) as error:
        raise UnreadableState(f"stored table of an earlier schema is damaged ({type(error).__name__})") from None


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
        return decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise UnreadableState(f"stored {what}: damaged: {error}") from error


def decode_entry(data: bytes) -> LogEntry:
    """A stored log entry.

    Raises:
        UnreadableState: the data are damaged.
    """
    try:
        return _entries.decode(_with_judges(data))
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UnreadableState(f"stored log entry is damaged: {error}") from error


def _with_judges(data: bytes) -> bytes:
    """An entry in which every verdict names its judge; earlier versions wrote plain booleans."""
    entry = msgspec.json.decode(data)
    verdicts = entry.get("verdicts") if isinstance(entry, dict) else None
    if not isinstance(verdicts, dict) or not any(isinstance(verdict, bool) for verdict in verdicts.values()):
        return data
    named = {
        word: {"valid": verdict, "judge": _FORMER_JUDGE} if isinstance(verdict, bool) else verdict
        for word, verdict in verdicts.items()
    }
    return msgspec.json.encode({**entry, "verdicts": named})
