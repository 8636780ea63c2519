"""The calls that the stand-in for Telegram has noted, and which of them are newer than others."""

from bot.playground.bot_api.calls import ApiCall
from bot.playground.bot_api.journal import CallJournal


def record_calls(journal: CallJournal, *methods: str) -> None:
    for method in methods:
        journal.record_call(ApiCall(method=method, parameters={}), {}, 200, None, is_carried_out=True)


def numbers_after(journal: CallJournal, number: int, method: str | None = None) -> list[int]:
    return [entry.number for entry in journal.find_entries(method, after=number)]


def test_calls_are_found_by_number_and_method() -> None:
    journal = CallJournal()
    assert (journal.last_number, numbers_after(journal, 0)) == (0, [])
    record_calls(journal, "sendMessage", "sendPhoto", "sendMessage")
    assert journal.last_number == 3
    assert [numbers_after(journal, number) for number in range(5)] == [[1, 2, 3], [2, 3], [3], [], []]
    assert numbers_after(journal, 1, "sendMessage") == [3]


def test_the_oldest_calls_go_first() -> None:
    journal = CallJournal(capacity=2)
    record_calls(journal, *["sendMessage"] * 5)
    assert [numbers_after(journal, number) for number in (0, 3, 4)] == [[4, 5], [4, 5], [5]]


def test_numbers_go_on_where_calls_are_not_kept() -> None:
    journal = CallJournal()
    record_calls(journal, "one", "two")
    journal.keeps_entries = False
    record_calls(journal, "three", "four")
    journal.keeps_entries = True
    record_calls(journal, "five")
    assert [numbers_after(journal, number) for number in (0, 1, 2, 4, 5)] == [[1, 2, 5], [2, 5], [5], [5], []]
    journal.clear_entries()
    assert (journal.last_number, numbers_after(journal, 0)) == (5, [])
