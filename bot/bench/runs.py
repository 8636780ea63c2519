"""Running the bots side by side, feeding them the same moves in turns, and reading their processors' clocks."""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.bench.matches import Match, deck, one_by_one, side_by_side
from bot.bench.naive import dump, key
from bot.bench.standin import Account, StandIn
from bot.config import SETTINGS, StartError
from bot.judges import Changes
from bot.store.binary import NoRedisServer
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis, ServerFailed
from bot.store.keys import Scope
from bot.store.redis import Commit, Store
from bot.tables.codec import encode

OURS: Final = "1:harfiyen"
NAIVE: Final = "2:naive"

_ROUNDS: Final = 4
_LEAST_A_ROUND: Final = 5
_WARM_UP_MOVES: Final = 30
_GROUPS: Final = 16
_SETTLE_SECONDS: Final = 0.2
"""After a picture arrived a bot still has to read the answer and note it; that belongs to the move."""
_START_SECONDS: Final = 60.0
CHAT: Final = -1_001_000_000_000
"""The first chat that is played in."""
_CHATS_A_TURN: Final = 10_000
_LOG_BYTES: Final = 600


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


@dataclass(frozen=True, slots=True)
class Runner:
    """A bot in a process of its own, with a Redis of its own."""

    token: str
    bot: asyncio.subprocess.Process
    redis: EmbeddedRedis
    log: Path


async def measure(moves: int) -> Figures:
    """Play so many moves with each of the two, in turns.

    Raises:
        StartError: this machine cannot run it, or a bot did not do its work; says which and why.
    """
    check_clock()
    games = deck()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-bench-")))
        telegram = StandIn((OURS, NAIVE))
        await telegram.start()
        stack.push_async_callback(telegram.stop)
        ours = await stack.enter_async_context(running(OURS, telegram, folder / "ours"))
        naive = await stack.enter_async_context(running(NAIVE, telegram, folder / "naive"))
        chats = iter(range(CHAT, 2 * CHAT, -_CHATS_A_TURN))
        for runner in (ours, naive):
            await _turn(telegram, runner, one_by_one(games, _WARM_UP_MOVES, next(chats)))
        costs: dict[str, list[Cost]] = {OURS: [], NAIVE: []}
        for count in _shares(moves):
            for runner in (ours, naive):
                matches = one_by_one(games, count, next(chats))
                costs[runner.token].append(await _turn(telegram, runner, matches))
        asked = await _asked(telegram, ours, one_by_one(games, moves, next(chats)))
        at_once = side_by_side(games, moves, _GROUPS, next(chats))
        rate = await _rate(telegram, ours, at_once)
    return Figures(
        ours=_median(costs[OURS]),
        naive=_median(costs[NAIVE]),
        moves_per_s=rate,
        round_trips=asked.round_trips,
        http_calls=asked.http_calls,
        redis_bytes=asked.redis_bytes,
    )


def _shares(moves: int) -> list[int]:
    """How many moves each round gets."""
    rounds = max(1, min(_ROUNDS, moves // _LEAST_A_ROUND))
    return [(moves * (number + 1)) // rounds - (moves * number) // rounds for number in range(rounds)]


async def _turn(telegram: StandIn, runner: Runner, matches: Iterator[Match]) -> Cost:
    """Play matches one after the other, one move at a time."""
    chosen = list(matches)
    await deal(runner, chosen)
    await asyncio.sleep(_SETTLE_SECONDS)
    bot, redis = cpu_seconds(runner.bot.pid), cpu_seconds(runner.redis.pid)
    sizes = [size for match in chosen for size in await telegram.play(runner.token, (match,))]
    await asyncio.sleep(_SETTLE_SECONDS)
    spent = cpu_seconds(runner.bot.pid) - bot, cpu_seconds(runner.redis.pid) - redis
    bot_ms, redis_ms = (1000 * seconds / len(sizes) for seconds in spent)
    return Cost(bot_ms=bot_ms, redis_ms=redis_ms, picture_kb=statistics.mean(sizes) / 1000)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a bot asks of others, so far or a move; as in :class:`Figures`."""

    round_trips: float
    http_calls: float
    redis_bytes: float


async def _asked(telegram: StandIn, runner: Runner, matches: Iterator[Match]) -> _Asked:
    """Round trips to Redis, calls of the Bot API, and bytes that Redis wrote, a move."""
    chosen = list(matches)
    await deal(runner, chosen)
    await asyncio.sleep(_SETTLE_SECONDS)
    account, client = telegram.accounts[runner.token], connect(runner.redis.url)
    try:
        before = await _so_far(client, account)
        moves = sum([len(await telegram.play(runner.token, (match,))) for match in chosen])
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


async def _rate(telegram: StandIn, runner: Runner, matches: Sequence[Match]) -> float:
    """Moves a second with all groups playing at once."""
    await deal(runner, matches)
    began = time.perf_counter()
    sizes = await telegram.play(runner.token, matches)
    return len(sizes) / (time.perf_counter() - began)


async def deal(runner: Runner, matches: Sequence[Match]) -> None:
    """Put the games at their first turn where the bot keeps games."""
    client = connect(runner.redis.url)
    try:
        for match in matches:
            if runner.token == NAIVE:
                await client.set(key(match.chat), dump(match.opening))
            else:
                await Store(client).commit(_beginning(match))
    finally:
        await client.aclose()


def _beginning(match: Match) -> Commit:
    """A game as the bot keeps it once it has begun: with the chat's own words, here none."""
    return Commit(
        scope=Scope(match.chat),
        expected=0,
        update_id=None,
        state=encode(match.opening),
        reset_log=True,
        words=encode(Changes()),
    )


def _median(costs: Sequence[Cost]) -> Cost:
    """Part by part, the median over the rounds."""
    return Cost(
        bot_ms=statistics.median(cost.bot_ms for cost in costs),
        redis_ms=statistics.median(cost.redis_ms for cost in costs),
        picture_kb=statistics.median(cost.picture_kb for cost in costs),
    )


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far, in the system and outside, all its threads."""
    # How Linux numbers the clocks of processes: what the C library's clock_getcpuclockid computes.
    return time.clock_gettime(~pid << 3 | 2)


def check_clock() -> None:
    """Whether the clocks of other processes can be read here.

    Raises:
        StartError: they cannot.
    """
    try:
        cpu_seconds(os.getpid())
    except (AttributeError, OSError):
        raise StartError("The bench reads other processes' clocks, which only Linux lets it: run it there.") from None


@asynccontextmanager
async def running(token: str, telegram: StandIn, folder: Path) -> AsyncIterator[Runner]:
    """A bot that has begun to ask for updates."""
    redis = EmbeddedRedis(folder / "redis")
    try:
        await redis.start()
    except (NoRedisServer, ServerFailed) as error:
        raise StartError(f"The bench needs a Redis: {error}") from error
    try:
        runner = Runner(token, await spawn(token, telegram.url, redis.url, folder), redis, folder / "log")
        try:
            await wait_for(telegram.accounts[token].asking, runner)
            yield runner
        finally:
            if runner.bot.returncode is None:
                runner.bot.terminate()
            await runner.bot.wait()
    finally:
        await redis.stop()


async def spawn(token: str, api: str, redis: str, folder: Path) -> asyncio.subprocess.Process:
    """Start a bot in a process of its own; what it says goes into ``folder/log``."""
    program = "from bot.cli import main; main(['run'])" if token == OURS else "from bot.bench.naive import main; main()"
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS} | {
        "BOT_TOKEN": token,
        "BOT_API_URL": api,
        "REDIS_URL": redis,
        "DATA_DIR": str(folder / "data"),
        "HTTP_LISTEN": "127.0.0.1:0",
        "RATE_LIMITS": "off",
        "LOG_LEVEL": "WARNING",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    with (folder / "log").open("wb") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program,
            env=environment,
            cwd=folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


async def wait_for(asking: asyncio.Event, runner: Runner) -> None:
    """Wait until a bot has asked for updates.

    Raises:
        StartError: it ended, or did not in time.
    """
    waiting = {asyncio.create_task(asking.wait()), asyncio.create_task(runner.bot.wait())}
    _, late = await asyncio.wait(waiting, timeout=_START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for task in late:
        task.cancel()
    if not asking.is_set():
        said = runner.log.read_bytes()[-_LOG_BYTES:].decode(errors="replace").strip()
        raise StartError(f"The bench's bot did not start; it said: {said or 'nothing'}")
