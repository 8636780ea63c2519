"""The composition root: runs every part of the bot, and takes them down in order.

They are built in `bot.app.parts`, the ways in stand in `bot.app.doors`, and the process around it all, with its
settings, signals and resources, is `bot.app.process`.
"""

import asyncio
import logging
from contextlib import AsyncExitStack
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - given to the gateway and the ways in

from bot.app import doors
from bot.app.desk import menus_of_owners
from bot.app.parts import Parts
from bot.config import Config
from bot.handlers.commands import commands
from bot.surroundings import MACHINE, Surroundings
from bot.telegram.menus import describe, introduce
from bot.workers.lanes import end

log = logging.getLogger(__name__)

_SETTLE_SECONDS: Final = 3.0
"""How long a stop waits, first for the loops and then for what they began; the rest stays in Redis."""
_WHISPER_SECONDS: Final = 1.0
"""How long it then waits for private messages, which are not kept: racks can be asked for at any time."""


class Service:
    """A bot that can be run, once.

    Args:
        config: the settings.
        bot: initialised.
        redis: a client that answers in bytes.
        owns_port: whether the HTTP port is ours to open; the playground has it otherwise.
        around: time, waiting and secrets; the machine's own unless a test gives others.
    """

    def __init__(
        self,
        config: Config,
        bot: Bot,
        redis: Redis,
        *,
        owns_port: bool,
        around: Surroundings = MACHINE,
    ) -> None:
        self._config: Final = config
        self._bot: Final = bot
        self._pause: Final = around.pause
        self._owns_port: Final = owns_port
        self._parts: Final = Parts(config, bot, redis, around)

    def meet_server(self) -> None:
        """Take the Bot API server for another one, of which nothing is known yet."""
        self._parts.gateway.forms.forget()

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until told to stop.

        Raises:
            StartError: updates cannot be had.
        """
        parts = self._parts
        async with AsyncExitStack() as stack:
            stack.push_async_callback(parts.studio.close)
            stack.callback(parts.thinking.close)
            stack.push_async_callback(parts.stored.replicas.close)
            parts.studio.warm()
            # Beside the rest: nobody who plays waits for a menu.
            stack.push_async_callback(end, (asyncio.create_task(self._introduce(), name="menus"),))
            if parts.tdk is not None:
                stack.push_async_callback(parts.tdk.close)
            # Before anything is owned: a port that another process has ends a start.
            if self._owns_port:
                await stack.enter_async_context(
                    doors.listening(self._config, parts.stored.inbox, parts.put, lambda: parts.stored.owners.well)
                )
            stack.push_async_callback(parts.stored.owners.leave)
            await parts.deadlines.begin()
            await parts.owners_desk.desk.begin()
            await self._take_shards()
            await self._work(stop)

    async def _work(self, stop: asyncio.Event) -> None:
        """The loops, until one ends; what was begun then gets its time to finish."""
        parts = self._parts
        owners = parts.stored.owners
        updates = doors.updates(self._config, self._bot, parts.stored.inbox, parts.put, stop)
        loops = [
            asyncio.create_task(owners.run(stop), name="owners"),
            asyncio.create_task(parts.consumer.run(stop), name="consumer"),
            asyncio.create_task(parts.announcer.run(stop), name="announcer"),
            asyncio.create_task(parts.reveals.run(stop), name="reveals"),
            asyncio.create_task(parts.fading.run(stop), name="fading"),
            asyncio.create_task(parts.redates.run(stop), name="redates"),
            asyncio.create_task(parts.deadlines.run(stop), name="deadlines"),
            asyncio.create_task(parts.stored.tending.run(stop), name="tending"),
            asyncio.create_task(parts.owners_desk.desk.run(stop), name="desk"),
            asyncio.create_task(updates, name="updates"),
        ]
        try:
            await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.set()
            owners.hurry()
            _, late = await asyncio.wait(loops, timeout=_SETTLE_SECONDS)
            await end(late)
            await parts.inquiries.close()
            await owners.leave()
            await parts.stored.wakes.close()
            await asyncio.gather(parts.consumer.settle(_SETTLE_SECONDS), parts.announcer.settle(_SETTLE_SECONDS))
            await parts.owners_desk.desk.settle()
            await asyncio.gather(*(chat.settle(_WHISPER_SECONDS) for chat in parts.chats.values()))
        for task in loops:
            if not task.cancelled():
                task.result()

    async def _take_shards(self) -> None:
        """Own what is this process's share before the first update comes."""
        try:
            await self._parts.stored.owners.begin()
        except RedisError as error:
            log.warning("whose shards are whose waits for Redis: %s", error)

    async def _introduce(self) -> None:
        parts = self._parts
        default = self._config.default_language
        await introduce(parts.gateway, default, commands(), pause=self._pause)
        await describe(parts.gateway, default, parts.texts, pause=self._pause)
        await menus_of_owners(self._config, parts.gateway, parts.owners_desk.vitals, pause=self._pause)
