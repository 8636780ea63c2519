"""A viewer's own board, previews and comparisons: the public board with the rack, and what is laid so far."""

from itertools import combinations, pairwise, product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine.alphabet import load_alphabet
from engine.crossword.premiums import Direction, geometry
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from render import Painter
from render.fonts import Fonts
from render.palette import Palette
from render.pointer import Extent, Pointer
from render.rack import OwnBoardLayout, RackArrangement, own_board_layout
from render.signs import PREMIUMS
from render.sprites import ARROWS, BONUS, CENTRES, Mark
from render.text import Lettering
from render.theme import THEMES
from render.turn_comparison import ComparisonTiles
from tests.render.pictures import (
    TR,
    WORDS,
    Box,
    cell_box,
    difference,
    drawn,
    indices,
    layout_of,
    opened,
    sprites_of,
    within,
)
from tests.render.views import MIDGAME, VALUES, a_comparison, a_play, a_view, an_outcome

RACK: Final = ("Ğ", "İ", "?", "A", "Ş", "J", "M")
NAMES: Final = ("Ayşe", "Mehmet", "Zeynep", "Can")
VIEW: Final = a_view(MIDGAME, viewer=1, rack=RACK, last=a_play(0, "F8", "ŞKALEM", old=("G8", "H8")))
TALLEST: Final = 1280
TALLEST_ALONE: Final = 1004
USUAL_CELL: Final = 56
"""The size of a cell where 15 stand in a row."""
NONE: Final = RackArrangement()


def own(
    painter: Painter,
    view: GameView = VIEW,
    arrangement: RackArrangement = NONE,
    pointer: Pointer | None = None,
    extent: Extent = Extent.WHOLE,
) -> Image.Image:
    return opened(painter.own_board(view, WORDS, arrangement, pointer=pointer or Pointer(), extent=extent))


def measures(view: GameView = VIEW) -> OwnBoardLayout:
    return own_board_layout(layout_of(view), len(view.seats), len(view.rack))


def tile_box(number: int, view: GameView = VIEW) -> Box:
    tray = measures(view).tray
    left, top = tray.place(number)
    return left, top, left + tray.tile, top + tray.tile


def test_board_and_panel_are_the_public_ones_above_and_below_the_rack(painter: Painter) -> None:
    public, mine, (moved, _) = drawn(painter, VIEW), own(painter), measures()
    layout = layout_of(VIEW)
    assert difference(public.crop((0, 0, 900, layout.panel)), mine.crop((0, 0, 900, layout.panel))) is None
    below = mine.crop((0, moved.panel, 900, moved.height))
    assert difference(public.crop((0, layout.panel, 900, layout.height)), below) is None


@pytest.mark.parametrize("order", [(), (6, 2, 0, 1, 3, 5, 4)])
def test_tiles_lie_in_the_viewers_order_above_the_numbers_of_their_positions(
    painter: Painter, order: tuple[int, ...]
) -> None:
    held, mine = own(painter), own(painter, arrangement=RackArrangement(order=order))
    tray = measures().tray
    sprites = sprites_of(tray.tile)
    for place, position in enumerate(order or range(7)):
        face = RACK[position]
        assert indices(mine, tile_box(place)) == sprites.tile(face, VIEW.values[face], Mark.NONE).tobytes()
        numbers = [
            picture.crop((left, bottom, right, bottom + tray.lip)).tobytes()
            for picture, (left, _, right, bottom) in ((held, tile_box(position)), (mine, tile_box(place)))
        ]
        assert numbers[0] == numbers[1]


def test_a_used_tile_leaves_its_place_empty_and_changes_no_other(painter: Painter) -> None:
    assert within(difference(own(painter), own(painter, arrangement=RackArrangement(used=(2,)))), tile_box(2))


@pytest.mark.parametrize(
    ("cell", "ways"), [("A1", ()), ("H8", (Direction.ACROSS,)), ("O15", (Direction.DOWN,)), ("K7", tuple(Direction))]
)
def test_a_cell_that_is_pointed_at_is_framed_with_its_arrows_beside_it(
    painter: Painter, cell: str, ways: tuple[Direction, ...]
) -> None:
    plain, mine = own(painter), own(painter, pointer=Pointer(cell=cell, directions=ways))
    left, top, right, bottom = cell_box(VIEW, cell)
    middle = (left + 10, top + 10, right - 20, bottom - 20)
    assert difference(plain.crop(middle), mine.crop(middle)) is None, "what the cell shows can be seen"
    layout = layout_of(VIEW)
    board = (layout.left, layout.top, layout.left + 15 * layout.cell, layout.top + 15 * layout.cell)
    changed = difference(plain.crop(board), mine.crop(board))
    reach = layout.cell // 2
    wide, high = (reach if way in ways else 2 for way in (Direction.ACROSS, Direction.DOWN))
    assert within(changed, (left - 2 - board[0], top - 2 - board[1], right + wide - board[0], bottom + high - board[1]))


@pytest.mark.parametrize("row", [1, 8, 15])
def test_a_chosen_row_hides_nothing_of_the_board(painter: Painter, row: int) -> None:
    view = replace(VIEW, last=None)
    plain, mine, layout = own(painter, view), own(painter, view, pointer=Pointer(row=row)), layout_of(view)
    up = 26
    for index, name in enumerate(geometry(15, 15).names):
        left, top, right, bottom = (edge + by for edge, by in zip(cell_box(view, name), (4, 4, -4, -4), strict=True))
        lifted = up if index // 15 < row - 1 else 0
        there = mine.crop((left, top - lifted, right, bottom - lifted))
        assert plain.crop((left, top, right, bottom)).tobytes() == there.tobytes(), name
    assert within(difference(plain, mine), (0, 0, 900, layout.panel))


def test_no_picture_is_taller_than_a_phone_shows_whole() -> None:
    for ruleset in crossword_rulesets().values():
        for seats, count in product((1, 2, 3, 4), (0, 1, 7, 8, 12, 16)):
            view = a_view(premiums="\n".join(ruleset.board.rows), names=NAMES[:seats], viewer=0, rack=("A",) * count)
            layout, tray = measures(view)
            assert layout.height <= TALLEST, (ruleset.id, seats, count)
            assert tray.left <= tray.start, (ruleset.id, seats, count)
            assert tray.place(max(7, count))[0] <= tray.left + tray.width, (ruleset.id, seats, count)
            assert tray.tile >= min(layout.cell, USUAL_CELL) or count > 7, (ruleset.id, seats, count)


def test_without_a_panel_two_lines_and_three_rows_of_buttons_fit_below() -> None:
    for ruleset in crossword_rulesets().values():
        for count in (0, 1, 7):
            view = a_view(premiums="\n".join(ruleset.board.rows), viewer=0, rack=("A",) * count)
            layout, tray = own_board_layout(layout_of(view), len(view.seats), count, panel=False)
            assert layout.height <= TALLEST_ALONE, (ruleset.id, count)
            assert tray.tile >= min(layout.cell, USUAL_CELL), (ruleset.id, count)


def test_the_number_of_a_place_is_on_its_cell_alone(painter: Painter) -> None:
    plain = own(painter, extent=Extent.BOARD)
    one = own(painter, pointer=Pointer(places=("A1",)), extent=Extent.BOARD)
    both = own(painter, pointer=Pointer(places=("A1", "", "O15")), extent=Extent.BOARD)
    assert within(difference(plain, one), cell_box(VIEW, "A1"))
    assert within(difference(one, both), cell_box(VIEW, "O15"))


@pytest.mark.parametrize(("cell", "first"), [("H1", 0), ("H8", 3), ("H15", 6)])
def test_the_surroundings_are_the_rows_around_the_move_with_letters_and_rack(
    painter: Painter, cell: str, first: int
) -> None:
    pointer, layout = Pointer(cell=cell), layout_of(VIEW)
    board, mine = (own(painter, pointer=pointer, extent=extent) for extent in (Extent.BOARD, Extent.SURROUNDINGS))
    top, rows = layout.top, 9 * layout.cell
    shown = layout.cell_place(0, first)[1]
    assert difference(board.crop((0, 0, 900, top)), mine.crop((0, 0, 900, top))) is None
    assert difference(board.crop((0, shown, 900, shown + rows)), mine.crop((0, top, 900, top + rows))) is None
    end = layout.cell_place(0, 15)[1]
    assert difference(board.crop((0, end, 900, board.height)), mine.crop((0, top + rows, 900, mine.height))) is None


def test_a_finished_games_picture_is_everybodys(painter: Painter) -> None:
    over = replace(VIEW, turn=None, outcome=an_outcome((74, 109)), history=((0, 31), (74, 109)))
    mine = painter.own_board(over, WORDS, RackArrangement(used=(1,)), pointer=Pointer(row=3))
    assert mine == painter.board(over, WORDS)


@pytest.mark.parametrize(
    ("arrangement", "said"),
    [
        (RackArrangement(order=(0, 1)), "the order of another"),
        (RackArrangement(order=(0, 0, 1, 2, 3, 4, 5)), "the order of another"),
        (RackArrangement(used=(7,)), "positions 0 to 6"),
        (RackArrangement(ticked=(-1,)), "positions 0 to 6"),
    ],
)
def test_the_arrangement_of_another_rack_is_refused_without_a_letter_of_it(
    painter: Painter, arrangement: RackArrangement, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        painter.own_board(VIEW, WORDS, arrangement)
    assert not {*"ĞİŞJM?"} & {*str(refused.value)}


@settings(max_examples=10)
@given(rack=st.lists(st.sampled_from([*"ABCÇDEFGĞHIİJ?"]), min_size=1, max_size=16))
def test_the_rack_read_back_from_a_picture_is_the_viewers(painter: Painter, rack: list[str]) -> None:
    view = replace(VIEW, rack=tuple(rack))
    picture, sprites = own(painter, view), sprites_of(measures(view).tray.tile)
    looks = {sprites.tile(face, view.values[face], Mark.NONE).tobytes(): face for face in {*rack}}
    assert [looks[indices(picture, tile_box(place, view))] for place in range(len(rack))] == rack


GROUNDS: Final = (".", BONUS, *PREMIUMS, *ARROWS, *CENTRES)


@pytest.mark.parametrize("theme", THEMES)
def test_a_ghost_looks_like_no_tile_and_no_empty_cell(theme: str) -> None:
    sprites = sprites_of(56, theme)
    laid = {sprites.tile(face, 1, mark).tobytes() for face in ("A", "?A") for mark in Mark}
    for sign in GROUNDS:
        empty = sprites.bonus(25) if sign == BONUS else sprites.cell(sign, TR)
        for face in ("A", "?A"):
            assert sprites.ghost(face, 1, sign, "").tobytes() not in laid | {empty.tobytes()}, sign


@pytest.mark.parametrize("language", VALUES)
def test_no_two_ghosts_of_a_language_look_alike(language: str) -> None:
    sprites, values = sprites_of(48), VALUES[language]
    faces = [*load_alphabet(language).letters, *("?" + letter for letter in load_alphabet(language).letters)]
    looks = [sprites.ghost(face, values[face[0]], ".", "").tobytes() for face in faces]
    assert all(one != other for one, other in combinations(looks, 2))


@pytest.mark.parametrize("cell", ["H8", "P1", "A16", ""])
def test_no_ghost_lies_on_a_tile_or_beside_the_board(painter: Painter, cell: str) -> None:
    with pytest.raises(ValueError, match="no tile can be shown"):
        painter.board(a_view(MIDGAME), WORDS, {cell: "E"})


@settings(max_examples=12)
@given(
    ghosts=st.dictionaries(
        st.sampled_from(geometry(15, 15).names), st.sampled_from([*"ABCÇDEFGĞHIİ", "?A", "?İ", "?Ğ"]), max_size=7
    )
)
def test_ghosts_read_back_from_a_picture_are_those_that_were_asked_for(
    painter: Painter, ghosts: dict[str, str]
) -> None:
    view = replace(a_view(), premiums=("." * 15,) * 15)
    picture, sprites = opened(painter.board(view, WORDS, ghosts)), sprites_of(layout_of(view).cell)
    looks = {
        sprites.ghost(face, 0 if face[0] == "?" else view.values[face], ".", "").tobytes(): face
        for face in {*ghosts.values()}
    }
    found = {name: looks.get(indices(picture, cell_box(view, name)), "") for name in geometry(15, 15).names}
    assert {name: face for name, face in found.items() if face} == ghosts


SIZE = 40


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
