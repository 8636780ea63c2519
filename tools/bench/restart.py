"""Measure a start with many running clocks, a minute after SIGKILL: how soon the bot plays, and how much it writes.

The minute is not waited for: the last heartbeat and the tables are set back in Redis; some turns ended within it.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from signal import SIGKILL
from typing import Final

from msgspec.structs import replace
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import connect
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.keys import Scope
from engine import clock
from engine.crossword.shipped import crossword_rulesets
from engine.game import deadline
from engine.rulesets import resolve_ruleset
from tools.bench.games import Match, MoveMaker, commit_all, new_game, prepare_games
from tools.bench.moves import OUR_ACCOUNT
from tools.fleet.bot_api import FleetBotApi
from tools.fleet.launch import WorkerProcess, launch_fleet

_TURN_TIME: Final = timedelta(minutes=5)
_DOWNTIME: Final = timedelta(minutes=1)
_FIRST_DUE: Final = timedelta(seconds=45)
"""When the first turn ends, after the last heartbeat: during the downtime, and later than the bench waits after it."""
_DUE_WITHIN: Final = timedelta(minutes=3)
_FIRST_CHAT: Final = -1_002_000_000_000
_SETTLE_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 0.002


async def measure_restart(tables: int) -> dict[str, object]:
    """Start the bot with ``tables`` timed tables: after one SIGKILL, and after a second one during the start.

    The worse figures of both are given: seconds until it asks for updates, and until it sends the picture of a move
    that waited at Telegram; how many other tables changed; all changes that Redis counted.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-bench-")))
        api = await stack.enter_async_context(FleetBotApi(OUR_ACCOUNT))
        fleet = await stack.enter_async_context(launch_fleet(api, OUR_ACCOUNT, folder, polls=True))
        client = await stack.enter_async_context(connect(fleet.redis.url))
        bench = _RestartBench(fleet.workers[0], MoveMaker(fleet.account), client, prepare_games()[0], tables)
        starts = (
            await bench.measure_start(_FIRST_CHAT, kill_twice=False),
            await bench.measure_start(2 * _FIRST_CHAT, kill_twice=True),
        )
    ready, moved, table_writes, other_writes = map(max, zip(*starts, strict=True))
    return {
        "tables": tables,
        "ready_s": round(ready, 2),
        "first_move_s": round(moved, 2),
        "table_writes": table_writes,
        "other_writes": other_writes,
    }


@dataclass(frozen=True, slots=True)
class _RestartBench:
    worker: WorkerProcess
    move_maker: MoveMaker
    client: Redis
    match: Match
    tables: int

    async def measure_start(self, first_chat: int, *, kill_twice: bool) -> tuple[float, float, int, int]:
        await self.worker.terminate(SIGKILL)
        chats = range(first_chat, first_chat - self.tables, -1)
        await self._store_tables(chats)
        played = replace(self.match, chat=first_chat, moves=self.match.moves[:1])
        move = asyncio.create_task(self.move_maker.play_matches((played,)))
        tables, changes = await self._read_tables(chats[1:]), await self._read_change_count()
        if kill_twice:
            away = await self._read_downtime()
            await self.worker.start()
            while await self._read_downtime() == away and self.worker.is_alive:  # noqa: ASYNC110 - another process's
                await asyncio.sleep(_LOOK_SECONDS)
            await self.worker.terminate(SIGKILL)
        began = time.perf_counter()
        await self.worker.start()
        await self.worker.wait_until_ready()
        ready = time.perf_counter() - began
        await move
        moved = time.perf_counter() - began
        await asyncio.sleep(_SETTLE_SECONDS)
        after = await self._read_tables(chats[1:])
        changes = await self._read_change_count() - changes
        return ready, moved, sum(one != other for one, other in zip(tables, after, strict=True)), changes

    async def _store_tables(self, chats: range) -> None:
        """Store tables as of the last heartbeat, a minute ago; the first turn has run out since."""
        seconds, microseconds = await self.client.time()
        beat = datetime.fromtimestamp(seconds, UTC) + timedelta(microseconds=microseconds) - _DOWNTIME
        away = await self._read_downtime()
        shards = range(keys.SHARDS)
        # A move was committed just before; with its traces the bot would see no downtime.
        await self.client.delete(
            *map(keys.deadlines, shards), *map(keys.newest_commit, shards), keys.worker_heartbeats()
        )
        await self.client.hset(keys.clock(), "beat", str(round(beat.timestamp() * 1000)))
        await commit_all(GameStore(self.client), list(_make_commits(self.match, chats, beat - away, away)))

    async def _read_tables(self, chats: range) -> list[object]:
        """Read each table's fields that a start may change; the version stands for the state itself."""
        pipe = self.client.pipeline(transaction=False)
        for scope in map(Scope, chats):
            pipe.hmget(keys.game(scope), "version", "post", "photo", "away")
            pipe.zscore(keys.deadlines(keys.shard_of(scope.chat)), str(scope))
        found = await pipe.execute()
        return [(*found[place], found[place + 1]) for place in range(0, len(found), 2)]

    async def _read_downtime(self) -> timedelta:
        return timedelta(milliseconds=int(await self.client.hget(keys.clock(), "away") or 0))

    async def _read_change_count(self) -> int:
        return int((await self.client.info("persistence"))["rdb_changes_since_last_save"])


def _make_commits(match: Match, chats: range, beat: datetime, away: timedelta) -> Iterator[Commit]:
    """Make games at their first turn; the first ones run out soonest. ``beat``: in served time (UTC less downtime)."""
    rules = resolve_ruleset(crossword_rulesets()[match.opening.ruleset.id], {"clock": "5min"})
    for number, chat in enumerate(chats):
        out = beat + _FIRST_DUE + _DUE_WITHIN * number / len(chats)
        clocks = replace(
            clock.start_turn(clock.initial_clocks(rules.clock_rule, len(match.opening.players)), out - _TURN_TIME),
            reminded=True,
        )
        table = replace(match.opening, ruleset=rules, clocks=clocks)
        due = deadline(table)
        yield new_game(Scope(chat), table, None if due is None else due.timestamp(), away // timedelta(milliseconds=1))
