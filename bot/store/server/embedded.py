"""The bot's own Redis server, used when no other is configured: started, watched, found again, stopped.

The server outlives a bot that is killed, and the next bot takes it over. Two file locks, which cannot go stale, keep
processes apart: ``harfiyen.lock`` is the bot's; ``redis.lock`` is inherited by the server, so that no second server is
started on the same data while it runs.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import os
import signal
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import quote

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.config import environment_without_settings
from bot.logs.logger import get_logger
from bot.store.client import Client, connect
from bot.store.database import WrongSchema
from bot.store.server import append_only_file, data_directory
from bot.store.server.binary import NoServerProgram, ServerProgram, find_server_program
from bot.store.server.data_directory import DirectoryLock, ServerSeries
from bot.store.server.options import LOG_FILE, PID_FILE, server_options
from bot.store.server_checks import ServerTooOld, check_server_version, parse_version, read_server_release

log = get_logger(__name__)

_START_SECONDS: Final = 60.0
"""How long a server may take to read its data."""

_TELL_SECONDS: Final = 1.0
"""After how long it is told that a server does not answer yet."""
_STOP_SECONDS: Final = 10.0
_SERVER_REPLY_SECONDS: Final = 2.0
_STEP_SECONDS: Final = 0.01
_LOG_BYTES: Final = 500
_LONGEST_SOCKET: Final = 100
"""In bytes; the system allows about 107."""


class ServerFailed(Exception):
    """The server did not start or does not answer; the message has the path and the last line of its log."""


class EmbeddedRedis:
    """The server of one data directory.

    Args:
        data_dir: holds all files of the server; created if it is missing.
    """

    def __init__(self, data_dir: Path) -> None:
        self._dir: Final = data_dir.resolve()
        self._lock: Final = DirectoryLock(self._dir)
        self._start_lock: Final = asyncio.Lock()
        self._should_run = False
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pid: int | None = None

    @property
    def url(self) -> str:
        """Where the server listens, for :func:`~bot.store.client.connect`.

        Raises:
            RuntimeError: it was not started.
        """
        if self._socket is None:
            raise RuntimeError("the server was not started")
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """The server's process id.

        Raises:
            RuntimeError: it was not started.
        """
        if self._pid is None:
            raise RuntimeError("the server was not started")
        return self._pid

    async def start(self) -> None:
        """Lock the data directory and find its server or start one; returns when the server answers.

        Raises:
            DataDirBusy: another process uses the directory.
            NoServerProgram: there is no server program.
            ServerTooOld: the running server is too old.
            ServerFailed: it does not start, or does not answer in time.
            OSError: the directory cannot be created or written.
        """
        self._lock.acquire()
        self._should_run = True
        try:
            self._socket = socket_path(self._dir)
            await self.ensure_running()
        except BaseException:
            await self.stop()
            raise

    async def ensure_running(self) -> None:
        """Restart the server if it has died and was not stopped; returns when it answers.

        Raises:
            NoServerProgram, ServerTooOld, ServerFailed: as :meth:`start`.
        """
        async with self._start_lock:
            if not self._should_run:
                return
            spawned = False
            for step in range(round(_START_SECONDS / _STEP_SECONDS)):
                if step == round(_TELL_SECONDS / _STEP_SECONDS):
                    log.info(
                        "the Redis server does not answer yet: it reads its data, or another process holds redis.lock",
                        folder=self._dir,
                    )
                if not self._is_data_locked():
                    if spawned:
                        raise ServerFailed(f"the Redis server did not start; {self._last_log_line()}")
                    await self._check_data()
                    server = await asyncio.to_thread(find_server_program, self._dir)
                    if (self._dir / PID_FILE).exists() and await asyncio.to_thread(
                        append_only_file.cut_unfinished_tail, server, self._dir
                    ):
                        log.info("the unfinished end of the append-only file is cut off")
                    self._spawn_process(server)
                    spawned = True
                if await self._is_answering():
                    if spawned:
                        await self._rewrite_long_file()
                    return
                await asyncio.sleep(_STEP_SECONDS)
            raise ServerFailed(f"the Redis server does not answer; {self._last_log_line()}")

    async def restart_when_dead(self, interval: float = 0.5) -> None:
        """Restart the server whenever it dies; runs until the server is stopped.

        Args:
            interval: seconds between checks; a check costs some microseconds.
        """
        while self._should_run:
            await asyncio.sleep(interval)
            if not self._should_run or not self._has_died():
                continue
            log.error("the Redis server has died and is started again")
            try:
                await self.ensure_running()
            except (ServerFailed, NoServerProgram, ServerTooOld, OSError) as error:
                log.error("the Redis server cannot be started again", error=error)  # noqa: TRY400 - the sentence says it all

    async def stop(self) -> None:
        """Shut the server down, wait for its end and unlock the directory; idempotent."""
        self._should_run = False
        async with self._start_lock:
            for number in (signal.SIGTERM, signal.SIGKILL):
                if self._pid is None or self._has_died():
                    break
                with contextlib.suppress(ProcessLookupError):  # it has ended, while a child of it still writes
                    os.kill(self._pid, number)
                for _ in range(round(_STOP_SECONDS / _STEP_SECONDS)):
                    if self._has_died():
                        break
                    await asyncio.sleep(_STEP_SECONDS)
                else:
                    log.warning("the Redis server does not end", reason=number.name, seconds=_STOP_SECONDS)
            self._process = self._pid = None
            self._lock.release()

    async def _check_data(self) -> None:
        """Refuse data of an unreadable schema before a server's start changes the files.

        Raises:
            ServerFailed: the schema is refused; nothing was started.
        """
        try:
            await asyncio.to_thread(append_only_file.check_single_file_schema, self._dir)
        except WrongSchema as error:
            raise ServerFailed(f"{self._dir} holds {error}; no server was started, and nothing was changed") from error

    def _has_died(self) -> bool:
        """Whether the server has surely ended; for one that a former bot started, its lock tells."""
        if self._process is not None:
            return self._process.poll() is not None
        try:
            return not self._is_data_locked()
        except OSError as error:
            log.warning("whether the Redis server runs cannot be seen", error=error)
            return False

    def _is_data_locked(self) -> bool:
        """Whether a server, or a child of it that still writes, holds the data."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None
        with (self._dir / "redis.lock").open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def _spawn_process(self, program: ServerProgram) -> None:
        options = server_options(self._dir, str(self._socket))
        log.info(
            "a Redis server is started",
            program=program.path,
            version=program.name,
            problem=program.missing_fixes or None,
            folder=self._dir,
        )
        with (self._dir / "redis.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._process = subprocess.Popen(  # noqa: S603 - a server program with our own arguments
                [program.path, *(part for name, value in options.items() for part in (f"--{name}", value))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(lock.fileno(),),
                env=environment_without_settings(),
                start_new_session=True,  # a Ctrl-C is for the bot, which still has things to save
            )
        self._pid = self._process.pid

    async def _is_answering(self) -> bool:
        """Whether the server has read its data and answers; if so, notes its process id and records its series.

        Raises:
            ServerTooOld: it is too old.
        """
        async with self._probe_client() as client:
            try:
                await client.ping()
                await check_server_version(client)
                self._pid = int((await client.info("server"))["process_id"])
                version, product = await read_server_release(client)
            except (RedisConnectionError, RedisTimeoutError):
                return False
        data_directory.record_series(self._dir, ServerSeries(product, parse_version(version)))
        return True

    async def _rewrite_long_file(self) -> None:
        with contextlib.suppress(RedisError):  # the next start tries again
            async with self._probe_client() as client:
                if await append_only_file.rewrite_if_long(client):
                    log.info("the append-only file is being rewritten")

    def _probe_client(self) -> Client:
        # No retries: the caller retries, and checks in between whether the server still runs.
        return connect(self.url, 0.0, _SERVER_REPLY_SECONDS)

    def _last_log_line(self) -> str:
        path = self._dir / LOG_FILE
        try:
            lines = path.read_bytes()[-_LOG_BYTES:].decode(errors="replace").splitlines()
        except OSError:
            lines = []
        return f"its log {path} ends with: {lines[-1] if lines else 'nothing'}"


def socket_path(data_dir: Path) -> Path:
    """The socket of a directory's server: inside it, or in a private temporary directory if that path is too long.

    Raises:
        ServerFailed: the temporary directory is not this user's alone.
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


def embedded_server_url(data_dir: Path) -> str:
    """The address of a directory's server, for :func:`~bot.store.client.connect`, whoever started it.

    Raises:
        ServerFailed: see :func:`socket_path`.
    """
    return f"unix://{quote(str(socket_path(data_dir)))}"
