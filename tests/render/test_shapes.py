"""Lines are drawn in their colours, with a faint edge that cuts no other line."""

import pytest

from render.palette import Palette
from render.shapes import LineDrawing
from render.theme import THEMES

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
