"""Faults in the compiled search, around its kernel: what it is told, what is kept of it, and where it runs."""

from typing import Final

from tests.faults.fault import Fault

_SEARCHES: Final = ("tests/bot/test_searches.py",)

SEARCHING: Final = (
    Fault(
        "damaged-index-believed",
        r"sound = len\(data\) == ends\[-1\] and _digest\(found\) == digest",
        "sound = True",
        _SEARCHES,
    ),
    Fault(
        "chats-words-not-searched", r"kernel\.choose\(added, removed\)", "kernel.choose(removed, removed)", _SEARCHES
    ),
    Fault("words-taken-out-still-played", r"for words in \(added, removed\)\]", "for words in (added, ())]", _SEARCHES),
    Fault(
        "clockwise-read-for-any-word-in-a-search",
        r"0 if arrow is None else _CLOCKWISE\[arrow\.direction, arrow\.starts\]",
        "_ANY",
        _SEARCHES,
    ),
    Fault(
        "search-scores-the-blank",
        r"LETTERS if face == BLANK else letters\.code\(face\)\] \+= 1",
        "letters.code(face)] += 1",
        _SEARCHES,
    ),
    Fault(
        "search-in-the-event-loop",
        r"return await asyncio\.get_running_loop\(\)\.run_in_executor\(self\._threads, lambda: .*\)",
        "return search(self._searcher())",
        _SEARCHES,
    ),
    Fault(
        "search-loaded-with-the-bot",
        r"from engine\.crossword\.search\.question import Asked, Leave, fits\n",
        "from bot.families.crossword import indices as indices\n"
        "from engine.crossword.search.question import Asked, Leave, fits\n",
        _SEARCHES,
    ),
)
