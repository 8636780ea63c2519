"""A bot in several processes on one Redis, driven by a server of ours."""

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.fleet.api_server import FleetBotApi
from tools.fleet.bot_account import BotAccount
from tools.fleet.redis_servers import SingleServer, start_redis
from tools.fleet.worker_process import BOT_PROGRAM, WorkerProcess, cpu_seconds, find_free_port

_END_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Fleet:
    """The workers of one bot, and what they work on."""

    account: BotAccount
    redis: SingleServer
    workers: tuple[WorkerProcess, ...]

    def cpu_seconds(self) -> float:
        """The processor time of the workers and of Redis so far; all of them have to live."""
        return sum(map(cpu_seconds, (*(worker.pid for worker in self.workers), *self.redis.pids)))


@asynccontextmanager
async def launch_fleet(
    api: FleetBotApi,
    token: str,
    folder: Path,
    *,
    workers: int = 1,
    polls: bool = False,
    settings: Mapping[str, str] | None = None,
    program: str = BOT_PROGRAM,
) -> AsyncIterator[Fleet]:
    """A bot whose workers all ask for updates; what is left of them is ended afterwards.

    ``folder``: where they write; its path is short enough for a socket. ``workers``: how many, called ``w1`` and so on;
    one alone may fetch its updates by ``polls``. ``polls``: whether updates are fetched; else they are posted to each
    worker's own address.

    Raises:
        StartError: this machine cannot run it, or a worker did not start.
    """
    account = api.accounts[token]
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(start_redis(folder / "redis"))
        fleet = Fleet(
            account,
            kept,
            tuple(
                WorkerProcess(
                    name,
                    folder / name,
                    worker_settings(api, token, kept.url, name, folder / name, polls=polls) | dict(settings or {}),
                    account.worker_ready[name],
                    program,
                )
                for name in (f"w{number}" for number in range(1, workers + 1))
            ),
        )
        stack.push_async_callback(_terminate_workers, fleet)
        for worker in fleet.workers:
            await worker.start()
        await asyncio.gather(*(worker.wait_until_ready() for worker in fleet.workers))
        yield fleet


def worker_settings(
    api: FleetBotApi, token: str, redis: str, name: str, folder: Path, *, polls: bool
) -> dict[str, str]:
    """The settings of a worker."""
    port = find_free_port()
    settings = {
        "BOT_TOKEN": token,
        "BOT_API_URL": api.base_url(name),
        "REDIS_URL": redis,
        "DATA_DIR": str(folder / "data"),
        "HTTP_LISTEN": f"127.0.0.1:{port}",
        "RATE_LIMITS": "off",
        "LOG_LEVEL": "WARNING",
    }
    if not polls:
        settings |= {"WEBHOOK_URL": f"http://127.0.0.1:{port}/updates", "WEBHOOK_SECRET": secrets.token_hex(16)}
    return settings


async def _terminate_workers(fleet: Fleet) -> None:
    """End what lives, at once: a worker that was stopped runs on to its end, one that does not end is killed."""
    for worker in fleet.workers:
        worker.send_signal(signal.SIGCONT)
        worker.send_signal(signal.SIGTERM)
    alive = [worker for worker in fleet.workers if worker.is_alive]
    try:
        async with asyncio.timeout(_END_SECONDS):
            await asyncio.gather(*(worker.wait_for_exit() for worker in alive))
    except TimeoutError:
        await asyncio.gather(*(worker.terminate(signal.SIGKILL) for worker in alive))
