"""The PNG writer's files are right, whichever library deflates them."""

import sys
from importlib.util import find_spec, module_from_spec

import pytest
from PIL import Image

from render.canvas import Canvas
from render.palette import pack_pixels
from render.png import encode_png
from tests.render.pictures import difference, opened


def test_without_isal_the_standard_library_deflates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    spec = find_spec("render.png")
    assert spec is not None
    assert spec.loader is not None
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    canvas, palette = Canvas.from_image(Image.frombytes("L", (4, 1), bytes((0, 1, 2, 3)))), bytes(range(48))
    assert plain.isal_zlib is None
    assert difference(opened(plain.encode_png(canvas, palette)), opened(encode_png(canvas, palette))) is None


def test_pixels_are_packed_left_one_high() -> None:
    art = Image.frombytes("L", (4, 1), bytes((1, 2, 15, 0)))
    assert pack_pixels(art).tobytes() == b"\x12\xf0"


def test_an_odd_row_cannot_be_packed() -> None:
    with pytest.raises(ValueError, match="even number"):
        pack_pixels(Image.new("L", (3, 1)))
