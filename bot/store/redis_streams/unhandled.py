"""Finding unhandled updates of some chats in the inboxes; callers that ask about the same shard share a query.

A query scans a thousand entries in the server, and callers that wait repeat it. So each shard has one query under way
at a time. Callers that come meanwhile share the next one: it starts after they came and sees all that was there then.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from redis.asyncio import Redis

from bot.store import keys
from bot.store.scripts import Script

_MAX_ENTRIES: Final = 1000
"""How many entries of a stream are scanned, beginning with the oldest."""
_PAUSE_SECONDS: Final = 0.02
"""Between a reply and the next query of a shard, to spare the server."""

RawEntries = Sequence[Any]
"""The entries of a script's reply."""


class UnhandledUpdates:
    """Queries the inboxes.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._unhandled_script: Final = Script("find_unhandled")
        self._locks: Final = [asyncio.Lock() for _ in range(keys.SHARDS)]
        """One for each shard, held while its query is under way."""
        self._answered_at: Final = [float("-inf")] * keys.SHARDS
        """When each shard's newest query was answered, by the event loop's clock."""
        self._next_queries: Final[dict[int, tuple[set[int], asyncio.Task[RawEntries]]]] = {}
        """The next query of each shard that has one: the chats that it is about, and its reply."""

    async def find_entries(self, shard: int, chats: Iterable[int]) -> RawEntries:
        """The oldest entries of a shard's inbox about these chats, and about the chats of callers who share the query.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        if shard not in self._next_queries:
            task = asyncio.create_task(self._query_shard(shard), name=f"unhandled updates of shard {shard}")
            self._next_queries[shard] = set(), task
        asked_about, answer = self._next_queries[shard]
        asked_about.update(chats)
        # A caller that gives up leaves the reply to the others.
        return await asyncio.shield(answer)

    async def read_server_ms(self, shard: int) -> int:
        """The time of the server that stores a shard, in milliseconds.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        now, _ = await self._unhandled_script(self._client, (keys.inbox(shard),), (1,))
        return int(now)

    async def _query_shard(self, shard: int) -> RawEntries:
        loop = asyncio.get_running_loop()
        async with self._locks[shard]:
            await asyncio.sleep(self._answered_at[shard] + _PAUSE_SECONDS - loop.time())
            # Callers that come from here on wait for the query after this one: the server may be scanning already.
            chats, _ = self._next_queries.pop(shard)
            try:
                _, found = await self._unhandled_script(self._client, (keys.inbox(shard),), (_MAX_ENTRIES, *chats))
            finally:
                self._answered_at[shard] = loop.time()
        return cast("RawEntries", found)
