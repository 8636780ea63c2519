"""The painters, one a theme, and the thread in which they work: nothing is drawn on the event loop.

The first picture of a size takes up to some 60 ms, as its sprites have to be made; later ones a millisecond or two.
Threads share the interpreter, so sprites are prepared in steps of a millisecond or two, on an idle machine 4 ms at
most: while a theme was prepared, the event loop was seen to wait 1 to 4 ms at worst, on a busy machine 8 ms.
A painter uses 1 to 10 MB, 65 MB at most (:mod:`render.painter`), and there are no more painters than themes.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from time import perf_counter
from typing import Final, TypeVar

from bot.logs.logger import get_logger
from bot.logs.masking import error_location
from bot.metrics.meters import NO_METERS, Meters
from bot.pictures.sketches import DEFAULT_THEME, Sketch, theme_or_default
from bot.workers.supervisor import cancel_tasks, start_task
from render import Painter
from render.fonts import Fonts

log = get_logger(__name__)

T = TypeVar("T")
PICTURE_WIDTH: Final = 900
Preparation = Callable[[Painter], Iterator[None]]
"""Prepares some sprites, step by step."""


class DrawingError(Exception):
    """A picture failed; the message says where. Its text can be sent all the same."""


class DrawingThread:
    """Draws for everybody, one picture at a time.

    Args:
        preparations: the steps in which a painter can be prepared, anew for each theme.
    """

    def __init__(self, preparations: Callable[[], Iterable[Preparation]] = tuple, meters: Meters = NO_METERS) -> None:
        self._meters: Final = meters
        self._preparations: Final = preparations
        self._thread: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")
        self._painters: Final[dict[str, Painter]] = {}
        """Made and used in that thread alone."""
        self._fonts: Final = cache(Fonts)
        """Shared by all painters."""
        self._preparing: Final[dict[str, asyncio.Task[None]]] = {}

    def prepare_theme(self, theme: str = DEFAULT_THEME) -> asyncio.Task[None]:
        """Start, once, to make the sprites of every game in a theme, so that its first pictures need not wait for them.

        Nobody has to wait for the task: other pictures are drawn in between.
        """
        if theme not in self._preparing:
            self._preparing[theme] = start_task(self._prepare_sprites(theme), name=f"warming {theme}")
        return self._preparing[theme]

    async def _prepare_sprites(self, theme: str) -> None:
        for prepare in self._preparations():
            try:
                parts = await self._run_in_thread(theme, prepare)
                while await self._run_in_thread(theme, partial(_prepare_step, parts)):
                    pass
            except DrawingError:
                log.exception("sprites could not be made", theme=theme)

    async def draw_sketch(self, sketch: Sketch) -> bytes:
        """A picture as PNG.

        Raises:
            DrawingError: it failed.
        """
        began = perf_counter()
        picture = await self._run_in_thread(sketch.theme, sketch.paint)
        self._meters.observe_drawing(perf_counter() - began)
        return picture

    async def close(self) -> None:
        """Stop the thread; nothing can be drawn any more."""
        await cancel_tasks(self._preparing.values())
        self._thread.shutdown(cancel_futures=True)

    async def _run_in_thread(self, theme: str, draw: Callable[[Painter], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._with_painter, theme, draw)
        except Exception as error:  # noqa: BLE001 - whatever fails, the words of the picture can go out
            # Not with its message, which might name a letter of a rack: this error is logged.
            raise DrawingError(f"nothing could be drawn in {theme}: {error_location(error)}") from None

    def _with_painter(self, theme: str, draw: Callable[[Painter], T]) -> T:
        theme = theme_or_default(theme)
        if theme not in self._painters:
            self._painters[theme] = self._make_painter(theme)
        return draw(self._painters[theme])

    def _make_painter(self, theme: str) -> Painter:
        return Painter(theme, PICTURE_WIDTH, fonts=self._fonts())


@cache
def drawing_version() -> str:
    """A hash of all drawing code and of Pillow's version: it changes whenever pictures may."""
    digest = hashlib.blake2b(f"{PICTURE_WIDTH} {version('pillow')}".encode(), digest_size=8)
    for file in (*_files_below(files("render")), *_family_painter_files(files("bot").joinpath("families"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _family_painter_files(families: Traversable) -> Iterator[Traversable]:
    for room in sorted(families.iterdir(), key=lambda one: one.name):
        if (painter := room.joinpath("painter.py")).is_file():
            yield painter


def _files_below(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir() and not entry.name.startswith("__"):
            yield from _files_below(entry)
        elif entry.is_file():
            yield entry


def _prepare_step(parts: Iterator[None], _: Painter) -> bool:
    """Take one step; returns whether there may be more."""
    for _part in parts:
        return True
    return False
