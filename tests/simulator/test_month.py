"""What makes a month sound, and which figures differ."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tools.simulator.month import (
    DAYS,
    REQUESTS,
    UNREACHABLE,
    DayFigures,
    Figures,
    MonthReport,
    differences,
)

SOUND = MonthReport(
    games=3000,
    moves=25_000,
    updates=40_000,
    unfinished=0,
    old_games_played_on=1,
    days=[
        DayFigures(day=day, event="", met=0, games=100 * day, moves=850 * day, memory_mb=130.0, descriptors=24)
        for day in range(1, DAYS + 1)
    ],
    compared=300,
    wrong=[],
    wrong_logs=0,
    warm_moves=6_000,
    seconds=300.0,
)


def with_last_days(memory_mb: float, descriptors: int) -> MonthReport:
    """A month in whose last two days so much is in use."""
    *former, before, last = SOUND.days
    end = [replace(one, memory_mb=memory_mb, descriptors=descriptors) for one in (before, last)]
    return replace(SOUND, days=[*former, *end])


def with_event(met: int) -> MonthReport:
    """A month with one event, which met so much."""
    first, *others = SOUND.days
    return replace(SOUND, days=[replace(first, event="disk_full", met=met), *others])


def test_a_month_in_which_nothing_is_wrong_is_sound() -> None:
    assert SOUND.is_sound
    assert (SOUND.memory_growth_mb, SOUND.descriptor_growth) == (0.0, 0)


@pytest.mark.parametrize(
    "report",
    [
        replace(SOUND, unfinished=1),
        replace(SOUND, old_games_played_on=0),
        replace(SOUND, wrong_logs=1),
        replace(SOUND, wrong=["a figure"]),
        with_event(0),
        with_last_days(137.0, 24),
        with_last_days(130.0, 37),
    ],
    ids=["unfinished", "upgrade", "logs", "figures", "event", "memory", "descriptors"],
)
def test_a_month_in_which_one_thing_is_wrong_is_not(report: MonthReport) -> None:
    assert not report.is_sound


def test_memory_is_not_judged_where_too_little_was_played_before() -> None:
    assert replace(with_last_days(150.0, 24), warm_moves=5_999).is_sound
    assert not replace(with_last_days(150.0, 24), warm_moves=6_000).is_sound


def test_what_was_answered_when_the_bot_no_longer_waited_may_be_in_one_count() -> None:
    photo, text = (REQUESTS, "sendPhoto", "ok"), (REQUESTS, "sendMessage", "ok")
    bot: Figures = Counter({photo: 3, (REQUESTS, "sendPhoto", UNREACHABLE): 2, text: 1})
    wrong = [answered for answered in range(1, 8) if differences(bot, Counter({photo: answered, text: 1}))]
    assert wrong == [1, 2, 6, 7]
    assert len(differences(bot, Counter({photo: 3, text: 2}))) == 1
