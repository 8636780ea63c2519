"""What a process remembers does not grow."""

from bot.workers.recent import NewestDict


def test_the_oldest_entries_are_dropped() -> None:
    newest: NewestDict[str, int] = NewestDict(2)
    newest.update({"a": 1, "b": 2, "c": 3})
    assert dict(newest) == {"b": 2, "c": 3}


def test_an_entry_that_is_set_again_is_the_newest() -> None:
    newest: NewestDict[str, int] = NewestDict(2)
    for key in "abac":
        newest[key] = len(newest)
    assert list(newest) == ["a", "c"]
