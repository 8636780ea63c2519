"""Figures of one player, from one chat or several chats together; pure functions."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeVar, get_args

from msgspec.structs import replace

from bot.records.projection import Projection, decode_figures, decode_standing
from bot.store.records import RecordStore
from engine.figures import EVER, Figures, PeriodFigures, combine_figures, month_name, season_name, week_name
from engine.forget_player import is_forgotten
from engine.ratings import is_sure, points, widened
from engine.rulesets import shipped_rulesets
from engine.standings import FamilyRating, Standing


def select_figures(period: PeriodFigures, game: str = "", *, with_computers: bool) -> Figures:
    """The figures of a ruleset's games, or of all games if ``game`` is empty; with or without computer players."""
    found = combine_figures(
        figures
        for kind, figures in period.kinds
        if kind.with_computers == with_computers and game in {"", kind.ruleset}
    )
    if game or with_computers:
        return found
    return replace(found, streak=period.streak, best_streak=period.best_streak)


def played_games(periods: Iterable[PeriodFigures], *, with_computers: bool | None = None) -> list[str]:
    """The ids of the rulesets played, most played first, with or without computers; ``None``: both."""
    counts: Counter[str] = Counter()
    for period in periods:
        count_games(period, counts, with_computers=with_computers)
    return most_played(counts)


def count_games(period: PeriodFigures, counts: Counter[str], *, with_computers: bool | None) -> None:
    """Add the games of a period to ``counts``, by ruleset id."""
    for kind, figures in period.kinds:
        if with_computers is None or kind.with_computers == with_computers:
            counts[kind.ruleset] += figures.games


def most_played(counts: Counter[str]) -> list[str]:
    """The ids of rulesets, most played first; if equal, by id."""
    return sorted(counts, key=lambda game: (-counts[game], game))


def main_rating(standing: Standing, family: str = "") -> FamilyRating | None:
    """The rating in a family; without one, in the family with most rated games."""
    if family:
        return standing.rating_of(family)
    return max(standing.ratings, key=lambda one: one.rating.games, default=None)


def frequent_opponents(figures: Figures, most: int) -> list[tuple[int, int]]:
    """A user's most frequent opponents, with the numbers of games, omitting forgotten users."""
    return [(user, games) for user, games in figures.opponents if user > 0 and not is_forgotten(user)][:most]


def tenths(total: int, count: int) -> int:
    """The average ``total / count`` in tenths, rounded half up; ``count`` is at least 1."""
    return (20 * total + count) // (2 * count)


Measure = Literal["rating", "points", "wins", "average", "share"]
"""What a ranking measures. ``average``: points per game, in tenths. ``share``: of the tops' points in games in rounds,
in tenths of a percent.
"""
MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)
Span = Literal["week", "month", "season", "ever"]  # a period that includes the present
SPANS: Final[tuple[Span, ...]] = get_args(Span)

LEAST_GAMES: Final[dict[Span, int]] = {"week": 3, "month": 5, "season": 10, "ever": 10}
"""How many games a player must have to be ranked by averages, by period."""

DAY_SECONDS: Final = 86_400
_MONTH_SECONDS: Final = 31 * DAY_SECONDS  # users who have played no game for this long are not shown


class Candidate(NamedTuple):
    """A user who may appear in a ranking."""

    user: int
    value: int
    games: int
    sure: bool = True  # whether enough is known about the user; all others rank below


class RankedPlayer(NamedTuple):
    """A candidate with a place in the ranking."""

    place: int  # from 1; candidates with equal values share a place
    user: int
    value: int
    games: int
    sure: bool


def period_name(span: Span, now: int, season: int) -> str:
    """The stored name of the period that includes ``now``, in Unix seconds."""
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
    """Rank candidates, given in any order; equal ones share a place, and those with more games are listed first."""
    order = sorted(candidates, key=lambda one: (not one.sure, -one.value, -one.games, one.user))
    ranked: list[RankedPlayer] = []
    for number, one in enumerate(order, start=1):
        before = order[number - 2] if number > 1 else None
        shares = before is not None and (before.sure, before.value) == (one.sure, one.value)
        ranked.append(RankedPlayer(ranked[-1].place if shares else number, one.user, one.value, one.games, one.sure))
    return ranked


def is_shown(user: int, newest: int, now: int, unlisted: Collection[int]) -> bool:
    """Whether a ranking may show a user: not forgotten, not hidden, and recently active.

    ``newest`` is when their last game among people ended; it and ``now`` are in Unix seconds.
    """
    return not is_forgotten(user) and user not in unlisted and newest >= now - _MONTH_SECONDS


def rating_candidate(user: int, standing: Standing, family: str, now: int) -> Candidate | None:
    """A candidate by rating in a family of games, with the uncertainty at ``now``; ``None`` without rated games."""
    rated = standing.rating_of(family)
    if rated is None:
        return None
    rating = widened(rated.rating, now // DAY_SECONDS)
    return Candidate(user, points(rating), rating.games, is_sure(rating))


def figures_candidate(
    user: int, figures: PeriodFigures, measure: Measure, game: str, least_games: int
) -> Candidate | None:
    """A candidate by the figures of a period; ``None`` without games that count. The measure is not ``rating``.

    An empty ``game`` stands for all games; an average needs ``least_games``.
    """
    # Computed here, not by `combine_figures`, as a ranking calls this thousands of times.
    games = wins = total = 0
    if measure == "share":
        shares = select_figures(figures, game, with_computers=False)
        return None if shares.share is None else Candidate(user, shares.share, len(shares.shares))
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


T = TypeVar("T")
_DECODED_AT_ONCE: Final = 100  # how many values are decoded before other tasks run: some milliseconds


@dataclass(frozen=True, slots=True)
class Ranking:
    """A group's players in order, and what they could be ranked by."""

    players: list[RankedPlayer]
    choices: list[str]  # the games played in the period or, for ratings, the families; most played first
    has_shares: bool = False  # whether the choices include games in rounds


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """A player's figures in one chat."""

    standing: Standing
    period: PeriodFigures
    ever: PeriodFigures


class FiguresReader:
    """Reads figures, after counting all records."""

    def __init__(self, store: RecordStore, projection: Projection) -> None:
        self._store: Final = store
        self._projection: Final = projection

    async def read_player(self, chat: int, user: int, span: Span, now: int) -> PlayerFigures | None:
        """A user's figures in a chat; ``None`` if they have finished no game."""
        await self._projection.catch_up(chat)
        standing = (await self._store.read_standings(chat, [user])).get(user)
        if standing is None:
            return None
        period = await self._read_period(chat, user, await self._period_name(chat, span, now))
        ever = period if span == "ever" else await self._read_period(chat, user, period_name("ever", now, 0))
        return PlayerFigures(decode_standing(standing), period, ever)

    async def read_user_chats(self, user: int) -> list[int]:
        """The chats whose records name a user."""
        return await self._store.read_user_chats(user)

    async def is_unlisted(self, chat: int, user: int) -> bool:
        """Whether a user hides from the rankings of a chat."""
        return user in await self._store.read_unlisted(chat)

    async def read_names(self, chat: int, users: Iterable[int], *, with_unlisted: bool = True) -> dict[int, str]:
        """Users' names in their latest games, perhaps without those who hide from the chat's rankings."""
        hidden = frozenset[int]() if with_unlisted else await self._store.read_unlisted(chat)
        stored = await self._store.read_standings(chat, [user for user in users if user not in hidden])
        return {user: decode_standing(value).name for user, value in stored.items()}

    async def find_users_by_name(self, chat: int, matches: Callable[[str], bool]) -> list[int]:
        """The users in a chat's records whose name matches, omitting forgotten ones."""
        await self._projection.catch_up(chat)
        stored = await self._store.all_standings(chat)
        return [
            user
            async for user, standing in _decode_all(stored, decode_standing)
            if not is_forgotten(user) and matches(standing.name)
        ]

    async def rank_by_rating(self, chat: int, family: str, now: int) -> Ranking:
        """A group's ranking by rating in a family of games; without one, in the family with most rated users."""
        await self._projection.catch_up(chat)
        unlisted = await self._store.read_unlisted(chat)
        found: dict[str, list[Candidate]] = {}
        async for user, standing in _decode_all(await self._store.all_standings(chat), decode_standing):
            if not is_shown(user, standing.newest, now, unlisted):
                continue
            for rated in standing.ratings:
                if (candidate := rating_candidate(user, standing, rated.family, now)) is not None:
                    found.setdefault(rated.family, []).append(candidate)
        families = sorted(found, key=lambda name: (-len(found[name]), name))
        # Games in rounds have a rating for each language, all others one for each family.
        without_rounds = {ruleset.family for ruleset in shipped_rulesets().values()}
        has_shares = any(name not in without_rounds for name in families)
        return Ranking(rank_players(found.get(family or next(iter(families), ""), ())), families, has_shares)

    async def rank_by_figures(self, chat: int, measure: Measure, span: Span, game: str, now: int) -> Ranking:
        """A group's ranking by a period's points, wins or averages; ``game`` is a ruleset's id, or empty for all."""
        await self._projection.catch_up(chat)
        unlisted = await self._store.read_unlisted(chat)
        stored = await self._store.all_figures(chat, await self._period_name(chat, span, now))
        candidates, played, has_shares = list[Candidate](), Counter[str](), False
        async for user, figures in _decode_all(stored, decode_figures):
            if not is_shown(user, figures.newest, now, unlisted):
                continue
            count_games(figures, played, with_computers=False)
            has_shares |= any(found.shares for _, found in figures.kinds)
            if (candidate := figures_candidate(user, figures, measure, game, LEAST_GAMES[span])) is not None:
                candidates.append(candidate)
        return Ranking(rank_players(candidates), most_played(played), has_shares)

    async def _period_name(self, chat: int, span: Span, now: int) -> str:
        progress, _ = await self._store.read_progress(chat)
        return period_name(span, now, progress.season)

    async def _read_period(self, chat: int, user: int, period: str) -> PeriodFigures:
        stored = (await self._store.read_figures(chat, period, [user])).get(user)
        return PeriodFigures() if stored is None else decode_figures(stored)


async def _decode_all(stored: Mapping[int, bytes], decode: Callable[[bytes], T]) -> AsyncIterator[tuple[int, T]]:
    for number, (user, value) in enumerate(stored.items(), start=1):
        yield user, decode(value)
        if number % _DECODED_AT_ONCE == 0:
            await asyncio.sleep(0)
