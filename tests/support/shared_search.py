"""The compiled search that the tests of a process share: making a list's index takes up to a second."""

import atexit
from functools import cache

from bot.families.crossword.search.searcher import BoardSearcher


@cache
def shared_searcher() -> BoardSearcher:
    """Keeps nothing of a search but the indices of the lists."""
    return BoardSearcher()


atexit.register(shared_searcher.cache_clear)  # while the modules are there that its memory is given back with
