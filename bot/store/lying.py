"""Asking what lies in the inboxes for some chats: for all who wait at a shard together.

A question goes through a thousand entries in the server, and whoever waits asks again and again. So there is one under
way for a shard at a time, and who comes meanwhile shares the next: that is asked after they came, and tells them of
all that was there by then.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from redis.asyncio import Redis

from bot.store import keys
from bot.store.scripts import Script

_MOST: Final = 1000
"""Entries of a stream that are looked through for a chat's: the oldest, which is asked about."""
_APART_SECONDS: Final = 0.02
"""Between an answer and the next question: the server has others to serve."""

Entries = Sequence[Any]
"""As a script gives them."""


class _Question:
    """What is to be asked of a shard next, and all who wait for the answer."""

    def __init__(self, answer: "asyncio.Task[Entries]") -> None:
        self.chats: Final[set[int]] = set()
        self.answer: Final = answer


class Lying:
    """What lies in the inboxes.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._script: Final = Script("lying")
        self._turns: Final = [asyncio.Lock() for _ in range(keys.SHARDS)]
        """Of each shard, held while a question is under way."""
        self._answered: Final = [float("-inf")] * keys.SHARDS
        """When the newest question about each was, by the event loop's clock."""
        self._next: Final[dict[int, _Question]] = {}
        """By shard, what is asked once it is its turn."""

    async def of(self, shard: int, chats: Iterable[int]) -> Entries:
        """The oldest entries of a shard's inbox that are about some chats of it, and about others that were asked for.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        question = self._next.get(shard)
        if question is None:
            asking = asyncio.create_task(self._ask(shard), name=f"what lies in shard {shard}")
            question = self._next[shard] = _Question(asking)
        question.chats.update(chats)
        # Whoever gives up waiting leaves the answer to the others.
        return await asyncio.shield(question.answer)

    async def now(self, shard: int) -> int:
        """The instant by the clock of the server that has a shard, in milliseconds.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        now, _ = await self._script(self._client, (keys.inbox(shard),), (1,))
        return int(now)

    async def _ask(self, shard: int) -> Entries:
        loop = asyncio.get_running_loop()
        async with self._turns[shard]:
            await asyncio.sleep(self._answered[shard] + _APART_SECONDS - loop.time())
            # From here on who comes has to wait for the one after: the server may be looking already.
            chats = self._next.pop(shard).chats
            try:
                _, found = await self._script(self._client, (keys.inbox(shard),), (_MOST, *chats))
            finally:
                self._answered[shard] = loop.time()
        return cast("Entries", found)
