"""Many chats that move at once over some workers: how long a move waits for its picture, whether each counts once."""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.bench.fleet.api_server import serve_bot_api
from bot.bench.fleet.launch import Fleet, launch_fleet
from bot.bench.fleet.worker_process import peak_memory_bytes, require_process_clocks
from bot.bench.load_audit import LoadErrors, audit_chats
from bot.bench.load_chats import LoadChats
from bot.bench.measure_moves import FIRST_CHAT, OUR_ACCOUNT
from bot.bench.prepared_games import Match, prepare_games, spread_over_groups, store_games
from bot.config import StartError

MOVES_PER_CHAT: Final = 4
"""Moves of each chat, where it waits for the picture of one before it writes the next."""
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
    """How many moves a chat writes without waiting, 1 to :data:`MAX_BURST`."""
    duplicates: int = 0
    """Of how many updates in a hundred another worker gets a copy."""
    at_once: int = 500
    """How many chats play at the same time; each of the others waits for its turn before each of its moves."""
    polls: bool = False
    """Whether the one worker fetches its updates; else they are posted to it."""

    @property
    def moves_per_chat(self) -> int:
        """Of each chat."""
        return MOVES_PER_CHAT if self.burst == 1 else self.burst


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFigures:
    """What a run found; waits in milliseconds, from a move's being written to its picture."""

    moves_per_s: float
    cpu_ms: float
    """Processor time a move, of the workers and their Redis."""
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
        api = await stack.enter_async_context(serve_bot_api(OUR_ACCOUNT))
        fleet = await stack.enter_async_context(
            launch_fleet(api, OUR_ACCOUNT, folder, workers=plan.workers, cluster=plan.cluster, polls=plan.polls)
        )
        redis, games = fleet.redis, prepare_games()
        first = min(plan.chats, plan.at_once, _WARM_UP_CHATS)
        await (await _prepare_chats(fleet, games, plan, first, FIRST_CHAT)).play_all(plan.at_once)
        memory = await redis.read_used_bytes()
        crowd = await _prepare_chats(fleet, games, plan, plan.chats, 2 * FIRST_CHAT)
        spent, began = fleet.cpu_seconds(), time.perf_counter()
        await crowd.play_all(plan.at_once)
        seconds = time.perf_counter() - began
        await asyncio.sleep(_SETTLE_SECONDS)
        spent = fleet.cpu_seconds() - spent
        memory = await redis.read_used_bytes() - memory
        wrong = await audit_chats(redis.url, crowd.chats)
        rss = max(peak_memory_bytes(worker.pid) for worker in fleet.workers)
    waits = [1000 * wait for chat in crowd.chats for wait in chat.waits]
    if len(waits) <= 1:
        raise StartError("The bench failed: no move was told.")
    return LoadFigures(
        moves_per_s=len(waits) / seconds,
        cpu_ms=1000 * spent / len(waits),
        waits_ms=waits,
        errors=wrong,
        redis_kb_per_game=memory / plan.chats / 1000,
        rss_mb=rss / 1_000_000,
        refusals=sum(chat.refusal_count for chat in crowd.chats),
    )


async def _prepare_chats(
    fleet: Fleet, games: Sequence[Match], plan: LoadPlan, chats: int, first_chat: int
) -> LoadChats:
    """So many chats that play as planned, with their games before them."""
    matches = spread_over_groups(games, chats * plan.moves_per_chat, chats, first_chat)
    await store_games(fleet.redis.url, matches)
    return LoadChats(fleet.account, matches, burst=plan.burst, duplicates=plan.duplicates)
