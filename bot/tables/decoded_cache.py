"""Decoded caches: tables and notices kept beside their bytes, so that the same bytes are decoded once.

The bytes are always read from Redis and compared, so nothing here can be out of date.
"""

from collections.abc import Sequence
from typing import Final

from bot.store.scope import Scope
from bot.tables.codec import Notice, decode_notice, decode_table
from bot.workers.recent import NewestDict
from engine.game import Table

_MOST_NOTICES: Final = 128
"""How many notices are kept, some 15 kB each.

Most are read at once. Some are never read here, as another worker announces them or a race is lost, and thousands may
wait while Telegram is away.
"""
_MOST_TABLES: Final = 256
"""How many tables are kept: some 30 kB each."""


class NoticeCache:
    """Notices by their bytes, until they are read."""

    def __init__(self) -> None:
        self._notices: Final[NewestDict[bytes, Notice]] = NewestDict(_MOST_NOTICES)

    def __len__(self) -> int:
        return len(self._notices)

    def cache_notice(self, data: Sequence[bytes], notice: Notice) -> None:
        """Cache a notice for its bytes, and drop the oldest beyond the limit."""
        self._notices.update(dict.fromkeys(data, notice))

    def decode_cached_notice(self, data: bytes) -> Notice:
        """A stored notice, which stays in the cache, or is in it from now on.

        Raises:
            UnreadableState: the data are damaged.
        """
        notice = self._notices.get(data)
        if notice is None:
            notice = self._notices[data] = decode_notice(data)
        return notice

    def pop_or_decode_notice(self, data: bytes) -> Notice:
        """A stored notice, from the cache if this process wrote it; it leaves the cache.

        Raises:
            UnreadableState: the data are damaged.
        """
        notice = self._notices.pop(data, None)
        return decode_notice(data) if notice is None else notice


class TableCache:
    """The newest table of some scopes, as this process last saw it."""

    def __init__(self) -> None:
        self._tables: Final[NewestDict[Scope, tuple[bytes, Table]]] = NewestDict(_MOST_TABLES)

    def decode_cached_table(self, scope: Scope, state: bytes) -> Table:
        """Decode a stored table, or take it from the cache.

        Raises:
            UnreadableState: the data were written by another version, or are damaged.
        """
        cached = self._tables.get(scope)
        if cached is not None and cached[0] == state:
            return cached[1]
        table = decode_table(state)
        self.cache_table(scope, state, table)
        return table

    def cache_table(self, scope: Scope, state: bytes | None, table: Table | None) -> None:
        """Cache a table with its bytes; without bytes the scope has no table any more."""
        if state is None or table is None:
            self._tables.pop(scope, None)
        else:
            self._tables[scope] = state, table
