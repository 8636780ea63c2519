"""A theme's palette: choosing its shades, and converting coverage or RGB art to palette indices.

Index images are Pillow images of mode ``L`` whose bytes are palette indices. Packed images hold two pixels a byte, as a
PNG of 16 colours does, so that pasting them copies the file's own bytes.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from threading import Lock
from typing import Final

from PIL import Image

from render.theme import BLENDS, Blends, Theme

MOST_COLOURS: Final = 16
_STEPS: Final = 5
"""How many shades a mask may have between two colours: more look no better with 16 colours, and weigh 5 % more."""

Colour = tuple[int, int, int]


class Palette:
    """The 16 colours of a theme and of its blends, the same in all its pictures; ValueError if there are more."""

    def __init__(self, theme: Theme, blends: Blends = BLENDS) -> None:
        self._named: Final = {name: _parse_colour(text) for name, text in theme.colours.items()}
        self.colours: Final = _choose_colours(tuple(self._named.items()), blends)
        self.data: Final = bytes(channel for colour in self.colours for channel in colour)
        self._reference: Final = Image.new("P", (1, 1))
        self._reference.putpalette(self.data)
        self._lock: Final = Lock()
        self.ramp: Final[Callable[[str, str], bytes]] = lru_cache(maxsize=128)(self._make_ramp)

    def index(self, name: str) -> int:
        """The palette index of a named colour."""
        return self.colours.index(self._named[name])

    def rgb(self, name: str) -> Colour:
        """The RGB value of a named colour."""
        return self._named[name]

    def to_index_image(self, art: Image.Image) -> Image.Image:
        """RGB art as an index image of the nearest palette colours, without dithering."""
        with self._lock:
            mapped = art.quantize(palette=self._reference, dither=Image.Dither.NONE)
        return Image.frombytes("L", art.size, mapped.tobytes())

    def _make_ramp(self, paper: str, ink: str) -> bytes:
        """For each coverage 0…255 of ``ink`` over ``paper``, the index of the nearest palette colour."""
        start, end = self._named[paper], self._named[ink]
        nearest = [_nearest_index(shade, self.colours) for shade in _shades(start, end, _STEPS)]
        return bytes(nearest[(level * (_STEPS - 1) + 127) // 255] for level in range(256))


def _parse_colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _shades(start: Colour, end: Colour, steps: int) -> list[Colour]:
    return [
        (
            start[0] + (end[0] - start[0]) * step // (steps - 1),
            start[1] + (end[1] - start[1]) * step // (steps - 1),
            start[2] + (end[2] - start[2]) * step // (steps - 1),
        )
        for step in range(steps)
    ]


def _colour_distance(one: Colour, other: Colour) -> int:
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 4 * green * green + 2 * blue * blue


def _nearest_index(shade: Colour, colours: tuple[Colour, ...]) -> int:
    distances = [_colour_distance(shade, colour) for colour in colours]
    return distances.index(min(distances))


@lru_cache(maxsize=16)
def _choose_colours(given: tuple[tuple[str, Colour], ...], blends: Blends) -> tuple[Colour, ...]:
    """The named colours, then repeatedly the shade that the palette lacks most."""
    named = dict(given)
    colours = list(dict.fromkeys(named.values()))
    if len(colours) > MOST_COLOURS:
        raise ValueError(f"a picture has at most {MOST_COLOURS} colours, not {len(colours)}")
    wanted = [(weight, shade) for ink, paper, weight in blends for shade in _shades(named[ink], named[paper], 7)[1:-1]]
    missing = [min(_colour_distance(shade, colour) for colour in colours) for _, shade in wanted]
    while len(colours) < MOST_COLOURS:
        weights: Iterable[float] = (weight * lack for (weight, _), lack in zip(wanted, missing, strict=True))
        worst = max(enumerate(weights), key=lambda pair: pair[1])[0]
        colours.append(wanted[worst][1])
        missing = [
            min(lack, _colour_distance(shade, colours[-1])) for (_, shade), lack in zip(wanted, missing, strict=True)
        ]
    return tuple(colours)


def translate_mask(mask: Image.Image, table: bytes) -> Image.Image:
    """A mask with every byte mapped through a table of 256."""
    return Image.frombytes("L", mask.size, mask.tobytes().translate(table))


def pack_pixels(art: Image.Image) -> Image.Image:
    """An index image with two pixels a byte, the left one in the high half; its width must be even."""
    if art.width % 2:
        raise ValueError(f"only an even number of pixels a row can be packed, not {art.width}")
    paletted = Image.frombytes("P", art.size, art.tobytes())
    return Image.frombytes("L", (art.width // 2, art.height), paletted.tobytes("raw", "P;4"))
