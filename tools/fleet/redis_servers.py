"""The Redis servers of a fleet."""

import asyncio
import contextlib
import random
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.config import StartError
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis, NoServerProgram, ServerFailed, ServerProgram, cut_unfinished_tail


class SingleServer:
    def __init__(self, server: EmbeddedRedis) -> None:
        self.url: Final = server.url
        self.pid: Final = server.pid

    async def read_used_bytes(self) -> int:
        """Return the memory of the data, without connections' buffers, which come and go."""
        async with connect(self.url) as client:
            return int((await client.info("memory"))["used_memory_dataset"])

    async def read_request_count(self) -> int:
        async with connect(self.url) as client:
            return int((await client.info("stats"))["total_reads_processed"])


@asynccontextmanager
async def start_redis(folder: Path) -> AsyncIterator[SingleServer]:
    server = EmbeddedRedis(folder)
    try:
        await server.start()
        yield SingleServer(server)
    except (NoServerProgram, ServerFailed) as error:
        raise StartError(f"This needs a Redis: {error}") from error
    finally:
        await server.stop()


LOOPBACK: Final = "127.0.0.1"
_PORTS: Final = range(20_000, 50_000)
_START_SECONDS: Final = 60.0
_LOOK_SECONDS: Final = 0.02


class RedisNode:
    def __init__(self, folder: Path, port: int, command: Sequence[str]) -> None:
        self.port: Final = port
        self.folder: Final = folder
        self._command: Final = command
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def with_options(cls, program: str, folder: Path, port: int, options: Mapping[str, str]) -> Self:
        """Make a server without snapshots, with the given options of its configuration."""
        named = {"port": str(port), "bind": LOOPBACK, "dir": str(folder), "save": "", "set-proc-title": "no", **options}
        return cls(folder, port, [program, *(part for name, value in named.items() for part in (f"--{name}", value))])

    @property
    def pid(self) -> int | None:
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if running and self._process is not None else None

    async def start(self) -> None:
        """Start the server on its stored data and wait until it answers; does nothing if it runs."""
        if self.pid is not None:
            return
        await asyncio.to_thread(cut_unfinished_tail, ServerProgram(self._command[0], ""), self.folder)
        self._spawn()
        await poll_until(self._is_answering)

    def _spawn(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - a server program with our own arguments
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    async def _is_answering(self) -> bool:
        if self.pid is None:
            raise RuntimeError(f"a Redis did not start: {(self.folder / 'log').read_text()[-500:]}")
        return bool(await self.execute("PING"))

    async def execute(self, *command: object) -> Any:
        """Run a command on a new connection and return its answer."""
        once = Retry(NoBackoff(), 0)
        client = Redis(host=LOOPBACK, port=self.port, protocol=2, decode_responses=True, retry=once, socket_timeout=5.0)
        async with client:
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py's own

    def send_signal(self, number: signal.Signals) -> None:
        if self._process is not None and self.pid is not None:
            self._process.send_signal(number)

    async def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    async def read_role(self) -> str:
        """Return ``master`` or ``slave`` as the server reports it; empty if it does not answer."""
        try:
            return str((await self.execute("ROLE"))[0])
        except (RedisError, OSError):
            return ""


async def poll_until(condition: Callable[[], Awaitable[bool]], seconds: float = _START_SECONDS) -> None:
    """Check a condition again and again until it holds; a server that does not answer counts as false."""
    async with asyncio.timeout(seconds):
        while True:
            with contextlib.suppress(RedisError, OSError):
                if await condition():
                    return
            await asyncio.sleep(_LOOK_SECONDS)


def find_free_ports(count: int) -> list[int]:
    found: list[int] = []
    with contextlib.ExitStack() as held:
        for port in random.sample(_PORTS, len(_PORTS)):
            with contextlib.ExitStack() as tried:
                try:
                    tried.enter_context(socket.socket()).bind((LOOPBACK, port))
                except OSError:
                    continue
                held.push(tried.pop_all())
            found.append(port)
            if len(found) == count:
                return found
    raise RuntimeError("there are not as many free ports")
