"""A rack's picture shows its owner's tiles in their order, each with its position."""

import pytest

from render import Painter
from render.rack import rack_tray
from render.sprites import Mark
from tests.render.pictures import indices, opened, sprites_of
from tests.render.views import a_view

RACK = ("Ğ", "İ", "?", "A", "Ş", "J", "M")


def test_the_group_has_no_rack_to_draw(painter: Painter) -> None:
    with pytest.raises(ValueError, match="owner's view"):
        painter.rack(a_view())


def test_every_tile_stands_at_its_position(painter: Painter) -> None:
    view = a_view(viewer=0, rack=RACK)
    picture, tray = opened(painter.rack(view)), rack_tray(900, 7)
    sprites, size = sprites_of(tray.tile), tray.tile
    for place, face in enumerate(RACK):
        left, top = tray.place(place)
        box = (left, top, left + size, top + size)
        assert indices(picture, box) == sprites.tile(face, view.values[face], Mark.NONE).tobytes()


def test_in_another_order_each_tile_keeps_its_number(painter: Painter) -> None:
    view, order, tray = a_view(viewer=0, rack=RACK), (6, 2, 0, 1, 3, 5, 4), rack_tray(900, 7)
    held, mixed = opened(painter.rack(view)), opened(painter.rack(view, order))
    for place, number in enumerate(order):
        before, after = (
            picture.crop((left, 0, left + tray.tile, picture.height)).tobytes()
            for picture, left in ((held, tray.place(number)[0]), (mixed, tray.place(place)[0]))
        )
        assert before == after


@pytest.mark.parametrize("count", [0, 1, 7, 8, 10, 16])
def test_a_rack_of_any_length_fits(painter: Painter, count: int) -> None:
    picture = opened(painter.rack(a_view(viewer=1, rack=("W",) * count, language="en")))
    assert (picture.mode, picture.width) == ("P", 900)


def test_only_held_positions_are_numbered(painter: Painter) -> None:
    one, two = (opened(painter.rack(a_view(viewer=0, rack=RACK[:count]))) for count in (1, 2))
    tray = rack_tray(900, 2)
    below = (0, tray.top + tray.height - tray.lip, 900, one.height)
    assert one.crop(below).tobytes() != two.crop(below).tobytes()
