"""A start on many running clocks, after a minute's absence by SIGKILL: how soon it plays, and what it writes.

The minute is not waited for: the last beat is set back by it in Redis, as are the tables, and those due within it too.
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

from bot.bench.fleet.api_server import FleetBotApi
from bot.bench.fleet.launch import launch_fleet
from bot.bench.fleet.worker_process import WorkerProcess
from bot.bench.make_moves import MoveMaker
from bot.bench.measure_moves import OUR_ACCOUNT
from bot.bench.prepared_games import Match, prepare_games
from bot.judges import WordChanges
from bot.store import keys
from bot.store.commits import Commit
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.codec import encode_stored
from engine import clock
from engine.crossword.shipped import crossword_rulesets
from engine.game import deadline
from engine.rulesets import resolve_ruleset

_CLOCK_OPTION: Final = "5min"
_TURN_TIME: Final = timedelta(minutes=5)
_DOWNTIME: Final = timedelta(minutes=1)
_FIRST_DUE: Final = timedelta(seconds=45)
"""What is due first, after the last beat: within the absence, and later than the bench looks once it is over."""
_DUE_WITHIN: Final = timedelta(minutes=3)
_CHAT: Final = -1_002_000_000_000
_AT_ONCE: Final = 250
_SETTLE_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 0.002


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartFigures:
    """What a start took and wrote; of several the worst of each."""

    tables: int
    ready_s: float
    """From the start of the process until it asks for updates."""
    first_move_s: float
    """The same until the picture of the first move is sent, which waited at Telegram."""
    table_writes: int
    """Tables that were changed, but for the one that was moved at."""
    other_writes: int
    """All changes that Redis counted in that time, the move's own among them."""


async def measure_restart(tables: int) -> RestartFigures:
    """Start the bot on so many timed tables: after one SIGKILL, and after a second in the midst of that start.

    Raises:
        StartError: this machine cannot run it, or the bot did not do its work; says which and why.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-bench-")))
        api = await stack.enter_async_context(FleetBotApi(OUR_ACCOUNT))
        fleet = await stack.enter_async_context(launch_fleet(api, OUR_ACCOUNT, folder, polls=True))
        client = await stack.enter_async_context(connect(fleet.redis.url))
        bench = _RestartBench(fleet.workers[0], MoveMaker(fleet.account), client, tables)
        found = [
            await bench.measure_after_kill(_CHAT, kill_twice=False),
            await bench.measure_after_kill(2 * _CHAT, kill_twice=True),
        ]
    return RestartFigures(
        tables=tables,
        ready_s=max(one.ready_s for one in found),
        first_move_s=max(one.first_move_s for one in found),
        table_writes=max(one.table_writes for one in found),
        other_writes=max(one.other_writes for one in found),
    )


class _RestartBench:
    """One Redis with its tables, and the bot on it, killed and started again."""

    def __init__(self, worker: WorkerProcess, answers: MoveMaker, client: Redis, tables: int) -> None:
        self._worker: Final = worker
        self._answers: Final = answers
        self._client: Final = client
        self._store: Final = GameStore(client)
        self._tables: Final = tables
        self._match: Final = prepare_games()[0]

    async def measure_after_kill(self, first_chat: int, *, kill_twice: bool) -> RestartFigures:
        """Kill the bot, let a minute have passed, and start it; ``kill_twice``: kill it again as soon as it is back."""
        await self._worker.terminate(SIGKILL)
        chats = range(first_chat, first_chat - self._tables, -1)
        await self._store_tables(chats)
        played = replace(self._match, chat=first_chat, moves=self._match.moves[:1])
        move = asyncio.create_task(self._answers.play_matches((played,)))
        before = await self._read_tables(chats[1:]), await self._read_change_count()
        if kill_twice:
            away = await self._read_downtime()
            await self._worker.start()
            while await self._read_downtime() == away and self._worker.is_alive:  # noqa: ASYNC110 - another process's
                await asyncio.sleep(_LOOK_SECONDS)
            await self._worker.terminate(SIGKILL)
        began = time.perf_counter()
        await self._worker.start()
        await self._worker.wait_until_ready()
        ready = time.perf_counter() - began
        await move
        moved = time.perf_counter() - began
        await asyncio.sleep(_SETTLE_SECONDS)
        after = await self._read_tables(chats[1:]), await self._read_change_count()
        return RestartFigures(
            tables=self._tables,
            ready_s=ready,
            first_move_s=moved,
            table_writes=sum(one != other for one, other in zip(before[0], after[0], strict=True)),
            other_writes=after[1] - before[1],
        )

    async def _store_tables(self, chats: range) -> None:
        """Put tables as they were at the last beat, a minute ago, with the first turn out of time since."""
        seconds, microseconds = await self._client.time()
        beat = datetime.fromtimestamp(seconds, UTC) + timedelta(microseconds=microseconds) - _DOWNTIME
        away = await self._read_downtime()
        shards = range(keys.SHARDS)
        # The start before committed a move just now, which would be no absence.
        await self._client.delete(
            *map(keys.deadlines, shards), *map(keys.newest_commit, shards), keys.worker_heartbeats()
        )
        await self._client.hset(keys.clock(), "beat", str(round(beat.timestamp() * 1000)))
        commits = list(_make_commits(self._match, chats, beat - away, away))
        for first in range(0, len(commits), _AT_ONCE):
            await asyncio.gather(*map(self._store.commit, commits[first : first + _AT_ONCE]))

    async def _read_tables(self, chats: range) -> list[object]:
        """What Redis holds of each table, but for its bytes, whose version tells when they change."""
        pipe = self._client.pipeline(transaction=False)
        for scope in map(Scope, chats):
            pipe.hmget(keys.game(scope), "version", "post", "photo", "away")
            pipe.zscore(keys.deadlines(keys.shard_of(scope.chat)), str(scope))
        found = await pipe.execute()
        return [(*found[place], found[place + 1]) for place in range(0, len(found), 2)]

    async def _read_downtime(self) -> timedelta:
        """For how long Redis says that the service was away."""
        return timedelta(milliseconds=int(await self._client.hget(keys.clock(), "away") or 0))

    async def _read_change_count(self) -> int:
        """How many changes Redis has counted."""
        return int((await self._client.info("persistence"))["rdb_changes_since_last_save"])


def _make_commits(match: Match, chats: range, beat: datetime, away: timedelta) -> Iterator[Commit]:
    """Games at their first turn, the first of them out of time soonest; ``beat`` is in served time."""
    rules = resolve_ruleset(crossword_rulesets()[match.opening.ruleset.id], {"clock": _CLOCK_OPTION})
    for number, chat in enumerate(chats):
        out = beat + _FIRST_DUE + _DUE_WITHIN * number / len(chats)
        clocks = replace(
            clock.start_turn(clock.initial_clocks(rules.clock_rule, len(match.opening.players)), out - _TURN_TIME),
            reminded=True,
        )
        table = replace(match.opening, ruleset=rules, clocks=clocks)
        due = deadline(table)
        yield Commit(
            scope=Scope(chat),
            expected_version=0,
            update_id=None,
            state=encode_stored(table),
            deadline=None if due is None else due.timestamp(),
            reset_log=True,
            custom_words=encode_stored(WordChanges()),
            downtime_ms=away // timedelta(milliseconds=1),
        )
