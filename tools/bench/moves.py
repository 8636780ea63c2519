"""Measure what a move costs: the bot, the naive bot and the floor play the same moves alternately.

Costs are processor time of a process and its Redis together, as medians over rounds; :mod:`tools.bench.floor` is the
least possible.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.config import StartError
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.keys import Scope
from tools.bench.floor import FLOOR_PROGRAM, MOVES_VARIABLE, RecordingApi, record_moves
from tools.bench.games import PLAYS_PER_GAME, Match, MoveMaker, prepare_games, spread_over_chats, store_games
from tools.bench.naive_bot import NAIVE_PROGRAM, store_naive_games
from tools.fleet.launch import BOT_PROGRAM, Fleet, launch_fleet, require_process_clocks

OUR_ACCOUNT: Final = "1:harfiyen"
NAIVE_ACCOUNT: Final = "2:naive"
FLOOR_ACCOUNT: Final = "4:floor"
FIRST_CHAT: Final = -1_001_000_000_000
_CHATS_PER_ROUND: Final = 10_000
_ROUNDS: Final = 4
_MIN_MOVES_PER_ROUND: Final = 5
_WARM_UP_MOVES: Final = 30
_CHATS_AT_ONCE: Final = 16
_SETTLE_SECONDS: Final = 0.2
"""Seconds in which a bot still processes the answer to its last picture; that work belongs to the move."""


@dataclass(frozen=True, slots=True)
class MeasuredBot:
    fleet: Fleet
    store_games: Callable[[str, Sequence[Match]], Awaitable[None]]
    move_maker: MoveMaker
    costs: list[float] = field(default_factory=list)
    """Milliseconds of processor time per move, in each round."""

    async def measure_round(self, matches: Sequence[Match]) -> None:
        await self.store_games(self.fleet.redis.url, matches)
        await asyncio.sleep(_SETTLE_SECONDS)
        before = self.fleet.cpu_seconds()
        moves = await self._play_in_turn(matches)
        self.costs.append(1000 * (self.fleet.cpu_seconds() - before) / moves)

    async def measure_requests(self, matches: Sequence[Match]) -> tuple[float, ...]:
        """Return round trips to Redis, calls of the Bot API, and bytes that Redis writes, each per move."""
        await self.store_games(self.fleet.redis.url, matches)
        await asyncio.sleep(_SETTLE_SECONDS)
        async with connect(self.fleet.redis.url) as client:
            before = await self._count_requests(client)
            moves = await self._play_in_turn(matches)
            after = await self._count_requests(client)
        own_reads = (1, 0, 0)
        return tuple((now - then - own) / moves for now, then, own in zip(after, before, own_reads, strict=True))

    async def measure_rate(self, matches: Sequence[Match]) -> float:
        await self.store_games(self.fleet.redis.url, matches)
        began = time.perf_counter()
        moves = len(await self.move_maker.play_matches(matches))
        return moves / (time.perf_counter() - began)

    async def _play_in_turn(self, matches: Sequence[Match]) -> int:
        moves = sum([len(await self.move_maker.play_matches((match,))) for match in matches])
        await asyncio.sleep(_SETTLE_SECONDS)
        return moves

    async def _count_requests(self, client: Redis) -> tuple[int, int, int]:
        """Return how often Redis has read from sockets, the calls of the Bot API, and the append-only file's bytes."""
        pipe = client.pipeline(transaction=False)
        pipe.info("stats")
        pipe.info("persistence")
        stats, file = await pipe.execute()
        return stats["total_reads_processed"], self.fleet.account.call_count, file["aof_current_size"]


async def measure_moves(moves: int) -> dict[str, object]:
    require_process_clocks()
    games, chats = prepare_games(), iter(range(FIRST_CHAT, 2 * FIRST_CHAT, -_CHATS_PER_ROUND))

    def next_matches(moves: int) -> list[Match]:
        return spread_over_chats(games, moves, -(-moves // PLAYS_PER_GAME), next(chats))

    rounds = [next_matches(count) for count in (_WARM_UP_MOVES, *_moves_per_round(moves))]
    all_matches = [match for matches in rounds for match in matches]
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-bench-")))
        api = await stack.enter_async_context(RecordingApi(OUR_ACCOUNT, NAIVE_ACCOUNT, FLOOR_ACCOUNT))

        async def launch(
            token: str, program: str, store: Callable[[str, Sequence[Match]], Awaitable[None]], **settings: str
        ) -> MeasuredBot:
            fleet = await stack.enter_async_context(
                launch_fleet(api, token, folder / token[0], polls=True, program=program, settings=settings)
            )
            return MeasuredBot(fleet, store, MoveMaker(fleet.account))

        ours = await launch(OUR_ACCOUNT, BOT_PROGRAM, store_games)
        naive = await launch(NAIVE_ACCOUNT, NAIVE_PROGRAM, store_naive_games)
        recording = await record_moves(api, folder / "recorded", next_matches(_WARM_UP_MOVES), all_matches)
        recording.write_moves(folder / "moves")
        floor = await launch(FLOOR_ACCOUNT, FLOOR_PROGRAM, _store_nothing, **{MOVES_VARIABLE: str(folder / "moves")})
        await recording.load_into_redis(floor.fleet.redis.url)
        for matches in rounds:
            for runner in (ours, naive, floor):
                await runner.measure_round(matches)
        await check_replayed(floor.fleet.redis.url, all_matches)
        round_trips, http_calls, redis_bytes = await ours.measure_requests(next_matches(moves))
        rate = await ours.measure_rate(spread_over_chats(games, moves, _CHATS_AT_ONCE, next(chats)))
    # The first round is the warm-up.
    cpu_ms, naive_ms, floor_ms = (statistics.median(runner.costs[1:]) for runner in (ours, naive, floor))
    return {
        "cpu_ms": round(cpu_ms, 2),
        "naive_ms": round(naive_ms, 2),
        "floor_ms": round(floor_ms, 2),
        "ratio": round(naive_ms / cpu_ms, 2),
        "moves_per_s": round(rate, 1),
        "round_trips": round(round_trips, 1),
        "http_calls": round(http_calls, 1),
        "redis_bytes": round(redis_bytes),
    }


async def check_replayed(redis: str, matches: Sequence[Match]) -> None:
    """Check that each move was committed again, not refused, which would be cheaper."""
    async with connect(redis) as client:
        store = GameStore(client)
        for match in matches:
            if (await store.load_table(Scope(match.chat))).version != 1 + len(match.moves):
                raise StartError("The bench failed: what a bot did for its moves could not be done again.")


async def _store_nothing(_: str, __: Sequence[Match]) -> None: ...


def _moves_per_round(moves: int) -> list[int]:
    rounds = max(1, min(_ROUNDS, moves // _MIN_MOVES_PER_ROUND))
    return [(moves * (number + 1)) // rounds - (moves * number) // rounds for number in range(rounds)]
