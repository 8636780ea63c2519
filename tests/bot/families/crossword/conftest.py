"""The compiled search, which a module's tests share."""

import pytest

from bot.families.crossword.search.searcher import BoardSearcher


@pytest.fixture(scope="module")
def searcher() -> BoardSearcher:
    return BoardSearcher()
