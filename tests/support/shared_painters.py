"""Painters that the bots of a run use one after another: what a picture is put together from is made once.

Each bot makes that anew when it starts, which takes more of the processor than most of what tests ask of it. That it
does is for ``tests/bot/pictures/test_drawing.py``.
"""

from functools import cache

from bot.families import registry
from bot.pictures import DEFAULT_THEME, PICTURE_WIDTH, DrawingThread
from render import Painter


@cache
def shared_painter(theme: str) -> Painter:
    """The painter of a theme, made when it is first asked for: several threads may use it."""
    return Painter(theme, PICTURE_WIDTH)


def share_painters(drawing: DrawingThread) -> None:
    """Have a bot of the test's own process draw with them; what nobody has needed so far is made when it is needed."""
    drawing._make_painter = shared_painter  # type: ignore[method-assign] # noqa: SLF001
    drawing._preparations = tuple  # type: ignore[misc] # noqa: SLF001


def share_prepared_painter() -> None:
    """Have all bots of this process, and of its forks, draw with them; what the default theme needs is made."""
    _prepare_painter()
    DrawingThread._make_painter = staticmethod(shared_painter)  # type: ignore[method-assign] # noqa: SLF001
    registry.painter_preparations = tuple  # type: ignore[assignment]


def _prepare_painter() -> None:
    """Make what pictures of the default theme are put together from."""
    for prepare in registry.painter_preparations():
        for _ in prepare(shared_painter(DEFAULT_THEME)):
            pass
