"""The periods that figures are kept for: for ever, a season, a month, a week; the two last by UTC."""

from datetime import UTC, datetime
from typing import Final

EVER: Final = "ever"


def season_name(number: int) -> str:
    """A season's period: ``s2``."""
    return f"s{number}"


def month_name(at: int) -> str:
    """The period of a month, ``2026-11``, given an instant in it in seconds of the epoch."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def week_name(at: int) -> str:
    """The period of a week from Monday on, ``2026-W48``, given an instant in it in seconds of the epoch."""
    year, week, _ = datetime.fromtimestamp(at, UTC).isocalendar()
    return f"{year}-W{week:02}"


def periods_of(ended: int, season: int) -> tuple[str, ...]:
    """The periods that a game belongs to, given when it ended and in which season."""
    return EVER, season_name(season), month_name(ended), week_name(ended)


def is_lasting(period: str) -> bool:
    """Whether a period is of the kind that is kept for ever: all time, or a season."""
    return period == EVER or period.startswith("s")
