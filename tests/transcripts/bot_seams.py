"""How a bot is built and run, and what time, chance and waiting it is given; see :mod:`tests.transcripts.seams`."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final
from unittest.mock import patch

from redis.asyncio import Redis
from telegram import Bot

import bot as program
from bot.app import Service
from bot.config import load_config
from bot.runtime import Runtime
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.telegram.transport import AiohttpRequest
from tests.support.drawings import share_painters

PROGRAM: Final = str(Path(program.__file__).parent)
"""The folder of the modules whose tasks are the bot's work."""
LOOK_LOOPS: Final = 5
"""How many loops wait for the next look: at deadlines, at cards to be turned face down, at messages to be deleted, at
boards that tell instants, and the desk's."""
PASSIVE_TASKS: Final = frozenset({"answers of Redis"})
"""Tasks that do nothing by themselves, and are there anew whenever a connection is."""
_THINKING_STEPS: Final = 40
STARTUP_TASK: Final = "menus"
"""The task of a start that ends by itself."""


class _ScriptedServedTime:
    """Served time of a service that was away for as long as the script says."""

    is_stale = False

    def __init__(self, clock: Callable[[], datetime], away: Callable[[], timedelta]) -> None:
        self._clock, self._away = clock, away

    def __call__(self) -> datetime:
        return self.to_served_time(self._clock())

    @property
    def downtime(self) -> timedelta:
        return self._away()

    def to_served_time(self, instant: datetime) -> datetime:
        # What waited for a bot that was killed has waited by Redis's clock, of which the script knows nothing.
        waited = timedelta(microseconds=-instant.microsecond % 1_000_000)
        return instant + waited - self.downtime

    def time_sent(self, arrived: datetime, sent: datetime) -> datetime:
        return self.time_counted(arrived, sent)

    def time_counted(self, arrived: datetime, sent: datetime) -> datetime:
        return self.to_served_time(sent if arrived.microsecond else arrived)

    async def record_beat(self, *, returning: bool) -> None:
        """There is nothing to learn from it."""


class _CountedTokens:
    """Stands in for chance, where that makes a name."""

    def __init__(self) -> None:
        self._next: Final = count(1)

    def token_hex(self, size: int) -> str:
        return f"{next(self._next):0{2 * size}x}"


def _fixed_thinking_steps(_: float) -> Callable[[], bool]:
    left = iter(range(_THINKING_STEPS))
    return lambda: next(left, None) is not None


@asynccontextmanager
async def run_redis(folder: Path) -> AsyncIterator[Redis]:
    """A Redis server of its own; durability is not what is tried here."""
    server = EmbeddedRedis(folder)
    await server.start()
    try:
        async with connect(server.url) as client:
            await client.config_set("appendfsync", "no")
            yield client
    finally:
        await server.stop()


def connect_to(url: str) -> AbstractAsyncContextManager[Redis]:
    """A client of a Redis server that answers in bytes, as the bot has one."""
    return connect(url)


def socket_path_of(redis: Redis) -> Path:
    """The server's socket."""
    return Path(redis.connection_pool.connection_kwargs["path"])


@asynccontextmanager
async def run_bot(
    redis: Redis,
    *,
    environ: dict[str, str],
    folder: Path,
    token: str,
    api: str,
    clock: Callable[[], datetime],
    away: Callable[[], timedelta],
    pause: Callable[[float], Awaitable[None]],
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]],
    secret: Callable[[], str],
    shuffle: Callable[[list[int]], None],
) -> AsyncIterator[asyncio.Event]:
    """The whole bot on one Redis and one Bot API server; setting the event that is yielded has it end."""
    requests = AiohttpRequest(), AiohttpRequest(connections=1)
    around = Runtime(
        clock=clock,
        served_time=_ScriptedServedTime(clock, away),
        monotonic=lambda: clock().timestamp(),
        pause=pause,
        wait_for_next_poll=until_next_poll,
        make_secret=secret,
        shuffle=shuffle,
    )
    async with AsyncExitStack() as stack:
        # A broadcast's mark is of chance.
        stack.enter_context(patch("bot.store.broadcasts.secrets", _CountedTokens()))
        # Who thinks for a time thinks a number of thoughts, the same on every machine.
        stack.enter_context(patch("bot.families.crossword.computer_player.time_left_check", _fixed_thinking_steps))
        bot = Bot(token, base_url=f"{api}/bot", request=requests[0], get_updates_request=requests[1])
        await stack.enter_async_context(bot)
        config = load_config(environ, folder)
        service = Service(config, bot, redis, owns_port=bool(config.webhook_url), runtime=around)
        share_painters(service._components.drawing_thread)  # noqa: SLF001 - people's bots make their own
        # The desk looks when everybody does: what it writes is there at the same step in each run.
        service._components.owner.access._until_next_poll = until_next_poll  # type: ignore[misc]  # noqa: SLF001 - it has the machine's own
        stop = asyncio.Event()
        task = asyncio.create_task(service.run(stop))
        try:
            yield stop
        finally:
            stop.set()
            with suppress(asyncio.CancelledError):
                await task
