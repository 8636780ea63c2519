"""The typeface: coverage masks of glyphs and lines of text, and its character set.

Masks are ``L`` images, 0 outside a glyph and 255 inside. Text is set glyph by glyph from left to right; characters that
the typeface lacks must be replaced before (:mod:`render.text`).
"""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from threading import Lock
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_MISSING: Final = "\U0010ffff"
"""A character that no typeface has: it is drawn as the sign for a missing glyph."""
_PROBE_SIZE: Final = 24
_SIZES: Final = 48
_MASKS: Final = 1024
_COVERED: Final = 4096
_LENGTHS: Final = 2048
"""How many lengths are cached: measuring a line is as slow as drawing it, and cut lines are measured repeatedly."""


class Weight(Enum):
    """The two shipped weights, by file name."""

    # Weights are keys of look-ups, and the hash of Enum is slow, since it runs in Python.
    __hash__ = object.__hash__

    MEDIUM = "HarfiyenSans-Medium.otf"
    BOLD = "HarfiyenSans-Bold.otf"


class Fonts:
    """Both weights of the typeface at any size; thread-safe."""

    def __init__(self) -> None:
        assets = files("render") / "assets"
        self._files: Final = {weight: (assets / weight.value).read_bytes() for weight in Weight}
        self._lock: Final = Lock()
        self._sized: Final = lru_cache(maxsize=_SIZES)(self._load_font)
        self.mask: Final[Callable[[str, Weight, int], tuple[Image.Image, int]]] = lru_cache(maxsize=_MASKS)(
            self._render_mask
        )
        self.text_length: Final[Callable[[str, Weight, int], float]] = lru_cache(maxsize=_LENGTHS)(self._measure_text)
        """The length, in pixels, of a line of text of this weight and size."""
        self._probe: Final = self._mask_bytes(_MISSING)
        self.has_glyph: Final[Callable[[str], bool]] = lru_cache(maxsize=_COVERED)(
            lambda character: self._mask_bytes(character) != self._probe
        )

    def _render_mask(self, text: str, weight: Weight, size: int) -> tuple[Image.Image, int]:
        """Text cropped to its ink, and how far its top is above the base line, in pixels."""
        with self._lock:
            font = self._sized(weight, size)
            left, top, right, bottom = (int(edge) for edge in font.getbbox(text, anchor="ls"))
            mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
            ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, anchor="ls")
        return mask, -top

    def text_strip(self, text: str, weight: Weight, size: int, height: int) -> Image.Image:
        """Text on a strip of even width, with its base line ``size`` pixels from the top."""
        with self._lock:
            font = self._sized(weight, size)
            width = max(2, round(font.getlength(text)))
            strip = Image.new("L", (width + width % 2, height))
            ImageDraw.Draw(strip).text((0, size), text, fill=255, font=font, anchor="ls")
        return strip

    def _measure_text(self, text: str, weight: Weight, size: int) -> float:
        with self._lock:
            return self._sized(weight, size).getlength(text)

    def fit_text(self, text: str, weight: Weight, size: int, room: int) -> str:
        """The text, or as much of its beginning as fits into ``room`` pixels with an ellipsis."""
        if self.text_length(text, weight, size) <= room:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.text_length(text[:middle].rstrip() + "…", weight, size) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"

    def _load_font(self, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(BytesIO(self._files[weight]), size, layout_engine=ImageFont.Layout.BASIC)

    def _mask_bytes(self, character: str) -> bytes:
        mask, top = self._render_mask(character, Weight.MEDIUM, _PROBE_SIZE)
        return bytes((mask.width, mask.height, top & 255)) + mask.tobytes()
