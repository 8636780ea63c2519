"""Every theme can be read, and its premiums and seats be told apart, by eyes without red or green cones too."""

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
from tests.render.vision import EYES, contrast, difference, lightness

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
with_every_eye = pytest.mark.parametrize(("theme", "eyes"), [*product(THEMES, EYES)])


def palette(theme: str) -> Palette:
    return Palette(THEMES[theme])


def card_palette(theme: str) -> Palette:
    return Palette(card_theme(THEMES[theme]), BLENDS)


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
    assert [pair for pair, least in APART.items() if difference(*map(rgb, pair), eyes) < least] == []
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
