"""Every theme can be read, and its premiums and seats be told apart, by eyes without red or green cones too.

The matrices act on linear RGB and are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15, 2009), at severity
1.0. Contrast is WCAG 2.2's, lightness and difference are CIE 1976 L*a*b*'s at D65.
"""

from itertools import combinations, product
from typing import Final

import pytest

from engine.crossword.shipped import crossword_rulesets
from render.card_sprites import BLENDS, card_theme
from render.fonts import Fonts
from render.markers import SHAPES
from render.palette import Palette
from render.signs import PREMIUMS
from render.sprites import ARROWS, CENTRES, Sprites
from render.text import Lettering
from render.theme import BANDS, INKS, SEATS, THEMES
from tests.render.pictures import LABELS

SIGN, HIGH_SIGN, GRAPHICS = 4.5, 7.0, 3.0
"""The least contrast of letters and signs (WCAG 2.2, 1.4.3), in the theme for it (1.4.6), of what is seen (1.4.11)."""
LIGHTNESS_APART, LIFTED = 5.0, 20.0
"""By L*: two fills of which one is visibly lighter; a tile's face or edge and what it lies on."""
SEEN_APART, CLEARLY_APART = 4.6, 10.0
"""By ΔE*ab: two fills that differ twice as much as is just noticeable; that even a glance does not mix up."""
FILLS: Final = ("plain", "new", "d", "t", "q", "D", "T", "Q", "X")
"""Of each kind of cell; a centre has a fill of these and a star."""
APART: Final = {
    **dict.fromkeys((("d", "t"), ("d", "q"), ("t", "q"), ("D", "T"), ("T", "Q"), ("D", "Q")), CLEARLY_APART),
    **dict.fromkeys((("new", "face"), ("ghost", "new")), CLEARLY_APART),
    ("ghost", "face"): SEEN_APART,
}
"""Premiums whose signs are alike; a tile just played, one that lay there, and ghosts, which have dashes too."""
LETTERS: Final = tuple((face, ink) for face in ("face", "new", "ghost") for ink in ("tile_ink", "blank"))
TEXTS: Final = (("page", "ink"), ("card", "ink"), ("page", "muted"), ("card", "muted"), ("accent", "light"))
ON_CARDS: Final = (("yellow", "dark"), ("blue", "light"), ("face", "reward"))
Colour = tuple[int, int, int]
Linear = tuple[float, float, float]
EYES: Final[dict[str, tuple[Linear, Linear, Linear]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
_WHITE: Final = (0.95047, 1.0, 1.08883)
with_every_eye = pytest.mark.parametrize(("theme", "eyes"), [*product(THEMES, EYES)])


def palette(theme: str) -> Palette:
    return Palette(THEMES[theme])


def card_palette(theme: str) -> Palette:
    return Palette(card_theme(THEMES[theme]), BLENDS)


def seen(colour: Colour, eyes: str) -> Linear:
    """A colour in linear RGB, 0 to 1, as those eyes see it."""
    red, green, blue = (_linear(channel / 255) for channel in colour)
    first, second, third = (min(1.0, max(0.0, r * red + g * green + b * blue)) for r, g, b in EYES[eyes])
    return first, second, third


def contrast(one: Colour, other: Colour, eyes: str) -> float:
    """1 for equal colours, 21 for black on white."""
    darker, lighter = sorted(_xyz(seen(colour, eyes))[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: Colour, eyes: str) -> float:
    """0 for black, 100 for white."""
    return _lab(seen(colour, eyes))[0]


def difference(one: Colour, other: Colour, eyes: str) -> float:
    """How far two colours are from each other; 2.3 is just noticeable side by side."""
    pairs = zip(_lab(seen(one, eyes)), _lab(seen(other, eyes)), strict=True)
    return float(sum((first - second) ** 2 for first, second in pairs) ** 0.5)


def _linear(channel: float) -> float:
    return float(channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)


def _xyz(colour: Linear) -> Linear:
    red, green, blue = colour
    return (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )


def _lab(colour: Linear) -> Linear:
    across, up, deep = (_cube(part / white) for part, white in zip(_xyz(colour), _WHITE, strict=True))
    return 116 * up - 16, 500 * (across - up), 200 * (up - deep)


def _cube(share: float) -> float:
    return float(share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116)


@with_every_eye
def test_letters_and_signs_stand_out_from_their_paper(theme: str, eyes: str) -> None:
    rgb, on_cards = palette(theme).rgb, card_palette(theme).rgb
    pairs = [(rgb(CENTRES[paper][0] if paper in CENTRES else paper), rgb(ink)) for paper, ink in INKS.items()]
    pairs += [(rgb(paper), rgb(ink)) for paper, ink in (*LETTERS, *TEXTS)]
    pairs += [(on_cards(paper), on_cards(ink)) for paper, ink in ON_CARDS]
    least = HIGH_SIGN if theme == "contrast" else SIGN
    assert [pair for pair in pairs if contrast(*pair, eyes) < least] == []


@with_every_eye
def test_fills_are_told_apart_and_tiles_lift_from_the_board(theme: str, eyes: str) -> None:
    rgb = palette(theme).rgb
    assert [pair for pair, least in APART.items() if difference(rgb(pair[0]), rgb(pair[1]), eyes) < least] == []
    face, plain, edge = (lightness(rgb(name), eyes) for name in ("face", "plain", "edge"))
    assert max(face - plain, plain - edge) >= LIFTED
    assert face - edge >= LIFTED


@with_every_eye
def test_markers_and_curves_stand_out_from_their_paper(theme: str, eyes: str) -> None:
    for colours in (palette(theme), card_palette(theme)):
        pairs = [(colours.rgb(colour), colours.rgb(paper)) for colour in SEATS for paper in ("page", "card")]
        assert min(contrast(*pair, eyes) for pair in pairs) >= GRAPHICS


@pytest.mark.parametrize("eyes", EYES)
def test_in_the_contrast_theme_every_two_kinds_of_cell_differ_in_lightness(eyes: str) -> None:
    rgb = palette("contrast").rgb
    for one, other in combinations(FILLS, 2):
        assert abs(lightness(rgb(one), eyes) - lightness(rgb(other), eyes)) >= LIGHTNESS_APART, (one, other)


@pytest.mark.parametrize("language", LABELS)
def test_every_premium_has_a_sign_of_its_own_that_is_to_be_seen_in_its_cell(language: str) -> None:
    signs = [*map(LABELS[language].label_of, PREMIUMS), *(("4" + arrow, "") for arrow in ARROWS)]
    assert len(set(signs)) == len(signs)
    for theme in THEMES:
        size, shades = 48, palette(theme)
        sprites = Sprites(Lettering(shades, Fonts()), size, 900)
        for sign in (*PREMIUMS, *ARROWS, *CENTRES):
            ink = CENTRES[sign][1] if sign in CENTRES else INKS["Q" if sign in ARROWS else sign]
            art = sprites.cell(sign, LABELS[language]).tobytes()
            inked = sum((pair >> 4 == shades.index(ink)) + (pair & 15 == shades.index(ink)) for pair in art)
            assert inked >= size * size * 0.03, (theme, sign)


def test_every_seats_marker_has_a_shape_of_its_own() -> None:
    assert len(set(SHAPES)) == len(SHAPES) == len(SEATS)


def test_a_tiles_colour_says_what_its_points_say() -> None:
    """So nobody needs to tell the bands apart (RULES §5.3)."""
    for ruleset in crossword_rulesets().values():
        points = {(ruleset.values[face], colour) for face, colour in ruleset.colours.items()}
        assert not points or len(points) == len({value for value, _ in points}) == len(BANDS)
