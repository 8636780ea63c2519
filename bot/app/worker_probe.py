"""The probe of a worker: whether it takes work, and its state in figures."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from time import perf_counter
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.app.components import Components
from bot.metrics.worker_state import Backlog, RedisState, WorkerState
from bot.store import keys
from bot.store.chats import count_running_games
from bot.store.client import check_storable, describe_refusal
from bot.store.housekeeping import measure_queues

_REDIS_SECONDS: Final = 2.0
"""How long Redis is waited for; who asks waits some ten seconds at most."""


class WorkerProbe:
    """Looks at a worker when somebody asks.

    Args:
        clock: the present time, in UTC.
        uses_webhook: whether Telegram posts the updates.
    """

    def __init__(
        self, redis: Redis, components: Components, clock: Callable[[], datetime], *, uses_webhook: bool = False
    ) -> None:
        self._redis: Final = redis
        self._uses_webhook: Final = uses_webhook
        self._durable: Final = components.storage.durable
        self._owners: Final = components.storage.shard_owners
        self._health: Final = components.owner.health
        self._consumer: Final = components.consumer
        self._clock: Final = clock
        self.is_draining = False
        """Whether it is shutting down: it finishes what it began and takes nothing new."""

    async def find_obstacle(self) -> str:
        """Why nobody can play at the worker, in a few words; empty if people can."""
        return self._find_own_obstacle() or self._health.obstacle or await self._find_store_obstacle()

    async def check_health(self) -> tuple[int, str]:
        """The status of ``GET /health`` and its words.

        A proxy gives no updates to a worker that answers 503. So with a webhook, what ends with the next update that
        comes in is told by the words alone.
        """
        if obstacle := self._find_own_obstacle() or await self._find_store_obstacle():
            return 503, obstacle
        obstacle = self._health.obstacle
        return (503 if obstacle and not self._uses_webhook else 200), obstacle or "ok"

    async def _find_store_obstacle(self) -> str:
        """Why Redis would not store an update."""
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await check_storable(self._durable)
        except (RedisError, OSError, TimeoutError) as error:
            refusal = describe_refusal(error)
            return f"Redis refuses to store updates ({refusal})" if refusal else "Redis does not answer"
        return ""

    def _find_own_obstacle(self) -> str:
        """What can be said without asking anybody."""
        if self.is_draining:
            return "it is shutting down"
        if not self._owners.is_healthy:
            return "its shards cannot be taken"
        # One that has none while others live stands by.
        if not self._owners.shards and self._owners.worker_count == 1:
            return "it owns no shards"
        return ""

    async def measure_state(self) -> WorkerState:
        """The worker's state; takes as long as Redis, six seconds at most."""
        redis = await self._measure_redis()
        return WorkerState(
            is_ready=redis is not None and not await self.find_obstacle(),
            lanes=self._consumer.lanes_backlog(),
            shards_owned=len(self._owners.shards),
            workers=self._owners.worker_count,
            broken_connections=getattr(self._redis, "lost_reply_count", 0),
            redis=redis,
        )

    async def _ping(self) -> float | None:
        """How many seconds Redis takes to answer; ``None`` if it does not."""
        began = perf_counter()
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await self._redis.exists(keys.broadcast())
        except (RedisError, OSError, TimeoutError):
            return None
        return perf_counter() - began

    async def _measure_redis(self) -> RedisState | None:
        if (ping_seconds := await self._ping()) is None:
            return None
        shards = tuple(self._owners.shards)
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                sizes = await measure_queues(self._redis, shards)
                games = await count_running_games(self._redis, self._clock().timestamp(), shards)
        except (RedisError, OSError, TimeoutError):
            return None
        queues = {"inbox": sizes.inbox, "outbox": sizes.outbox, "dead_letters": sizes.dead_letters}
        backlogs = {name: Backlog(size.length, size.oldest_wait.total_seconds()) for name, size in queues.items()}
        return RedisState(ping_seconds, backlogs, games)
