"""Faults in the compiled search, around its kernel: what it is told, what is kept of it, and where it runs."""

from typing import Final

from tests.faults.fault import Fault

_SEARCHES: Final = ("tests/bot/families/crossword/test_search.py",)

SEARCH: Final = (
    Fault(
        "damaged-index-believed",
        r"sound = len\(data\) == ends\[-1\] and _index_digest\(found\) == digest",
        "sound = True",
        _SEARCHES,
    ),
    Fault(
        "chats-words-not-searched",
        r"kernel\.set_word_changes\(added, removed\)",
        "kernel.set_word_changes(removed, removed)",
        _SEARCHES,
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
        "thought-in-the-event-loop",
        r"return asyncio\.get_running_loop\(\)\.run_in_executor\(self\._thread, work\)",
        "return asyncio.sleep(0, work())",
        ("tests/bot/families/test_thinking_thread.py",),
    ),
    Fault(
        "search-loaded-with-the-bot",
        r"from engine\.crossword\.search\.query import LeaveValue, SearchQuery, is_within_limits\n",
        "from bot.families.crossword.search import index_files as index_files\n"
        "from engine.crossword.search.query import LeaveValue, SearchQuery, is_within_limits\n",
        _SEARCHES,
    ),
)
