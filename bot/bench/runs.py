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

from bot.bench.answers import Answers
from bot.bench.deals import deal, deal_naively
from bot.bench.floor import MATERIAL
from bot.bench.matches import Match, deck, one_by_one, side_by_side
from bot.bench.recording import Recorded, record, recording
from bot.config import StartError
from bot.fleet.account import Account
from bot.fleet.processes import RUN, check_clock, cpu_seconds
from bot.fleet.running import Fleet, running
from bot.fleet.server import BotApi
from bot.store.connect import connect
from bot.store.keys import Scope
from bot.store.redis import Store

OURS: Final = "1:harfiyen"
NAIVE: Final = "2:naive"
FLOOR: Final = "4:floor"

_NAIVELY: Final = "from bot.bench.naive import main; main()"
_REPEATING: Final = "from bot.bench.floor import main; main()"

_ROUNDS: Final = 4
_LEAST_A_ROUND: Final = 5
_WARM_UP_MOVES: Final = 30
_GROUPS: Final = 16
_SETTLE_SECONDS: Final = 0.2
"""After a picture arrived a bot still has to read the answer and note it; that belongs to the move."""
CHAT: Final = -1_001_000_000_000
"""The first chat that is played in."""
_CHATS_A_TURN: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Processor time of one move, in milliseconds, and the size of its picture."""

    bot_ms: float
    redis_ms: float
    picture_kb: float

    @property
    def ms(self) -> float:
        """The bot and its Redis together."""
        return self.bot_ms + self.redis_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a run found: medians over its rounds."""

    ours: Cost
    naive: Cost
    floor: Cost
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


class Runner:
    """A bot in a process of its own with a Redis of its own, and what its moves have cost in each round."""

    def __init__(self, fleet: Fleet, put: Callable[[str, Sequence[Match]], Awaitable[None]]) -> None:
        self.fleet: Final = fleet
        self.answers: Final = Answers(fleet.account)
        self.costs: Final[list[Cost]] = []
        self._put: Final = put

    async def deal(self, matches: Sequence[Match]) -> None:
        """Put games where it keeps them."""
        await self._put(self.fleet.stores.url, matches)

    def clocks(self) -> tuple[float, float]:
        """The seconds that the bot and its Redis have worked."""
        (bot,), (redis,) = self.fleet.workers, self.fleet.stores.pids
        return cpu_seconds(bot.pid), cpu_seconds(redis)


async def measure(moves: int) -> Figures:
    """Play so many moves with each of the two, in turns.

    Raises:
        StartError: this machine cannot run it, or a bot did not do its work; says which and why.
    """
    check_clock()
    games = deck()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-bench-")))
        api = await stack.enter_async_context(recording(OURS, NAIVE, FLOOR))
        ours, naive = [
            Runner(
                await stack.enter_async_context(running(api, token, folder / name, polls=True, program=program)), put
            )
            for token, name, program, put in ((OURS, "ours", RUN, deal), (NAIVE, "naive", _NAIVELY, deal_naively))
        ]
        chats = iter(range(CHAT, 2 * CHAT, -_CHATS_A_TURN))
        turns = [list(one_by_one(games, count, next(chats))) for count in (_WARM_UP_MOVES, *_shares(moves))]
        warm_up = list(one_by_one(games, _WARM_UP_MOVES, next(chats)))
        recorded = await record(api, folder / "recorded", warm_up, [match for turn in turns for match in turn])
        floor = await _floor(stack, api, folder / "floor", recorded)
        for turn in turns:
            for runner in (ours, naive, floor):
                runner.costs.append(await _turn(runner, turn))
        for runner in (ours, naive, floor):
            del runner.costs[0]  # warm by then
        await check_repeated(floor, [match for turn in turns for match in turn])
        asked = await _asked(ours, one_by_one(games, moves, next(chats)))
        at_once = side_by_side(games, moves, _GROUPS, next(chats))
        rate = await _rate(ours, at_once)
    return Figures(
        ours=_median(ours.costs),
        naive=_median(naive.costs),
        floor=_median(floor.costs),
        moves_per_s=rate,
        round_trips=asked.round_trips,
        http_calls=asked.http_calls,
        redis_bytes=asked.redis_bytes,
    )


async def _floor(stack: AsyncExitStack, api: BotApi, folder: Path, recorded: Recorded) -> Runner:
    """What repeats the moves of a recording, in their order, each when it is made."""
    settings = {MATERIAL: str(recorded.kept_in(folder))}
    fleet = await stack.enter_async_context(
        running(api, FLOOR, folder, polls=True, program=_REPEATING, settings=settings)
    )
    await recorded.put(fleet.stores.url)
    return Runner(fleet, _nothing)


async def check_repeated(runner: Runner, matches: Sequence[Match]) -> None:
    """Make sure that each move was committed again, and not refused, which would be cheaper.

    Raises:
        StartError: one was not.
    """
    async with connect(runner.fleet.stores.url) as client:
        store = Store(client)
        for match in matches:
            if (await store.load(Scope(match.chat))).version != 1 + len(match.moves):
                raise StartError("The bench failed: what a bot did for its moves could not be done again.")


async def _nothing(_: str, __: Sequence[Match]) -> None:
    """Its games are there from the beginning."""


def _shares(moves: int) -> list[int]:
    """How many moves each round gets."""
    rounds = max(1, min(_ROUNDS, moves // _LEAST_A_ROUND))
    return [(moves * (number + 1)) // rounds - (moves * number) // rounds for number in range(rounds)]


async def _turn(runner: Runner, chosen: Sequence[Match]) -> Cost:
    """Play matches one after the other, one move at a time."""
    await runner.deal(chosen)
    await asyncio.sleep(_SETTLE_SECONDS)
    before = runner.clocks()
    sizes = [size for match in chosen for size in await runner.answers.play((match,))]
    await asyncio.sleep(_SETTLE_SECONDS)
    bot_ms, redis_ms = (1000 * (now - then) / len(sizes) for now, then in zip(runner.clocks(), before, strict=True))
    return Cost(bot_ms=bot_ms, redis_ms=redis_ms, picture_kb=statistics.mean(sizes) / 1000)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a bot asks of others, so far or a move; as in :class:`Figures`."""

    round_trips: float
    http_calls: float
    redis_bytes: float


async def _asked(runner: Runner, matches: Iterator[Match]) -> _Asked:
    """Round trips to Redis, calls of the Bot API, and bytes that Redis wrote, a move."""
    chosen = list(matches)
    await runner.deal(chosen)
    await asyncio.sleep(_SETTLE_SECONDS)
    account, client = runner.fleet.account, connect(runner.fleet.stores.url)
    try:
        before = await _so_far(client, account)
        moves = sum([len(await runner.answers.play((match,))) for match in chosen])
        await asyncio.sleep(_SETTLE_SECONDS)
        after = await _so_far(client, account)
    finally:
        await client.aclose()
    return _Asked(
        # Our own second look is one of the reads.
        (after.round_trips - before.round_trips - 1) / moves,
        (after.http_calls - before.http_calls) / moves,
        (after.redis_bytes - before.redis_bytes) / moves,
    )


async def _so_far(client: Redis, account: Account) -> _Asked:
    """How often a server has read what some client sent, the calls that came, and how long the file is."""
    pipe = client.pipeline(transaction=False)
    pipe.info("stats")
    pipe.info("persistence")
    stats, file = await pipe.execute()
    return _Asked(stats["total_reads_processed"], account.calls, file["aof_current_size"])


async def _rate(runner: Runner, matches: Sequence[Match]) -> float:
    """Moves a second with all groups playing at once."""
    await runner.deal(matches)
    began = time.perf_counter()
    sizes = await runner.answers.play(matches)
    return len(sizes) / (time.perf_counter() - began)


def _median(costs: Sequence[Cost]) -> Cost:
    """Part by part, the median over the rounds."""
    return Cost(
        bot_ms=statistics.median(cost.bot_ms for cost in costs),
        redis_ms=statistics.median(cost.redis_ms for cost in costs),
        picture_kb=statistics.median(cost.picture_kb for cost in costs),
    )
