"""The painters, one a theme, and the thread in which they work: nothing is drawn on the event loop.

The first picture of a size takes up to some 60 ms, as its sprites have to be made; later ones a millisecond or two.
Threads share the interpreter, so sprites are made ready in steps of a millisecond or two, on an idle machine 4 ms at
most: while a theme was made ready, the event loop was seen to wait 1 to 4 ms at worst, on a busy machine 8 ms.
A painter keeps 1 to 10 MB, 65 MB at most (:mod:`render.painter`), and there are no more painters than themes.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, TypeVar

from bot.logs import where
from bot.pictures.sketches import DEFAULT_THEME, Sketch, theme_named
from bot.workers.lanes import end
from render import Painter
from render.fonts import Fonts

log = logging.getLogger(__name__)

T = TypeVar("T")
WIDTH: Final = 900
Preparation = Callable[[Painter], Iterator[None]]
"""Makes some sprites ready, step by step."""


class CannotDraw(Exception):
    """A picture failed; the message says where. Its words can go out all the same."""


class DrawingThread:
    """Draws for everybody, one picture at a time.

    Args:
        preparations: what a painter can make ready before it draws, anew for each theme.
    """

    def __init__(self, preparations: Callable[[], Iterable[Preparation]] = tuple) -> None:
        self._preparations: Final = preparations
        self._thread: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="studio")
        self._painters: Final[dict[str, Painter]] = {}
        """Made and used in that thread alone."""
        self._fonts: Final = cache(Fonts)
        """Shared by all painters."""
        self._warming: Final[dict[str, asyncio.Task[None]]] = {}

    def warm(self, theme: str = DEFAULT_THEME) -> asyncio.Task[None]:
        """Begin, once, to make the sprites of every game in a theme, so that its first pictures need not wait for them.

        Nobody has to wait for the task: pictures that are asked for meanwhile come in between.
        """
        if theme not in self._warming:
            self._warming[theme] = asyncio.create_task(self._warm(theme), name=f"warming {theme}")
        return self._warming[theme]

    async def _warm(self, theme: str) -> None:
        for prepare in self._preparations():
            try:
                parts = await self._work(theme, prepare)
                while await self._work(theme, partial(_step, parts)):
                    pass
            except CannotDraw:
                log.exception("sprites of %s could not be made", theme)

    async def draw(self, sketch: Sketch) -> bytes:
        """A picture as PNG.

        Raises:
            CannotDraw: it failed.
        """
        return await self._work(sketch.theme, sketch.painted)

    async def close(self) -> None:
        """Let the thread end; nothing can be drawn any more."""
        await end(self._warming.values())
        self._thread.shutdown(cancel_futures=True)

    async def _work(self, theme: str, draw: Callable[[Painter], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._with_painter, theme, draw)
        except Exception as error:  # noqa: BLE001 - whatever fails, the words of the picture can go out
            # Not with its message, which might name a letter of a rack: this error is logged.
            raise CannotDraw(f"nothing could be drawn in {theme}: {where(error)}") from None

    def _with_painter(self, theme: str, draw: Callable[[Painter], T]) -> T:
        theme = theme_named(theme)
        if theme not in self._painters:
            self._painters[theme] = Painter(theme, WIDTH, fonts=self._fonts())
        return draw(self._painters[theme])


@cache
def drawing_version() -> str:
    """What changes with every change of how things are drawn: a hash of all that draws, and of Pillow's version."""
    digest = hashlib.blake2b(f"{WIDTH} {version('pillow')}".encode(), digest_size=8)
    for file in (*_files(files("render")), *_painters(files("bot").joinpath("families"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _painters(families: Traversable) -> Iterator[Traversable]:
    """The painters that families have in their rooms."""
    for room in sorted(families.iterdir(), key=lambda one: one.name):
        if (painter := room.joinpath("painting.py")).is_file():
            yield painter


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir() and not entry.name.startswith("__"):
            yield from _files(entry)
        elif entry.is_file():
            yield entry


def _step(parts: Iterator[None], _: Painter) -> bool:
    """Make one part ready; whether there may be more."""
    for _part in parts:
        return True
    return False
