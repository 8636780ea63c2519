"""Legal plays and the best of them, searched beside the event loop: by the compiled kernel, else by the plain search.

Nothing is loaded before the first search: neither wasmtime nor an index. Whatever the kernel does not take, lists that
do not ship, larger boards and racks, or a machine without wasmtime, the plain search does, with the same answers.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from engine.crossword.movegen import Finder, Option, Words
from engine.crossword.search.answer import Choice
from engine.crossword.search.letters import letters_of
from engine.crossword.search.question import Asked, Leave, fits
from engine.crossword.tiles import face
from engine.lexicon import CompiledLexicon, WithChanges

if TYPE_CHECKING:
    from bot.families.crossword.kernels import Kernel

_Found = TypeVar("_Found")
_LOG: Final = logging.getLogger(__name__)


class Searcher:
    """Searches in the thread that calls it, and in no other; keeps a kernel for each list it has met.

    Args:
        folder: where indices are kept; ``None`` to keep none.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder: Final = folder
        self._kernels: Final[dict[str, Kernel | None]] = {}

    def plays(self, question: Asked, lexicon: Words) -> Sequence[Option]:
        """Every legal play, each once, in a fixed order."""
        kernel = self._kernel(question, lexicon)
        return _plain(question, lexicon) if kernel is None else kernel.plays(question)

    def best(self, question: Asked, lexicon: Words, most: int = 1, leave: Leave | None = None) -> list[Choice]:
        """The plays of the highest values, best first; none if there is no legal play.

        Args:
            question: the position.
            lexicon: decides which words there are.
            most: how many are wanted, from 1 on.
            leave: what the tiles that are kept are worth, in points; ``None`` for the score alone.
        """
        kernel = self._kernel(question, lexicon)
        if kernel is not None:
            return kernel.best(question, most, leave).ranked()
        found = (Choice(option, _value(question, option, leave)) for option in _plain(question, lexicon))
        return nlargest(most, found, key=lambda choice: choice.value)

    def _kernel(self, question: Asked, lexicon: Words) -> "Kernel | None":
        """The kernel that knows a lexicon's words; ``None`` where the plain search is to do it."""
        base, added, removed = lexicon, frozenset[str](), frozenset[str]()
        if isinstance(lexicon, WithChanges):
            base, added, removed = lexicon.base, lexicon.added, lexicon.removed
        if not isinstance(base, CompiledLexicon) or not fits(question):
            return None
        if base.hash not in self._kernels:
            self._kernels[base.hash] = self._made(base)
        kernel = self._kernels[base.hash]
        if kernel is None:
            return None
        from bot.families.crossword.kernels import NoRoomError  # noqa: PLC0415 - loads wasmtime: a kernel has done so

        try:
            kernel.choose(added, removed)
        except NoRoomError:
            return None
        return kernel

    def _made(self, lexicon: CompiledLexicon) -> "Kernel | None":
        try:
            from bot.families.crossword.indices import index_of  # noqa: PLC0415 - loads wasmtime
            from bot.families.crossword.kernels import Kernel  # noqa: PLC0415 - as above
        except (ImportError, OSError):
            _LOG.warning("wasmtime cannot be loaded: plays are searched some hundred times slower")
            return None
        try:
            letters = letters_of(lexicon.provenance.language)
        except ValueError:
            return None
        return Kernel(index_of(lexicon, letters, self._folder), letters)


class Searches:
    """Searches in threads of their own, so that they never hold the event loop.

    The kernel runs without the interpreter's lock. Threads start with the first search; each has its own memory.
    """

    def __init__(self, folder: Path | None = None, threads: int = 1) -> None:
        self._folder: Final = folder
        self._threads: Final = ThreadPoolExecutor(threads, "search")
        self._own: Final = threading.local()

    async def plays(self, question: Asked, lexicon: Words) -> Sequence[Option]:
        """As :meth:`Searcher.plays`."""
        return await self._run(lambda searcher: searcher.plays(question, lexicon))

    async def best(self, question: Asked, lexicon: Words, most: int = 1, leave: Leave | None = None) -> list[Choice]:
        """As :meth:`Searcher.best`; ``leave`` is called in another thread."""
        return await self._run(lambda searcher: searcher.best(question, lexicon, most, leave))

    def close(self) -> None:
        """End the threads, once what they search is found."""
        self._threads.shutdown(cancel_futures=True)

    async def _run(self, search: Callable[[Searcher], _Found]) -> _Found:
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: search(self._searcher()))

    def _searcher(self) -> Searcher:
        found: Searcher | None = getattr(self._own, "searcher", None)
        if found is None:
            found = self._own.searcher = Searcher(self._folder)
        return found


def _plain(question: Asked, lexicon: Words) -> list[Option]:
    return Finder(question.ruleset, question.cells, lexicon, question.bonus).plays(question.rack)


def _value(question: Asked, option: Option, leave: Leave | None) -> float:
    if leave is None:
        return option.score
    kept = list(question.rack)
    for put in option.tiles:
        kept.remove(face(put.tile))
    return option.score + leave(tuple(sorted(kept)))
