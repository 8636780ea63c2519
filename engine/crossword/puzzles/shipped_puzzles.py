"""The puzzles that ship: a file for each game, ``shipped/<id>.puzzles``, read when somebody first asks for it.

A file is a line of JSON (:class:`PuzzlesHeader`) and the puzzles, packed.
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
    """What a file says of itself."""

    schema: int
    ruleset: str
    """The game, by its defaults."""
    lexicon: str
    """The list that decides."""
    hash: str
    """SHA-256 of the list, in hex."""
    count: int
    command: str
    """What made it."""


def make_puzzles_header(ruleset: str, lexicon: str, lexicon_hash: str, count: int, command: str) -> PuzzlesHeader:
    """What the file of some puzzles says of itself."""
    return PuzzlesHeader(_SCHEMA, ruleset, lexicon, lexicon_hash, count, command)


def encode_puzzles(header: PuzzlesHeader, puzzles: Sequence[Puzzle]) -> bytes:
    """A file's content."""
    return msgspec.json.encode(header) + b"\n" + zlib.compress(msgspec.msgpack.encode(puzzles), _LEVEL)


def decode_puzzles(name: str, content: bytes) -> tuple[PuzzlesHeader, tuple[Puzzle, ...]]:
    """What a file holds.

    Raises:
        DataError: it is damaged; names it and the remedy.
    """
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
    """The ids of the games that puzzles ship for, in alphabetical order."""
    folder = files("engine").joinpath("crossword", "puzzles", "shipped")
    names = (entry.name for entry in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that ship for a game; none where there is no file of its.

    Raises:
        DataError: the file is damaged.
    """
    return () if game not in puzzle_games() else read_shipped(game)[1]


@cache
def read_shipped(game: str) -> tuple[PuzzlesHeader, tuple[Puzzle, ...]]:
    """The file of a game.

    Raises:
        FileNotFoundError: there is none.
        DataError: it is damaged.
    """
    name = f"{game}{ENDING}"
    content = files("engine").joinpath("crossword", "puzzles", "shipped", name).read_bytes()
    return decode_puzzles(name, content)
