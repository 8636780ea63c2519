"""Notifying workers, across processes and within one, that shards have new entries or are free to take over.

A notification is a hint: workers also look by themselves from time to time, so a lost one costs only time.
:class:`WorkerNotifier` goes through Redis, :class:`ShardEvents` stays in the process.
"""

import asyncio
from collections.abc import Collection, Iterable
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.logs.logger import fresh_context, get_logger
from bot.store import keys
from bot.workers.shutdown import cancel_tasks

log = get_logger(__name__)


_TAKE_OVER: Final = "take"
"""The notification that there are shards to take over; the number of a shard says that it has new entries."""
_MAX_NOTIFICATIONS: Final = 256
"""The most notifications that are read together."""
_KEEP_SECONDS: Final = 10
"""How long notifications wait for a worker that does not read them."""


class WorkerNotifier:
    """Sends and receives a worker's notifications; those for one worker are sent in batches.

    Args:
        client: answers in bytes.
        worker: this one's name.
    """

    def __init__(self, client: Redis, worker: str) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._outgoing: Final[dict[str, set[str]]] = {}
        """What is still to be sent, by worker."""
        self._sending: Final[dict[str, asyncio.Task[None]]] = {}

    def notify_worker(self, worker: str, shard: int | None = None) -> None:
        """Notify a worker soon that a shard has new entries or (``None``) that there are shards to take over."""
        self._outgoing.setdefault(worker, set()).add(_TAKE_OVER if shard is None else str(shard))
        if worker not in self._sending:
            self._sending[worker] = asyncio.create_task(
                self._send_notifications(worker), name=f"notifications of {worker}", context=fresh_context()
            )

    async def _send_notifications(self, worker: str) -> None:
        try:
            while words := self._outgoing.pop(worker, None):
                pipe = self._client.pipeline(transaction=False)
                pipe.rpush(keys.worker_notifications(worker), *words)
                pipe.expire(keys.worker_notifications(worker), _KEEP_SECONDS)
                await pipe.execute()
        except RedisError as error:
            log.debug("another worker is not notified", worker=worker, error=error)
        finally:
            del self._sending[worker]

    async def wait_for_notification(self, seconds: float) -> tuple[frozenset[int], bool]:
        """Wait for notifications; returns the shards to read, and whether there are some to take over.

        After ``seconds`` it returns without any.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        name = keys.worker_notifications(self._worker)
        found: Any = await self._client.blpop([name], timeout=seconds)
        if found is None:
            return frozenset(), False
        # All others at once, without waiting.
        others: Any = await self._client.lpop(name, _MAX_NOTIFICATIONS)
        words = {word.decode() for word in (found[1], *(others or ()))}
        return frozenset(int(word) for word in words if word.isdigit()), _TAKE_OVER in words

    async def close(self) -> None:
        """Send nothing more."""
        await cancel_tasks(tuple(self._sending.values()))


class ShardEvents:
    """Events about this process's shards; each is received once."""

    def __init__(self) -> None:
        self._entries_event: Final = asyncio.Event()
        """Set when shards have new entries, or were gained."""
        self._shards_with_entries: Final[set[int]] = set()
        """The shards that have new entries."""
        self._gained_event: Final = asyncio.Event()
        """Set when shards were gained."""

    def signal_entries(self, shards: Iterable[int]) -> None:
        """Signal that shards have new entries."""
        self._shards_with_entries.update(shards)
        self._entries_event.set()

    def signal_gained(self) -> None:
        """Signal that shards were gained, or that all waiting shall end."""
        self._entries_event.set()
        self._gained_event.set()

    async def wait_for_entries(self, seconds: float) -> Collection[int]:
        """Wait for new entries or gained shards, at most ``seconds``; returns the shards with new entries."""
        await _wait_for_event(seconds, self._entries_event)
        found = frozenset(self._shards_with_entries)
        self._shards_with_entries.clear()
        return found

    async def wait_for_shards(self, seconds: float) -> Collection[int]:
        """Wait for gained shards, at most ``seconds``; returns no shards, as none has new entries."""
        await _wait_for_event(seconds, self._gained_event)
        return ()


async def _wait_for_event(seconds: float, event: asyncio.Event) -> None:
    """Wait for an event, at most ``seconds``, and clear it."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
    event.clear()
