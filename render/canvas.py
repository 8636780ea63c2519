"""The canvas of one picture: PNG scan lines from the start. Knows where bytes go, not what they show."""

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
    """Art of any outline, to be put on pictures: packed pixels as one number, as bytes in a row would be.

    Args:
        art: An index image of even width.
        cover: 255 where it covers the picture, 0 where the picture stays.
    """

    __slots__ = ("keep_mask", "pixels", "size")

    def __init__(self, art: Image.Image, cover: Image.Image) -> None:
        both = pack_pixels(art)
        mask = pack_pixels(cover.point(_NIBBLES))
        covered = int.from_bytes(mask.tobytes())
        self.size: Final = both.size
        """In bytes across, in pixels down."""
        self.keep_mask: Final = (1 << 8 * both.width * both.height) - 1 - covered
        self.pixels: Final = int.from_bytes(both.tobytes()) & covered


class Canvas:
    """A picture under construction: rows of a filter byte and packed pixels, written to as an ``L`` image.

    The image lies over the bytes of ``data``, which a file is packed from: to have Pillow copy half a megabyte out of a
    picture, and another one in, takes longer than to draw it.

    Args:
        data: the rows, one after the other; the canvas's own from then on.
        width: of the picture in pixels, even.
        height: how many rows there are.
    """

    __slots__ = ("_image", "_pixels", "data", "height", "width")

    def __init__(self, data: bytearray, width: int, height: int) -> None:
        self.data: Final = data
        self.width: Final = width
        self.height: Final = height
        self._image: Final = Image.frombuffer("L", (width // 2 + FILTER, height), data, "raw", "L", 0, 1)
        self._pixels: Final = self._image.im

    @classmethod
    def from_image(cls, art: Image.Image) -> Self:
        """A canvas that shows an index image; its width must be even."""
        canvas = cls(bytearray((art.width // 2 + FILTER) * art.height), art.width, art.height)
        canvas.paste(pack_pixels(art), 0, 0)
        return canvas

    def copy(self) -> "Canvas":
        """Another canvas with the same picture."""
        return Canvas(self.data[:], self.width, self.height)

    def resize(self, height: int, index: int) -> "Canvas":
        """Another canvas of that height with the same picture; what is added below shows one palette index."""
        row = bytes(FILTER) + bytes((index * 0x11,)) * (self.width // 2)
        more = height - self.height
        return Canvas(self.data + row * more if more > 0 else self.data[: len(row) * height], self.width, height)

    def paste(self, art: Image.Image, left: int, top: int) -> None:
        """Pastes packed pixels; an odd ``left`` is moved to the even place before it."""
        start, pixels = left // 2 + FILTER, art.im
        wide, high = pixels.size
        # What Image.paste comes to for two images of one mode; its own checks would cost more than the pasting.
        self._pixels.paste(pixels, (start, top, start + wide, top + high))

    def stamp(self, stamp: Stamp, left: int, top: int) -> None:
        """Puts a stamp on the picture; ``left`` is an even number."""
        (wide, high), stride, data = stamp.size, self.width // 2 + FILTER, self.data
        first = top * stride + left // 2 + FILTER
        starts = range(first, first + high * stride, stride)
        below = int.from_bytes(b"".join([data[start : start + wide] for start in starts]))
        both = (below & stamp.keep_mask | stamp.pixels).to_bytes(wide * high)
        for number, start in enumerate(starts):
            data[start : start + wide] = both[number * wide : (number + 1) * wide]
