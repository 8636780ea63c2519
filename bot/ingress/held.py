"""The inbox's entries that this process has in hand, and what becomes of them where Redis is away for a moment."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from redis.exceptions import RedisError

from bot.store.entries import InboxEntry
from bot.store.faults import is_fault
from bot.store.keys import Scope
from bot.store.streams import Inbox
from bot.workers.patience import Retries
from bot.workers.recently import Recently

log = logging.getLogger(__name__)

_STALE_SECONDS: Final = 60.0
"""How long what was read may be gone through."""


class HeldEntries:
    """Knows the entries that wait in lanes; what cannot be noted about them is tried when they come again.

    Args:
        inbox: where they are.
        pause: waits that many seconds.
    """

    def __init__(self, inbox: Inbox, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._inbox: Final = inbox
        self._burials: Final[Retries[tuple[int, str]]] = Retries(pause=pause)
        self._keys: Final[set[tuple[int, str]]] = set()
        self._gone: Final = Recently(_STALE_SECONDS)
        """What was let go while what was read before may still name it."""
        self._updates: Final[dict[tuple[Scope | None, int], tuple[int, str]]] = {}
        """What is held, by the table that it was sent on to and its number."""
        self._done: Final = Recently(_STALE_SECONDS)
        """The same of what was handled."""

    def add(self, entry: InboxEntry) -> None:
        """Hold an entry: a stream may give out again what is slow."""
        self._keys.add(_key(entry))
        self._updates.setdefault(_update(entry), _key(entry))

    def discard(self, entry: InboxEntry) -> None:
        """Hold it no longer."""
        self._keys.discard(_key(entry))
        if self._updates.get(_update(entry)) == _key(entry):
            del self._updates[_update(entry)]

    def holds(self, entry: InboxEntry) -> bool:
        """Whether an entry waits in a lane here."""
        return _key(entry) in self._keys

    async def forward(self, entry: InboxEntry, scope: Scope, waited: float) -> None:
        """Send an update on to the table that it is about; see :meth:`bot.store.streams.Inbox.forward`.

        Raises:
            RedisError: Redis is away; it may lie in both places.
        """
        await self._inbox.forward(entry, scope, waited)
        self.gone(entry)

    async def knows(self, entry: InboxEntry) -> bool:
        """Whether an update that was given out again waits in its lane, or was let go since it was looked for.

        That it comes again does not count as a process that ended over it. One that Telegram has sent twice waits, or
        was handled, as another entry; this one is let go, which says nothing of whether that other is handled.
        """
        twin = self._updates.get(_update(entry), _key(entry))
        if self._gone.noted(_key(entry)) or twin != _key(entry) or self._done.noted(_update(entry)):
            self._gone.again(_key(entry))
            await self._let_go(entry)
            return True
        if _key(entry) not in self._keys:
            return False
        try:
            await self._inbox.keep(entry)
        except RedisError as error:
            log.warning("update %s was given out once more: %s", entry.update_id, error)
        return True

    def forget(self, shards: Collection[int]) -> None:
        """Hold nothing of shards that are another process's by now."""
        self._keys.difference_update([key for key in self._keys if key[0] in shards])
        for update in [update for update, key in self._updates.items() if key[0] in shards]:
            del self._updates[update]

    async def ack(self, entry: InboxEntry) -> None:
        """Let an update go that was handled, or needs no answer of its own."""
        self.gone(entry)
        await self._let_go(entry)

    async def _let_go(self, entry: InboxEntry) -> None:
        try:
            await self._inbox.ack([entry])
        except RedisError as error:
            log.warning("update %s comes again: %s", entry.update_id, error)

    def gone(self, entry: InboxEntry) -> None:
        """Let an update go that has left the inbox already."""
        self.discard(entry)
        self._gone.again(_key(entry))
        self._done.again(_update(entry))

    async def begun(self, entry: InboxEntry) -> int:
        """Count that an update begins to be handled; how often it has by now.

        Raises:
            RedisError: Redis cannot count.
        """
        return await self._inbox.begun(entry)

    async def bury(self, entry: InboxEntry, reason: str) -> bool:
        """Put an update aside, once Redis is there for it; whether that is possible at all, and not another's to do."""
        while True:
            try:
                if not await self._inbox.bury(entry, reason):
                    log.info("update %s is another process's by now", entry.update_id)
                    return False
            except RedisError as error:
                log.warning("update %s could not be put aside: %s", entry.update_id, error)
                if is_fault(error):
                    return False
                await self._burials.wait(_key(entry), error)
            else:
                break
        self._burials.over(_key(entry))
        self._gone.again(_key(entry))
        return True


def _key(entry: InboxEntry) -> tuple[int, str]:
    return entry.shard, entry.id


def _update(entry: InboxEntry) -> tuple[Scope | None, int]:
    return entry.about, entry.update_id
