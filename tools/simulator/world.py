"""What a simulation runs on: Telegram's stand-in, Redis, and the workers of one bot."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from aiohttp.typedefs import Middleware
from redis.asyncio import Redis

from bot.bench.fleet.api_server import FleetBotApi
from bot.bench.fleet.launch import worker_settings
from bot.bench.fleet.worker_process import WorkerProcess
from bot.config import StartError
from tools.simulator.redis_servers import AnyRedis, start_sentinel_redis, start_single_redis
from tools.simulator.telegram import SimulatedBot
from tools.simulator.worker import CLOCK_VARIABLE, WORKER_PROGRAM

_END_SECONDS: Final = 20.0
_MAX_STARTS: Final = 5


@dataclass(frozen=True, slots=True)
class World:
    """Everything that runs."""

    bot: SimulatedBot
    redis: AnyRedis
    workers: tuple[WorkerProcess, ...]
    clock_file: Path
    """Sets the workers' clock."""

    @property
    def client(self) -> Redis:
        """To Redis, past whatever stands before it."""
        return self.redis.client

    async def end_workers(self) -> None:
        """End what lives: a worker that was stopped runs on to its end, one that does not end is killed."""
        alive = [worker for worker in self.workers if worker.is_alive]
        for worker in alive:
            worker.send_signal(signal.SIGCONT)
            worker.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(_END_SECONDS):
                await asyncio.gather(*(worker.wait_for_exit() for worker in alive))
        except TimeoutError:
            await asyncio.gather(*(worker.terminate(signal.SIGKILL) for worker in alive))


async def ensure_started(worker: WorkerProcess) -> None:
    """Start a worker that does not run, again where it ended as it started."""
    for _ in range(_MAX_STARTS):
        if worker.is_alive:
            return
        await worker.start()
        with contextlib.suppress(StartError):
            await worker.wait_until_ready()


@asynccontextmanager
async def open_world(
    folder: Path,
    bot: SimulatedBot,
    rng: Random,
    *,
    workers: int = 1,
    sentinels: bool = False,
    settings: Mapping[str, str] | None = None,
    middlewares: Sequence[Middleware] = (),
) -> AsyncIterator[World]:
    """Start everything in a folder whose path is short enough for a socket; ``rng`` is of what breaks in Redis.

    Raises:
        StartError: this machine cannot run it, or a worker did not start.
    """
    async with AsyncExitStack() as stack:
        api = FleetBotApi(middlewares=middlewares)
        api.accounts[bot.token] = bot
        await stack.enter_async_context(api)
        start_redis = start_sentinel_redis if sentinels else start_single_redis
        redis: AnyRedis = await stack.enter_async_context(start_redis(folder / "redis", rng))
        clock_file = folder / "clock"
        shared = {CLOCK_VARIABLE: str(clock_file), **redis.worker_settings, **(settings or {})}
        world = World(
            bot,
            redis,
            tuple(
                WorkerProcess(
                    name,
                    folder / name,
                    worker_settings(api, bot.token, "", name, folder / name, polls=False) | shared,
                    bot.worker_ready[name],
                    WORKER_PROGRAM,
                )
                for name in (f"w{number}" for number in range(1, workers + 1))
            ),
            clock_file,
        )
        stack.push_async_callback(world.end_workers)
        for worker in world.workers:
            await worker.start()
        await asyncio.gather(*(worker.wait_until_ready() for worker in world.workers))
        yield world
