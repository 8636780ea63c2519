"""A month in small: every event of its calendar, figures equal, and data of an earlier version played on."""

import pytest

from tests.long.time_shares import TimeShare
from tools.month.events import CALENDAR
from tools.month.run import DAYS, MonthPlan, run_month


@pytest.mark.long(seconds=120)
async def test_a_small_month_has_every_event_and_equal_figures(
    tmp_path_factory: pytest.TempPathFactory, time_share: TimeShare
) -> None:
    report = await run_month(MonthPlan(games=60, groups=4), tmp_path_factory.mktemp("month"))
    assert (report.games, report.unfinished, report.old_games_played_on) == (60, 0, 1)
    assert [one.event for one in report.days if one.event] == list(CALENDAR.values())
    assert len(report.days) == DAYS
    assert report.compared > DAYS
    assert report.wrong == []
    assert report.unnoticed_events == []
    for _ in report.days:
        time_share.count_try("simulated days")
