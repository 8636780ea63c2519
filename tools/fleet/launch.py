"""Start the worker processes of a bot on one Redis, and measure their time and memory."""

import asyncio
import os
import random
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.config import SETTINGS, StartError
from tools.fleet.bot_api import BotAccount, FleetBotApi
from tools.fleet.redis_servers import SingleServer, start_redis

BOT_PROGRAM: Final = "from bot.cli import main; main(['run'])"
_START_SECONDS: Final = 60.0
_LOG_BYTES: Final = 600
_PORTS: Final = (10_000, 32_000)
"""Below the system's ephemeral ports, so that a worker that starts again finds its port free."""


class WorkerProcess:
    """A process of the bot.

    ``folder``: for its log and data. ``settings``: added to this process's environment, whose own settings of the bot
    are left out. ``ready``: set by the Bot API server when the worker asks for updates.
    """

    def __init__(
        self, name: str, folder: Path, settings: Mapping[str, str], ready: asyncio.Event, program: str = BOT_PROGRAM
    ) -> None:
        self.name: Final = name
        self.folder: Final = folder
        self.log_path: Final = folder / "log"
        self.settings: Final = dict(settings)
        self._ready: Final = ready
        self._program: Final = program
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        return self._running_process.pid

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        self._ready.clear()
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if name not in SETTINGS} | self.settings
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        with self.log_path.open("ab") as log:
            self._process = await spawn_python(self._program, self.folder, environment, log.fileno())

    async def wait_until_ready(self, seconds: float = _START_SECONDS) -> None:
        """Wait until the worker asks for updates or has registered its webhook."""
        waiting = {asyncio.create_task(self._ready.wait()), asyncio.create_task(self._running_process.wait())}
        _, late = await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        if not self._ready.is_set():
            log_tail = self.log_path.read_bytes()[-_LOG_BYTES:].decode(errors="replace").strip()
            raise StartError(f"A worker of the bot did not start; it said: {log_tail or 'nothing'}")

    def send_signal(self, number: signal.Signals) -> None:
        if self.is_alive:
            self._running_process.send_signal(number)

    async def terminate(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.send_signal(number)
        return await self.wait_for_exit()

    async def wait_for_exit(self) -> int:
        return await self._running_process.wait()

    @property
    def _running_process(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the worker was not started")
        return self._process


async def spawn_python(
    program: str, folder: Path, environment: Mapping[str, str], log: int
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        env=environment,
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=log,
        stderr=log,
    )


def find_free_port() -> int:
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(*_PORTS)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def cpu_seconds(pid: int) -> float:
    # Linux's id for a process's clock, as the C library's clock_getcpuclockid computes it.
    return time.clock_gettime(~pid << 3 | 2)


def require_process_clocks() -> None:
    """Check that this system can read other processes' clocks; raises StartError if not."""
    try:
        cpu_seconds(os.getpid())
    except (AttributeError, OSError):
        raise StartError("This reads other processes' clocks, which only Linux lets it: run it there.") from None


def peak_memory_bytes(pid: int) -> int:
    """Return a process's peak resident memory; 0 if the system does not report it."""
    return memory_bytes(pid, "VmHWM")


def memory_bytes(pid: int, field: str = "VmRSS") -> int:
    """Return a field of a process's status in bytes, by default resident memory; 0 if the system does not report it."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith(f"{field}:"):
            return 1024 * int(line.split()[1])
    return 0


_END_SECONDS: Final = 20.0


def make_workers(  # noqa: PLR0917 - what a process is started with
    api: FleetBotApi,
    token: str,
    folder: Path,
    count: int,
    settings: Mapping[str, str],
    program: str = BOT_PROGRAM,
    *,
    polls: bool = False,
) -> tuple[WorkerProcess, ...]:
    """Make the workers of a bot, named ``w1`` and so on, each with its own folder.

    ``polls``: whether a worker fetches updates; else they are posted to each worker's address.
    """
    names = [f"w{number}" for number in range(1, count + 1)]
    ready, shared = api.accounts[token].worker_ready, {"BOT_TOKEN": token, **settings}
    return tuple(
        WorkerProcess(
            name, folder / name, _worker_settings(api, name, folder / name, polls=polls) | shared, ready[name], program
        )
        for name in names
    )


def _worker_settings(api: FleetBotApi, name: str, folder: Path, *, polls: bool) -> dict[str, str]:
    port = find_free_port()
    settings = {
        "BOT_API_URL": api.base_url(name),
        "DATA_DIR": str(folder / "data"),
        "HTTP_LISTEN": f"127.0.0.1:{port}",
        "RATE_LIMITS": "off",
        "LOG_LEVEL": "WARNING",
    }
    if not polls:
        settings |= {"WEBHOOK_URL": f"http://127.0.0.1:{port}/updates", "WEBHOOK_SECRET": secrets.token_hex(16)}
    return settings


@asynccontextmanager
async def run_workers(workers: Sequence[WorkerProcess]) -> AsyncIterator[None]:
    """Start workers, yield when all are ready, and end those that still run.

    Raises:
        StartError: a worker did not start.
    """
    try:
        for worker in workers:
            await worker.start()
        await asyncio.gather(*(worker.wait_until_ready() for worker in workers))
        yield
    finally:
        await end_workers(workers)


async def end_workers(workers: Sequence[WorkerProcess]) -> None:
    """End the running workers at the same time: by SIGTERM, then after 20 s by SIGKILL; stopped ones are continued."""
    alive = [worker for worker in workers if worker.is_alive]
    for worker in alive:
        worker.send_signal(signal.SIGCONT)
        worker.send_signal(signal.SIGTERM)
    try:
        async with asyncio.timeout(_END_SECONDS):
            await asyncio.gather(*(worker.wait_for_exit() for worker in alive))
    except TimeoutError:
        await asyncio.gather(*(worker.terminate(signal.SIGKILL) for worker in alive))


@dataclass(frozen=True, slots=True)
class Fleet:
    """The workers of a bot, with its account and their Redis."""

    account: BotAccount
    redis: SingleServer
    workers: tuple[WorkerProcess, ...]

    def cpu_seconds(self) -> float:
        """Return the processor time of the workers and of Redis so far; all of them must be running."""
        return sum(map(cpu_seconds, (*(worker.pid for worker in self.workers), self.redis.pid)))


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
    """Start a bot's workers on a new Redis. Webhooks get the updates, unless a single worker fetches them (``polls``).

    ``folder``: for their files; its path must be short enough for a socket.

    Raises:
        StartError: this machine cannot run it, or a worker did not start.
    """
    async with start_redis(folder / "redis") as redis:
        given = {"REDIS_URL": redis.url, **(settings or {})}
        fleet = Fleet(
            api.accounts[token], redis, make_workers(api, token, folder, workers, given, program, polls=polls)
        )
        async with run_workers(fleet.workers):
            yield fleet
