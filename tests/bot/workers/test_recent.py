"""What counts as done a moment ago."""

import pytest

from bot.workers.recent import RecentKeys, RecentValues


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_key_comes_again_until_its_time_is_over(clock: Clock) -> None:
    recently = RecentKeys(30, clock)
    assert not recently.check_and_note("board")
    clock.now += 29.9
    assert recently.check_and_note("board")
    clock.now += 0.1
    assert not recently.check_and_note("board"), "asking did not prolong it"
    assert recently.check_and_note("board")


def test_keys_do_not_stand_for_each_other(clock: Clock) -> None:
    recently = RecentKeys(30, clock)
    assert not recently.check_and_note(("chat", 1))
    assert not recently.check_and_note(("chat", 2))
    assert recently.check_and_note(("chat", 1))


def test_only_the_newest_thousands_are_kept(clock: Clock) -> None:
    recently = RecentKeys(30, clock)
    assert not any(recently.check_and_note(number) for number in range(4097))
    assert recently.check_and_note(4096)
    assert recently.check_and_note(1)
    assert not recently.check_and_note(0)


def test_of_values_only_the_newest_are_kept_and_each_for_its_time(clock: Clock) -> None:
    lately = RecentValues[str](30, clock, most=2)
    assert [lately.remember(number, str(number)) for number in range(3)] == ["0", "1", "2"]
    assert [lately.get_recent(number) for number in range(3)] == [None, "1", "2"]
    clock.now += 29
    lately.remember(1, "one")
    clock.now += 1
    assert [lately.get_recent(number) for number in range(3)] == [None, "one", None]
