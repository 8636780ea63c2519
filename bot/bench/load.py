"""Many chats that move at once over some workers: how long a move waits for its picture, whether each counts once."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.bench.audit import Wrong, audit
from bot.bench.crowd import Crowd
from bot.bench.deals import deal
from bot.bench.matches import Match, deck, side_by_side
from bot.bench.runs import CHAT, OURS
from bot.config import StartError
from bot.fleet.processes import check_clock, peak_bytes
from bot.fleet.running import Fleet, running
from bot.fleet.server import serving

MOVES: Final = 4
"""Moves of each chat, where it waits for the picture of one before it writes the next."""
MOST_BURST: Final = 25
"""As long as the shortest of the games."""
_WARM_UP_CHATS: Final = 100
"""Of others that play before it is measured, at most."""
_SETTLE_SECONDS: Final = 0.3
"""After the last picture workers still have to read the answer and note it; that belongs to the move."""
_PER_CENT: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who plays, and how."""

    chats: int
    workers: int = 1
    cluster: bool = False
    burst: int = 1
    """How many moves a chat writes without waiting, 1 to :data:`MOST_BURST`."""
    duplicates: int = 0
    """Of how many updates in a hundred another worker gets a copy."""
    at_once: int = 500
    """How many chats play at the same time; each of the others waits for its turn before each of its moves."""
    polls: bool = False
    """Whether the one worker fetches its updates; else they are posted to it."""

    @property
    def moves(self) -> int:
        """Of each chat."""
        return MOVES if self.burst == 1 else self.burst


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a run found; waits in milliseconds, from a move's being written to its picture."""

    moves_per_s: float
    cpu_ms: float
    """Processor time a move, of the workers and their Redis."""
    waits_ms: Sequence[float]
    wrong: Wrong
    redis_kb_per_game: float
    """The memory of Redis for a table with all that belongs to it, once it was played at."""
    rss_mb: float
    """The most memory that a worker has had."""
    refusals: int
    """How often a chat was answered with words, which prepared moves give no reason for."""

    def percentile(self, part: int) -> float:
        """The wait that so many per cent of the moves stay below, 1 to 99."""
        return statistics.quantiles(self.waits_ms, n=_PER_CENT, method="inclusive")[part - 1]


async def measure(plan: Plan) -> Load:
    """Let chats play as planned, with no limit on what may be sent.

    Raises:
        StartError: this machine cannot run it, or a worker fell silent.
    """
    if plan.polls and plan.workers > 1:
        raise StartError("Telegram lets one worker alone fetch updates: leave --polls away, or take one worker.")
    check_clock()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-load-")))
        api = await stack.enter_async_context(serving(OURS))
        fleet = await stack.enter_async_context(
            running(api, OURS, folder, workers=plan.workers, cluster=plan.cluster, polls=plan.polls)
        )
        redis, games = fleet.stores, deck()
        first = min(plan.chats, plan.at_once, _WARM_UP_CHATS)
        await (await _crowd(fleet, games, plan, first, CHAT)).play(plan.at_once)
        memory = await redis.used_bytes()
        crowd = await _crowd(fleet, games, plan, plan.chats, 2 * CHAT)
        spent, began = fleet.cpu_seconds(), time.perf_counter()
        await crowd.play(plan.at_once)
        seconds = time.perf_counter() - began
        await asyncio.sleep(_SETTLE_SECONDS)
        spent = fleet.cpu_seconds() - spent
        memory = await redis.used_bytes() - memory
        wrong = await audit(redis.url, crowd.chats)
        rss = max(peak_bytes(worker.pid) for worker in fleet.workers)
    waits = [1000 * wait for chat in crowd.chats for wait in chat.waits]
    if len(waits) <= 1:
        raise StartError("The bench failed: no move was told.")
    return Load(
        moves_per_s=len(waits) / seconds,
        cpu_ms=1000 * spent / len(waits),
        waits_ms=waits,
        wrong=wrong,
        redis_kb_per_game=memory / plan.chats / 1000,
        rss_mb=rss / 1_000_000,
        refusals=sum(chat.refusals for chat in crowd.chats),
    )


async def _crowd(fleet: Fleet, games: Sequence[Match], plan: Plan, chats: int, first_chat: int) -> Crowd:
    """So many chats that play as planned, with their games before them."""
    matches = side_by_side(games, chats * plan.moves, chats, first_chat)
    await deal(fleet.stores.url, matches)
    return Crowd(fleet.account, matches, burst=plan.burst, duplicates=plan.duplicates)
