"""Boards of wood: cells are carved, plain ones show its grain; no other theme has either."""

from collections import Counter

import pytest
from PIL import Image

from render import Painter
from render.palette import Palette
from render.theme import THEMES
from tests.render.pictures import cell_box, drawn
from tests.render.views import MIDGAME, a_view

VIEW = a_view(MIDGAME)
PLAIN = ("B1", "D6", "E12")
"""Cells without a premium and without a tile, in different rows."""


def colours(cell: Image.Image) -> Counter[object]:
    """How many pixels have each colour."""
    return Counter({colour: count for count, colour in cell.convert("RGB").getcolors() or ()})


@pytest.mark.parametrize("cell", PLAIN)
def test_a_plain_cell_shows_grain_and_light_on_its_lower_edges(cell: str) -> None:
    rgb = Palette(THEMES["wood"]).rgb
    picture = drawn(Painter("wood"), VIEW).convert("RGB")
    left, top, right, bottom = cell_box(VIEW, cell)
    inside = colours(picture.crop((left, top, right, bottom)))
    assert inside[rgb("plain")] > inside[rgb("grain")] > 100
    middle = (left + right) // 2, (top + bottom) // 2
    assert colours(picture.crop((left, top, middle[0], middle[1])))[rgb("sheen")] == 0, "the upper left is in the shade"
    assert colours(picture.crop((left, middle[1], middle[0], bottom)))[rgb("sheen")] > 20, "the lower edge"
    assert colours(picture.crop((middle[0], top, right, middle[1])))[rgb("sheen")] > 20, "the right edge"


def test_neighbouring_rows_are_of_different_planks() -> None:
    picture = drawn(Painter("wood"), VIEW)
    first, second = (picture.crop(cell_box(VIEW, cell)).tobytes() for cell in ("B1", "B3"))
    assert first != second


@pytest.mark.parametrize("theme", sorted(set(THEMES) - {"wood"}))
def test_other_themes_have_neither(theme: str) -> None:
    colours_of = THEMES[theme].colours
    assert colours_of["grain"] == colours_of["sheen"] == colours_of["plain"]
