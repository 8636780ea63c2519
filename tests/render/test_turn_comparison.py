"""Two plays on one board: told apart without colours, cut to what matters, and nothing of them hidden."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import Image

from render import Painter
from render.fonts import Fonts
from render.palette import Palette
from render.text import Lettering
from render.theme import THEMES
from render.turn_comparison import ComparisonTiles
from tests.render.pictures import opened
from tests.render.views import a_comparison
from tests.render.vision import EYES, difference

SIZE = 40
CLEARLY_APART = 10.0
"""Two fills that even a glance does not mix up, by ΔE*ab."""


def grey(tiles: Image.Image, palette: Palette) -> list[float]:
    """The lightness of each pixel of a packed tile, row by row."""
    levels = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in palette.colours]
    return [levels[index] for byte in tiles.tobytes() for index in divmod(byte, 16)]


@pytest.mark.parametrize("theme", THEMES)
def test_samples_differ_in_their_edges_whatever_the_colours(theme: str) -> None:
    """A broken frame alternates along its edge; a firm one does not."""
    palette = Palette(THEMES[theme])
    tiles = ComparisonTiles(Lettering(palette, Fonts()))

    def changes(better: bool) -> int:  # noqa: FBT001 - which of the two
        row = grey(tiles.sample(better, SIZE, "card"), palette)[2 * SIZE : 3 * SIZE][6:-6]
        return sum(abs(one - other) > 60 for one, other in pairwise(row))

    assert changes(False) >= 4
    assert changes(True) == 0


@pytest.mark.parametrize("theme", THEMES)
def test_the_faces_of_both_plays_differ_for_every_eye(theme: str) -> None:
    palette = Palette(THEMES[theme])
    for eye in EYES:
        assert difference(palette.rgb("ghost"), palette.rgb("new"), eye) >= CLEARLY_APART


def test_a_cell_that_both_cover_shows_both_letters() -> None:
    tiles = ComparisonTiles(Lettering(Palette(THEMES["light"]), Fonts()))
    both, same = tiles.shared("S", "J", SIZE), tiles.shared("J", "J", SIZE)
    assert both.tobytes() != same.tobytes()
    assert both.tobytes() != tiles.shared("J", "S", SIZE).tobytes()
    assert both.tobytes() != tiles.shared("?S", "J", SIZE).tobytes(), "a blank is told from a letter"


def test_only_rows_around_the_plays_are_shown() -> None:
    painter, low = Painter(width=450), a_comparison()
    high = replace(low, played=replace(low.played, tiles={**low.played.tiles, "A1": "A"}))
    assert opened(painter.turn_comparison(high)).height > opened(painter.turn_comparison(low)).height
