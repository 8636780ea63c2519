"""Stored JSON, packed as a zlib stream: tables and notices say the same names over and over, and each is written twice.

Redis writes every commit into its append-only file, and keeps a copy in memory.
"""

import zlib
from typing import Any, Final

try:
    from isal import isal_zlib
except ImportError:  # a processor without a wheel
    isal_zlib = None  # type: ignore[assignment]  # mypy knows no absent module

_LEVEL: Final = 1
_fastest: Final[Any] = zlib if isal_zlib is None else isal_zlib


MOST_BYTES: Final = 16 * 2**20
"""More than any table, notice or list of words has; what would become longer is none, and is not made to fill the
machine's memory.
"""


class NotPacked(Exception):
    """The bytes are no whole stream; the message says nothing of what is in them."""


def packed(data: bytes) -> bytes:
    """The bytes as a zlib stream, by ISA-L where there is one."""
    stream: bytes = _fastest.compress(data, _LEVEL)
    return stream


def unpacked(stream: bytes) -> bytes:
    """The bytes that :func:`packed` was given.

    Raises:
        NotPacked: they are something else, damaged, or longer than anything that is stored.
    """
    reader = _fastest.decompressobj()
    try:
        data: bytes = reader.decompress(stream, MOST_BYTES + 1)
    except (_fastest.error, zlib.error):
        raise NotPacked("no whole zlib stream") from None
    if len(data) > MOST_BYTES:
        raise NotPacked(f"it becomes longer than {MOST_BYTES:,} bytes")
    if not reader.eof or reader.unused_data:
        raise NotPacked("no whole zlib stream")
    return data
