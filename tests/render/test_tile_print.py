"""Letters stand in the middle of their tiles, clear of the points, and none is smaller than its neighbours."""

from typing import Final

import pytest
from PIL import Image, ImageChops, ImageFilter

from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from render.fonts import Fonts, Weight
from render.palette import Palette
from render.shapes import LineDrawing
from render.text import Lettering
from render.theme import THEMES
from render.tile_print import LARGEST_SHIFT, Face, Print, TilePrint

FONTS: Final = Fonts()
LAID: Final = {15: (56, Face(2, 2, 54, 51)), 17: (48, Face(2, 2, 46, 41))}
"""A tile's size and face, by the columns of the board, at 900 pixels."""
GHOSTS: Final = {15: (56, Face(6, 6, 50, 50, 0.63)), 17: (48, Face(5, 5, 43, 41, 0.63))}
CLEAR: Final = 5
"""A letter grown by two pixels on every side does not meet its points."""
MOSTLY: Final = 0.08
"""How far from the middle a letter may be, as a share of the tile, that is not broad and has one figure beside it."""
BROAD: Final = set("ЖФШЩЮ")
BROAD_ON_SMALL_TILES: Final = BROAD | set("MМ")
RULESETS: Final = tuple(crossword_rulesets().values())


def printed(ruleset: Ruleset, letter: str, tiles: dict[int, tuple[int, Face]]) -> tuple[int, Face, list[Print]]:
    size, face = tiles[ruleset.columns if ruleset.columns in tiles else 15]
    tile = TilePrint(Lettering(Palette(THEMES["light"]), FONTS), size, 900)
    return size, face, tile.lay_out(letter, ruleset.values[letter], face)


def ink(part: Print, size: int) -> Image.Image:
    mask, rise = FONTS.mask(part.text, Weight.BOLD, part.size)
    art = Image.new("L", (size, size))
    art.paste(mask, (part.left, part.base - rise))
    return art


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_points_are_clear_of_the_letter_and_both_lie_on_the_face(ruleset: Ruleset) -> None:
    for letter in set(ruleset.values) - {"?"}:
        size, face, parts = printed(ruleset, letter, LAID)
        sign, points = (ink(part, size) for part in parts)
        grown = sign.filter(ImageFilter.MaxFilter(CLEAR))
        assert ImageChops.multiply(grown, points).getbbox() is None, letter
        left, top, right, bottom = ImageChops.lighter(sign, points).getbbox() or (0, 0, 0, 0)
        assert face.left < left
        assert face.top <= top
        assert right < face.right
        assert bottom <= face.bottom


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_letters_stand_in_the_middle_of_the_tile(ruleset: Ruleset) -> None:
    for letter in set(ruleset.values) - {"?"}:
        size, face, (sign, _) = printed(ruleset, letter, LAID)
        left, _, right, _ = ink(sign, size).getbbox() or (0, 0, 0, 0)
        aside = abs((left + right) - (face.left + face.right)) / 2 / size
        broad = letter in (BROAD_ON_SMALL_TILES if size < 56 else BROAD) or ruleset.values[letter] >= 10
        assert aside <= (LARGEST_SHIFT if broad else MOSTLY) + 0.01, letter


@pytest.mark.repeats(6)
@pytest.mark.parametrize("tiles", [LAID, GHOSTS], ids=["laid", "ghosts"])
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_no_letter_is_much_smaller_than_its_neighbours(ruleset: Ruleset, tiles: dict[int, tuple[int, Face]]) -> None:
    sizes = {letter: printed(ruleset, letter, tiles)[2][0].size for letter in set(ruleset.values) - {"?"}}
    largest = max(sizes.values())
    assert all(sizes[letter] == largest for letter in sizes if letter in set("AEMŞĞWАМ"))
    assert min(size for letter, size in sizes.items() if letter != "Q") >= largest * 0.85
    if tiles is LAID:
        assert all(sizes[letter] == largest for letter in sizes if letter in set("ШЩЮФ"))


def test_a_blank_has_no_points_and_a_tile_too_narrow_for_its_letter_has_it_all_the_same() -> None:
    tile = TilePrint(Lettering(Palette(THEMES["light"]), FONTS), 56, 900)
    (blank,) = tile.lay_out("?Ğ", 8, LAID[15][1])
    assert blank.text == "Ğ"
    assert [part.text for part in tile.lay_out("Щ", 10, Face(2, 2, 16, 16))] == ["Щ", "10"]


PALETTE = Palette(THEMES["light"])
PAGE, BLUE, RED = PALETTE.index("page"), PALETTE.index("t"), PALETTE.index("T")


@pytest.fixture
def strokes() -> LineDrawing:
    return LineDrawing(60, 40, PALETTE, "page")


def column(strokes: LineDrawing, across: int) -> list[int]:
    """The palette indices of a column of pixels."""
    return list(strokes.art.crop((across, 0, across + 1, 40)).tobytes())


def test_a_line_is_as_thick_as_asked_with_a_faint_edge_on_each_side(strokes: LineDrawing) -> None:
    strokes.lines([("t", [(0, 20), (50, 20)], (59, 20))], 4)
    pixels = column(strokes, 25)
    assert pixels.count(BLUE) == 4
    first, last = pixels.index(BLUE) - 1, 40 - pixels[::-1].index(BLUE)
    assert pixels[first] == pixels[last] not in {PAGE, BLUE}
    assert pixels.count(PAGE) == 34


def test_its_tail_is_thinner(strokes: LineDrawing) -> None:
    strokes.lines([("t", [(0, 20), (30, 20)], (59, 20))], 4)
    assert (column(strokes, 15).count(BLUE), column(strokes, 50).count(BLUE)) == (4, 2)


def test_the_upper_of_two_lines_lies_on_the_other_and_cuts_it_nowhere_else(strokes: LineDrawing) -> None:
    strokes.lines([("t", [(0, 20), (50, 20)], (59, 20)), ("T", [(30, 0), (30, 30)], (30, 39))], 4)
    row = list(strokes.art.crop((0, 20, 50, 21)).tobytes())
    assert row.count(RED) == 4
    assert row.count(BLUE) == 46


def test_a_line_close_beside_another_one_leaves_it_whole(strokes: LineDrawing) -> None:
    strokes.lines([("t", [(0, 20), (50, 30)], (59, 30)), ("T", [(0, 17), (50, 27)], (59, 27))], 4)
    assert all(BLUE in column(strokes, across) for across in range(2, 48))


def test_a_bar_is_faint_and_covers_its_box_and_nothing_else(strokes: LineDrawing) -> None:
    strokes.faint_bar("muted", (10, 5, 30, 7))
    inside = set(strokes.art.crop((10, 5, 30, 7)).tobytes())
    assert strokes.art.tobytes().count(PAGE) == 60 * 40 - 40
    assert len(inside) == 1
    faint = PALETTE.colours[inside.pop()]
    assert sum(PALETTE.rgb("muted")) < sum(faint) < sum(PALETTE.rgb("page"))
