"""The compiled search."""

import pytest

from bot.families.crossword.search.searcher import BoardSearcher
from tests.support.boards import shared_searcher


@pytest.fixture(scope="session")
def searcher() -> BoardSearcher:
    return shared_searcher()
