"""PNG files of palette pictures, written directly: the pixels already are what the file's data holds.

A canvas is, read row by row, exactly a PNG's data of 4 bits a pixel without filtering (:mod:`render.canvas`).
Owns no drawing.
"""

import struct
import zlib
from collections.abc import Callable
from typing import Final

from render.canvas import Canvas

try:
    from isal import isal_zlib
except ImportError:  # a processor without a wheel
    isal_zlib = None  # type: ignore[assignment]  # mypy knows no absent module

Deflate = Callable[[bytes], bytes]

_LEVEL_ISAL: Final = 2
_LEVEL_ZLIB: Final = 6


def deflate_isal(data: bytes) -> bytes:
    """Deflate by ISA-L, some twenty times as fast as zlib."""
    packed: bytes = isal_zlib.compress(data, _LEVEL_ISAL)
    return packed


def deflate_zlib(data: bytes) -> bytes:
    """Deflate by the standard library."""
    return zlib.compress(data, _LEVEL_ZLIB)


DEFLATE: Final[Deflate] = deflate_zlib if isal_zlib is None else deflate_isal
"""The fastest deflate at hand."""


_crc32: Final[Callable[[bytes, int], int]] = zlib.crc32 if isal_zlib is None else isal_zlib.crc32


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", _crc32(body, zlib.crc32(kind)))


def encode_png(canvas: Canvas, palette: bytes, deflate: Deflate = DEFLATE) -> bytes:
    """The PNG of a canvas.

    Args:
        canvas: The picture.
        palette: RGB triples, at most 16.
        deflate: Makes a zlib stream.
    """
    header = struct.pack(">IIBBBBB", canvas.width, canvas.height, 4, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", deflate(canvas.data)),
            _chunk(b"IEND", b""),
        )
    )
