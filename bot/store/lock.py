"""One process per data directory."""

import fcntl
import os
from pathlib import Path
from typing import Final

_NAME: Final = "harfiyen.lock"


class DataDirBusy(Exception):
    """Another process works in the data directory; the message names both."""


class DirectoryLock:
    """Holds a directory for this process; the system lets go when the process ends in whatever way.

    Args:
        directory: made if it is missing, for its owner alone.
    """

    def __init__(self, directory: Path) -> None:
        self._directory: Final = directory
        self._file: int | None = None

    def take(self) -> None:
        """Take the directory; again is harmless.

        Raises:
            DataDirBusy: another process has it.
            OSError: the directory cannot be made or written.
        """
        if self._file is not None:
            return
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._directory / _NAME
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
        """Let go; again is harmless."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
