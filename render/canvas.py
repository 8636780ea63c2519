"""The canvas of one picture: PNG scan lines from the start. Knows where bytes go, not what they show."""

from typing import Final, Self

from PIL import Image

from render.palette import packed

FILTER: Final = 1
"""Bytes before the pixels of a row: a PNG's filter type, 0 for none."""


def breadth(art: Image.Image) -> int:
    """The width of a packed image, in pixels."""
    return 2 * art.width


class Canvas:
    """A picture under construction: an ``L`` image whose rows are a filter byte and packed pixels."""

    __slots__ = ("height", "scanlines", "width")

    def __init__(self, scanlines: Image.Image) -> None:
        self.scanlines: Final = scanlines
        self.width: Final = 2 * (scanlines.width - FILTER)
        self.height: Final = scanlines.height

    @classmethod
    def of(cls, art: Image.Image) -> Self:
        """A canvas that shows an index image; its width must be even."""
        scanlines = Image.new("L", (art.width // 2 + FILTER, art.height), 0)
        scanlines.paste(packed(art), (FILTER, 0))
        return cls(scanlines)

    def copy(self) -> "Canvas":
        """Another canvas with the same picture."""
        return Canvas(self.scanlines.copy())

    def resized(self, height: int, index: int) -> "Canvas":
        """Another canvas of that height with the same picture; what is added below shows one palette index."""
        scanlines = Image.new("L", (self.scanlines.width, height), index * 0x11)
        scanlines.paste(0, (0, 0, FILTER, height))
        scanlines.paste(self.scanlines, (0, 0))
        return Canvas(scanlines)

    def paste(self, art: Image.Image, left: int, top: int) -> None:
        """Pastes packed pixels; an odd ``left`` is moved to the even place before it."""
        start = left // 2 + FILTER
        # What Image.paste comes to for two images of one mode; its own checks would cost more than the pasting.
        self.scanlines.im.paste(art.im, (start, top, start + art.width, top + art.height))
