"""A preview shows tiles that nobody can take for those that lie there; a comparison shows two plays on one board."""

from itertools import combinations, pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine.alphabet import load_alphabet
from engine.crossword.premiums import geometry
from render import Painter
from render.fonts import Fonts
from render.palette import Palette
from render.signs import PREMIUMS
from render.sprites import ARROWS, BONUS, CENTRES, Mark
from render.text import Lettering
from render.theme import THEMES
from render.turn_comparison import ComparisonTiles
from tests.render.pictures import TR, WORDS, cell_box, indices, layout_of, opened, sprites_of
from tests.render.views import MIDGAME, VALUES, a_comparison, a_view

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
