"""Updates that are given up: how often they were begun, and the dead letters that they become."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.entries import InboxEntry
from bot.store.ownership import Shards
from bot.store.scripts import Script

log = logging.getLogger(__name__)

_WITHOUT_A_CHAT: Final = 0
"""The shard of dead letters that came as no update, so that nobody knows which chat they are about."""


class Burials:
    """As much of an inbox.

    Args:
        client: answers in bytes.
        shards: which of them this process reads.
        group: the consumer group of the inbox.
    """

    def __init__(self, client: Redis, shards: Shards, group: str) -> None:
        self._client: Final = client
        self._shards: Final = shards
        self._name: Final = group
        self._beginning: Final = Script("begun")
        self._burying: Final = Script("bury")

    async def begun(self, entry: InboxEntry) -> int:
        """Count that an update begins to be handled; how often it has by now."""
        key = keys.begun(entry.shard)
        return int(await self._beginning(self._client, (key,), (entry.id, retention.BEGUN_SECONDS)))

    async def bury(self, entry: InboxEntry, reason: str) -> bool:
        """Give an update up: move it to the shard's dead letters, where the newest are kept for a while.

        It is one step: a process that ends has moved it or not.

        Returns:
            Whether it was done: what is another's by now is for that one to handle, or to give up.
        """
        fields = {"update": entry.update_id, "raw": entry.raw, "reason": reason, "deliveries": entry.deliveries}
        fields |= {"chat": entry.chat} | ({} if entry.about is None else {"about": str(entry.about)})
        return await self._bury(entry.shard, entry.id, fields)

    async def _bury(self, shard: int, entry: str, letter: Mapping[str, Any]) -> bool:
        epoch = self._shards.epochs.get(shard)
        if epoch is None:
            return False
        done = await self._burying(
            self._client,
            (keys.owner(shard), keys.inbox(shard), keys.dead(shard)),
            (
                self._name,
                epoch,
                entry,
                retention.DEAD_LETTERS,
                retention.DEAD_SECONDS,
                *(part for pair in letter.items() for part in pair),
            ),
        )
        if not done:
            self._shards.lost(shard, epoch)
        return bool(done)

    async def set_aside(self, update_id: int | None, raw: bytes, reason: str) -> None:
        """Keep what came in and is no update among the dead letters, the beginning of it where it is long.

        Args:
            update_id: its number, if it has one; else 0 stands there.
            raw: what came.
            reason: why it cannot be handled, without a word of it.
        """
        log.warning("update %s is put aside: %s", update_id or "without a number", reason)
        fields = {"update": update_id or 0, "raw": raw[: retention.DEAD_LETTER_BYTES], "reason": reason}
        dead, letter = keys.dead(_WITHOUT_A_CHAT), dict[Any, Any](fields | {"deliveries": 0})
        pipe = self._client.pipeline(transaction=False)
        pipe.xadd(dead, letter, maxlen=retention.DEAD_LETTERS, approximate=False)
        pipe.expire(dead, retention.DEAD_SECONDS)
        await pipe.execute()
