"""The stored form of tables, log entries, notices and custom words: compressed JSON with a schema."""

import zlib
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct, field

from bot.judges import WordChanges
from bot.store.keys import Scope
from bot.workers.recent import NewestDict
from engine import encoding
from engine.encoding import DECODE_ERRORS, UnknownSchema, make_decoder
from engine.game import Event, Table, View
from engine.game_base import OpenWindow
from engine.lobby_seats import Seat
from engine.table_log import LogEntry

try:
    from isal import isal_zlib
except ImportError:  # no wheel for this processor
    isal_zlib = None  # type: ignore[assignment]  # mypy knows no absent module

T = TypeVar("T")

MOST_BYTES: Final = 16 * 2**20
"""More than any stored value has; longer streams are not decompressed, lest one fill the memory."""
_LEVEL: Final = 1
_zlib: Final[Any] = zlib if isal_zlib is None else isal_zlib


class UnreadableState(Exception):
    """Stored data that this version cannot read; the message says which schema it found."""


class NotCompressed(Exception):
    """The bytes are no complete zlib stream; the message does not quote them."""


class Notice(Struct, frozen=True):
    """What a chat is told about one commit: public facts only; stored by field name, or by ``name=``."""

    events: tuple[Event, ...]  # redacted for the group
    view: View | None  # the table after the commit, as the group sees it; `None` for a lobby that was closed
    table: str  # the table's short name
    title: dict[str, str]  # the ruleset's title per language
    language: str | None = None  # the chat's language at the commit; `None` for the default
    lexicon: str = ""  # the table's dictionary, as `bot.judges.word_judge` names it
    theme: str | None = None  # the chat's theme of pictures at the commit; `None` for the default
    labels: str | None = None  # the chat's choice of labels on boards at the commit; `None` for the default
    fell_back: bool = False  # whether to tell the chat that a built-in list judged in place of the live service
    untold_downtime_ms: int = field(default=0, name="away")
    """The downtime of the table's clocks of which the chat was not told yet, in milliseconds."""
    boards: str | None = None  # the chat's board mode at the commit; `None` for the default
    seal: str = ""  # the seal, the hash that commits to the secret of the draws; empty after the first turn
    mentioned: tuple[Seat, ...] = field(default=(), name="called")
    """The subscribers of table alerts whom the message about a new table mentions."""
    private_host: int | None = field(default=None, name="afar")
    """The host who opened the table from their private chat, where they are told which chat has it."""
    number: int = 0  # the table's number, if others are open in its place; else 0
    seats: tuple[Seat, ...] = ()  # the seats of a closed lobby with a number, from which its name is made
    opened: OpenWindow | None = None  # a window that the commit opens; extended if the chat is told late
    ends_wait: bool = False
    """Whether a player can act who could not before; then it is told before other tables' news."""


_encoder: Final = msgspec.json.Encoder()
_notice_decoder: Final = make_decoder(Notice)
_log_entry_decoder: Final = make_decoder(LogEntry)
_words_decoder: Final = msgspec.json.Decoder(WordChanges)


def encode_stored(value: Table | LogEntry | Notice | WordChanges) -> bytes:
    """A value in its stored form."""
    return compress_json(_encoder.encode(value))


def decode_table(data: bytes) -> Table:
    """Decode a stored table; raises UnreadableState."""
    try:
        return encoding.decode_table(_decompress_stored(data, "table"))
    except UnknownSchema as error:
        raise UnreadableState(str(error)) from error
    except DECODE_ERRORS as error:
        raise UnreadableState(f"stored table is damaged: {error}") from error


def decode_notice(data: bytes) -> Notice:
    """Decode a stored notice; raises UnreadableState."""
    return _decode_stored(_notice_decoder, data, "notice")


def decode_custom_words(data: bytes) -> WordChanges:
    """Decode the stored custom words that a game began with; raises UnreadableState."""
    return _decode_stored(_words_decoder, data, "words")


def _decode_stored(decoder: msgspec.json.Decoder[T], data: bytes, what: str) -> T:
    try:
        return decoder.decode(_decompress_stored(data, what))
    except DECODE_ERRORS as error:
        raise UnreadableState(f"stored {what}: damaged: {error}") from error


def _decompress_stored(data: bytes, what: str) -> bytes:
    try:
        return decompress_json(data)
    except NotCompressed as error:
        raise UnreadableState(f"stored {what} is damaged: {error}") from error


def decode_log_entry(data: bytes) -> LogEntry:
    """Decode a stored log entry; raises UnreadableState."""
    return _decode_stored(_log_entry_decoder, data, "log entry")


def compress_json(data: bytes) -> bytes:
    """Compress bytes to a zlib stream, with ISA-L if it is installed."""
    stream: bytes = _zlib.compress(data, _LEVEL)
    return stream


def decompress_json(stream: bytes) -> bytes:
    """Decompress a stream of :func:`compress_json`; raises NotCompressed, also beyond :data:`MOST_BYTES`."""
    reader = _zlib.decompressobj()
    try:
        data: bytes = reader.decompress(stream, MOST_BYTES + 1)
    except (_zlib.error, zlib.error):
        raise NotCompressed("no whole zlib stream") from None
    if len(data) > MOST_BYTES:
        raise NotCompressed(f"it becomes longer than {MOST_BYTES:,} bytes")
    if not reader.eof or reader.unused_data:
        raise NotCompressed("no whole zlib stream")
    return data


_MOST_NOTICES: Final = 128
"""The most notices cached, some 15 kB each. Most are read at once; some never, as another worker sends them or a commit
is lost; and thousands may wait while Telegram is away.
"""
_MOST_TABLES: Final = 256  # the most tables cached, some 30 kB each


class NoticeCache:
    """Caches notices by their stored bytes until they are read."""

    def __init__(self) -> None:
        self._notices: Final[NewestDict[bytes, Notice]] = NewestDict(_MOST_NOTICES)

    def __len__(self) -> int:
        return len(self._notices)

    def cache_notice(self, data: Sequence[bytes], notice: Notice) -> None:
        """Cache a notice by its bytes, and drop the oldest beyond the limit."""
        self._notices.update(dict.fromkeys(data, notice))

    def decode_cached_notice(self, data: bytes) -> Notice:
        """Decode a stored notice and keep it in the cache; raises UnreadableState."""
        notice = self._notices.get(data)
        if notice is None:
            notice = self._notices[data] = decode_notice(data)
        return notice

    def pop_or_decode_notice(self, data: bytes) -> Notice:
        """Take a stored notice from the cache, or decode it; raises UnreadableState."""
        notice = self._notices.pop(data, None)
        return decode_notice(data) if notice is None else notice


class TableCache:
    """Caches the latest known table of some scopes."""

    def __init__(self) -> None:
        self._tables: Final[NewestDict[Scope, tuple[bytes, Table]]] = NewestDict(_MOST_TABLES)

    def decode_cached_table(self, scope: Scope, state: bytes) -> Table:
        """Decode a stored table, or take it from the cache; raises UnreadableState."""
        cached = self._tables.get(scope)
        if cached is not None and cached[0] == state:
            return cached[1]
        table = decode_table(state)
        self.cache_table(scope, state, table)
        return table

    def cache_table(self, scope: Scope, state: bytes | None, table: Table | None) -> None:
        """Cache a table by its stored bytes; without bytes, drop the scope's table."""
        if state is None or table is None:
            self._tables.pop(scope, None)
        else:
            self._tables[scope] = state, table
