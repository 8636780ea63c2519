"""Groups that want a daily puzzle, and workers that post it, each of which may fail or end at any step."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from redis.asyncio import Redis

from bot.handlers.daily import DailyPoster
from bot.store import keys
from bot.store.games import GameStore
from bot.store.puzzles import DailyChat, DailyPuzzleStore, DailySend
from bot.store.schedule import DailySchedule
from bot.tables.daily_time import DAILY_SETTING, WEEK_SETTING, DailyTime

GROUP, OTHER, SUPERGROUP = -4001, -4002, -1_001_000_004_001
NINE: Final = DailyTime(9, 0, "Europe/Istanbul")
DUE: Final = datetime(2026, 11, 27, 6, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class WorkerKilled(BaseException):
    """The process ended there."""


class Told:
    def __init__(self) -> None:
        self.posts: Final[list[tuple[int, str, str]]] = []
        self.chosen = 0
        self.week_games: Final[list[tuple[int, str]]] = []
        """Where games of the week were begun, and of which date; once each, as their commits see to it."""
        self.has_free_table = True

    async def begin_week_game(self, chat: int, _: Mapping[str, str], day: date) -> bool:
        if self.has_free_table and (chat, day.isoformat()) not in self.week_games:
            self.week_games.append((chat, day.isoformat()))
        return self.has_free_table


class Post:
    def __init__(self, told: Told, post: tuple[int, str, str], outcome: BaseException | None, *, sent: bool) -> None:
        self._told, self._post, self._outcome, self._sent = told, post, outcome, sent

    async def send(self) -> None:
        if self._outcome is None or self._sent:
            self._told.posts.append(self._post)
        if self._outcome is not None:
            raise self._outcome


class Posts:
    def __init__(self, told: Told) -> None:
        self._told = told
        self.outcomes: list[BaseException | None] = []
        self.reaches_chat = False
        self.has_puzzles = True

    async def choose_puzzle(self, _: int, known: DailyChat, day: date) -> str | None:
        if known.newest is not None and known.newest.day == day:
            return known.newest.puzzle
        self._told.chosen += 1
        return f"{self._told.chosen:012x}" if self.has_puzzles else None

    async def prepare_post(self, chat: int, _: DailyChat, day: date, puzzle: str) -> Post:
        outcome = self.outcomes.pop(0) if self.outcomes else None
        return Post(self._told, (chat, day.isoformat(), puzzle), outcome, sent=self.reaches_chat)


class KilledStore(DailyPuzzleStore):
    """A store with which the process ends, before or after a step."""

    die_before = die_after = ""
    loses_first = False
    """Whether another worker takes all shards once the picture is drawn."""

    async def begin_sending(self, chat: int, day: date, puzzle: str) -> DailySend:
        if self.loses_first:
            await own_all(self._client, "two")
        if self.die_before == "begin":
            raise WorkerKilled
        begun = await super().begin_sending(chat, day, puzzle)
        if self.die_after == "begin":
            raise WorkerKilled
        return begun

    async def record_outcome(self, *arguments: object) -> bool:
        if self.die_before == "record":
            raise WorkerKilled
        recorded = await super().record_outcome(*arguments)  # type: ignore[arg-type]  # as they came
        if self.die_after == "record":
            raise WorkerKilled
        return recorded


class Owned:
    def __init__(self, epoch: str, shards: Sequence[int] = range(keys.SHARDS)) -> None:
        self.epochs: Mapping[int, str] = dict.fromkeys(shards, epoch)
        self.lost: list[int] = []

    @property
    def readable_epochs(self) -> Mapping[int, str]:
        return self.epochs

    def report_lost(self, shard: int, _: str) -> None:
        self.lost.append(shard)


class Worker:
    def __init__(self, redis: Redis, clock: "Clock", told: Told, shards: Owned | None = None) -> None:
        self.posts = Posts(told)
        self.store = KilledStore(redis, shards)
        self.poster = DailyPoster(
            store=self.store,
            schedule=DailySchedule(redis, shards),
            posts=self.posts,
            begin_week_game=told.begin_week_game,
            clock=lambda: clock.now,
        )

    async def look(self) -> None:
        """Post what is due, until it may be that the process ends."""
        try:
            await self.poster.post_due()
        except WorkerKilled:
            return


class Clock:
    def __init__(self) -> None:
        self.now = DUE - MINUTE


class World:
    """A group that wants its puzzle at nine in Istanbul."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.clock, self.told = Clock(), Told()
        self.settings, self.schedule = GameStore(redis), DailySchedule(redis)

    def worker(self, shards: Owned | None = None) -> Worker:
        return Worker(self.redis, self.clock, self.told, shards)

    async def want(self, chat: int, daily: DailyTime | None) -> None:
        await self.settings.save_setting(chat, DAILY_SETTING, None if daily is None else daily.stored)
        if daily is not None:
            due = daily.next_after(self.clock.now).at.timestamp()
            await self.schedule.schedule_entry(chat, str(chat).encode(), due)

    async def want_week_game(self, chat: int, week: DailyTime) -> None:
        await self.settings.save_setting(chat, WEEK_SETTING, week.stored)
        await self.schedule.schedule_entry(chat, b"%d week" % chat, week.next_after(self.clock.now).at.timestamp())

    async def next_due(self, chat: int, what: str = "") -> datetime | None:
        score = await self.redis.zscore(keys.daily_posts(keys.shard_of(chat)), f"{chat}{what}")
        return None if score is None else datetime.fromtimestamp(float(score), UTC)

    @property
    def days(self) -> list[str]:
        return [day for _, day, _ in self.told.posts]


async def own_all(redis: Redis, epoch: str) -> None:
    for shard in range(keys.SHARDS):
        await redis.set(keys.shard_owner(shard), epoch)
