"""The bot that is recorded: how it is started, stopped and killed, which time and chance it has, when it is at rest."""

import asyncio
import hashlib
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

from redis.asyncio import Redis

from tests.support.timers import LookTrigger
from tests.support.waiting import PATIENCE
from tests.transcripts import bot_seams, seams
from tests.transcripts.http_calls import Json
from tests.transcripts.redis_proxy import CommandKillPoint, RedisProxy
from tests.transcripts.server import RecordingServer
from tests.transcripts.server_state import FIRST_DATE, TOKEN, KillPoint
from tests.transcripts.update_feed import UpdateFeed
from tools.fleet.launch import find_free_port

_LOOK_SECONDS: Final = 0.0005
_QUIET_LOOKS: Final = 4
_STEADY_SECONDS: Final = 0.25


class BotRunner:
    """Runs the bot, again and again, on one server and one Redis.

    Args:
        server: the Bot API.
        redis: empty.
        folder: for what the bot keeps.
    """

    def __init__(self, server: RecordingServer, redis: Redis, folder: Path) -> None:
        self.server: Final = server
        self.redis: Final = redis
        self.feed: Final = UpdateFeed(server)
        self.now = datetime.fromtimestamp(FIRST_DATE, UTC)
        self.downtime = timedelta()
        """For how long nobody could play."""
        self.pauses: Final[list[float]] = []
        """The seconds that the bot waited before it tried something again."""
        self.redis_proxy: RedisProxy | None = None
        """The way to Redis, where the bot takes one on which it can be stopped."""
        self._folder: Final = folder
        self._look_trigger: Final = LookTrigger()
        self._seed = ""
        self._secrets = 0
        self._shuffles = 0
        self._client: Redis = redis
        """The bot's, where it takes that way."""
        self._environ: Json = {}
        self._kill_reached: asyncio.Event | None = None
        """Is set where the bot is to end, while it is still to come there."""
        self._port: Final = find_free_port()
        """Where the bot listens for updates, when they are sent to it."""
        self._stack = AsyncExitStack()
        self._stop = asyncio.Event()
        self._idle_tasks: frozenset[asyncio.Task[Any]] = frozenset()

    async def _run_bot(self, settings: Json) -> None:
        """Start the bot, and wait until nothing of it works."""
        environ = {"DEFAULT_LANGUAGE": "tr", "RATE_LIMITS": "off", **settings}
        for name, value in environ.items():
            environ[name] = value.replace("{api}", self.server.url).replace("{port}", str(self._port))
        self.feed.webhook_url = environ.pop("hook", "")
        self._stack = AsyncExitStack()
        self._environ = settings
        redis = self.redis
        if self.redis_proxy is not None:
            self.redis_proxy.is_closed = False
            redis = self._client = await self._stack.enter_async_context(bot_seams.connect_to(self.redis_proxy.url))
        self._stop = await self._stack.enter_async_context(
            bot_seams.run_bot(
                redis,
                environ=environ,
                folder=self._folder,
                token=TOKEN,
                api=self.server.url,
                clock=lambda: self.now,
                away=lambda: self.downtime,
                pause=self._record_pause,
                until_next_poll=self._look_trigger.wait_for_trigger,
                secret=self._next_secret,
                shuffle=self._shuffle,
            )
        )
        steady, found = 0.0, self._bot_tasks()
        async with asyncio.timeout(PATIENCE):
            while (
                steady < _STEADY_SECONDS
                or self._look_trigger.waiting_loops < bot_seams.LOOK_LOOPS
                or bot_seams.STARTUP_TASK in {task.get_name() for task in found}
            ):
                await asyncio.sleep(_STEADY_SECONDS / 5)
                now = self._bot_tasks()
                steady = steady + _STEADY_SECONDS / 5 if now == found else 0.0
                found = now
        self._idle_tasks = found

    async def stop_bot(self) -> None:
        """Stop the bot, if it runs."""
        self._stop.set()
        self._look_trigger.trigger_looks()
        await self._stack.aclose()
        self._idle_tasks = frozenset()

    def _set_kill_point(self, point: Json, died: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()

        def reached() -> None:
            # What reaches its point when the bot has died already is nothing to the next one.
            if self._kill_reached is died:
                self.server.drops_calls = True
                loop.call_soon_threadsafe(died.set)

        def reached_by_way() -> None:
            if self._kill_reached is died and self.redis_proxy is not None:
                self.redis_proxy.break_connections()
                reached()

        self._kill_reached = died

        if "method" in point:
            self.server.kill_point = KillPoint(point["method"], point["chat"], point["nth"], point["after"], reached)
        elif self.redis_proxy is not None:
            self.redis_proxy.kill_point = CommandKillPoint(
                f":{point['chat']}:".encode(), point["nth"], point["after"], reached_by_way
            )

    async def _kill_bot(self) -> None:
        """End the bot as by a kill: nothing more of it comes to Redis or Telegram."""
        self.server.drops_calls, self.server.kill_point, self._kill_reached = True, None, None
        if self.redis_proxy is not None:
            self.redis_proxy.break_connections()
            self.redis_proxy.kill_point = None
        self._idle_tasks = frozenset()
        closing = asyncio.create_task(self._stack.aclose())
        while not closing.done():
            for task in self._bot_tasks():
                task.cancel()
            await asyncio.wait((closing,), timeout=_LOOK_SECONDS)
        await asyncio.gather(closing, return_exceptions=True)
        self._stack = AsyncExitStack()
        self.server.drops_calls = False

    async def wait_until_idle(self) -> None:
        """Wait until the bot is at rest: several looks in a row, as what goes on in a loop shows only between them."""
        quiet = 0
        try:
            async with asyncio.timeout(PATIENCE):
                while quiet < _QUIET_LOOKS:
                    while self._is_busy():
                        quiet = 0
                        await self.let_bot_run()
                    if not self._idle_tasks:
                        return
                    quiet = 0 if await seams.count_waiting(self.redis) or self._is_busy() else quiet + 1
                    await self.let_bot_run()
        except TimeoutError:
            raise TimeoutError(await self._describe_busy()) from None

    async def _describe_busy(self) -> str:
        """What the bot is busy with."""
        tasks = sorted(task.get_name() for task in self._bot_tasks() - self._idle_tasks)
        return (
            f"asked from {self.server.newest_offset} of {self.feed.offset_when_fetched}, "
            f"{self._look_trigger.waiting_loops} of {bot_seams.LOOK_LOOPS} loops wait, "
            f"{await seams.count_waiting(self.redis)} entries "
            f"wait, {tasks}"
        )

    async def wait_until_fetched(self) -> None:
        """Wait until no update is left, while what is to be told may wait."""
        async with asyncio.timeout(PATIENCE):
            while not self.feed.is_fetched or await seams.count_waiting(self.redis, with_notices=False):
                await self.let_bot_run()

    async def let_bot_run(self) -> None:
        """Let the bot go on for a moment."""
        await asyncio.sleep(_LOOK_SECONDS)

    async def _record_pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)

    def _next_secret(self) -> str:
        self._secrets += 1
        return hashlib.sha256(f"table {self._secrets}{self._seed}".encode()).hexdigest()

    def _shuffle(self, items: list[int]) -> None:
        self._shuffles += 1
        Random(f"shuffle {self._shuffles}{self._seed}").shuffle(items)

    def _bot_tasks(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks of the program."""
        found = []
        for task in asyncio.all_tasks():
            code = getattr(task.get_coro(), "cr_code", None)
            if (
                code is not None
                and code.co_filename.startswith(bot_seams.PROGRAM)
                and task.get_name() not in bot_seams.PASSIVE_TASKS
            ):
                found.append(task)
        return frozenset(found)

    def _is_busy(self) -> bool:
        if not self._idle_tasks:
            return False
        return (
            not self.feed.is_fetched
            or bool(self.server.repeats)
            or self._look_trigger.waiting_loops < bot_seams.LOOK_LOOPS
            or bool(self._bot_tasks() - self._idle_tasks)
        )
