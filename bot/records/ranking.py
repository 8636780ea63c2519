"""Ranks a group's players by rating, points, wins or average. Pure; :mod:`bot.records.read_figures` reads for it."""

from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple, get_args

from bot.records.player_stats import tenths
from engine.figures import EVER, PeriodFigures, month_name, season_name, week_name
from engine.forget_player import is_forgotten
from engine.ratings import is_sure, points, widened
from engine.standings import Standing

Measure = Literal["rating", "points", "wins", "average"]
"""``average`` is of points a game, in tenths."""
MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)
Span = Literal["week", "month", "season", "ever"]
"""A period that lasts now."""
SPANS: Final[tuple[Span, ...]] = get_args(Span)
LEAST_GAMES: Final[dict[Span, int]] = {"week": 3, "month": 5, "season": 10, "ever": 10}
"""With fewer games a player has no place among averages."""
DAY_SECONDS: Final = 86_400
_MONTH_SECONDS: Final = 31 * DAY_SECONDS
"""Who has not played for so long is not shown."""


class Candidate(NamedTuple):
    """Somebody who may be ranked."""

    user: int
    value: int
    games: int
    sure: bool = True
    """Whether enough is known; who is not sure comes behind all who are."""


class RankedPlayer(NamedTuple):
    """A candidate with a place."""

    place: int
    """From 1; who has the same value shares it."""
    user: int
    value: int
    games: int
    sure: bool


def period_name(span: Span, now: int, season: int) -> str:
    """The stored name of the period that lasts now.

    Args:
        span: which one.
        now: Unix seconds.
        season: the number of the newest season.
    """
    match span:
        case "week":
            return week_name(now)
        case "month":
            return month_name(now)
        case "season":
            return season_name(season)
        case "ever":
            return EVER


def rank_players(candidates: Iterable[Candidate]) -> list[RankedPlayer]:
    """All candidates in their order, which does not depend on the order in which they come.

    Of equal values those with more games are named first, and share the place all the same.
    """
    order = sorted(candidates, key=lambda one: (not one.sure, -one.value, -one.games, one.user))
    ranked: list[RankedPlayer] = []
    for number, one in enumerate(order, start=1):
        before = order[number - 2] if number > 1 else None
        shares = before is not None and (before.sure, before.value) == (one.sure, one.value)
        ranked.append(RankedPlayer(ranked[-1].place if shares else number, one.user, one.value, one.games, one.sure))
    return ranked


def is_shown(user: int, newest: int, now: int, unlisted: Collection[int]) -> bool:
    """Whether somebody may stand in a ranking: no one who was forgotten, does not want to, or has long not played.

    Args:
        user: who.
        newest: when their newest game with people alone ended; Unix seconds, as ``now``.
        now: the instant.
        unlisted: who does not want to.
    """
    return not is_forgotten(user) and user not in unlisted and newest >= now - _MONTH_SECONDS


def rating_candidate(user: int, standing: Standing, family: str, now: int) -> Candidate | None:
    """Somebody by the rating in a family of games, as uncertain as it is by now; ``None`` without rated games."""
    rated = standing.rating_of(family)
    if rated is None:
        return None
    rating = widened(rated.rating, now // DAY_SECONDS)
    return Candidate(user, points(rating), rating.games, is_sure(rating))


def figures_candidate(
    user: int, figures: PeriodFigures, measure: Measure, game: str, least_games: int
) -> Candidate | None:
    """Somebody by the figures of a period; ``None`` without games that count for the measure.

    Args:
        user: who.
        figures: of the period.
        measure: all but ``rating``.
        game: the id of its ruleset; empty for all.
        least_games: how many games an average needs.
    """
    # Not by `combine_figures`: a ranking asks this of thousands.
    games = wins = total = 0
    for kind, found in figures.kinds:
        if not kind.with_computers and game in {"", kind.ruleset}:
            games, wins, total = games + found.games, wins + found.wins, total + found.points
    if not games or (measure == "average" and games < least_games):
        return None
    match measure:
        case "wins":
            value = wins
        case "average":
            value = tenths(total, games)
        case _:
            value = total
    return Candidate(user, value, games)
