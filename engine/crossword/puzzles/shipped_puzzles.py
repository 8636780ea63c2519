"""The puzzles that ship: ``shipped/<id>.puzzles`` for each game, read on first use.

A file is a line of JSON (:class:`PuzzlesHeader`) and the packed puzzles.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from engine.crossword.puzzles.puzzle import Puzzle
from engine.errors import DataError

ENDING: Final = ".puzzles"
_SCHEMA: Final = 1
_LEVEL: Final = 9
_MOST_BYTES: Final = 16 * 2**20
"""More than any file has; longer streams are not unpacked."""


class PuzzlesHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a file of puzzles."""

    schema: int
    ruleset: str
    """The game, with default options."""
    lexicon: str
    """The deciding list."""
    hash: str
    """SHA-256 of the list, in hex."""
    count: int
    command: str
    """The command that made it."""


def make_puzzles_header(ruleset: str, lexicon: str, lexicon_hash: str, count: int, command: str) -> PuzzlesHeader:
    """Make the header for a file of puzzles."""
    return PuzzlesHeader(_SCHEMA, ruleset, lexicon, lexicon_hash, count, command)


def encode_puzzles(header: PuzzlesHeader, puzzles: Sequence[Puzzle]) -> bytes:
    """The content of a file of puzzles."""
    return msgspec.json.encode(header) + b"\n" + zlib.compress(msgspec.msgpack.encode(puzzles), _LEVEL)


def decode_puzzles(name: str, content: bytes) -> tuple[PuzzlesHeader, tuple[Puzzle, ...]]:
    """Decode a file; raises DataError, with the file and the remedy, if it is damaged."""
    head, _, body = content.partition(b"\n")
    try:
        header = msgspec.json.decode(head, type=PuzzlesHeader)
        packed = zlib.decompressobj().decompress(body, _MOST_BYTES)
        puzzles = msgspec.msgpack.decode(packed, type=tuple[Puzzle, ...])
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"puzzles/{name}: {error}; restore it from the release") from error
    if header.schema != _SCHEMA or header.count != len(puzzles):
        raise DataError(f"puzzles/{name}: it is no whole file of schema {_SCHEMA}; restore it from the release")
    return header, puzzles


def puzzle_games() -> tuple[str, ...]:
    """The ids of the games with shipped puzzles, in alphabetical order."""
    folder = files("engine").joinpath("crossword", "puzzles", "shipped")
    names = (entry.name for entry in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that ship for a game, none without a file; raises DataError if it is damaged."""
    return () if game not in puzzle_games() else read_shipped(game)[1]


@cache
def read_shipped(game: str) -> tuple[PuzzlesHeader, tuple[Puzzle, ...]]:
    """The file of a game; raises FileNotFoundError if there is none, DataError if it is damaged."""
    name = f"{game}{ENDING}"
    content = files("engine").joinpath("crossword", "puzzles", "shipped", name).read_bytes()
    return decode_puzzles(name, content)
