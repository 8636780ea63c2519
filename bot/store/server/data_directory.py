"""The data directory of the bot's own server: which server wrote its files, which servers can read them, and its lock.

Each start records the product and its series; without that record the files' header tells. A server refuses files of a
format that it does not know, so none is started on such.
"""

import fcntl
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SERIES_FILE: Final = "redis.series"
"""The file with the record, as in ``valkey 9.1``."""
MANIFEST: Final = Path("appendonlydir", "appendonly.aof.manifest")
"""Lists the files of Redis 7.0 and later, in the order in which they are read; Redis 6.2 has a single file."""
SINGLE_FILE: Final = Path("appendonly.aof")

_LOCK_FILE: Final = "harfiyen.lock"
_BASE: Final = re.compile(rb"^file (?P<name>\S+) seq \d+ type b", re.MULTILINE)

_SERIES_LINE: Final = re.compile(r"(?P<product>redis|valkey) (?P<major>\d+)\.(?P<minor>\d+)\n?")

_HEADER: Final = re.compile(
    rb"(?:REDIS\d{4}|VALKEY\d{3})\xfa.(?P<product>redis|valkey)-ver.(?P<major>\d+)\.(?P<minor>\d+)\.", re.DOTALL
)

_HEADER_BYTES: Final = 64
_FIRST_WITH_FOLDER: Final = (7, 0)
"""The first Redis that keeps a folder of files."""
_LAST_SHARED: Final = (7, 2)
"""The last Redis whose files Valkey reads: there the two forked."""


@dataclass(frozen=True, slots=True)
class ServerSeries:
    """The releases of a product that share a file format."""

    product: str
    """``redis`` or ``valkey``."""
    number: tuple[int, int]
    """Major and minor version."""

    def __str__(self) -> str:
        return f"{self.product.capitalize()} {self.number[0]}.{self.number[1]}"

    def can_read(self, writer: "ServerSeries") -> bool:
        """Whether a server of this series reads what ``writer`` wrote."""
        if self.product == writer.product:
            return self.number >= writer.number
        return self.product == "valkey" and writer.number <= _LAST_SHARED


def find_writers(data_dir: Path) -> tuple[ServerSeries, ...]:
    """The series that wrote a directory's files, the newest first; a server for it must be able to read them all.

    Empty if there are no files, or only commands as Redis 6.2 writes them, which every server reads.

    Raises:
        OSError: the files cannot be read.
    """
    if not any((data_dir / name).exists() for name in (MANIFEST, SINGLE_FILE)):
        return ()
    found = (_recorded_series(data_dir), _series_from_files(data_dir))
    return tuple(series for series in found if series is not None)


def record_series(data_dir: Path, series: ServerSeries) -> None:
    """Record which series of server works on a directory.

    Raises:
        OSError: the directory cannot be written.
    """
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
    """The series that wrote the base file."""
    try:
        match = _BASE.search((data_dir / MANIFEST).read_bytes())
    except FileNotFoundError:
        return _series_in_header(data_dir / SINGLE_FILE)
    base = (
        None
        if match is None
        else _series_in_header((data_dir / MANIFEST).with_name(match["name"].decode(errors="replace")))
    )
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
    """Another process uses the data directory; the message names both."""


class DirectoryLock:
    """Locks a directory for this process; the system releases the lock whenever the process ends.

    Args:
        directory: created if it is missing, readable by its owner alone.
    """

    def __init__(self, directory: Path) -> None:
        self._directory: Final = directory
        self._file: int | None = None

    def acquire(self) -> None:
        """Take the lock; idempotent.

        Raises:
            DataDirBusy: another process has it.
            OSError: the directory cannot be created or written.
        """
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
    """Whether a process has the lock of a directory; makes nothing."""
    try:
        with (directory / _LOCK_FILE).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False
