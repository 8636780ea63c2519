"""The periods that figures are kept for, by UTC."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record_periods import EVER, month_name, periods_of, season_name, week_name

_LAST = int(datetime(9998, 1, 1, tzinfo=UTC).timestamp())


def seconds_at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("at", "month", "week"),
    [
        ("2026-11-26T12:00", "2026-11", "2026-W48"),
        ("2026-11-29T23:59:59", "2026-11", "2026-W48"),
        ("2026-11-30T00:00:00", "2026-11", "2026-W49"),
        ("2026-12-31T23:59:59", "2026-12", "2026-W53"),
        ("2027-01-01T00:00:00", "2027-01", "2026-W53"),
        ("2024-12-30T08:00", "2024-12", "2025-W01"),
    ],
)
def test_weeks_begin_on_monday_and_belong_to_the_year_of_their_thursday(at: str, month: str, week: str) -> None:
    assert (month_name(seconds_at(at)), week_name(seconds_at(at))) == (month, week)


def test_a_game_belongs_to_ever_its_season_month_and_week() -> None:
    assert periods_of(seconds_at("2026-11-26T12:00"), 3) == (EVER, "s3", "2026-11", "2026-W48")
    assert season_name(0) == "s0"


@given(st.integers(0, _LAST))
def test_a_week_has_seven_days(at: int) -> None:
    monday = datetime.fromisoformat(f"{week_name(at)}-1").replace(tzinfo=UTC)
    assert 0 <= at - int(monday.timestamp()) < timedelta(days=7).total_seconds()
