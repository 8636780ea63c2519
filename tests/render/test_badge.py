"""The score of a play stands at its word, and hides nothing that is to be read."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.crossword.premiums import geometry
from render import Painter
from render.badge import BadgeBackground, place_badge
from render.layout import board_layout
from render.palette import Palette
from render.theme import THEMES
from tests.render.pictures import cell_box, difference, drawn, layout_of
from tests.render.views import MIDGAME, SCRABBLE, a_play, a_view

LAYOUT: Final = board_layout(900, 15, 15, 2)
SIZE: Final = (38, 26)
ROWS: Final = tuple(SCRABBLE.split())
NAMES: Final = geometry(15, 15).names
INDICES: Final = geometry(15, 15).indices


def word(*cells: str) -> list[int]:
    return [INDICES[cell] for cell in cells]


def beneath(*tiles: str, bonus: str | None = None) -> BadgeBackground:
    cells = ["A" if name in tiles else "" for name in NAMES]
    return BadgeBackground(LAYOUT, ROWS, cells, (), None if bonus is None else INDICES[bonus])


def corner(cell: str) -> tuple[int, int]:
    row, column = divmod(INDICES[cell], 15)
    return LAYOUT.cell_place(column, row)


def test_it_stands_astride_the_end_of_a_word() -> None:
    left, top = corner("J8")
    across = place_badge(beneath("H8", "I8", "J8"), word("H8", "I8", "J8"), SIZE)
    assert across[0] == pytest.approx(left + LAYOUT.cell, abs=4)
    assert across[1] + SIZE[1] / 2 == top
    left, top = corner("H10")
    down = place_badge(beneath("H8", "H9", "H10"), word("H8", "H9", "H10"), SIZE)
    assert down[0] == pytest.approx(left + LAYOUT.cell, abs=4)
    assert down[1] + SIZE[1] / 2 == top + LAYOUT.cell


@given(data=st.data())
def test_it_stays_inside_the_picture_above_the_panel_near_its_word(data: st.DataObject) -> None:
    length, row = data.draw(st.integers(2, 15)), data.draw(st.integers(0, 14))
    start = data.draw(st.integers(0, 15 - length))
    line = [(row, start + number) for number in range(length)]
    if data.draw(st.booleans()):
        line = [(column, row) for row, column in line]
    cells = [row * 15 + column for row, column in line]
    others = data.draw(st.sets(st.integers(0, 224), max_size=120))
    left, top = place_badge(
        BadgeBackground(LAYOUT, ROWS, ["A" if index in others else "" for index in range(225)], cells, None),
        cells,
        SIZE,
    )
    assert left % 2 == 0
    assert 0 <= left <= 900 - SIZE[0]
    assert 0 <= top <= LAYOUT.panel - SIZE[1]
    ends = [LAYOUT.cell_place(index % 15, index // 15) for index in (cells[0], cells[-1])]
    assert any(abs(left - x) <= 60 and abs(top - y) <= 60 for x, y in ends)


@pytest.mark.parametrize(
    ("name", "tiles", "bonus"),
    [
        ("nothing beside it", (), None),
        ("a tile to its upper right", ("K7",), None),
        ("tiles to its right above and below", ("K7", "K9"), None),
        ("a bonus to its lower right", ("K7",), "K9"),
        ("tiles all around its end", ("K7", "K9", "J7", "J9"), None),
    ],
)
def test_it_hides_no_print_while_a_corner_is_free(name: str, tiles: tuple[str, ...], bonus: str | None) -> None:
    laid, cells = ("H8", "I8", "J8"), word("H8", "I8", "J8")
    left, top = place_badge(beneath(*laid, *tiles, bonus=bonus), cells, SIZE)
    for cell in (*laid, *tiles, *(() if bonus is None else (bonus,))):
        x, y = corner(cell)
        box = (x + 8, y + 4, x + 45, y + 45)
        assert left + SIZE[0] <= box[0] or left >= box[2] or top + SIZE[1] <= box[1] or top >= box[3], (name, cell)


@pytest.mark.parametrize("theme", THEMES)
def test_the_last_plays_score_is_all_that_it_changes(theme: str) -> None:
    view = replace(a_view(MIDGAME), last=a_play(0, "F8", "ŞKALEM", old=("G8", "H8")))
    assert view.last is not None
    more = replace(view, last=replace(view.last, score=view.last.score + 1))
    painter = Painter(theme)
    board = (0, 0, 900, layout_of(view).panel)
    one, other = (drawn(painter, shown).crop(board) for shown in (view, more))
    changed = difference(one, other)
    assert changed is not None
    end = cell_box(view, "K8")
    assert abs(changed[0] - end[2]) < 40
    assert changed[2] - changed[0] <= 40
    assert Palette(THEMES[theme]).rgb("tile_ink") in {
        colour for _, colour in one.crop(changed).convert("RGB").getcolors() or []
    }


@pytest.mark.parametrize("kind", ["pass", "exchange", "withdrawn"])
def test_a_turn_that_laid_nothing_has_none(kind: str) -> None:
    view = a_view(MIDGAME)
    quiet = replace(view, last=replace(a_play(0, "L1", "LAF", score=0), kind=kind))
    above = (0, 0, 900, layout_of(view).panel)
    assert difference(drawn(Painter(), quiet).crop(above), drawn(Painter(), view).crop(above)) is None
