"""Messages that show for a moment what is to be hidden again: what each is, by the instant at which it is due.

It knows bytes and instants: what an entry means is its caller's.
"""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.due import claim_due
from bot.store.keys import SHARDS
from bot.store.ownership import Shards, Unfenced


class OpenReveals:
    """What is to be hidden, in a sorted set a shard; it outlasts the process that showed it.

    Args:
        client: answers in bytes.
        shards: which of them this process reads; all, without a fence, by default.
    """

    def __init__(self, client: Redis, shards: Shards | None = None) -> None:
        self._client: Final = client
        self._shards: Final = Unfenced() if shards is None else shards

    async def put(self, chat: int, entry: bytes, due: float) -> None:
        """Note an entry, or put it off; ``due`` is in seconds of the epoch."""
        await self._client.zadd(keys.reveals(keys.shard_of(chat)), {entry: due})

    async def due(self, now: float, limit: int) -> list[bytes]:
        """Claim entries that are due; see :meth:`bot.store.redis.Store.due`.

        Nobody else gets a claimed entry for :data:`~bot.store.retention.LEASE_SECONDS`; then it comes again, unless
        :meth:`done` was called.
        """
        return await claim_due(self._client, keys.reveals, self._shards.reading, now, limit)

    async def drop(self, entry: bytes) -> None:
        """Forget an entry of which nobody can tell the chat."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zrem(keys.reveals(shard), entry)
        await pipe.execute()

    async def done(self, chat: int, entry: bytes) -> None:
        """Forget an entry; again is harmless."""
        await self._client.zrem(keys.reveals(keys.shard_of(chat)), entry)
