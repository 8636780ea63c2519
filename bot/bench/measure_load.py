"""Many chats that move at once over some workers: how long a move waits for its picture, whether each counts once."""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.bench.fleet.api_server import FleetBotApi
from bot.bench.fleet.launch import Fleet, launch_fleet
from bot.bench.fleet.worker_process import peak_memory_bytes, require_process_clocks
from bot.bench.load_audit import LoadErrors, audit_tables
from bot.bench.load_chats import LoadChats
from bot.bench.measure_moves import FIRST_CHAT, OUR_ACCOUNT
from bot.bench.prepared_games import Match, prepare_games, spread_over_groups, store_games
from bot.config import StartError

MOVES_PER_TABLE: Final = 4
"""Moves of each table, where it waits for the picture of one before it writes the next."""
MAX_BURST: Final = 25
"""As long as the shortest of the games."""
_WARM_UP_CHATS: Final = 100
"""Of others that play before it is measured, at most."""
_SETTLE_SECONDS: Final = 0.3
"""After the last picture workers still have to read the answer and note it; that belongs to the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadPlan:
    """Who plays, and how."""

    chats: int
    workers: int = 1
    cluster: bool = False
    burst: int = 1
    """How many moves are written at a table without waiting, 1 to :data:`MAX_BURST`."""
    duplicates: int = 0
    """Of how many updates in a hundred another worker gets a copy."""
    at_once: int = 500
    """How many tables move at the same time; each of the others waits for its turn before each of its moves."""
    polls: bool = False
    """Whether the one worker fetches its updates; else they are posted to it."""
    tables_per_chat: int = 1
    """How many tables are played in each chat at the same time."""

    @property
    def moves_per_table(self) -> int:
        """Of each table."""
        return MOVES_PER_TABLE if self.burst == 1 else self.burst


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFigures:
    """What a run found; waits in milliseconds, from a move's being written to its picture."""

    moves_per_s: float
    cpu_ms: float
    """Processor time a move, of the workers and their Redis."""
    round_trips: float
    """How often Redis had something to read for a move, whoever asked; several that move at once share some."""
    waits_ms: Sequence[float]
    errors: LoadErrors
    redis_kb_per_game: float
    """The memory of Redis for a table with all that belongs to it, once it was played at."""
    rss_mb: float
    """The most memory that a worker has had."""
    refusals: int
    """How often a chat was answered with words, which prepared moves give no reason for."""


async def measure_load(plan: LoadPlan) -> LoadFigures:
    """Let chats play as planned, with no limit on what may be sent.

    Raises:
        StartError: this machine cannot run it, or a worker fell silent.
    """
    if plan.polls and plan.workers > 1:
        raise StartError("Telegram lets only one worker fetch updates: leave out --polls, or use one worker.")
    require_process_clocks()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-load-")))
        api = await stack.enter_async_context(FleetBotApi(OUR_ACCOUNT))
        fleet = await stack.enter_async_context(
            launch_fleet(api, OUR_ACCOUNT, folder, workers=plan.workers, cluster=plan.cluster, polls=plan.polls)
        )
        redis, games = fleet.redis, prepare_games()
        first = min(plan.chats, plan.at_once, _WARM_UP_CHATS)
        await (await _prepare_chats(fleet, games, plan, first, FIRST_CHAT)).play_all(plan.at_once)
        memory = await redis.read_used_bytes()
        crowd = await _prepare_chats(fleet, games, plan, plan.chats, 2 * FIRST_CHAT)
        requests = await redis.read_request_count()
        spent, began = fleet.cpu_seconds(), time.perf_counter()
        await crowd.play_all(plan.at_once)
        seconds = time.perf_counter() - began
        await asyncio.sleep(_SETTLE_SECONDS)
        spent = fleet.cpu_seconds() - spent
        requests = await redis.read_request_count() - requests
        memory = await redis.read_used_bytes() - memory
        wrong = await audit_tables(redis.url, crowd.tables)
        rss = max(peak_memory_bytes(worker.pid) for worker in fleet.workers)
    waits = [1000 * wait for table in crowd.tables for wait in table.waits]
    if len(waits) <= 1:
        raise StartError("The bench failed: no move was told.")
    return LoadFigures(
        moves_per_s=len(waits) / seconds,
        cpu_ms=1000 * spent / len(waits),
        round_trips=requests / len(waits),
        waits_ms=waits,
        errors=wrong,
        redis_kb_per_game=memory / plan.chats / plan.tables_per_chat / 1000,
        rss_mb=rss / 1_000_000,
        refusals=sum(table.refusal_count for table in crowd.tables),
    )


async def _prepare_chats(
    fleet: Fleet, games: Sequence[Match], plan: LoadPlan, chats: int, first_chat: int
) -> LoadChats:
    """So many chats that play as planned, with their games before them."""
    moves = chats * plan.tables_per_chat * plan.moves_per_table
    matches = spread_over_groups(games, moves, chats, first_chat, plan.tables_per_chat)
    await store_games(fleet.redis.url, matches)
    return LoadChats(fleet.account, matches, burst=plan.burst, duplicates=plan.duplicates)
