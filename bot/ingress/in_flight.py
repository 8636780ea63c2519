"""The entries of the inbox that this process has in flight, and acknowledging them even while Redis is away."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from redis.exceptions import RedisError

from bot.logs.logger import get_logger
from bot.store.client import is_permanent_error
from bot.store.redis_streams.consumer_group import InboxEntry
from bot.store.redis_streams.inbox import Inbox
from bot.store.scope import Scope
from bot.workers.recent import RecentKeys
from bot.workers.retry_policy import Backoff

log = get_logger(__name__)

_REMEMBERED_SECONDS: Final = 60.0
"""How long an entry that was read before may still be on its way to a lane."""


class InFlightEntries:
    """Knows the entries in flight. If Redis cannot acknowledge one, that is retried when it is delivered again."""

    def __init__(self, inbox: Inbox, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._inbox: Final = inbox
        self._dead_letter_backoff: Final[Backoff[tuple[int, str]]] = Backoff(pause=pause)
        self._acks: Final[set[asyncio.Task[None]]] = set()
        self._entries: Final[dict[tuple[Scope | None, int], tuple[int, str]]] = {}
        """The entries in flight, by the table that they were forwarded to and their update id."""
        self._settled: Final = RecentKeys(_REMEMBERED_SECONDS)
        """Updates that were handled and entries that were put aside a moment ago; both may still come again."""

    def add_entry(self, entry: InboxEntry) -> None:
        """Note an entry as in flight: a stream may deliver it again."""
        self._entries.setdefault(_update_key(entry), _entry_key(entry))

    def discard_entry(self, entry: InboxEntry) -> None:
        """Note an entry as no longer in flight."""
        if self.has_entry(entry):
            del self._entries[_update_key(entry)]

    def has_entry(self, entry: InboxEntry) -> bool:
        """Whether an entry is in flight here."""
        return self._entries.get(_update_key(entry)) == _entry_key(entry)

    def drop_shards(self, shards: Collection[int]) -> None:
        """Forget the entries of shards that another worker owns by now."""
        for update in [update for update, key in self._entries.items() if key[0] in shards]:
            del self._entries[update]

    async def absorb_redelivery(self, entry: InboxEntry) -> bool:
        """Whether an entry is already in flight or was just handled; if so, it must not be handled again.

        Its redelivery does not count as the end of a process over it. An update that Telegram sent twice is in flight,
        or was handled, as another entry; this entry is acknowledged, which says nothing about the other one.
        """
        if self.has_entry(entry):
            try:
                await self._inbox.renew_claim(entry)
            except RedisError as error:
                log.warning("an update was given out once more", update=entry.update_id, error=error)
            return True
        is_copy = _update_key(entry) in self._entries
        if is_copy or self._settled.is_recent(_update_key(entry)) or self._settled.is_recent(_entry_key(entry)):
            await self._try_ack(entry)
            return True
        return False

    async def forward_entry(self, entry: InboxEntry, scope: Scope) -> None:
        """Forward an update; see :meth:`bot.store.redis_streams.inbox.Inbox.forward_update`.

        Raises:
            RedisError: Redis is away; the update may lie in both inboxes.
        """
        await self._inbox.forward_update(entry, scope)
        self.mark_acked(entry)

    async def ack_entry(self, entry: InboxEntry) -> None:
        """Acknowledge an update that was handled, or that needs no answer of its own."""
        self.mark_acked(entry)
        await self._try_ack(entry)

    def ack_soon(self, entry: InboxEntry) -> None:
        """Acknowledge an update in the background."""
        task = asyncio.create_task(self.ack_entry(entry), name=f"acknowledge update {entry.update_id}")
        self._acks.add(task)
        task.add_done_callback(self._acks.discard)

    async def _try_ack(self, entry: InboxEntry) -> None:
        try:
            await self._inbox.ack_updates([entry])
        except RedisError as error:
            log.warning("an update comes again", update=entry.update_id, error=error)

    def mark_acked(self, entry: InboxEntry) -> None:
        """Note that an update has left the inbox already."""
        self.discard_entry(entry)
        self._settled.check_and_note(_update_key(entry))

    async def dead_letter(self, entry: InboxEntry, reason: str) -> bool:
        """Move an update to the dead letters, waiting for Redis if it is away.

        Returns:
            Whether it was moved; not if another worker owns it by now, or Redis refuses it for good.
        """
        while True:
            try:
                if not await self._inbox.dead_letter(entry, reason):
                    log.info("an update is another process's by now", update=entry.update_id)
                    return False
            except RedisError as error:
                log.warning("an update could not be put aside", update=entry.update_id, error=error)
                if is_permanent_error(error):
                    return False
                await self._dead_letter_backoff.wait_after_failure(_entry_key(entry), error)
            else:
                break
        self._dead_letter_backoff.clear_failures(_entry_key(entry))
        # Not the update: an operator may have it handled again.
        self._settled.check_and_note(_entry_key(entry))
        return True


def _entry_key(entry: InboxEntry) -> tuple[int, str]:
    return entry.shard, entry.id


def _update_key(entry: InboxEntry) -> tuple[Scope | None, int]:
    return entry.forwarded_to, entry.update_id
