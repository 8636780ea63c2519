"""The inbox's entries that this process has in hand, and what becomes of them where Redis is away for a moment."""

import logging
from typing import Final

from redis.exceptions import RedisError

from bot.store.streams import Inbox, InboxEntry

log = logging.getLogger(__name__)


class HeldEntries:
    """Knows the entries that wait in lanes; what cannot be noted about them is tried when they come again.

    Args:
        inbox: where they are.
        consumer: this process among all that share the inbox.
    """

    def __init__(self, inbox: Inbox, consumer: str) -> None:
        self._inbox: Final = inbox
        self._consumer: Final = consumer
        self._keys: Final[set[tuple[int, str]]] = set()

    def __contains__(self, entry: InboxEntry) -> bool:
        return _key(entry) in self._keys

    def add(self, entry: InboxEntry) -> None:
        """Hold an entry: a stream may give out again what is slow."""
        self._keys.add(_key(entry))

    def discard(self, entry: InboxEntry) -> None:
        """Hold it no longer."""
        self._keys.discard(_key(entry))

    async def keep(self, entry: InboxEntry) -> None:
        """Let an update that waits in its lane not count as one that a process ended over."""
        try:
            await self._inbox.keep(entry, self._consumer)
        except RedisError as error:
            log.warning("update %s was given out once more: %s", entry.update_id, error)

    async def ack(self, entry: InboxEntry) -> None:
        """Let an update go that needs no answer of its own."""
        self.discard(entry)
        try:
            await self._inbox.ack([entry])
        except RedisError as error:
            log.warning("update %s comes again: %s", entry.update_id, error)

    async def bury(self, entry: InboxEntry, reason: str) -> bool:
        """Put an update aside; where Redis is away it comes again later."""
        try:
            await self._inbox.bury(entry, reason)
        except RedisError as error:
            log.warning("update %s could not be put aside: %s", entry.update_id, error)
            return False
        return True


def _key(entry: InboxEntry) -> tuple[int, str]:
    return entry.partition, entry.id
