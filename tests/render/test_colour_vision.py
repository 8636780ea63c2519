"""Every theme can be read, and its premiums and seats be told apart, by eyes without red or green cones too."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import pytest
from PIL import Image

from engine.crossword.ruleset import Ruleset
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

SIGN: Final = 4.5
"""The least contrast of letters and signs (WCAG 2.2, 1.4.3); 7 in the theme for it (1.4.6)."""

HIGH_SIGN: Final = 7.0

GRAPHICS: Final = 3.0
"""The least contrast of what has to be seen but not read (WCAG 2.2, 1.4.11)."""

LIGHTNESS_APART: Final = 5.0
"""Two fills of which one is visibly lighter, by L*."""

SEEN_APART: Final = 4.6
"""Two fills that differ twice as much as is just noticeable, by ΔE*ab."""

LIFTED: Final = 20.0
"""How much lighter a tile's face, or darker its edge, is than what it lies on, by L*."""

CLEARLY_APART: Final = 10.0
"""Two fills that even a glance does not mix up, by ΔE*ab: some four just noticeable differences."""

KINDS: Final = {
    "plain": "plain",
    "bonus": "new",
    "double letter": "d",
    "triple letter": "t",
    "fourfold letter": "q",
    "double word": "D",
    "triple word": "T",
    "fourfold word": "Q",
    "exchange": "X",
}
"""The fill of each kind of cell; a centre has a fill of these and a star."""

SAME_LETTER: Final = (("d", "t"), ("d", "q"), ("t", "q"), ("D", "T"), ("T", "Q"), ("D", "Q"))
"""Premiums whose signs differ in a small figure only."""

LETTERS: Final = tuple((face, ink) for face in ("face", "new", "ghost") for ink in ("tile_ink", "blank"))

SIGNED: Final = (*INKS.items(), *LETTERS)

TEXTS: Final = (("page", "ink"), ("card", "ink"), ("page", "muted"), ("card", "muted"), ("accent", "light"))


def palette(theme: str) -> Palette:
    return Palette(THEMES[theme])


def card_palette(theme: str) -> Palette:
    return Palette(card_theme(THEMES[theme]), BLENDS)


PALETTES: Final = {"boards": palette, "cards": card_palette}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_letters_and_signs_stand_out_from_their_paper(theme: str, eyes: str) -> None:
    rgb = palette(theme).rgb
    for paper, ink in (*SIGNED, *TEXTS):
        fill = CENTRES[paper][0] if paper in CENTRES else paper
        assert contrast(rgb(fill), rgb(ink), eyes) >= (HIGH_SIGN if theme == "contrast" else SIGN), (paper, ink)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("paper", "ink"), [("yellow", "dark"), ("blue", "light"), ("face", "reward")])
def test_letters_and_signs_stand_out_on_cards(theme: str, eyes: str, paper: str, ink: str) -> None:
    rgb = card_palette(theme).rgb
    assert contrast(rgb(paper), rgb(ink), eyes) >= (HIGH_SIGN if theme == "contrast" else SIGN)


@pytest.mark.parametrize("language", LABELS)
def test_every_premium_has_a_sign_of_its_own(language: str) -> None:
    signs = [*map(LABELS[language].label_of, PREMIUMS), *(("4" + arrow, "") for arrow in ARROWS)]
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LABELS)
def test_every_sign_is_to_be_seen_in_its_cell(theme: str, language: str) -> None:
    size, shades = 48, palette(theme)
    sprites = Sprites(Lettering(shades, Fonts()), size, 900)
    for sign in (*PREMIUMS, *ARROWS, *CENTRES):
        ink = CENTRES[sign][1] if sign in CENTRES else INKS["Q" if sign in ARROWS else sign]
        pixels = [half for pair in sprites.cell(sign, LABELS[language]).tobytes() for half in (pair >> 4, pair & 15)]
        assert pixels.count(shades.index(ink)) >= size * size * 0.03, sign


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("pairs", "least"),
    [
        pytest.param(SAME_LETTER, CLEARLY_APART, id="premiums whose signs are alike"),
        pytest.param([("new", "face")], CLEARLY_APART, id="a tile just played and one that lay there"),
        pytest.param([("ghost", "face"), ("ghost", "new")], SEEN_APART, id="a ghost and a tile without its dashes"),
    ],
)
def test_fills_are_told_apart(theme: str, eyes: str, pairs: Sequence[tuple[str, str]], least: float) -> None:
    rgb = palette(theme).rgb
    assert min(difference(rgb(one), rgb(other), eyes) for one, other in pairs) >= least


@pytest.mark.parametrize("eyes", EYES)
def test_in_the_contrast_theme_every_two_kinds_of_cell_differ_in_lightness(eyes: str) -> None:
    rgb = palette("contrast").rgb
    for one, other in combinations(KINDS, 2):
        apart = lightness(rgb(KINDS[one]), eyes) - lightness(rgb(KINDS[other]), eyes)
        assert abs(apart) >= LIGHTNESS_APART, (one, other)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_tiles_lift_from_the_board_by_a_lighter_face_or_a_darker_edge(theme: str, eyes: str) -> None:
    rgb = palette(theme).rgb
    face, plain, edge = (lightness(rgb(name), eyes) for name in ("face", "plain", "edge"))
    assert max(face - plain, plain - edge) >= LIFTED
    assert face - edge >= LIFTED


def test_every_seats_marker_has_a_shape_of_its_own() -> None:
    assert len(set(SHAPES)) == len(SHAPES) == len(SEATS)


@pytest.mark.parametrize(
    "ruleset", [ruleset for ruleset in crossword_rulesets().values() if ruleset.colours], ids=lambda r: r.id
)
def test_a_tiles_colour_says_what_its_points_say(ruleset: Ruleset) -> None:
    """So nobody needs to tell the bands apart (RULES §5.3)."""
    points = {(ruleset.values[face], colour) for face, colour in ruleset.colours.items()}
    assert len(points) == len({value for value, _ in points}) == len(BANDS)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("paper", ["page", "card"])
@pytest.mark.parametrize("kind", PALETTES)
@pytest.mark.parametrize("theme", THEMES)
def test_markers_and_curves_stand_out_from_their_paper(theme: str, kind: str, paper: str, eyes: str) -> None:
    rgb = PALETTES[kind](theme).rgb
    assert min(contrast(rgb(colour), rgb(paper), eyes) for colour in SEATS) >= GRAPHICS


def colours(cell: Image.Image) -> Counter[object]:
    return Counter({colour: count for count, colour in cell.convert("RGB").getcolors() or ()})
