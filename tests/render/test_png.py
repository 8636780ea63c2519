"""The PNG writer's files are right, whichever library deflates them."""

import zlib

import pytest
from PIL import Image

from render import Painter
from render.palette import packed
from render.png import DEFLATE, deflate_zlib
from tests.render.pictures import WORDS, difference, opened
from tests.render.views import MIDGAME, a_view


def test_zlib_gives_the_same_pixels_as_the_fastest_deflate() -> None:
    view = a_view(MIDGAME)
    fast, plain = Painter().board(view, WORDS), Painter(deflate=deflate_zlib).board(view, WORDS)
    assert difference(opened(fast), opened(plain)) is None


def test_the_fastest_deflate_makes_a_stream_that_zlib_reads() -> None:
    data = bytes(range(256)) * 50
    assert zlib.decompress(DEFLATE(data)) == data


def test_pixels_are_packed_left_one_high() -> None:
    art = Image.frombytes("L", (4, 1), bytes((1, 2, 15, 0)))
    assert packed(art).tobytes() == b"\x12\xf0"


def test_an_odd_row_cannot_be_packed() -> None:
    with pytest.raises(ValueError, match="even number"):
        packed(Image.new("L", (3, 1)))
