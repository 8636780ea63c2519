"""Which server wrote the files of a data directory, and which servers read what another has written.

Each start notes the product and its series; where that note is missing, the header of the files tells. Servers refuse
files that they do not know, so none is started on them.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

NOTE: Final = "redis.series"
"""The file with the note, as in ``valkey 9.1``."""

MANIFEST: Final = Path("appendonlydir", "appendonly.aof.manifest")
"""Lists the files of Redis 7.0 and everything after it; Redis 6.2 has one file."""
LONE_FILE: Final = "appendonly.aof"
_BASE: Final = re.compile(rb"^file (?P<name>\S+) seq \d+ type b", re.MULTILINE)
_NOTED: Final = re.compile(r"(?P<product>redis|valkey) (?P<major>\d+)\.(?P<minor>\d+)\n?")
_HEADER: Final = re.compile(
    rb"(?:REDIS\d{4}|VALKEY\d{3})\xfa.(?P<product>redis|valkey)-ver.(?P<major>\d+)\.(?P<minor>\d+)\.", re.DOTALL
)
_HEADER_BYTES: Final = 64

_FOLDER: Final = (7, 0)
"""The first Redis that keeps a folder of files."""
_COMMON: Final = (7, 2)
"""The last Redis whose files are Valkey's too: there the two went apart."""


@dataclass(frozen=True, slots=True)
class Series:
    """All releases of a product that have the same files."""

    product: str
    """``redis`` or ``valkey``."""
    number: tuple[int, int]
    """Major and minor version."""

    def __str__(self) -> str:
        return f"{self.product.capitalize()} {self.number[0]}.{self.number[1]}"

    def reads(self, writer: "Series") -> bool:
        """Whether such a server reads what another one wrote."""
        if self.product == writer.product:
            return self.number >= writer.number
        return self.product == "valkey" and writer.number <= _COMMON


def writers_of(data_dir: Path) -> tuple[Series, ...]:
    """Who wrote what a directory holds, the newest first; whoever goes on with it must read them all.

    Empty where there is nothing, or commands alone as Redis 6.2 writes them, which every server reads.

    Raises:
        OSError: the files cannot be read.
    """
    if not any((data_dir / name).exists() for name in (MANIFEST, LONE_FILE)):
        return ()
    found = (_noted(data_dir), _told_by_header(data_dir))
    return tuple(series for series in found if series is not None)


def note(data_dir: Path, series: Series) -> None:
    """Keep in mind which server works on a directory.

    Raises:
        OSError: the directory cannot be written.
    """
    if _noted(data_dir) != series:
        half = data_dir / f"{NOTE}.new"
        half.write_text(f"{series.product} {series.number[0]}.{series.number[1]}\n")
        half.replace(data_dir / NOTE)


def _noted(data_dir: Path) -> Series | None:
    try:
        match = _NOTED.fullmatch((data_dir / NOTE).read_text(errors="replace"))
    except FileNotFoundError:
        return None
    return Series(match["product"], (int(match["major"]), int(match["minor"]))) if match else None


def _told_by_header(data_dir: Path) -> Series | None:
    """Who wrote the file that everything else is appended to."""
    try:
        match = _BASE.search((data_dir / MANIFEST).read_bytes())
    except FileNotFoundError:
        return _wrote(data_dir / LONE_FILE)
    base = None if match is None else _wrote((data_dir / MANIFEST).with_name(match["name"].decode(errors="replace")))
    # A server that went on with an older one's file has made it the first of its own.
    return base if base is not None and base.number >= _FOLDER else Series("redis", _FOLDER)


def _wrote(path: Path) -> Series | None:
    try:
        with path.open("rb") as file:
            match = _HEADER.match(file.read(_HEADER_BYTES))
    except FileNotFoundError:
        return None
    return Series(match["product"].decode(), (int(match["major"]), int(match["minor"]))) if match else None
