"""Reads figures for those who ask: one player's, or a whole group's ranking, which never holds up the loop for long."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.records.player_stats import count_games, most_played
from bot.records.projection import Projection, decode_figures, decode_standing
from bot.records.ranking import (
    LEAST_GAMES,
    Candidate,
    Measure,
    RankedPlayer,
    Span,
    figures_candidate,
    is_shown,
    period_name,
    rank_players,
    rating_candidate,
)
from bot.store.records import RecordStore
from engine.figures import PeriodFigures
from engine.forget_player import is_forgotten
from engine.standings import Standing

T = TypeVar("T")
_DECODED_AT_ONCE: Final = 100
"""How many values are decoded before others have their turn: some milliseconds."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A group's players in order, and what they may be ranked by."""

    players: list[RankedPlayer]
    choices: list[str]
    """The games that were played in the period, or, by ratings, the families; the most played first."""


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What is known of a player in one chat."""

    standing: Standing
    period: PeriodFigures
    ever: PeriodFigures


class FiguresReader:
    """Reads figures once all records are counted.

    Args:
        store: where they are.
    """

    def __init__(self, store: RecordStore, projection: Projection) -> None:
        self._store: Final = store
        self._projection: Final = projection

    async def read_player(self, chat: int, user: int, span: Span, now: int) -> PlayerFigures | None:
        """Somebody's figures in a chat; ``None`` where they have finished no game.

        Args:
            chat: the chat.
            user: who.
            span: of which period.
            now: Unix seconds.
        """
        await self._projection.catch_up(chat)
        standing = (await self._store.read_standings(chat, [user])).get(user)
        if standing is None:
            return None
        period = await self._read_period(chat, user, await self._period_name(chat, span, now))
        ever = period if span == "ever" else await self._read_period(chat, user, period_name("ever", now, 0))
        return PlayerFigures(decode_standing(standing), period, ever)

    async def read_user_chats(self, user: int) -> list[int]:
        """The chats whose records name somebody."""
        return await self._store.read_user_chats(user)

    async def is_unlisted(self, chat: int, user: int) -> bool:
        """Whether somebody does not want to be shown to others of a chat."""
        return user in await self._store.read_unlisted(chat)

    async def read_names(self, chat: int, users: Iterable[int]) -> dict[int, str]:
        """What people were called in their newest games."""
        stored = await self._store.read_standings(chat, users)
        return {user: decode_standing(value).name for user, value in stored.items()}

    async def read_shown_names(self, chat: int, users: Iterable[int]) -> dict[int, str]:
        """As :meth:`read_names`, without those who do not want to be shown to others of the chat."""
        unlisted = await self._store.read_unlisted(chat)
        return await self.read_names(chat, [user for user in users if user not in unlisted])

    async def find_users_by_name(self, chat: int, matches: Callable[[str], bool]) -> list[int]:
        """Everybody in a chat's records whose name matches, and who was not forgotten."""
        await self._projection.catch_up(chat)
        stored = await self._store.all_standings(chat)
        return [
            user
            async for user, standing in _decode_all(stored, decode_standing)
            if not is_forgotten(user) and matches(standing.name)
        ]

    async def rank_by_rating(self, chat: int, family: str, now: int) -> Ranking:
        """A group by its ratings in a family of games; without one in that in which most people have one."""
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
        return Ranking(rank_players(found.get(family or next(iter(families), ""), ())), families)

    async def rank_by_figures(self, chat: int, measure: Measure, span: Span, game: str, now: int) -> Ranking:
        """A group by points, wins or averages of a period; ``game`` is a ruleset's id, or empty for all."""
        await self._projection.catch_up(chat)
        unlisted = await self._store.read_unlisted(chat)
        stored = await self._store.all_figures(chat, await self._period_name(chat, span, now))
        candidates, played = list[Candidate](), Counter[str]()
        async for user, figures in _decode_all(stored, decode_figures):
            if not is_shown(user, figures.newest, now, unlisted):
                continue
            count_games(figures, played, with_computers=False)
            if (candidate := figures_candidate(user, figures, measure, game, LEAST_GAMES[span])) is not None:
                candidates.append(candidate)
        return Ranking(rank_players(candidates), most_played(played))

    async def _period_name(self, chat: int, span: Span, now: int) -> str:
        progress, _ = await self._store.read_progress(chat)
        return period_name(span, now, progress.season)

    async def _read_period(self, chat: int, user: int, period: str) -> PeriodFigures:
        stored = (await self._store.read_figures(chat, period, [user])).get(user)
        return PeriodFigures() if stored is None else decode_figures(stored)


async def _decode_all(stored: Mapping[int, bytes], decode: Callable[[bytes], T]) -> AsyncIterator[tuple[int, T]]:
    """All values by user, decoded some at a time: between them others have their turn."""
    for number, (user, value) in enumerate(stored.items(), start=1):
        yield user, decode(value)
        if number % _DECODED_AT_ONCE == 0:
            await asyncio.sleep(0)
