"""What is due by itself: claims it among all workers, and applies it through the door that every action takes.

Clocks stand still while nobody can play. Telegram is asked now and then whether it is there; while it is not, nothing
runs out, and what time that took, or the bot's own absence, is given back to the tables whose clocks ran.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from redis.exceptions import RedisError
from telegram.error import TelegramError

from bot.games import Busy, Games
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.redis import Store
from engine.clock import Downtime
from engine.errors import Refusal

log = logging.getLogger(__name__)

BEAT: Final = timedelta(seconds=10)
"""How often Telegram is asked whether it is there."""
AWAY: Final = timedelta(seconds=20)
"""From which absence on time is given back while some worker ran: two beats, since one may take its time."""
_LEAST: Final = timedelta(seconds=1)
"""The same where none ran: every second is missing then."""
_EVERY_SECONDS: Final = 1.0
_MENDING_LOOK_SECONDS: Final = 0.2
"""How often an action that waits looks whether another worker is done with giving time back."""
_BATCH: Final = 32


class Deadlines:
    """Applies what is due; one instance a process.

    Args:
        store: where the deadlines are.
        games: applies actions.
        heartbeat: the one that all workers share.
        probe: asks Telegram anything; raises a TelegramError when it does not answer.
        clock: the instant, in UTC; the same that ``games`` has.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        heartbeat: Heartbeat,
        probe: Callable[[], Awaitable[object]],
        clock: Callable[[], datetime],
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store: Final = store
        self._games: Final = games
        self._heartbeat: Final = heartbeat
        self._probe: Final = probe
        self._clock: Final = clock
        self._pause: Final = pause
        self._beating: Final = asyncio.Lock()
        self._beaten: datetime | None = None
        """This process's own newest beat."""
        self._next_beat: datetime | None = None
        self._well = False

    async def begin(self) -> None:
        """Give back the time of the bot's absence, before anybody's action can come too late for it."""
        try:
            await self._keep_watch()
        except RedisError as error:
            log.warning("deadlines wait for Redis: %s", error)

    async def catch_up(self) -> None:
        """Give back the time of an absence before an action is judged by the clock; free while all is well.

        After an outage updates may come before Telegram is next asked whether it is there. One left over from before
        does no harm either: time given back while Telegram is still away is not given back again.

        Raises:
            RedisError: the store cannot be reached.
        """
        while self._beaten is None or self._clock() - self._beaten >= AWAY:
            if not await self._beat():
                await self._pause(_MENDING_LOOK_SECONDS)

    async def run(self, stop: asyncio.Event) -> None:
        """Apply what is due until told to stop."""
        while not stop.is_set():
            try:
                more = await self.step()
            except RedisError as error:
                log.warning("deadlines wait for Redis: %s", error)
                more = False
            if not more:
                await _wait(stop)
        await self._leave()

    async def _leave(self) -> None:
        """Note until when this process was there, so that the next one knows how long nobody was."""
        try:
            if self._well:
                await self._beat()
            await self._heartbeat.leave()
        except RedisError as error:
            log.warning("the end of this process could not be noted: %s", error)

    async def step(self) -> bool:
        """Look once; whether anything was due."""
        await self._keep_watch()
        if not self._well:
            return False
        scopes = await self._store.due(self._clock().timestamp(), _BATCH)
        for scope in scopes:
            await self._expire(scope)
        return bool(scopes)

    async def _expire(self, scope: Scope) -> None:
        try:
            await self._games.expire(scope)
        except Refusal as refusal:
            # Somebody acted in between, or another worker was there first.
            log.debug("nothing is due at %s: %s", scope, refusal.code)
        except Busy:
            log.info("%s is busy; what is due there comes again", scope)
        except RedisError:
            raise
        except Exception:  # the outermost edge: no table may end the loop for all
            log.exception("what is due at %s cannot be applied", scope)

    async def _keep_watch(self) -> None:
        """Ask Telegram now and then, and give time back once it answers after having been away."""
        now = self._clock()
        if self._next_beat is not None and now < self._next_beat:
            return
        try:
            await self._probe()
        except TelegramError as error:
            if self._well or self._next_beat is None:
                log.warning("Telegram does not answer; clocks stand still: %s", error.message)
            self._well = False
            self._next_beat = now
            return
        self._well = await self._beat()
        if self._well:
            self._next_beat = now + BEAT

    async def _beat(self) -> bool:
        """Note that all is well, and give back the time in which it was not.

        Returns:
            ``False`` while another worker still gives time back.
        """
        async with self._beating:
            now = self._clock()
            if not await self._mend(now):
                return False
            self._beaten = now
            return True

    async def _mend(self, now: datetime) -> bool:
        last = await self._heartbeat.last()
        away = 0.0 if last is None else now.timestamp() - last
        if away < (await self._bearable(now)).total_seconds():
            await self._heartbeat.beat(now.timestamp())
            return True
        if not await self._heartbeat.take_mending() or await self._heartbeat.last() != last:
            return False
        scopes = await self._heartbeat.timed()
        log.info("away for %d s; %d tables get that time back", away, len(scopes))
        for scope in scopes:
            await self._give_back(scope, ceil(away))
        await self._heartbeat.mended(now.timestamp())
        return True

    async def _bearable(self, now: datetime) -> timedelta:
        """How long an absence may be for no time to be given back."""
        starts = self._beaten is None and await self._heartbeat.is_alone((now - AWAY).timestamp())
        return _LEAST if starts else AWAY

    async def _give_back(self, scope: Scope, seconds: int) -> None:
        try:
            await self._games.play(await self._games.load(scope), Downtime(seconds), None)
        except Refusal as refusal:
            log.debug("no time to give back at %s: %s", scope, refusal.code)
        except Busy:
            log.warning("%s was too busy to be given its time back", scope)
        except RedisError:
            raise
        except Exception:  # the outermost edge: no table may end the loop for all
            log.exception("time cannot be given back at %s", scope)


async def _wait(stop: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(_EVERY_SECONDS):
            await stop.wait()
    except TimeoutError:
        pass
