"""Running the bots side by side, feeding them the same moves in turns, and reading their processors' clocks."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.bench.fleet.api_server import FleetBotApi
from bot.bench.fleet.bot_account import BotAccount
from bot.bench.fleet.launch import Fleet, launch_fleet
from bot.bench.fleet.worker_process import BOT_PROGRAM, cpu_seconds, require_process_clocks
from bot.bench.make_moves import MoveMaker
from bot.bench.prepared_games import (
    Match,
    prepare_games,
    split_into_matches,
    spread_over_groups,
    store_games,
    store_naive_games,
)
from bot.bench.record_moves import Recording, RecordingApi, record_moves
from bot.bench.replay_recording import RECORDING_VARIABLE
from bot.config import StartError
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.store.scope import Scope

OUR_ACCOUNT: Final = "1:harfiyen"
NAIVE_ACCOUNT: Final = "2:naive"
FLOOR_ACCOUNT: Final = "4:floor"

_NAIVE_PROGRAM: Final = "from bot.bench.naive_bot import main; main()"
_REPLAY_PROGRAM: Final = "from bot.bench.replay_recording import replay_moves; replay_moves()"

_ROUNDS: Final = 4
_MIN_MOVES_PER_ROUND: Final = 5
_WARM_UP_MOVES: Final = 30
_GROUPS: Final = 16
_SETTLE_SECONDS: Final = 0.2
"""After a picture arrived a bot still has to read the answer and note it; that belongs to the move."""
FIRST_CHAT: Final = -1_001_000_000_000
"""The first chat that is played in."""
_CHATS_PER_ROUND: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCost:
    """Processor time of one move, in milliseconds, and the size of its picture."""

    bot_ms: float
    redis_ms: float
    picture_kb: float

    @property
    def ms(self) -> float:
        """The bot and its Redis together."""
        return self.bot_ms + self.redis_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFigures:
    """What a run found: medians over its rounds."""

    ours: MoveCost
    naive: MoveCost
    floor: MoveCost
    """What the same pictures, posts and commands cost with nothing between."""
    moves_per_s: float
    round_trips: float
    """What our bot asks of Redis for a move: how often the server had something to read, whoever asked."""
    http_calls: float
    """What it asks of the Bot API for a move, the fetching of updates included."""
    redis_bytes: float
    """By how much a move lets the append-only file of its Redis grow."""

    @property
    def ratio(self) -> float:
        """How many times less ours costs."""
        return self.naive.ms / self.ours.ms


class MeasuredBot:
    """A bot in a process of its own with a Redis of its own, and what its moves have cost in each round."""

    def __init__(self, fleet: Fleet, store_games: Callable[[str, Sequence[Match]], Awaitable[None]]) -> None:
        self.fleet: Final = fleet
        self.move_maker: Final = MoveMaker(fleet.account)
        self.costs: Final[list[MoveCost]] = []
        self._store_games: Final = store_games

    async def prepare_matches(self, matches: Sequence[Match]) -> None:
        """Put games where it keeps them."""
        await self._store_games(self.fleet.redis.url, matches)

    def read_cpu_seconds(self) -> tuple[float, float]:
        """The seconds that the bot and its Redis have worked."""
        (bot,), (redis,) = self.fleet.workers, self.fleet.redis.pids
        return cpu_seconds(bot.pid), cpu_seconds(redis)


async def measure_moves(moves: int) -> MoveFigures:
    """Play so many moves with each of the two, in turns.

    Raises:
        StartError: this machine cannot run it, or a bot did not do its work; says which and why.
    """
    require_process_clocks()
    games = prepare_games()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-bench-")))
        api = await stack.enter_async_context(RecordingApi(OUR_ACCOUNT, NAIVE_ACCOUNT, FLOOR_ACCOUNT))
        ours, naive = [
            MeasuredBot(
                await stack.enter_async_context(launch_fleet(api, token, folder / name, polls=True, program=program)),
                put,
            )
            for token, name, program, put in (
                (OUR_ACCOUNT, "ours", BOT_PROGRAM, store_games),
                (NAIVE_ACCOUNT, "naive", _NAIVE_PROGRAM, store_naive_games),
            )
        ]
        chats = iter(range(FIRST_CHAT, 2 * FIRST_CHAT, -_CHATS_PER_ROUND))
        turns = [
            list(split_into_matches(games, count, next(chats))) for count in (_WARM_UP_MOVES, *_moves_per_round(moves))
        ]
        warm_up = list(split_into_matches(games, _WARM_UP_MOVES, next(chats)))
        recorded = await record_moves(api, folder / "recorded", warm_up, [match for turn in turns for match in turn])
        floor = await _launch_replay(stack, api, folder / "floor", recorded)
        for turn in turns:
            for runner in (ours, naive, floor):
                runner.costs.append(await _play_round(runner, turn))
        for runner in (ours, naive, floor):
            del runner.costs[0]  # warm by then
        await check_replayed(floor, [match for turn in turns for match in turn])
        asked = await _measure_requests(ours, split_into_matches(games, moves, next(chats)))
        at_once = spread_over_groups(games, moves, _GROUPS, next(chats))
        rate = await _measure_rate(ours, at_once)
    return MoveFigures(
        ours=_median_cost(ours.costs),
        naive=_median_cost(naive.costs),
        floor=_median_cost(floor.costs),
        moves_per_s=rate,
        round_trips=asked.round_trips,
        http_calls=asked.http_calls,
        redis_bytes=asked.redis_bytes,
    )


async def _launch_replay(stack: AsyncExitStack, api: FleetBotApi, folder: Path, recorded: Recording) -> MeasuredBot:
    """What repeats the moves of a recording, in their order, each when it is made."""
    settings = {RECORDING_VARIABLE: str(recorded.write_moves(folder))}
    fleet = await stack.enter_async_context(
        launch_fleet(api, FLOOR_ACCOUNT, folder, polls=True, program=_REPLAY_PROGRAM, settings=settings)
    )
    await recorded.load_into_redis(fleet.redis.url)
    return MeasuredBot(fleet, _store_nothing)


async def check_replayed(measured: MeasuredBot, matches: Sequence[Match]) -> None:
    """Make sure that each move was committed again, and not refused, which would be cheaper.

    Raises:
        StartError: one was not.
    """
    async with connect(measured.fleet.redis.url) as client:
        store = GameStore(client)
        for match in matches:
            if (await store.load_table(Scope(match.chat))).version != 1 + len(match.moves):
                raise StartError("The bench failed: what a bot did for its moves could not be done again.")


async def _store_nothing(_: str, __: Sequence[Match]) -> None:
    """Its games are there from the beginning."""


def _moves_per_round(moves: int) -> list[int]:
    """How many moves each round gets."""
    rounds = max(1, min(_ROUNDS, moves // _MIN_MOVES_PER_ROUND))
    return [(moves * (number + 1)) // rounds - (moves * number) // rounds for number in range(rounds)]


async def _play_round(measured: MeasuredBot, chosen: Sequence[Match]) -> MoveCost:
    """Play matches one after the other, one move at a time."""
    await measured.prepare_matches(chosen)
    await asyncio.sleep(_SETTLE_SECONDS)
    before = measured.read_cpu_seconds()
    sizes = [size for match in chosen for size in await measured.move_maker.play_matches((match,))]
    await asyncio.sleep(_SETTLE_SECONDS)
    bot_ms, redis_ms = (
        1000 * (now - then) / len(sizes) for now, then in zip(measured.read_cpu_seconds(), before, strict=True)
    )
    return MoveCost(bot_ms=bot_ms, redis_ms=redis_ms, picture_kb=statistics.mean(sizes) / 1000)


@dataclass(frozen=True, slots=True)
class _Requests:
    """What a bot asks of others, so far or a move; as in :class:`MoveFigures`."""

    round_trips: float
    http_calls: float
    redis_bytes: float


async def _measure_requests(measured: MeasuredBot, matches: Iterator[Match]) -> _Requests:
    """Round trips to Redis, calls of the Bot API, and bytes that Redis wrote, a move."""
    chosen = list(matches)
    await measured.prepare_matches(chosen)
    await asyncio.sleep(_SETTLE_SECONDS)
    account = measured.fleet.account
    async with connect(measured.fleet.redis.url) as client:
        before = await _read_request_counts(client, account)
        moves = sum([len(await measured.move_maker.play_matches((match,))) for match in chosen])
        await asyncio.sleep(_SETTLE_SECONDS)
        after = await _read_request_counts(client, account)
    return _Requests(
        # Our own second look is one of the reads.
        (after.round_trips - before.round_trips - 1) / moves,
        (after.http_calls - before.http_calls) / moves,
        (after.redis_bytes - before.redis_bytes) / moves,
    )


async def _read_request_counts(client: Redis, account: BotAccount) -> _Requests:
    """How often a server has read what some client sent, the calls that came, and how long the file is."""
    pipe = client.pipeline(transaction=False)
    pipe.info("stats")
    pipe.info("persistence")
    stats, file = await pipe.execute()
    return _Requests(stats["total_reads_processed"], account.call_count, file["aof_current_size"])


async def _measure_rate(measured: MeasuredBot, matches: Sequence[Match]) -> float:
    """Moves a second with all groups playing at once."""
    await measured.prepare_matches(matches)
    began = time.perf_counter()
    sizes = await measured.move_maker.play_matches(matches)
    return len(sizes) / (time.perf_counter() - began)


def _median_cost(costs: Sequence[MoveCost]) -> MoveCost:
    """Part by part, the median over the rounds."""
    return MoveCost(
        bot_ms=statistics.median(cost.bot_ms for cost in costs),
        redis_ms=statistics.median(cost.redis_ms for cost in costs),
        picture_kb=statistics.median(cost.picture_kb for cost in costs),
    )
