"""The service: runs all components of the bot, receives updates, and shuts everything down in order.

:mod:`bot.app.components` builds the components. :mod:`bot.app.process` is the process around it, with signals and
resources.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - given to the ways in

from bot.app.components import Components
from bot.app.monitor import Monitor
from bot.app.owner import set_owner_menus
from bot.app.worker_probe import WorkerProbe
from bot.config import Config, StartError
from bot.handlers.general import all_command_rows
from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import Polling
from bot.ingress.reception import UpdateReception
from bot.ingress.webhook import Webhook, register_webhook
from bot.logs.logger import get_logger
from bot.metrics.meters import NO_METERS
from bot.resources import open_port
from bot.runtime import SYSTEM_RUNTIME, Runtime, wait_or_stop
from bot.telegram.incoming.parse_update import UPDATE_KINDS
from bot.telegram.publish_profile import publish_command_menus, publish_descriptions
from bot.workers.supervisor import cancel_tasks, keep_running, start_task

log = get_logger(__name__)

_FINISH_SECONDS: Final = 3.0
"""How long a shutdown waits for the loops, and again for the work that they began; the rest stays in Redis."""
_PRIVATE_FINISH_SECONDS: Final = 1.0
"""How long it then waits for private messages, which are not stored: racks can be asked for at any time."""


class Service:
    """A bot that can be run once.

    Args:
        owns_port: whether to open the HTTP port; else the playground has it.
        runtime: time, waiting and secrets; the machine's own unless a test gives others.
        monitor: tells others how the bot is, where METRICS_LISTEN is set.
    """

    def __init__(
        self,
        config: Config,
        bot: Bot,
        redis: Redis,
        *,
        owns_port: bool,
        runtime: Runtime = SYSTEM_RUNTIME,
        monitor: Monitor | None = None,
    ) -> None:
        self._config: Final = config
        self._bot: Final = bot
        self._pause: Final = runtime.pause
        self._owns_port: Final = owns_port
        self._monitor: Final = monitor
        self._components: Final = Components(
            config, bot, redis, runtime, NO_METERS if monitor is None else monitor.meters
        )
        self._probe: Final = WorkerProbe(redis, self._components, runtime.clock, uses_webhook=bool(config.webhook_url))

    def forget_server_features(self) -> None:
        """Forget what is known of the Bot API server, as another one may be in its place."""
        self._components.gateway.server_features.forget_server()

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until ``stop`` is set.

        Raises:
            StartError: updates cannot be received.
        """
        parts = self._components
        async with AsyncExitStack() as stack:
            stack.push_async_callback(parts.drawing_thread.close)
            stack.callback(parts.thinking.stop_thinking)
            stack.push_async_callback(parts.analyses.close)
            stack.push_async_callback(parts.puzzles.sources.close)
            parts.drawing_thread.prepare_theme()
            # In the background: no player waits for a menu.
            stack.push_async_callback(cancel_tasks, (start_task(self._set_menus(), name="menus"),))
            if parts.tdk is not None:
                stack.push_async_callback(parts.tdk.close)
            # Before any shard is taken: a port that another process has ends the start.
            if self._owns_port:
                await stack.enter_async_context(
                    open_http_port(self._config, parts.intake, parts.owner.health.reception, self._probe.check_health)
                )
            stack.push_async_callback(parts.storage.shard_owners.hand_over_all)
            await parts.deadlines.record_first_beat()
            await parts.owner.access.load_bans()
            await self._acquire_shards()
            if self._monitor is not None:
                self._monitor.watch_worker(self._probe)
            await self._run_loops(stop)

    async def _run_loops(self, stop: asyncio.Event) -> None:
        """Run the loops until told to stop, or updates cannot be received; then let what was begun finish."""
        parts = self._components
        owners = parts.storage.shard_owners
        works: dict[str, Callable[[asyncio.Event], Awaitable[None]]] = {
            "owners": owners.keep_share,
            "consumer": parts.consumer.run,
            "announcer": parts.announcer.run,
            "reveals": parts.card_reveals.run,
            "fading": parts.auto_delete.run,
            "daily": parts.daily_poster.run,
            "redates": parts.redates.run,
            "deadlines": parts.deadlines.run,
            "tending": parts.storage.housekeeping.run,
            "forgetting": parts.forgetter.run,
            "desk": parts.owner.access.run_checks,
            "updates": partial(receive_updates, self._config, self._bot, parts.intake, parts.owner.health.reception),
        }
        loops = [
            asyncio.create_task(
                keep_running(name, partial(work, stop), ends=(StartError,), pause=partial(wait_or_stop, stop)),
                name=name,
            )
            for name, work in works.items()
        ]
        try:
            await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.set()
            self._probe.is_draining = True
            # Nobody waits for news any longer.
            owners.events.signal_gained()
            (_, late), _ = await asyncio.gather(
                asyncio.wait(loops, timeout=_FINISH_SECONDS), parts.owner.access.stop_broadcast()
            )
            await cancel_tasks(late)
            await parts.inline_queries.close()
            await owners.hand_over_all()
            await parts.storage.notifier.close()
            await asyncio.gather(parts.consumer.finish_started(_FINISH_SECONDS), parts.announcer.drain(_FINISH_SECONDS))
            await parts.owner.access.flush_directory()
            notices = [one for chat in parts.chats.values() for one in chat.player_notices]
            await asyncio.gather(*(one.drain_notices(_PRIVATE_FINISH_SECONDS) for one in notices))
        for task in loops:
            if not task.cancelled():
                task.result()

    async def _acquire_shards(self) -> None:
        """Take this process's share of the shards before the first update comes."""
        try:
            await self._components.storage.shard_owners.acquire_first_share()
        except RedisError as error:
            log.warning("this worker's share of the shards waits for Redis", error=error)

    async def _set_menus(self) -> None:
        parts = self._components
        default = self._config.default_language
        await publish_command_menus(parts.gateway, default, all_command_rows(), pause=self._pause)
        await publish_descriptions(parts.gateway, default, parts.texts, pause=self._pause)
        await set_owner_menus(self._config, parts.gateway, parts.owner.menus, pause=self._pause)


async def receive_updates(
    config: Config, bot: Bot, intake: UpdateIntake, reception: UpdateReception, stop: asyncio.Event
) -> None:
    """Fetch updates for ``intake`` until ``stop`` is set, or register the webhook and wait.

    Raises:
        StartError: updates cannot be received.
    """
    if config.webhook_url:
        await register_webhook(bot, config.webhook_url, config.webhook_secret, UPDATE_KINDS)
        await stop.wait()
    else:
        await Polling(bot, intake, UPDATE_KINDS, reception).run(stop)


def open_http_port(
    config: Config,
    intake: UpdateIntake,
    reception: UpdateReception,
    check_health: Callable[[], Awaitable[tuple[int, str]]],
) -> AbstractAsyncContextManager[str]:
    """Serve the HTTP port: the health check, which answers ``check_health``, and the webhook for ``intake``.

    Raises:
        StartError: the address of HTTP_LISTEN cannot be opened.
    """
    application = web.Application()
    path = urlsplit(config.webhook_url).path or "/"
    application.add_routes(Webhook(intake, config.webhook_secret, path, reception, check_health).to_routes())
    return open_port("HTTP_LISTEN", application, config.http_host, config.http_port)
