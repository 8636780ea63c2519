"""Cards of Klepka in one size, packed: backs with numbers, letters in their colours, rewards, empty places.

A sprite fills its whole place, so pasting one changes only that place. Each is drawn once.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

from PIL import Image

from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, REWARDS, colour_of
from render.fonts import Weight
from render.palette import pack_pixels
from render.shapes import Art
from render.text import Lettering, Style
from render.theme import SEATS, Blends, Theme

_PAPERS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({"Y": ("yellow", "dark"), "B": ("blue", "light")})
"""The fill and the ink of each colour of card."""
_TINTS: Final[Mapping[str, tuple[str, str, str, str]]] = MappingProxyType(
    {
        "light": ("#FFCF33", "#1F66B0", "#4E2A75", "#D3CEC2"),
        "dark": ("#FFCC3D", "#235F9E", "#6A3F97", "#29313A"),
        "contrast": ("#FFDD33", "#00468C", "#1C0038", "#BDBDBD"),
        "wood": ("#F5BE3B", "#2A6592", "#4D2C66", "#D3B58D"),
    }
)
"""Yellow, blue, the colours of rewards and of empty places, by theme."""

BLENDS: Final[Blends] = (
    ("dark", "yellow", 3.0),
    ("light", "blue", 3.0),
    ("reward", "face", 1.5),
    ("ink", "card", 1.5),
    ("muted", "page", 1.0),
    ("blue", "page", 1.0),
    ("yellow", "page", 0.5),
)
"""The blends of pictures of cards (:data:`render.theme.BLENDS`)."""

_CARDS: Final = 128
"""How many cards of each kind are cached: the largest table has 100 positions, and some 70 cards differ."""
_CHOSEN: Final = 32
_LEAST_SIZE: Final = 6
"""The least text size, in pixels."""
_CORNER: Final = 18
"""The least size of the number on a card turned up, readable on a phone."""
_THREE_DIGITS: Final = 100
_FRAME: Final = 0.11
"""The width of the blue frame of a back."""


def card_theme(theme: Theme) -> Theme:
    """The colours of cards for a theme of boards; shared colours have the board's names."""
    yellow, blue, reward, empty_position = _TINTS[theme.name]
    common = ("page", "card", "ink", "muted", "light", "face", "tile_ink", *SEATS)
    same = {name: theme.colours[name] for name in common}
    own = {
        "accent": blue,
        "new": yellow,
        "yellow": yellow,
        "blue": blue,
        "empty_position": empty_position,
        "dark": theme.colours["tile_ink"],
        "edge": theme.colours["tile_ink"],
        "mark": theme.colours["band_green"],
        "reward": reward,
    }
    return Theme(name=theme.name, colours=same | own)


class CardSprites:
    """All cards of one size in one theme."""

    def __init__(self, lettering: Lettering, size: int) -> None:
        self.size: Final = size
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.back: Final[Callable[[int], Image.Image]] = lru_cache(maxsize=_CARDS)(
            lambda number: pack_pixels(self._draw_back(number))
        )
        self.face: Final[Callable[[str, int, int, bool], Image.Image]] = lru_cache(maxsize=_CARDS)(
            lambda card, points, number, taken: pack_pixels(self._draw_face(card, points, number, taken=taken))
        )
        self.chosen_back: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_CHOSEN)(
            lambda number, order: pack_pixels(self._draw_chosen_back(number, order))
        )
        """A chosen back: with its place in the order of choosing, from 1."""
        self.small: Final[Callable[[str, int], Image.Image]] = lru_cache(maxsize=_CARDS)(
            lambda card, points: pack_pixels(self._draw_small(card, points))
        )
        self.empty_position: Final[Callable[[], Image.Image]] = lru_cache(maxsize=1)(
            lambda: pack_pixels(self._draw_empty_position())
        )
        self.sign: Final[Callable[[str], Image.Image]] = lru_cache(maxsize=len(REWARDS))(
            lambda reward: pack_pixels(self._draw_framed_reward(reward, "page"))
        )
        self._base: Final[Callable[[], Image.Image]] = lru_cache(maxsize=1)(self._draw_bare_back)

    @property
    def _gap(self) -> int:
        return max(1, round(self.size * 0.03))

    def _make_blank(self, fill: str, paper: str = "page") -> Art:
        art, gap = Art(self.size, self.size, self._palette.rgb(paper)), self._gap
        art.rounded_box((gap, gap, self.size - gap, self.size - gap), self.size * 0.1, self._palette.rgb(fill))
        return art

    def _draw_empty_position(self) -> Image.Image:
        art = self._make_blank("empty_position")
        inset = self._gap + max(1, self.size * 0.035)
        art.rounded_box(
            (inset, inset, self.size - inset, self.size - inset), self.size * 0.08, self._palette.rgb("page")
        )
        return art.to_index_image(self._palette)

    def _draw_back(self, number: int) -> Image.Image:
        card = self._base().copy()
        self._print_number(card, number, self.size / 2)
        return card

    def _draw_chosen_back(self, number: int, order: int) -> Image.Image:
        """A back framed like a taken card, with its place in the order of choosing instead of a tick."""
        size, gap, rgb = self.size, self._gap, self._palette.rgb
        inset = gap + size * _FRAME
        art = self._make_blank("mark")
        art.rounded_box((inset, inset, size - inset, size - inset), size * 0.06, rgb("yellow"))
        middle, reach = (size * 0.765, size * 0.235), size * 0.205
        art.disc(middle, reach, rgb("dark"))
        card = art.to_index_image(self._palette)
        self._print_number(card, number, size * 0.6)
        figure = Style("dark", "yellow", Weight.BOLD, max(_CORNER, round(size * 0.33)))
        self._draw_centred(card, str(order), figure, middle)
        return card

    def _print_number(self, card: Image.Image, number: int, down: float) -> None:
        """Print a position on a back, centred ``down`` from the top."""
        share = 0.46 if number < _THREE_DIGITS else 0.38
        digits = Style(paper="yellow", ink="dark", weight=Weight.BOLD, size=round(self.size * share))
        self._draw_centred(card, str(number), digits, (self.size / 2, down))

    def _draw_bare_back(self) -> Image.Image:
        size, inset = self.size, self._gap + self.size * _FRAME
        art = self._make_blank("blue")
        art.rounded_box((inset, inset, size - inset, size - inset), size * 0.06, self._palette.rgb("yellow"))
        return art.to_index_image(self._palette)

    def _draw_face(self, card: str, points: int, number: int, *, taken: bool) -> Image.Image:
        tint = colour_of(card)
        paper, ink = _PAPERS[tint] if tint else ("face", "reward")
        art = self._make_blank(paper)
        if tint is None:
            self._draw_sign(art, card, 0.56)
        if taken:
            self._draw_tick(art)
        else:
            gap, rim = self._gap, self._palette.rgb("dark")
            art.outline((gap, gap, self.size - gap, self.size - gap), self.size * 0.1, self.size * 0.04, rim)
        drawn = art.to_index_image(self._palette)
        size = self.size
        corner = Style(paper, ink, Weight.BOLD, max(round(size * 0.245), min(_CORNER, round(size * 0.32))))
        self._lettering.draw_text(drawn, str(number), corner, (round(size * 0.1), round(size * 0.04) + corner.size))
        if tint is not None:
            letter = Style(
                paper, ink, Weight.BOLD, self._largest_fitting_size(card[0], round(size * 0.6), round(size * 0.58))
            )
            wide = self._lettering.fonts.mask(card[0], letter.weight, letter.size)[0].width
            self._draw_centred(drawn, card[0], letter, (min(size * 0.47, size * 0.74 - wide / 2), size * 0.56))
            mask, _ = self._lettering.fonts.mask(str(points), corner.weight, corner.size)
            self._lettering.draw_text(drawn, str(points), corner, (round(size * 0.9) - mask.width, round(size * 0.9)))
        return drawn

    def _draw_small(self, card: str, points: int) -> Image.Image:
        tint, size = colour_of(card), self.size
        paper, ink = _PAPERS[tint] if tint else ("face", "reward")
        if tint is None:
            return self._draw_framed_reward(card, "card")
        drawn = self._make_blank(paper, "card").to_index_image(self._palette)
        digits = Style(paper, ink, Weight.BOLD, max(_LEAST_SIZE, round(size * 0.4)))
        mask, _ = self._lettering.fonts.mask(str(points), digits.weight, digits.size)
        left = size - self._gap - round(size * 0.06) - mask.width
        self._lettering.draw_text(drawn, str(points), digits, (left, round(size * 0.89)))
        room = left - self._gap - round(size * 0.04)
        letter = Style(paper, ink, Weight.BOLD, self._largest_fitting_size(card[0], round(size * 0.68), room))
        self._draw_centred(drawn, card[0], letter, (self._gap + room / 2 + 1, size * 0.48))
        return drawn

    def _draw_framed_reward(self, reward: str, paper: str) -> Image.Image:
        size, inset = self.size, self._gap + max(1, self.size * 0.05)
        art = self._make_blank("reward", paper)
        art.rounded_box((inset, inset, size - inset, size - inset), size * 0.08, self._palette.rgb("face"))
        self._draw_sign(art, reward, 0.5)
        return art.to_index_image(self._palette)

    def _largest_fitting_size(self, letter: str, most: int, room: int) -> int:
        sizes = range(most, _LEAST_SIZE, -1)
        masks = ((size, self._lettering.fonts.mask(letter, Weight.BOLD, size)[0]) for size in sizes)
        return next((size for size, mask in masks if mask.width <= room), _LEAST_SIZE)

    def _draw_tick(self, art: Art) -> None:
        size, gap, rgb = self.size, self._gap, self._palette.rgb
        art.outline((gap, gap, size - gap, size - gap), size * 0.1, size * 0.055, rgb("mark"))
        across, down, reach = size * 0.8, size * 0.2, size * 0.155
        art.disc((across, down), reach, rgb("mark"))
        corners = ((-0.55, 0.02), (-0.36, -0.18), (-0.12, 0.1), (0.4, -0.44), (0.6, -0.25), (-0.12, 0.5))
        art.polygon([(across + x * reach, down + y * reach) for x, y in corners], rgb("light"))

    def _draw_sign(self, art: Art, reward: str, height: float) -> None:
        if reward not in REWARDS:
            raise ValueError(f"{reward!r} is no reward")
        middle = (self.size * 0.5, self.size * height)
        {POLYSEMY: self._draw_polysemy, EXCHANGE: self._draw_exchange, CHAOS: self._draw_chaos}[reward](art, middle)

    def _draw_polysemy(self, art: Art, middle: tuple[float, float]) -> None:
        size, ink = self.size, self._palette.rgb("reward")
        across, down = middle
        art.star((across, down + size * 0.01), size * 0.17, ink)
        half, thick, hook = size * 0.22, size * 0.055, size * 0.11
        for side in (-1, 1):
            edge = across + side * size * 0.28
            inner = edge - side * hook
            for box in (
                (edge, down - half, edge - side * thick, down + half),
                (edge, down - half, inner, down - half + thick),
                (edge, down + half - thick, inner, down + half),
            ):
                left, right = sorted((box[0], box[2]))
                art.rounded_box((left, box[1], right, box[3]), 0, ink)

    def _draw_exchange(self, art: Art, middle: tuple[float, float]) -> None:
        size, ink = self.size, self._palette.rgb("reward")
        arrow = ((-0.28, -0.05), (0.08, -0.05), (0.08, -0.13), (0.28, 0), (0.08, 0.13), (0.08, 0.05), (-0.28, 0.05))
        for side in (-1, 1):
            across, down = middle[0], middle[1] + side * size * 0.14
            art.polygon([(across - side * x * size, down + y * size) for x, y in arrow], ink)

    def _draw_chaos(self, art: Art, middle: tuple[float, float]) -> None:
        size, rgb = self.size, self._palette.rgb
        thrown = (("blue", -0.16, -0.08, 0.5), ("yellow", 0.15, -0.12, -0.35), ("reward", 0.0, 0.15, 1.35))
        for fill, x, y, turn in thrown:
            across, down = middle[0] + x * size, middle[1] + y * size
            reach, quarter = size * 0.17, pi / 2
            corners = [turn + quarter * corner for corner in range(4)]
            art.polygon([(across + reach * cos(angle), down + reach * sin(angle)) for angle in corners], rgb(fill))

    def _draw_centred(self, art: Image.Image, text: str, style: Style, middle: tuple[float, float]) -> None:
        mask, rise = self._lettering.fonts.mask(text, style.weight, style.size)
        left, top = round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2)
        self._lettering.draw_text(art, text, style, (left, top + rise))
