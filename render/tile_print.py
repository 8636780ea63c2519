"""The print on a tile: a letter in the middle of its face, and small points in the corner, clear of the letter.

The letters of one kind of tile have one size. A wide letter avoids the points by moving up a little or aside; it is
made smaller, as far as readable, only if it would have to move too far aside.
"""

from typing import Final, NamedTuple

from PIL import Image

from render.fonts import Weight
from render.layout import CAPITAL_HEIGHT, text_size, tile_points_size
from render.text import Lettering, Style

PRINTED_AS: Final = {"'": "’"}
"""How letters are printed whose plain character would be hard to recognise on a tile."""
_CLEAR: Final = 1 / 28
"""The distance between points and letter, as a share of the tile."""
_MOST_LETTER: Final = 0.72
"""The greatest share of a small face's height that a letter takes for legibility."""
_INSET: Final = 1 / 36
"""The distance of print from the edges of its face, as a share of the tile."""
_RAISED: Final = 0.035
"""How far above the middle a letter with points below it stands, as a share of the tile."""
_LIFT: Final = 0.09
"""How much further a letter may be raised to clear the points, as a share of the tile."""
LARGEST_SHIFT: Final = 0.15
"""How far aside a letter may move to clear the points, as a share of the tile."""


class Face(NamedTuple):
    """The printable part of a tile, in pixels; right and bottom excluded."""

    left: int
    top: int
    right: int
    bottom: int
    letter: float = 0.67


class Print(NamedTuple):
    """One or two characters of one size: where their ink begins, and their base line."""

    text: str
    size: int
    left: int
    base: int


class TilePrint:
    """Prints tiles of one size.

    ``size``: of a tile, in pixels. ``width``: of the pictures, which limits how small letters and points may be
    (:mod:`render.layout`).
    """

    def __init__(self, lettering: Lettering, size: int, width: int) -> None:
        self._lettering: Final = lettering
        self._fonts: Final = lettering.fonts
        self._size: Final = size
        self._text_size: Final = text_size(width)
        self._points_size: Final = tile_points_size(width, size)
        self._clear: Final = max(1, round(size * _CLEAR))
        self._inset: Final = max(1, round(size * _INSET))

    def draw(self, art: Image.Image, tile: str, points: int | None, paper: str, face: Face) -> None:
        """Print on an index image.

        ``art``: the tile without print. ``tile``: its letter; a blank as ``?A``, or ``?`` without a letter. ``points``:
        not printed on a blank; ``None`` prints none. ``face``: the printable part.
        """
        ink = "blank" if tile.startswith("?") else "tile_ink"
        for part in self.lay_out(tile, points, face):
            style = Style(paper, ink, Weight.BOLD, part.size)
            self._lettering.draw_text(art, part.text, style, (part.left, part.base))

    def lay_out(self, tile: str, points: int | None, face: Face) -> list[Print]:
        """The glyphs of a tile's letter and of its points, if any."""
        letter = tile.removeprefix("?") or "?"
        letter = PRINTED_AS.get(letter, letter)
        corner = None if points is None or tile.startswith("?") else self._lay_out_points(str(points), face)
        height = face.bottom - face.top
        largest = max(round(height * face.letter), min(self._text_size, round(height * _MOST_LETTER)))
        least = min(largest, self._text_size)
        sizes = range(largest, least - 1, -1)
        placed = next(
            filter(None, (self._lay_out_letter(Print(letter, size, 0, 0), face, corner) for size in sizes)), None
        )
        if placed is None:
            width = self._fonts.mask(letter, Weight.BOLD, least)[0].width
            base = round((face.top + face.bottom + least * CAPITAL_HEIGHT) / 2 - self._size * _RAISED)
            placed = Print(letter, least, min(face.left + self._inset, (face.left + face.right - width) // 2), base)
        return [placed] if corner is None else [placed, corner]

    def _lay_out_points(self, points: str, face: Face) -> Print:
        mask, _ = self._fonts.mask(points, Weight.BOLD, self._points_size)
        return Print(points, self._points_size, face.right - self._inset - mask.width, face.bottom - self._inset)

    def _lay_out_letter(self, letter: Print, face: Face, corner: Print | None) -> Print | None:
        """A letter whose capitals are centred in the face, as near as the points allow; ``None`` if too far off."""
        mask, rise = self._fonts.mask(letter.text, Weight.BOLD, letter.size)
        left = round((face.left + face.right - mask.width) / 2)
        base = round((face.top + face.bottom + letter.size * CAPITAL_HEIGHT) / 2)
        if corner is not None:
            _, points_rise = self._fonts.mask(corner.text, Weight.BOLD, corner.size)
            base -= round(self._size * _RAISED)
            most = min(round(self._size * _LIFT), base - rise - face.top)
            asides = {
                lift: max(
                    0, left + self._letter_reach(mask, corner.base - points_rise - base + lift + rise) - corner.left
                )
                for lift in range(max(0, most) + 1)
            }
            lift = min(asides, key=lambda lift: lift + asides[lift])
            left, base = left - asides[lift], base - lift
            if asides[lift] > self._size * LARGEST_SHIFT:
                return None
        return letter._replace(left=left, base=base) if left >= face.left + self._inset else None

    def _letter_reach(self, mask: Image.Image, top: int) -> int:
        """How far right a glyph reaches beside points whose top is ``top`` pixels below its own, clearance included."""
        first = max(0, top - self._clear)
        ink = mask.crop((0, first, mask.width, mask.height)).getbbox() if first < mask.height else None
        return -mask.width if ink is None else ink[2] + self._clear
