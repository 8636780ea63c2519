"""Legal plays and the best of them, searched beside the event loop, by the compiled kernel or else in plain Python.

Nothing is loaded before the first search. The plain search gives the same answers; it serves what the kernel cannot:
lists that do not ship, larger boards and racks, machines without wasmtime.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from bot.logs.logger import get_logger
from engine.crossword.movegen import Finder, ScoredPlay, WordSet
from engine.crossword.search.letter_codes import letter_codes_of
from engine.crossword.search.query import LeaveValue, SearchQuery, is_within_limits
from engine.crossword.search.results import RankedPlay
from engine.crossword.tiles import face_of
from engine.lexicon import ChangedLexicon, CompiledLexicon

if TYPE_CHECKING:
    from bot.families.crossword.search.kernel import SearchKernel

_Result = TypeVar("_Result")
_LOG: Final = get_logger(__name__)


class BoardSearcher:
    """Searches in the calling thread only, with a kernel for each list it has met.

    Args:
        folder: where indices are kept; ``None`` to keep none.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder: Final = folder
        self._kernels: Final[dict[str, SearchKernel | None]] = {}

    def find_plays(self, query: SearchQuery, lexicon: WordSet) -> Sequence[ScoredPlay]:
        """Every legal play, each once, in a fixed order."""
        kernel = self._kernel_for(query, lexicon)
        return _find_plays_without_kernel(query, lexicon) if kernel is None else kernel.find_plays(query)

    def find_best_plays(
        self, query: SearchQuery, lexicon: WordSet, most: int = 1, leave: LeaveValue | None = None
    ) -> list[RankedPlay]:
        """The plays of the highest values, best first; none if there is no legal play.

        Args:
            query: the position.
            lexicon: decides which words there are.
            most: how many are wanted, from 1 on.
            leave: what the tiles that are kept are worth, in points; ``None`` for the score alone.
        """
        kernel = self._kernel_for(query, lexicon)
        if kernel is not None:
            return kernel.find_best_plays(query, most, leave).rank_plays()
        found = (
            RankedPlay(option, _option_value(query, option, leave))
            for option in _find_plays_without_kernel(query, lexicon)
        )
        return nlargest(most, found, key=lambda choice: choice.value)

    def _kernel_for(self, query: SearchQuery, lexicon: WordSet) -> "SearchKernel | None":
        """The kernel for a lexicon's words; ``None`` if the plain search has to do it."""
        base, added, removed = lexicon, frozenset[str](), frozenset[str]()
        if isinstance(lexicon, ChangedLexicon):
            base, added, removed = lexicon.base, lexicon.added, lexicon.removed
        if not isinstance(base, CompiledLexicon) or not is_within_limits(query):
            return None
        if base.hash not in self._kernels:
            self._kernels[base.hash] = self._load_kernel(base)
        kernel = self._kernels[base.hash]
        if kernel is None:
            return None
        from bot.families.crossword.search.kernel import NoRoomError  # noqa: PLC0415 - loads wasmtime: a kernel has done so

        try:
            kernel.set_word_changes(added, removed)
        except NoRoomError:
            return None
        return kernel

    def _load_kernel(self, lexicon: CompiledLexicon) -> "SearchKernel | None":
        try:
            from bot.families.crossword.search.index_files import load_or_build_index  # noqa: PLC0415 - loads wasmtime
            from bot.families.crossword.search.kernel import SearchKernel  # noqa: PLC0415 - as above
        except (ImportError, OSError):
            _LOG.warning("wasmtime cannot be loaded: plays are searched some hundred times slower")
            return None
        try:
            letters = letter_codes_of(lexicon.provenance.language)
        except ValueError:
            return None
        return SearchKernel(load_or_build_index(lexicon, letters, self._folder), letters)


class SearchThreads:
    """Searches in threads of its own, so that the event loop never waits.

    The kernel runs without the interpreter's lock. Threads start with the first search; each has its own kernels.
    """

    def __init__(self, folder: Path | None = None, threads: int = 1) -> None:
        self._folder: Final = folder
        self._threads: Final = ThreadPoolExecutor(threads, "search")
        self._thread_local: Final = threading.local()

    async def find_plays(self, query: SearchQuery, lexicon: WordSet) -> Sequence[ScoredPlay]:
        """As :meth:`BoardSearcher.find_plays`."""
        return await self._run_in_thread(lambda searcher: searcher.find_plays(query, lexicon))

    async def find_best_plays(
        self, query: SearchQuery, lexicon: WordSet, most: int = 1, leave: LeaveValue | None = None
    ) -> list[RankedPlay]:
        """As :meth:`BoardSearcher.find_best_plays`; ``leave`` is called in another thread."""
        return await self._run_in_thread(lambda searcher: searcher.find_best_plays(query, lexicon, most, leave))

    def stop_threads(self) -> None:
        """Stop the threads after their searches."""
        self._threads.shutdown(cancel_futures=True)

    async def _run_in_thread(self, search: Callable[[BoardSearcher], _Result]) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: search(self._searcher_of_thread())
        )

    def _searcher_of_thread(self) -> BoardSearcher:
        found: BoardSearcher | None = getattr(self._thread_local, "searcher", None)
        if found is None:
            found = self._thread_local.searcher = BoardSearcher(self._folder)
        return found


def _find_plays_without_kernel(question: SearchQuery, lexicon: WordSet) -> list[ScoredPlay]:
    return Finder(question.ruleset, question.cells, lexicon, question.bonus).legal_plays(question.rack)


def _option_value(question: SearchQuery, option: ScoredPlay, leave: LeaveValue | None) -> float:
    if leave is None:
        return option.score
    kept = list(question.rack)
    for put in option.tiles:
        kept.remove(face_of(put.tile))
    return option.score + leave(tuple(sorted(kept)))
