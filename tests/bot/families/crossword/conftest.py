"""The compiled search."""

from collections.abc import Iterator

import pytest

from bot.families.crossword import analysis_jobs
from bot.families.crossword.search.searcher import BoardSearcher
from tests.support.boards import shared_searcher

SEARCHING = ("analysis_jobs", "tools.analyse")
"""The modules that make searchers in the tests' own thread."""


@pytest.fixture(scope="session")
def searcher() -> BoardSearcher:
    return shared_searcher()


@pytest.fixture(autouse=True, scope="module")
def _share_indices() -> Iterator[None]:
    """The index of a list takes long to build: once for all tests."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(analysis_jobs, "_searchers", {})
        for module in SEARCHING:
            patched.setattr(f"bot.families.crossword.{module}.BoardSearcher", lambda *_: shared_searcher())
        yield
