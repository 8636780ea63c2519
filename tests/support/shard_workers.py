"""Workers that share the shards of one Redis, with what they have in hand of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from time import monotonic
from typing import Final

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Away

from bot.store import keys
from bot.store.keys import SHARDS
from bot.store.shard_coordinator import ShardCoordinator, WorkerNotifier, assigned_shards
from bot.store.shard_ownership import Membership, MemberState, ShardOwnership
from bot.workers.supervisor import cancel_tasks
from tests.support.waiting import PATIENCE


class FaultyOwnership(ShardOwnership):
    """As much of what is agreed as the network lets through."""

    def __init__(self, redis: Redis, worker: str, seconds: Callable[[], float] = monotonic) -> None:
        super().__init__(redis, worker, seconds)
        self.is_redis_away = False
        self.release_gate: asyncio.Event | None = None
        """Without which letting go does not end."""
        self.release_count = 0
        self.renew_count = 0

    async def renew_membership(self, state: MemberState = "here") -> Membership:
        self.renew_count += 1
        if self.is_redis_away:
            raise Away("away")
        return await super().renew_membership(state)

    async def release_shards(self, epochs: Mapping[int, str]) -> None:
        self.release_count += 1
        if self.is_redis_away:
            raise Away("away")
        if self.release_gate is not None:
            await self.release_gate.wait()
        await super().release_shards(epochs)


class ShardWork:
    def __init__(self) -> None:
        self.drained: Final[list[int]] = []
        self.dropped: Final[list[int]] = []
        self.started: Final = asyncio.Event()
        self.free: Final = asyncio.Event()
        self.free.set()

    async def stop_shards(self, shards: Collection[int], seconds: float) -> None:
        self.started.set()
        await self.free.wait()
        (self.drained if seconds else self.dropped).extend(shards)


class ShardWorker(ShardCoordinator):
    def __init__(self, redis: Redis, name: str, seconds: Callable[[], float] = monotonic) -> None:
        self.claims: Final = FaultyOwnership(redis, name, seconds)
        super().__init__(self.claims, WorkerNotifier(redis, name), seconds=seconds)
        self.shard_work: Final = ShardWork()
        self.users.add(self.shard_work.stop_shards)
        self.stop: Final = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    async def start_running(self) -> "ShardWorker":
        await self.rebalance()
        self.running = asyncio.create_task(self.keep_share(self.stop))
        return self

    async def restart_and_look_once(self) -> None:
        await self.kill()
        before = self.claims.renew_count
        self.running = asyncio.create_task(self.keep_share(self.stop))
        await poll_until(lambda: self.claims.renew_count > before)

    async def kill(self) -> None:
        assert self.running is not None
        await cancel_tasks((self.running,))

    async def shut_down(self) -> None:
        self.stop.set()
        assert self.running is not None
        await self.running
        await self.hand_over_all()


@asynccontextmanager
async def run_shard_workers(redis: Redis, *names: str) -> AsyncIterator[list[ShardWorker]]:
    found = [await ShardWorker(redis, name).start_running() for name in names]
    try:
        yield found
    finally:
        for one in found:
            await one.kill()


async def poll_until(sign: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not sign():  # noqa: ASYNC110 - it is a question to several objects
            await asyncio.sleep(0.005)


def is_evenly_shared(workers: Collection[ShardWorker]) -> bool:
    """Whether everybody has just its share, so that each shard is owned by one."""
    names = {worker.claims.worker for worker in workers}
    return all(
        worker.readable_epochs.keys() == assigned_shards(worker.claims.worker, names, SHARDS) for worker in workers
    )


def shorten_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.shard_coordinator._REBALANCE_SECONDS", 0.02)
    monkeypatch.setattr("bot.store.shard_coordinator.ALIVE_SECONDS", 1.0)
    monkeypatch.setattr("bot.store.shard_ownership.ALIVE_SECONDS", 1.0)


async def load_shard_owners(redis: Redis) -> dict[int, str]:
    """By what each shard is owned, as it stands in Redis."""
    return await ShardOwnership(redis, "anybody").load_owners(range(SHARDS))


async def count_entries(redis: Redis, *streams: Callable[[int], str]) -> list[int]:
    return [int(count) for count in await redis.register_script(_script_of(streams))()]


@cache
def _script_of(rows: Sequence[Callable[[int], str]]) -> str:
    """A script that adds up, row by row; the names are in it and not sent along."""
    names = ", ".join(f"{{{', '.join(repr(row(shard)) for shard in range(keys.SHARDS))}}}" for row in rows)
    return (
        f"local sums = {{}} for place, row in ipairs({{{names}}}) do sums[place] = 0 "
        "for _, key in ipairs(row) do sums[place] = sums[place] + redis.call('XLEN', key) end end return sums"
    )
