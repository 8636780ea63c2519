"""A person's share: enough for whoever plays, one word for whoever asks too much, and then silence."""

import pytest

from bot.workers.haste import Haste

ONE, OTHER = 1, 2


def test_some_may_come_at_once_then_one_word_then_silence() -> None:
    haste = Haste(3, 2.0)
    assert [haste.asked(ONE, 0.0) for _ in range(6)] == ["do", "do", "do", "tell", "silence", "silence"]
    assert haste.asked(OTHER, 0.0) == "do"


def test_one_more_comes_with_time_and_no_word_again_until_all_was_quiet() -> None:
    haste = Haste(3, 2.0)
    for _ in range(4):
        haste.asked(ONE, 0.0)
    assert [haste.asked(ONE, 2.0) for _ in range(2)] == ["do", "silence"]
    assert [haste.asked(ONE, 100.0) for _ in range(4)] == ["do", "do", "do", "tell"]


def test_what_was_written_slowly_is_no_haste_however_it_arrives() -> None:
    haste = Haste(1, 5.0)
    assert {haste.asked(ONE, float(second)) for second in range(0, 100, 5)} == {"do"}


def test_an_earlier_instant_gives_nothing_back() -> None:
    haste = Haste(1, 5.0)
    assert [haste.asked(ONE, at) for at in (10.0, 0.0, 10.0, 15.0)] == ["do", "tell", "silence", "do"]


def test_only_the_newest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.haste._MOST", 2)
    haste = Haste(1, 5.0)
    for who in (1, 2, 3):
        haste.asked(who, 0.0)
    assert [haste.asked(who, 0.0) for who in (3, 2, 1)] == ["tell", "tell", "do"]
