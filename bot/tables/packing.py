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


class NotPacked(Exception):
    """The bytes are no whole stream; the message says nothing of what is in them."""


def packed(data: bytes) -> bytes:
    """The bytes as a zlib stream, by ISA-L where there is one."""
    stream: bytes = _fastest.compress(data, _LEVEL)
    return stream


def unpacked(stream: bytes) -> bytes:
    """The bytes that :func:`packed` was given.

    Raises:
        NotPacked: they are something else, or damaged.
    """
    try:
        data: bytes = _fastest.decompress(stream)
    except (_fastest.error, zlib.error):
        raise NotPacked("no whole zlib stream") from None
    return data
