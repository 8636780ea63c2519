"""Messages that show for a moment what is to be hidden again: what each is, by the instant at which it is due.

It knows bytes and instants: what an entry means is its caller's.
"""

from collections.abc import Sequence
from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.redis import ALL_SHARDS
from bot.store.scripts import Script


class OpenReveals:
    """What is to be hidden, in a sorted set a shard; it outlasts the process that showed it.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._due: Final = Script("due")

    async def put(self, chat: int, entry: bytes, due: float) -> None:
        """Note an entry, or put it off; ``due`` is in seconds of the epoch."""
        await self._client.zadd(keys.reveals(keys.shard_of(chat)), {entry: due})

    async def due(self, now: float, limit: int, shards: Sequence[int] = ALL_SHARDS) -> list[bytes]:
        """Claim entries that are due; see :meth:`bot.store.redis.Store.due`.

        Nobody else gets a claimed entry for :data:`~bot.store.retention.LEASE_SECONDS`; then it comes again, unless
        :meth:`done` was called.
        """
        entries = await self._due(
            self._client,
            [keys.reveals(shard) for shard in shards],
            (repr(now), repr(now + retention.LEASE_SECONDS), limit),
        )
        return list(entries)

    async def drop(self, entry: bytes) -> None:
        """Forget an entry of which nobody can tell the chat."""
        pipe = self._client.pipeline(transaction=False)
        for shard in ALL_SHARDS:
            pipe.zrem(keys.reveals(shard), entry)
        await pipe.execute()

    async def done(self, chat: int, entry: bytes) -> None:
        """Forget an entry; again is harmless."""
        await self._client.zrem(keys.reveals(keys.shard_of(chat)), entry)
