"""A Redis server of the bot's own, for when no other is named: started, watched, found again and stopped.

The server outlives a bot that is killed, and the next one takes it over. Two locks on files keep things apart and
cannot go stale: ``harfiyen.lock`` is the bot's; ``redis.lock`` is handed down to the server, so that while it
lives no second one is started on its data.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import logging
import os
import signal
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import quote

from redis.asyncio import Redis
from redis.asyncio.connection import UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.store import datafiles, growth, lonefile, tail
from bot.store.binary import NoRedisServer, Server, find_server
from bot.store.connect import OldServer, check_server, parse_version, release_of
from bot.store.connections import closing, improved
from bot.store.datafiles import Series
from bot.store.lock import DirectoryLock
from bot.store.schema import WrongSchema

log = logging.getLogger(__name__)

_START_SECONDS: Final = 60.0
"""How long a server may take to read its data."""

_STOP_SECONDS: Final = 10.0
_ANSWER_SECONDS: Final = 2.0
_STEP_SECONDS: Final = 0.01
_LOG_BYTES: Final = 500
_PIDFILE: Final = "redis.pid"
"""There while the server runs, and after it has crashed; a server that ends in good order removes it."""

_LONGEST_SOCKET: Final = 100
"""Bytes; the system takes about 107."""


class ServerFailed(Exception):
    """The server did not start or does not answer; the message says where its log is and how it ends."""


class EmbeddedRedis:
    """The server of one data directory.

    Args:
        data_dir: everything the server keeps is here; made if it is missing.
    """

    def __init__(self, data_dir: Path) -> None:
        self._dir: Final = data_dir.resolve()
        self._lock: Final = DirectoryLock(self._dir)
        self._turn: Final = asyncio.Lock()
        self._wanted = False
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pid: int | None = None

    @property
    def url(self) -> str:
        """Where the server listens, for :func:`~bot.store.connect.connect`.

        Raises:
            RuntimeError: it was not started.
        """
        if self._socket is None:
            raise RuntimeError("the server was not started")
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """The server's process.

        Raises:
            RuntimeError: it was not started.
        """
        if self._pid is None:
            raise RuntimeError("the server was not started")
        return self._pid

    async def start(self) -> None:
        """Take the data directory, and find its server or start one; returns when it answers.

        Raises:
            DataDirBusy: another process has the directory.
            NoRedisServer: there is no server program.
            OldServer: the server that was found running is too old.
            ServerFailed: it does not start, or does not answer in time.
            OSError: the directory cannot be made or written.
        """
        self._lock.take()
        self._wanted = True
        try:
            self._socket = socket_of(self._dir)
            await self.ensure()
        except BaseException:
            await self.stop()
            raise

    async def ensure(self) -> None:
        """Start the server again if it has died while it was wanted; returns when it answers.

        Raises:
            NoRedisServer, OldServer, ServerFailed: as :meth:`start`.
        """
        async with self._turn:
            if not self._wanted:
                return
            spawned = False
            for _ in range(round(_START_SECONDS / _STEP_SECONDS)):
                if not self._held():
                    if spawned:
                        raise ServerFailed(f"the Redis server did not start; {self._log_end()}")
                    await self._check_data()
                    server = await asyncio.to_thread(find_server, self._dir)
                    if (self._dir / _PIDFILE).exists() and await asyncio.to_thread(tail.take_off, server, self._dir):
                        log.info("what a crash left unfinished is taken off the append-only file")
                    self._spawn(server)
                    spawned = True
                if await self._answers():
                    if spawned:
                        await self._shorten()
                    return
                await asyncio.sleep(_STEP_SECONDS)
            raise ServerFailed(f"the Redis server does not answer; {self._log_end()}")

    async def watch(self, interval: float = 0.5) -> None:
        """Start the server again whenever it dies; runs until the server is stopped.

        Args:
            interval: seconds between looks; a look costs some microseconds.
        """
        while self._wanted:
            await asyncio.sleep(interval)
            if not self._wanted or not self._died():
                continue
            log.error("the Redis server has died and is started again")
            try:
                await self.ensure()
            except (ServerFailed, NoRedisServer, OldServer, OSError) as error:
                log.error("%s", error)  # noqa: TRY400 - the sentence says it all

    async def stop(self) -> None:
        """Shut the server down, wait for its end and let go of the directory; again is harmless."""
        self._wanted = False
        async with self._turn:
            for number in (signal.SIGTERM, signal.SIGKILL):
                if self._pid is None or self._died():
                    break
                with contextlib.suppress(ProcessLookupError):  # gone, while a child of it still writes
                    os.kill(self._pid, number)
                for _ in range(round(_STOP_SECONDS / _STEP_SECONDS)):
                    if self._died():
                        break
                    await asyncio.sleep(_STEP_SECONDS)
            self._process = self._pid = None
            self._lock.release()

    async def _check_data(self) -> None:
        """Refuse data that a server's start would change in vain.

        Raises:
            ServerFailed: they are such; nothing was started.
        """
        try:
            await asyncio.to_thread(lonefile.check, self._dir)
        except WrongSchema as error:
            raise ServerFailed(f"{self._dir} holds {error}; no server was started, and nothing was changed") from error

    def _died(self) -> bool:
        """Whether the server is gone; of one that a former bot started, its lock tells."""
        if self._process is not None:
            return self._process.poll() is not None
        return not self._held()

    def _held(self) -> bool:
        """Whether a server, or a child of it that is still writing, has the data."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None
        with (self._dir / "redis.lock").open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def _spawn(self, server: Server) -> None:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._dir),
            "appendonly": "yes",
            "appendfsync": "always",
            "auto-aof-rewrite-percentage": str(growth.PERCENT),
            "auto-aof-rewrite-min-size": str(growth.LEAST_BYTES),
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "set-proc-title": "no",  # `ps` tells whose data it has, and its environment stays legible
            "pidfile": str(self._dir / _PIDFILE),
            "loglevel": "notice",
            "logfile": str(self._dir / "redis.log"),
        }
        lacks = f", which {server.lacks}" if server.lacks else ""
        log.info("starting %s, %s%s, in %s", server.path, server.name, lacks, self._dir)
        with (self._dir / "redis.lock").open("ab") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._process = subprocess.Popen(  # noqa: S603 - a server program with our own arguments
                [server.path, *(part for name, value in options.items() for part in (f"--{name}", value))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(held.fileno(),),
                start_new_session=True,  # a Ctrl-C is for the bot, which still has things to save
            )
        self._pid = self._process.pid

    async def _answers(self) -> bool:
        """Whether the server has read its data and answers; learns its process, and notes what it is.

        Raises:
            OldServer: it is too old.
        """
        async with closing(self._asking()) as client:
            try:
                await client.ping()
                await check_server(client)
                self._pid = int((await client.info("server"))["process_id"])
                version, product = await release_of(client)
            except (RedisConnectionError, RedisTimeoutError):
                return False
        datafiles.note(self._dir, Series(product, parse_version(version)))
        return True

    async def _shorten(self) -> None:
        """Spare the disk a long file, where a server has just been started."""
        with contextlib.suppress(RedisError):  # it can be done next time
            async with closing(self._asking()) as client:
                if await growth.shorten(client):
                    log.info("the append-only file is written anew")

    def _asking(self) -> Redis:
        # No retries: the caller asks again, and looks in between whether the server still lives.
        asking = Redis(
            unix_socket_path=str(self._socket),
            socket_timeout=_ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        asking.connection_pool.connection_class = improved(UnixDomainSocketConnection)
        return asking

    def _log_end(self) -> str:
        """Where the server's log is and its last line."""
        path = self._dir / "redis.log"
        try:
            lines = path.read_bytes()[-_LOG_BYTES:].decode(errors="replace").splitlines()
        except OSError:
            lines = []
        return f"its log {path} ends with: {lines[-1] if lines else 'nothing'}"


def socket_of(data_dir: Path) -> Path:
    """Where the server of a directory listens: inside, or in a private place if that path is too long.

    Raises:
        ServerFailed: somebody else made the private place.
    """
    directory = data_dir.resolve()
    inside = directory / "redis.sock"
    if len(os.fsencode(inside)) <= _LONGEST_SOCKET:
        return inside
    name = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    place = Path(tempfile.gettempdir()) / f"harfiyen-{os.getuid()}-{name}"
    place.mkdir(mode=0o700, exist_ok=True)
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise ServerFailed(f"{place} is not a private directory of this user; remove it")
    return place / "redis.sock"


def url_of(data_dir: Path) -> str:
    """Where the server of a directory listens, for :func:`~bot.store.connect.connect`, whoever started it.

    Raises:
        ServerFailed: see :func:`socket_of`.
    """
    return f"unix://{quote(str(socket_of(data_dir)))}"
