"""What keeps stored things within bounds beside the moves: looked after at the start and once an hour.

Dead letters are let go, queues that only grow are told of, and the bot's own server forgets, on the disk too, what was
let go. Several processes on one Redis may all do so.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from bot.store import keys, retention
from bot.surroundings import until_stopped

log = logging.getLogger(__name__)

MOST_WAITING: Final = 1_000
"""Entries of a queue beyond which the operator is told."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""The same for how long its oldest entry waits."""

_LOOK_SECONDS: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Queue:
    """How much waits in the streams of one kind."""

    length: int
    waiting: timedelta
    """How long the oldest entry has; zero where there is none."""

    def __str__(self) -> str:
        minutes, _ = divmod(self.waiting // timedelta(seconds=1), 60)
        return f"{self.length:,}" + (f", the oldest for {minutes // 60} h {minutes % 60:02} min" if minutes else "")

    @property
    def overfull(self) -> bool:
        """Whether it has more to do than it should ever have."""
        return self.length > MOST_WAITING or self.waiting > LONGEST_WAIT


@dataclass(frozen=True, slots=True)
class Queues:
    """All the queues of a Redis."""

    inbox: Queue
    """Updates that wait to be handled."""
    outbox: Queue
    """Notices that wait to be told."""
    dead: Queue
    """Updates that were given up."""

    @property
    def troubles(self) -> list[str]:
        """A sentence, with its remedy, for each that should not be so long."""
        found = []
        if self.inbox.overfull:
            found.append(
                f"updates wait to be handled: {self.inbox}. See in the log what fails; the machine may be too slow for"
                " its groups, or another process that shared this Redis has left for good"
            )
        if self.outbox.overfull:
            found.append(
                f"notices wait to be told: {self.outbox}. See in the log whether Telegram can be reached; a bot in very"
                " busy groups may be at Telegram's limits"
            )
        return found


async def queues(client: Redis) -> Queues:
    """How much waits where, in two round trips.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    seconds, microseconds = await client.time()
    now = timedelta(seconds=seconds, microseconds=microseconds)
    kinds = [[kind(shard) for shard in range(keys.SHARDS)] for kind in (keys.inbox, keys.outbox, keys.dead)]
    pipe = client.pipeline(transaction=False)
    for streams in kinds:
        for stream in streams:
            pipe.xlen(stream)
            pipe.xrange(stream, count=1)
    answers = iter(await pipe.execute())
    found = []
    for streams in kinds:
        length, waiting = 0, timedelta()
        for _ in streams:
            length += next(answers)
            for entry, _ in next(answers):
                waiting = max(waiting, now - timedelta(milliseconds=int(entry.partition(b"-")[0])))
        found.append(Queue(length, waiting))
    return Queues(*found)


class Tending:
    """The hourly look.

    Args:
        client: answers in bytes.
        own: whether the server is the bot's own, so that its file may be rewritten.
        until_next_look: waits so many seconds, or until told to stop.
    """

    def __init__(
        self,
        client: Redis,
        *,
        own: bool,
        until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
    ) -> None:
        self._client: Final = client
        self._own: Final = own
        self._until_next_look: Final = until_next_look

    async def run(self, stop: asyncio.Event) -> None:
        """Look until told to stop; where Redis is away, an hour later again."""
        while not stop.is_set():
            try:
                await self.look()
            except RedisError as error:
                log.warning("the hourly look at Redis was left out: %s", error)
            await self._until_next_look(stop, _LOOK_SECONDS)

    async def look(self) -> None:
        """Do all of it once.

        Raises:
            redis.exceptions.RedisError: the server cannot be asked.
        """
        await self._let_go()
        for trouble in (await queues(self._client)).troubles:
            log.warning("%s", trouble)
        if self._own:
            await self._rewrite()

    async def _let_go(self) -> None:
        """Take away dead letters, private texts in them, that have lain long enough."""
        now, _ = await self._client.time()
        pipe = self._client.pipeline(transaction=False)
        for shard in range(keys.SHARDS):
            pipe.xtrim(keys.dead(shard), minid=str((now - retention.DEAD_SECONDS) * 1000), approximate=False)
        await pipe.execute()

    async def _rewrite(self) -> None:
        """Have the append-only file written anew once a day, also where restarts keep it from ever doubling."""
        now, _ = await self._client.time()
        former: Any = await self._client.get(keys.REWRITTEN)
        if former is not None and now - int(former) < retention.REWRITE_SECONDS:
            return
        await self._client.set(keys.REWRITTEN, now)
        if former is None:  # nothing was ever stored here
            return
        try:
            await self._client.bgrewriteaof()
        except ResponseError as error:  # one is under way already
            log.info("the append-only file is not rewritten today: %s", error)
