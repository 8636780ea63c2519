"""The canvas of one picture, kept as PNG scan lines, and its encoding.

Read row by row, a canvas is exactly a PNG's data at 4 bits a pixel without filtering.
"""

import struct
import zlib
from collections.abc import Sequence
from typing import Final, Self

from PIL import Image

from render.palette import pack_pixels

FILTER: Final = 1
"""Bytes before the pixels of a row: a PNG's filter type, 0 for none."""
_NIBBLES: Final = (*[0] * 128, *[15] * 128)


def packed_width(art: Image.Image) -> int:
    """The width of a packed image, in pixels."""
    return 2 * art.width


class Stamp:
    """Art of any outline, to be pasted on pictures: packed pixels as one number, as the bytes of a row.

    ``cover``: 255 where it covers the picture, 0 where it is transparent.
    """

    __slots__ = ("keep_mask", "pixels", "size")

    def __init__(self, art: Image.Image, cover: Image.Image) -> None:
        both = pack_pixels(art)
        mask = pack_pixels(cover.point(_NIBBLES))
        covered = int.from_bytes(mask.tobytes())
        self.size: Final = both.size
        self.keep_mask: Final = (1 << 8 * both.width * both.height) - 1 - covered
        self.pixels: Final = int.from_bytes(both.tobytes()) & covered


class Canvas:
    """A picture under construction: an ``L`` image, its own, of rows with a filter byte and packed pixels."""

    __slots__ = ("height", "image", "width")

    def __init__(self, image: Image.Image) -> None:
        self.image: Final = image
        self.width: Final = 2 * (image.width - FILTER)
        self.height: Final = image.height

    @classmethod
    def blank(cls, width: int, height: int, index: int) -> Self:
        """A canvas of one palette index; ``width`` must be even."""
        image = Image.new("L", (width // 2 + FILTER, height), index * 0x11)
        image.paste(0, (0, 0, FILTER, height))
        return cls(image)

    @classmethod
    def from_image(cls, art: Image.Image) -> Self:
        """A canvas of an index image, whose width must be even."""
        canvas = cls.blank(art.width, art.height, 0)
        canvas.paste(pack_pixels(art), 0, 0)
        return canvas

    @classmethod
    def stack(cls, parts: Sequence["Canvas"]) -> Self:
        """Canvases of one width, joined from top to bottom."""
        whole, top = cls.blank(parts[0].width, sum(part.height for part in parts), 0), 0
        for part in parts:
            whole.paste_rows(part, top)
            top += part.height
        return whole

    @property
    def data(self) -> bytes:
        """The scan lines of a PNG."""
        return self.image.tobytes()

    def copy(self) -> "Canvas":
        """A copy of the canvas."""
        return Canvas(self.image.copy())

    def rows(self, top: int, bottom: int) -> "Canvas":
        """A new canvas with the rows from ``top`` up to, not including, ``bottom``."""
        return Canvas(self.image.crop((0, top, self.image.width, bottom)))

    def resize(self, height: int, index: int) -> "Canvas":
        """A new canvas of that height with the same picture; added rows have one palette index."""
        resized = Canvas.blank(self.width, height, index)
        resized.paste_rows(self, 0)
        return resized

    def paste_rows(self, other: "Canvas", top: int) -> None:
        """Paste a canvas of the same width."""
        self.image.paste(other.image, (0, top))

    def paste(self, art: Image.Image, left: int, top: int) -> None:
        """Paste packed pixels; an odd ``left`` is rounded down to even."""
        self.image.paste(art, (left // 2 + FILTER, top))

    def stamp(self, stamp: Stamp, left: int, top: int) -> None:
        """Paste a stamp; ``left`` must be even."""
        (wide, high), start = stamp.size, left // 2 + FILTER
        below = int.from_bytes(self.image.crop((start, top, start + wide, top + high)).tobytes())
        both = (below & stamp.keep_mask | stamp.pixels).to_bytes(wide * high)
        self.image.paste(Image.frombytes("L", stamp.size, both), (start, top))


try:
    from isal import isal_zlib
except ImportError:  # a processor without a wheel
    isal_zlib = None  # type: ignore[assignment]  # mypy knows no absent module


_LEVEL_ISAL: Final = 2
_LEVEL_ZLIB: Final = 6


def _deflate(data: bytes) -> bytes:
    """Deflate with ISA-L, about fifteen times as fast as zlib, or with zlib if it is missing."""
    packed: bytes = zlib.compress(data, _LEVEL_ZLIB) if isal_zlib is None else isal_zlib.compress(data, _LEVEL_ISAL)
    return packed


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(body, zlib.crc32(kind)))


def encode_png(canvas: Canvas, palette: bytes) -> bytes:
    """The PNG of a canvas; ``palette`` has at most 16 RGB triples."""
    header = struct.pack(">IIBBBBB", canvas.width, canvas.height, 4, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _deflate(canvas.data)),
            _chunk(b"IEND", b""),
        )
    )
