"""The running bot, its Redis and its clock: time passes when a test says so, and all that was said is waited for."""

import asyncio
from datetime import timedelta
from itertools import count

from redis.asyncio import Redis

from bot.playground import Playground
from bot.store import keys
from bot.store.games import GameStore
from bot.telegram.server_features import ServerFeatures
from bot.texts import Texts
from tests.support.bot_time import FrozenServedClock, LookTrigger
from tests.support.waiting import PATIENCE, Looks

_STREAM_NAMES = ", ".join(f"'{key(shard)}'" for key in (keys.inbox, keys.outbox) for shard in range(keys.SHARDS))
_HAS_ENTRIES_SCRIPT = (
    f"for _, key in ipairs({{{_STREAM_NAMES}}}) do if redis.call('XLEN', key) > 0 then return 1 end end return 0"
)
"""Whether any stream holds an entry. It is asked often, so the names are in it and not sent along."""


class RunningBot:
    """The bot, and what it runs on."""

    def __init__(
        self,
        playground: Playground,
        redis: Redis,
        texts: Texts,
        served_clock: FrozenServedClock,
        look_trigger: LookTrigger,
        *,
        server_features: ServerFeatures,
    ) -> None:
        self._server_features = server_features
        self.served_clock = served_clock
        self.clock = served_clock.clock
        self.look_trigger = look_trigger
        self.playground = playground
        self.redis = redis
        self.store = GameStore(redis)
        self.texts = texts
        self._has_entries = redis.register_script(_HAS_ENTRIES_SCRIPT)
        self._numbers = count(10_000_000_000)

    @property
    def last_call_number(self) -> int:
        """The number of the newest call."""
        return self.playground.journal.last_number

    def switch_server_version(self, version: str) -> None:
        """Have another server, of which the bot knows nothing yet."""
        self.playground.world.server.version = version
        self._server_features.forget_server()

    async def wait_until_idle(self) -> None:
        """Wait until the bot has handled all that was said, and told all that came of it."""
        updates = self.playground.updates
        async with asyncio.timeout(PATIENCE):
            while changed := updates.change_event if len(updates) else None:
                await changed.wait()
            looks = Looks()
            while await self._has_entries():
                await looks.pause()

    def next_number(self) -> int:
        return next(self._numbers)

    async def advance_time(self, seconds: float) -> None:
        """Let time pass in which the bot was there, after it has noted what it is just being told; then it looks."""
        await self.redis.ping()
        self.clock.now += timedelta(seconds=seconds)
        self.look_trigger.trigger_looks()

    async def restart_time(self) -> None:
        """Have it be the beginning again, and the service never have been away, as those who look for that have seen.

        Who still thought of a former test's downtime would take the same one once more for no news.
        """
        self.clock.now = self.clock.start
        if self.served_clock.downtime:
            self.served_clock.downtime = timedelta()
            await self.look_trigger.look_and_wait()

    async def pass_downtime(self, seconds: float) -> None:
        """Let time pass in which nobody could play."""
        self.served_clock.downtime += timedelta(seconds=seconds)
        await self.advance_time(seconds)
