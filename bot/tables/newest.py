"""The tables that were written or read last, kept beside their bytes: the same bytes need not be read again.

What Redis holds is always asked for and compared, so nothing here can be out of date.
"""

from typing import Final

from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.game import Table

_MOST: Final = 256
"""How many tables are kept: some 30 kB each."""


class Newest:
    """The newest table of each of some chats, as this process last saw it."""

    def __init__(self) -> None:
        self._kept: Final[dict[Scope, tuple[bytes, Table]]] = {}

    def table(self, scope: Scope, state: bytes) -> Table:
        """The table that a chat's bytes say.

        Raises:
            UnreadableState: they were written by another version, or are damaged.
        """
        kept = self._kept.get(scope)
        if kept is not None and kept[0] == state:
            return kept[1]
        table = decode_table(state)
        self.note(scope, state, table)
        return table

    def note(self, scope: Scope, state: bytes | None, table: Table | None) -> None:
        """Keep a table with its bytes; without them the chat has none any more."""
        self._kept.pop(scope, None)
        if state is None or table is None:
            return
        self._kept[scope] = state, table
        if len(self._kept) > _MOST:
            del self._kept[next(iter(self._kept))]
