"""A person's share: enough for whoever plays, a word now and then for whoever asks too much, and a little on credit."""

import pytest

from bot.ingress.fairness import TokenBuckets

ONE, OTHER = 1, 2


def test_some_may_come_at_once_and_everybody_s_own() -> None:
    haste = TokenBuckets(3, 2.0)
    assert [haste.try_take(ONE, 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert haste.try_take(OTHER, 0.0)


def test_one_more_comes_with_time_and_never_more_than_at_first() -> None:
    haste = TokenBuckets(3, 2.0)
    for _ in range(4):
        haste.try_take(ONE, 0.0)
    assert [haste.try_take(ONE, 2.0) for _ in range(2)] == [True, False]
    assert [haste.try_take(ONE, 100.0) for _ in range(4)] == [True, True, True, False]


def test_who_goes_on_without_a_pause_is_told_again_every_half_minute() -> None:
    haste = TokenBuckets(1, 1000.0)
    told = []
    for second in range(100):
        assert haste.try_take(ONE, float(second)) == (second == 0)
        if second and haste.notify_if_due(ONE, float(second)):
            told.append(second)
    assert told == [1, 31, 61, 91]


def test_a_word_to_one_is_none_to_another() -> None:
    haste = TokenBuckets(1, 2.0)
    assert [haste.notify_if_due(who, 0.0) for who in (ONE, ONE, OTHER)] == [True, False, True]


def test_who_has_nothing_left_gets_some_of_what_is_to_come_and_pays_it_back() -> None:
    haste = TokenBuckets(4, 2.0)
    for _ in range(4):
        haste.try_take(ONE, 0.0)
    borrowed = 0
    while haste.can_borrow(ONE, 0.0):
        haste.borrow(ONE, 0.0)
        borrowed += 1
    assert borrowed == 2
    assert [haste.try_take(ONE, at) for at in (2.0, 5.0, 6.0)] == [False, False, True]


def test_what_was_written_slowly_is_no_haste_however_it_arrives() -> None:
    haste = TokenBuckets(1, 5.0)
    assert all(haste.try_take(ONE, float(second)) for second in range(0, 100, 5))


def test_an_earlier_instant_gives_nothing_back() -> None:
    haste = TokenBuckets(1, 5.0)
    assert [haste.try_take(ONE, at) for at in (10.0, 0.0, 10.0, 15.0)] == [True, False, False, True]


def test_only_the_newest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ingress.fairness._MOST_PEOPLE", 2)
    haste = TokenBuckets(1, 5.0)
    for who in (1, 2, 3):
        haste.try_take(who, 0.0)
    assert [haste.try_take(who, 0.0) for who in (3, 2, 1)] == [False, False, True]
