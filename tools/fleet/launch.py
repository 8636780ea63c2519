"""A bot in several processes on one Redis, driven by a server of ours."""

import asyncio
import os
import random
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.config import SETTINGS, StartError
from tools.fleet.bot_api import BotAccount, FleetBotApi
from tools.fleet.redis_servers import SingleServer, start_redis

BOT_PROGRAM: Final = "from bot.cli import main; main(['run'])"
"""The program of a worker: the bot as it is run."""
_START_SECONDS: Final = 60.0
_LOG_BYTES: Final = 600
_PORTS: Final = (10_000, 32_000)
"""Below those that the system lends to whoever connects, so that a worker finds its own one free when it comes back."""


class WorkerProcess:
    """A process of the bot.

    ``folder``: what it writes is below: its log, its data. ``settings``: the environment's, on top of what is not about
    the bot; those of this process are not handed down. ``ready``: set by whoever learns that it asks for updates.
    """

    def __init__(
        self, name: str, folder: Path, settings: Mapping[str, str], ready: asyncio.Event, program: str = BOT_PROGRAM
    ) -> None:
        self.name: Final = name
        self.folder: Final = folder
        self.log_path: Final = folder / "log"
        self.settings: Final = dict(settings)
        """Read at each start."""
        self._ready: Final = ready
        self._program: Final = program
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The process's number, of one that has ended too.

        Raises:
            RuntimeError: it was never started.
        """
        return self._running_process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs, or is stopped and could run on."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it, again under the same name where it has ended; :meth:`wait_until_ready` waits for it."""
        self._ready.clear()
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if name not in SETTINGS} | self.settings
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        with self.log_path.open("ab") as log:
            self._process = await spawn_python(self._program, self.folder, environment, log.fileno())

    async def wait_until_ready(self, seconds: float = _START_SECONDS) -> None:
        """Wait until it asks for updates or has its webhook.

        Raises:
            StartError: it ended, or did not in time.
        """
        waiting = {asyncio.create_task(self._ready.wait()), asyncio.create_task(self._running_process.wait())}
        _, late = await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        if not self._ready.is_set():
            log_tail = self.log_path.read_bytes()[-_LOG_BYTES:].decode(errors="replace").strip()
            raise StartError(f"A worker of the bot did not start; it said: {log_tail or 'nothing'}")

    def send_signal(self, number: signal.Signals) -> None:
        """SIGTERM, SIGKILL, SIGSTOP, SIGCONT; nothing where it has ended."""
        if self.is_alive:
            self._running_process.send_signal(number)

    async def terminate(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal that ends it, and wait for that; its exit status."""
        self.send_signal(number)
        return await self.wait_for_exit()

    async def wait_for_exit(self) -> int:
        """Wait for its end; its exit status."""
        return await self._running_process.wait()

    @property
    def _running_process(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the worker was not started")
        return self._process


async def spawn_python(
    program: str, folder: Path, environment: Mapping[str, str], log: int
) -> asyncio.subprocess.Process:
    """Start a program, in Python, that has nothing to read and writes into a log, given by its descriptor."""
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
    """A TCP port of this machine that nobody has."""
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
    """The processor time of a process so far, in the system and outside, all its threads."""
    # How Linux numbers the clocks of processes: what the C library's clock_getcpuclockid computes.
    return time.clock_gettime(~pid << 3 | 2)


def require_process_clocks() -> None:
    """Whether the clocks of other processes can be read here.

    Raises:
        StartError: they cannot.
    """
    try:
        cpu_seconds(os.getpid())
    except (AttributeError, OSError):
        raise StartError("This reads other processes' clocks, which only Linux lets it: run it there.") from None


def peak_memory_bytes(pid: int) -> int:
    """The most memory that a process has had resident so far; 0 where the system does not tell."""
    return memory_bytes(pid, "VmHWM")


def memory_bytes(pid: int, field: str = "VmRSS") -> int:
    """The memory that a process has resident, or another field of its status; 0 where the system does not tell."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith(f"{field}:"):
            return 1024 * int(line.split()[1])
    return 0


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
