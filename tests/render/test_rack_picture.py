"""A rack's picture shows its owner's tiles in their order, each with its position."""

import pytest

from render import Painter
from render.rack import rack_place, rack_tile
from render.sprites import Mark
from tests.render.pictures import indices, opened, sprites_of
from tests.render.views import a_view

RACK = ("Ğ", "İ", "?", "A", "Ş", "J", "M")


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter()


def test_the_group_has_no_rack_to_draw(painter: Painter) -> None:
    with pytest.raises(ValueError, match="owner's view"):
        painter.rack(a_view())


def test_every_tile_stands_at_its_position(painter: Painter) -> None:
    view = a_view(viewer=0, rack=RACK)
    picture, size = opened(painter.rack(view)), rack_tile(900, 7)
    sprites = sprites_of(size)
    for place, face in enumerate(RACK):
        left, top = rack_place(900, 7, place)
        box = (left, top, left + size, top + size)
        assert indices(picture, box) == sprites.tile(face, view.values[face], Mark.NONE).tobytes()


@pytest.mark.parametrize("count", [0, 1, 7, 8, 10])
def test_a_rack_of_any_length_fits(painter: Painter, count: int) -> None:
    picture = opened(painter.rack(a_view(viewer=1, rack=("W",) * count, language="en")))
    assert (picture.mode, picture.width) == ("P", 900)


def test_only_held_positions_are_numbered(painter: Painter) -> None:
    one, two = (opened(painter.rack(a_view(viewer=0, rack=RACK[:count]))) for count in (1, 2))
    below = (0, one.height - 30, 900, one.height)
    assert one.crop(below).tobytes() != two.crop(below).tobytes()
