"""Finds legal plays and the best of them, with the compiled kernel or in plain Python.

Nothing is loaded before the first search. The search in plain Python gives the same plays where the kernel cannot run:
for lists that are not the bot's own, for larger boards and racks, and without wasmtime.
"""

import time
from collections.abc import Callable, Sequence
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.logs import get_logger
from engine.computer_ids import HasTime
from engine.crossword.movegen import PlayFinder, ScoredPlay, WordSet
from engine.crossword.players.computer_view import leave_after
from engine.crossword.search import LeaveValue, RankedPlay, SearchQuery, is_within_limits, letter_codes_of
from engine.lexicon import ChangedLexicon, CompiledLexicon

if TYPE_CHECKING:
    from bot.families.crossword.search.kernel import SearchKernel

INDEX_FOLDER: Final = "indices"  # in the data folder
_LOG: Final = get_logger(__name__)


class BoardSearcher:
    """Searches in the calling thread, with a kernel for each list searched so far; ``folder`` holds the indices."""

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
        """The plays with the highest values, best first: by score and ``leave`` (the kept tiles' value), if given."""
        kernel = self._kernel_for(query, lexicon)
        if kernel is not None:
            return kernel.find_best_plays(query, most, leave).rank_plays()
        found = (
            RankedPlay(one, one.score + (0 if leave is None else leave(leave_after(query.rack, one))))
            for one in _find_plays_without_kernel(query, lexicon)
        )
        return nlargest(most, found, key=lambda choice: choice.value)

    def _kernel_for(self, query: SearchQuery, lexicon: WordSet) -> "SearchKernel | None":
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
        from bot.families.crossword.search.kernel import NoRoomError  # noqa: PLC0415 - loads wasmtime, as a kernel did

        try:
            kernel.set_word_changes(added, removed)
        except NoRoomError:
            return None
        return kernel

    def _load_kernel(self, lexicon: CompiledLexicon) -> "SearchKernel | None":
        try:
            from bot.families.crossword.search.kernel import SearchKernel, load_or_build_index  # noqa: PLC0415 - as above
        except (ImportError, OSError):
            _LOG.warning("wasmtime cannot be loaded: plays are searched some hundred times slower")
            return None
        try:
            letters = letter_codes_of(lexicon.provenance.language)
        except ValueError:
            return None
        return SearchKernel(load_or_build_index(lexicon, letters, self._folder), letters)


def _find_plays_without_kernel(question: SearchQuery, lexicon: WordSet) -> list[ScoredPlay]:
    return PlayFinder(question.ruleset, question.cells, lexicon, question.bonus).legal_plays(question.rack)


def time_left_check(seconds: float) -> Callable[[], bool]:
    """A check that is true until this thread has used ``seconds`` of processor time."""
    ends = time.thread_time() + seconds
    return lambda: time.thread_time() < ends


def turn_budget(seconds: float) -> Callable[[int], HasTime]:
    """Share processor time among the turns left: each gets up to twice its share, until all time is used."""
    ends = time.thread_time() + seconds

    def budget(left: int) -> HasTime:
        rest = ends - time.thread_time()
        return time_left_check(min(rest, 2 * rest / max(1, left)))

    return budget
