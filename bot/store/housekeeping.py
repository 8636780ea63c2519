"""Housekeeping: bounds stored data, at the start and then hourly; and the quarantine of tables.

It trims old dead letters and held notices, warns of growing queues, and makes the bot's own server rewrite its
append-only file, so that deleted data leave the disk too. Several processes on one Redis may do so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import KW_ONLY, dataclass
from datetime import timedelta
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from bot.logs import get_logger
from bot.runtime import wait_or_stop
from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.scripts import FencedScript
from bot.store.shard_ownership import FencedStore
from bot.store.streams import parse_entry_id

log = get_logger(__name__)

MAX_QUEUE_LENGTH: Final = 1_000  # the operator is warned if a queue is longer
MAX_QUEUE_WAIT: Final = timedelta(hours=1)  # the operator is warned if a queue's oldest entry has waited longer
_EVERY_SECONDS: Final = 3600.0


@dataclass(frozen=True, slots=True)
class QueueSize:
    """A queue's size over the streams of all shards."""

    length: int
    oldest_wait: timedelta  # how long the oldest entry has waited; zero if the queue is empty

    @property
    def oldest_wait_seconds(self) -> int:
        """How long the oldest entry has waited, in whole seconds."""
        return self.oldest_wait // timedelta(seconds=1)

    def __str__(self) -> str:
        minutes, _ = divmod(self.oldest_wait_seconds, 60)
        return f"{self.length:,}" + (f", the oldest for {minutes // 60} h {minutes % 60:02} min" if minutes else "")

    @property
    def is_overfull(self) -> bool:
        """Whether it is longer or older than expected."""
        return self.length > MAX_QUEUE_LENGTH or self.oldest_wait > MAX_QUEUE_WAIT


@dataclass(frozen=True, slots=True)
class QueueSizes:
    """The sizes of all queues of a Redis."""

    inbox: QueueSize  # updates that wait to be handled
    outbox: QueueSize  # notices that wait to be sent
    dead_letters: QueueSize  # updates and notices that were dead-lettered

    @property
    def warnings(self) -> list[str]:
        """A warning, with the remedy, for each overfull queue."""
        found = []
        if self.inbox.is_overfull:
            found.append(
                f"updates are waiting to be handled: {self.inbox}. The log says what is failing; the machine may be"
                " too slow for its groups, or another process that shared this Redis has left for good"
            )
        if self.outbox.is_overfull:
            found.append(
                f"notices are waiting to be sent: {self.outbox}. The log says whether Telegram can be reached; a bot in"
                " very busy groups may be at Telegram's limits"
            )
        return found


async def measure_queues(client: Redis, shards: Collection[int] = range(keys.SHARDS)) -> QueueSizes:
    """Measure the queues of some shards, by default all, in two round trips."""
    seconds, microseconds = await client.time()
    now = timedelta(seconds=seconds, microseconds=microseconds)
    kinds = [[kind(shard) for shard in shards] for kind in (keys.inbox, keys.outbox, keys.dead_letters)]
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
                waiting = max(waiting, now - timedelta(milliseconds=parse_entry_id(entry.decode())[0]))
        found.append(QueueSize(length, waiting))
    return QueueSizes(*found)


@dataclass(frozen=True)
class Housekeeping:
    """The hourly clean-up; if the server is ``embedded``, it also makes it rewrite its file."""

    client: Redis
    _: KW_ONLY
    embedded: bool
    wait: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop

    async def run(self, stop: asyncio.Event) -> None:
        """Clean up every hour until ``stop`` is set; an hour without Redis is skipped."""
        while not stop.is_set():
            try:
                await self.clean_up()
            except RedisError as error:
                log.warning("the hourly look at Redis was left out", error=error)
            await self.wait(stop, _EVERY_SECONDS)

    async def clean_up(self) -> None:
        """Clean up once."""
        await self._trim_streams()
        for trouble in (await measure_queues(self.client)).warnings:
            log.warning("a queue in Redis needs a look", problem=trouble)
        if self.embedded:
            await self._rewrite_append_only_file()

    async def _trim_streams(self) -> None:
        now, _ = await self.client.time()
        pipe = self.client.pipeline(transaction=False)
        for shard in range(keys.SHARDS):
            for stream, seconds in (
                (keys.dead_letters(shard), retention.DEAD_LETTER_SECONDS),
                (keys.held_notices(shard), retention.HELD_SECONDS),
            ):
                pipe.xtrim(stream, minid=str((now - seconds) * 1000), approximate=False)
        await pipe.execute()

    async def clear_disk(self) -> None:
        """Make deleted data leave the disk of an ``embedded`` server now, or within the hour."""
        if self.embedded:
            await self.client.set(keys.aof_rewrite_time(), 0)
            await self._rewrite_append_only_file()

    async def _rewrite_append_only_file(self) -> None:
        now, _ = await self.client.time()
        former: Any = await self.client.get(keys.aof_rewrite_time())
        if former is not None and now - int(former) < retention.AOF_REWRITE_SECONDS:
            return
        await self.client.set(keys.aof_rewrite_time(), now)
        if former is None:  # the first start: nothing to rewrite yet
            return
        try:
            await self.client.bgrewriteaof()
        except ResponseError as error:  # a rewrite or a snapshot is running already
            log.info("the append-only file is not rewritten now", error=error)
            await self.client.set(keys.aof_rewrite_time(), former or 0)


class Quarantine(FencedStore):
    """Moves tables into quarantine."""

    _quarantine_script: Final = FencedScript("quarantine", "table_numbers")

    async def quarantine_table(self, scope: Scope, version: int) -> bool:
        """Move a table with its log and words into quarantine; ``False`` if it has another version, or is gone."""
        done = await self._run_fenced(
            self._quarantine_script,
            (
                keys.game(scope),
                keys.game_log(scope),
                keys.game_words(scope),
                keys.deadlines(keys.shard_of(scope.chat)),
                keys.quarantined_game(scope, version),
                keys.quarantined_log(scope, version),
                keys.table_numbers(scope),
                keys.game(scope.place),
            ),
            (version, str(scope), retention.QUARANTINE_SECONDS, scope.table),
        )
        return bool(done)
