"""Many chats that move at once over one worker: how long a move waits for its picture, and whether each counts once."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.bench.answers import Answers
from bot.bench.deals import deal
from bot.bench.matches import Match, deck, one_by_one, side_by_side
from bot.bench.runs import CHAT, OURS
from bot.fleet.processes import check_clock
from bot.fleet.running import Fleet, running
from bot.fleet.server import serving
from bot.store.connect import connect
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import decode_entry

MOVES: Final = 4
"""Moves of each chat: the first ones all at the same instant, each other one when the picture before has come."""
_WARM_UP_MOVES: Final = 30
_PER_CENT: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a run found; waits in milliseconds, from a move's being written to its picture."""

    moves_per_s: float
    cpu_ms: float
    """Processor time a move, of the bot and its Redis."""
    waits_ms: Sequence[float]
    out_of_order: int
    """Chats in which moves were applied in another order than they were written in."""
    lost: int
    doubled: int

    def percentile(self, part: int) -> float:
        """The wait that so many per cent of the moves stay below, 1 to 99."""
        return statistics.quantiles(self.waits_ms, n=_PER_CENT, method="inclusive")[part - 1]


async def measure(chats: int) -> Load:
    """Let so many chats play, from 1, with no limit on what may be sent.

    Raises:
        StartError: this machine cannot run it, or a move was refused or not answered.
    """
    check_clock()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-load-")))
        api = await stack.enter_async_context(serving(OURS))
        fleet = await stack.enter_async_context(running(api, OURS, folder, polls=True))
        games = deck()
        warm = list(one_by_one(games, _WARM_UP_MOVES, CHAT))
        matches = side_by_side(games, chats * MOVES, chats, 2 * CHAT)
        await deal(fleet.stores.url, (*warm, *matches))
        answers = Answers(fleet.account)
        await answers.play(warm)
        spent, began = fleet.cpu_seconds(), time.perf_counter()
        waits = await asyncio.gather(*(_play(answers, match) for match in matches))
        seconds, spent = time.perf_counter() - began, fleet.cpu_seconds() - spent
        moves = sum(map(len, waits))
        out_of_order, lost, doubled = await _audit(fleet, matches)
    return Load(
        moves_per_s=moves / seconds,
        cpu_ms=1000 * spent / moves,
        waits_ms=[1000 * wait for chat in waits for wait in chat],
        out_of_order=out_of_order,
        lost=lost,
        doubled=doubled,
    )


async def _play(answers: Answers, match: Match) -> list[float]:
    """Play a match; the seconds that each move waited."""
    waits = []
    for move in match.moves:
        began = time.perf_counter()
        await answers.answer(match.chat, move)
        waits.append(time.perf_counter() - began)
    return waits


async def _audit(fleet: Fleet, matches: Sequence[Match]) -> tuple[int, int, int]:
    """By the logs: chats out of order, moves lost, and moves applied twice."""
    out_of_order = lost = doubled = 0
    client = connect(fleet.stores.url)
    store = Store(client)
    try:
        for match in matches:
            scope = Scope(match.chat)
            entries = await store.log(scope, (await store.load(scope)).version)
            played = [getattr(decode_entry(entry).action, "by", None) for entry in entries]
            written = [move.user for move in match.moves]
            lost += max(0, len(written) - len(played))
            doubled += max(0, len(played) - len(written))
            out_of_order += any(one != other for one, other in zip(played, written, strict=False))
    finally:
        await client.aclose()
    return out_of_order, lost, doubled
