"""Painters that the bots of a run use one after another: what a picture is put together from is made once.

Each bot makes that anew when it starts, which takes more of the processor than most of what tests ask of it. That it
does is for ``tests/bot/pictures/test_drawing.py``.
"""

from functools import cache

from bot.families import registry
from bot.pictures.drawing import PICTURE_WIDTH
from bot.pictures.sketches import DEFAULT_THEME
from render import Painter


@cache
def shared_painter(theme: str) -> Painter:
    """The painter of a theme, made when it is first asked for: several threads may use it."""
    return Painter(theme, PICTURE_WIDTH)


def prepare_painter() -> None:
    """Make what pictures of the default theme are put together from."""
    for prepare in registry.painter_preparations():
        for _ in prepare(shared_painter(DEFAULT_THEME)):
            pass
