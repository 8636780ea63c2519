"""What breaks when, what is committed meanwhile, and what makes a month sound."""

import pytest
from msgspec.structs import replace

from tools.simulator.month import DAYS, DayFigures, MonthReport

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


def with_last_day(report: MonthReport, **figures: object) -> MonthReport:
    *former, before, last = report.days
    return replace(report, days=[*former, replace(before, **figures), replace(last, **figures)])


@pytest.mark.parametrize(
    "report",
    [
        replace(SOUND, unfinished=1),
        replace(SOUND, old_games_played_on=0),
        replace(SOUND, wrong_logs=1),
        replace(SOUND, wrong=["a figure"]),
        with_last_day(SOUND, event="disk_full", met=0),
        with_last_day(SOUND, memory_mb=137.0),
        with_last_day(SOUND, descriptors=37),
    ],
    ids=["unfinished", "upgrade", "logs", "figures", "event", "memory", "descriptors"],
)
def test_a_month_in_which_one_thing_is_wrong_is_not_sound(report: MonthReport) -> None:
    assert SOUND.is_sound
    assert not report.is_sound
