"""Processes that apply what is due: any number of them on one Redis and one clock that a test moves."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from redis.asyncio import Redis
from telegram.error import NetworkError

from bot.codec import Notice, decode_notice, encode
from bot.deadlines import BEAT, Deadlines
from bot.games import Games
from bot.judges import Judges
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.redis import Commit, Committed, Store
from bot.store.streams import Outbox
from engine.crossword.state import GameState
from engine.game import Event, Table, deadline
from tests.support.chats import Clock
from tests.support.games import NOW

SCOPE = Scope(-100777, 3)


class World:
    """Some workers on one Redis and one clock."""

    def __init__(self, redis: Redis) -> None:
        self.clock = Clock(NOW)
        self.redis = redis
        self.store = Store(redis)
        self.games = Games(self.store, Judges(redis), self.clock)
        self.heartbeat = Heartbeat(redis, "test")
        self.reachable = True
        self.probes = 0

    def worker(self, name: str = "bot", pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> Deadlines:
        """A process just started; the name is that of the process which it replaces, if any."""
        heartbeat = Heartbeat(self.redis, name)
        return Deadlines(self.store, self.games, heartbeat, self.probe, self.clock, pause=pause)

    def workers(self, count: int) -> list[Deadlines]:
        """So many processes beside each other."""
        return [self.worker(f"bot{number}") for number in range(count)]

    async def probe(self) -> None:
        self.probes += 1
        if not self.reachable:
            raise NetworkError("no route")

    async def deal(self, table: Table, scope: Scope = SCOPE) -> None:
        held = await self.store.load(scope)
        due = deadline(table)
        done = await self.store.commit(
            Commit(
                scope=scope,
                expected=held.version,
                update_id=None,
                state=encode(table),
                deadline=None if due is None else due.timestamp(),
            )
        )
        assert isinstance(done, Committed)

    async def game(self) -> GameState:
        table = (await self.games.load(SCOPE)).table
        assert isinstance(table, GameState)
        return table

    async def events(self) -> list[Event]:
        """What the group is told of, in order."""
        return [event for notice in await self.told() for event in notice.events]

    async def told(self) -> list[Notice]:
        return [decode_notice(entry.payload) for entry in await Outbox(self.redis).read("test", 100, 0)]

    async def later(self, seconds: float, *workers: Deadlines) -> None:
        """Time passes beat by beat, the workers looking at each."""
        end = self.clock.now + timedelta(seconds=seconds)
        while self.clock.now < end:
            self.clock.now = min(end, self.clock.now + BEAT)
            for worker in workers:
                await worker.step()
