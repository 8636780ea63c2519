"""The service: runs all components of the bot, receives updates, and shuts everything down in order.

:mod:`bot.app.wiring` builds the components; this module has the process around them: monitor, signals, resources.
"""

import asyncio
import gc
import resource
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from aiohttp import web
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - polling and the webhook need it

from bot.app.wiring import Components
from bot.config import ENV_FILE, Config, StartError, find_open_file_remedy, keep_files_private
from bot.handlers.general import all_command_rows
from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import Polling, UpdateReception
from bot.ingress.webhook import Webhook, register_webhook
from bot.logs import configure_logging, get_logger
from bot.metrics.meters import NO_METERS, Backlog, RedisState, WorkerState
from bot.playground import BOARD_PATH, Playground
from bot.resources import StoppedBeforeStart, claim_database, explain_listen_error, open_account, open_port, open_redis
from bot.runtime import SYSTEM_RUNTIME, Runtime, wait_or_stop
from bot.store import keys
from bot.store.chats import count_running_games
from bot.store.client import check_storable, describe_refusal
from bot.store.housekeeping import measure_queues
from bot.store.people import OwnerMenus
from bot.telegram.gateway import Gateway
from bot.telegram.publish_profile import (
    publish_command_menus,
    publish_descriptions,
    publish_owner_menus,
    set_account_up,
)
from bot.telegram.updates import UPDATE_KINDS
from bot.web.server import BoardServer
from bot.wording.speaker import refusal_codes
from bot.workers.supervisor import cancel_tasks, keep_running, start_task
from engine.rulesets import shipped_rulesets

if TYPE_CHECKING:
    from bot.metrics.prometheus_meters import PrometheusMeters

log = get_logger(__name__)

_TEXT_FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Monitor:
    """Serves metrics and health checks over HTTP."""

    def __init__(self, meters: "PrometheusMeters") -> None:
        self.meters: Final = meters
        self._probe: WorkerProbe | None = None

    def watch_worker(self, probe: "WorkerProbe") -> None:
        """Report what ``probe`` finds from now on, since the worker has started."""
        self._probe = probe

    def to_routes(self) -> list[web.RouteDef]:
        """The routes to add to an application."""
        return [
            web.get("/metrics", self._report_metrics),
            web.get("/healthz", self._report_alive),
            web.get("/readyz", self._report_ready),
        ]

    async def _report_metrics(self, _: web.Request) -> web.Response:
        state = None if self._probe is None else await self._probe.measure_state()
        return web.Response(body=self.meters.to_text(state), headers={"Content-Type": _TEXT_FORMAT})

    async def _report_alive(self, _: web.Request) -> web.Response:
        return web.json_response({"status": "alive"})

    async def _report_ready(self, _: web.Request) -> web.Response:
        obstacle = "it is starting" if self._probe is None else await self._probe.find_obstacle()
        if obstacle:
            return web.json_response({"status": "not ready", "reason": obstacle}, status=503)
        return web.json_response({"status": "ready"})


@asynccontextmanager
async def open_monitor(config: Config) -> AsyncIterator[Monitor | None]:
    """The monitor at the address of METRICS_LISTEN; ``None`` if that is empty. Raises StartError."""
    if config.metrics_listen is None:
        yield None
        return
    monitor = Monitor(make_meters())
    application = web.Application()
    application.add_routes(monitor.to_routes())
    async with open_port("METRICS_LISTEN", application, *config.metrics_listen) as address:
        log.info("metrics are served", address=address)
        yield monitor


def make_meters() -> "PrometheusMeters":
    """Prometheus meters in a registry of their own, with all label values."""
    # prometheus-client is imported only if used.
    from bot.metrics.prometheus_meters import LabelValues, PrometheusMeters  # noqa: PLC0415

    return PrometheusMeters(
        version("harfiyen"), LabelValues(frozenset((*UPDATE_KINDS, "unreadable")), refusal_codes(), shipped_rulesets())
    )


_REDIS_SECONDS: Final = 2.0
"""How long the monitor waits for Redis; its clients wait some ten seconds at most."""


class WorkerProbe:
    """Finds out the state of a worker."""

    def __init__(
        self, redis: Redis, components: Components, clock: Callable[[], datetime], *, uses_webhook: bool = False
    ) -> None:
        self._redis: Final = redis
        self._uses_webhook: Final = uses_webhook
        self._durable: Final = components.storage.durable
        self._owners: Final = components.storage.shard_owners
        self._health: Final = components.owner.health
        self._consumer: Final = components.consumer
        self._clock: Final = clock
        self.is_draining = False
        """Whether the worker is shutting down: it finishes what runs and takes nothing new."""

    async def find_obstacle(self) -> str:
        """Why the worker cannot serve players, in a few words; empty if it can."""
        return self._find_own_obstacle() or self._health.obstacle or await self._find_store_obstacle()

    async def check_health(self) -> tuple[int, str]:
        """The status and text of ``GET /health``.

        A proxy sends no updates to a worker that answers 503. So with a webhook, an obstacle that the next update would
        end is only mentioned in the text.
        """
        if obstacle := self._find_own_obstacle() or await self._find_store_obstacle():
            return 503, obstacle
        obstacle = self._health.obstacle
        return (503 if obstacle and not self._uses_webhook else 200), obstacle or "ok"

    async def _find_store_obstacle(self) -> str:
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await check_storable(self._durable)
        except (RedisError, OSError, TimeoutError) as error:
            refusal = describe_refusal(error)
            return f"Redis refuses to store updates ({refusal})" if refusal else "Redis does not answer"
        return ""

    def _find_own_obstacle(self) -> str:
        if self.is_draining:
            return "it is shutting down"
        if not self._owners.is_healthy:
            return "its shards cannot be taken"
        # A worker without shards is a stand-by while others are alive.
        if not self._owners.shards and self._owners.worker_count == 1:
            return "it owns no shards"
        return ""

    async def measure_state(self) -> WorkerState:
        """The state of the worker; takes as long as Redis does, at most six seconds."""
        redis = await self._measure_redis()
        return WorkerState(
            is_ready=redis is not None and not await self.find_obstacle(),
            lanes=self._consumer.lanes_backlog(),
            shards_owned=len(self._owners.shards),
            workers=self._owners.worker_count,
            broken_connections=getattr(self._redis, "lost_reply_count", 0),
            redis=redis,
        )

    async def _measure_redis(self) -> RedisState | None:
        shards, began = tuple(self._owners.shards), perf_counter()
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await self._redis.exists(keys.broadcast())
                ping_seconds = perf_counter() - began
            async with asyncio.timeout(_REDIS_SECONDS):
                sizes = await measure_queues(self._redis, shards)
                games = await count_running_games(self._redis, self._clock().timestamp(), shards)
        except (RedisError, OSError, TimeoutError):
            return None
        queues = {"inbox": sizes.inbox, "outbox": sizes.outbox, "dead_letters": sizes.dead_letters}
        backlogs = {name: Backlog(size.length, size.oldest_wait.total_seconds()) for name, size in queues.items()}
        return RedisState(ping_seconds, backlogs, games)


_FINISH_SECONDS: Final = 3.0
"""How long a shutdown waits for the loops to end, and again for their running work; what is left stays in Redis."""
_PRIVATE_FINISH_SECONDS: Final = 1.0
"""How long a shutdown then waits for private messages, which are not stored: players can ask again."""


class Service:
    """A bot that can be run once; with ``owns_port`` it opens the HTTP port itself, else the playground does."""

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

    @property
    def board_server(self) -> BoardServer:
        """The server of the board page, for use on the playground's port."""
        return self._components.board_server

    def forget_server_features(self) -> None:
        """Forget what was found out about the Bot API server, which may have been replaced."""
        self._components.gateway.server_features.forget_server()

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until ``stop`` is set; raises StartError if updates cannot be received."""
        parts = self._components
        async with AsyncExitStack() as stack:
            stack.push_async_callback(parts.drawing_thread.close)
            stack.callback(parts.thinking.stop_thinking)
            stack.push_async_callback(parts.analyses.close)
            stack.push_async_callback(parts.puzzles.sources.close)
            parts.drawing_thread.prepare_theme()
            # In the background: players must not wait for a menu.
            stack.push_async_callback(cancel_tasks, (start_task(self._set_menus(), name="menus"),))
            if parts.tdk is not None:
                stack.push_async_callback(parts.tdk.close)
            # Before any shard is taken, so that a port in use ends the start.
            if self._owns_port:
                await stack.enter_async_context(_open_http_port(self._config, parts, self._probe.check_health))
            stack.push_async_callback(parts.storage.shard_owners.hand_over_all)
            await parts.beats.record_first_beat()
            await parts.owner.access.load_bans()
            await self._acquire_shards()
            if self._monitor is not None:
                self._monitor.watch_worker(self._probe)
            await self._run_loops(stop)

    async def _run_loops(self, stop: asyncio.Event) -> None:
        parts = self._components
        owners = parts.storage.shard_owners
        works: dict[str, Callable[[asyncio.Event], Awaitable[None]]] = {
            "shards": owners.keep_share,
            "consumer": parts.consumer.run,
            "announcer": parts.announcer.run,
            "reveals": parts.card_reveals.run,
            "auto-delete": parts.auto_delete.run,
            "daily": parts.daily_poster.run,
            "deadline refresh": parts.deadline_refresh.run,
            "deadlines": parts.deadlines.run,
            "housekeeping": parts.storage.housekeeping.run,
            "open boards": parts.board_server.watch.run,
            "forgetting": parts.forgetter.run,
            "owner checks": parts.owner.access.run_checks,
            "updates": partial(_receive_updates, self._config, self._bot, parts.intake, parts.owner.health.reception),
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
            # Wakes the readers: no more events will come.
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
        try:
            await self._components.storage.shard_owners.rebalance()
        except RedisError as error:
            log.warning("this worker's share of the shards waits for Redis", error=error)

    async def _set_menus(self) -> None:
        parts = self._components
        default = self._config.default_language
        changed: Collection[str] = ()
        with suppress(RedisError):  # the next start tries again
            changed = await set_account_up(parts.gateway, parts.owner.account_settings, pause=self._pause)
        if changed:
            await parts.owner.alerts.report_account_settings(changed)
        await publish_command_menus(parts.gateway, default, all_command_rows(), pause=self._pause)
        await publish_descriptions(parts.gateway, default, parts.texts, pause=self._pause)
        await _set_owner_menus(self._config, parts.gateway, parts.owner.menus, pause=self._pause)


_MENU_RETRY_SECONDS: Final = 5.0


async def _set_owner_menus(
    config: Config, gateway: Gateway, menus: OwnerMenus, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    while True:
        try:
            former = await menus.load_menu_owners() - config.owner_ids
            # Before the menus are set: a process that ends in between leaves no menu unrecorded.
            await menus.save_menu_owners(config.owner_ids, ())
            break
        except RedisError:
            await pause(_MENU_RETRY_SECONDS)
    await publish_owner_menus(
        gateway, config.default_language, all_command_rows(), config.owner_ids, former, pause=pause
    )
    with suppress(RedisError):  # the next start tries again
        await menus.save_menu_owners((), former)


async def _receive_updates(
    config: Config, bot: Bot, intake: UpdateIntake, reception: UpdateReception, stop: asyncio.Event
) -> None:
    if config.webhook_url:
        await register_webhook(bot, config.webhook_url, config.webhook_secret, UPDATE_KINDS)
        await stop.wait()
    else:
        await Polling(bot, intake, UPDATE_KINDS, reception).run(stop)


def _open_http_port(
    config: Config, parts: Components, check_health: Callable[[], Awaitable[tuple[int, str]]]
) -> AbstractAsyncContextManager[str]:
    """Serve the health check, the webhook and the board page; raises StartError if HTTP_LISTEN cannot be opened."""
    application = web.Application()
    path = urlsplit(config.webhook_url).path or "/"
    reception = parts.owner.health.reception
    application.add_routes(Webhook(parts.intake, config.webhook_secret, path, reception, check_health).to_routes())
    if config.web_url:
        application.router.add_route(
            "*", f"{urlsplit(config.web_url).path}/{{path:.*}}", parts.board_server.handle_request
        )
    return open_port("HTTP_LISTEN", application, config.http_host, config.http_port)


MakeRuntime = Callable[[Config, Redis], Runtime]


def run_bot(config: Config, make_runtime: MakeRuntime = lambda _, __: SYSTEM_RUNTIME) -> None:
    """Run the bot until it is told to stop; raises StartError with the cause and the remedy."""
    configure_logging(config.log_level, config.log_format, config.bot_token)
    raise_descriptor_limit()
    keep_files_private(config.data_dir)
    if remedy := find_open_file_remedy(Path.cwd() / ENV_FILE):
        log.warning("other users of this machine can read .env, which holds secrets", remedy=remedy)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_run_until_signal(config, make_runtime))


def raise_descriptor_limit() -> None:
    """Raise this process's limit of open files and connections to the system's maximum."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS names no limit but has one
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - not installed on every machine
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _run_until_signal(config: Config, make_runtime: MakeRuntime) -> None:
    stop, told = asyncio.Event(), list[tuple[str, float]]()
    loop = asyncio.get_running_loop()

    def tell_to_stop(number: signal.Signals) -> None:
        told.append((number.name, loop.time()))
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, tell_to_stop, number)
    with suppress(StoppedBeforeStart):
        async with AsyncExitStack() as stack:
            async with _given_up_when(stop):
                service = await _start_service(config, make_runtime, stop, stack)
            await service.run(stop)
    for reason, at in told[:1]:
        log.info("the bot has stopped", reason=reason, seconds=round(loop.time() - at, 1))


@asynccontextmanager
async def _given_up_when(stop: asyncio.Event) -> AsyncIterator[None]:
    """Cancel the body of the context once ``stop`` is set, and raise StoppedBeforeStart."""
    patience, loop = asyncio.timeout(None), asyncio.get_running_loop()

    async def give_up() -> None:
        await stop.wait()
        patience.reschedule(loop.time())

    watch = asyncio.create_task(give_up(), name="start given up")
    try:
        async with patience:
            yield
    except TimeoutError as error:
        if not patience.expired():
            raise
        raise StoppedBeforeStart from error
    finally:
        await cancel_tasks((watch,))


@asynccontextmanager
async def _open_playground(config: Config) -> AsyncIterator[Playground]:
    playground = Playground()
    # A playground forgets the account's settings at each start, but the bot's data say that they were set.
    playground.world.server.feedback = 1
    try:
        await playground.start(config.http_host, config.http_port)
    except OSError as error:
        raise StartError(explain_listen_error("HTTP_LISTEN", config.http_host, config.http_port, error)) from error
    try:
        sys.stdout.write(f"Harfiyen's playground is open: {playground.url}\n")
        sys.stdout.flush()
        yield playground
    finally:
        await playground.stop()


async def _start_service(
    config: Config, make_runtime: MakeRuntime, stop: asyncio.Event, stack: AsyncExitStack
) -> Service:
    # Opened first: a start that waits for Redis or Telegram is alive, but not ready.
    monitor = await stack.enter_async_context(open_monitor(config))
    meters = NO_METERS if monitor is None else monitor.meters
    redis = await stack.enter_async_context(open_redis(config))
    token, api = config.bot_token, config.bot_api_url
    playground = await stack.enter_async_context(_open_playground(config)) if config.uses_playground else None
    if playground is not None:
        token, api = playground.token, playground.url
        config = replace(config, web_url=f"{playground.url}{BOARD_PATH}", web_app="board")
    bot = await stack.enter_async_context(open_account(token, api, stop, meters=meters))
    await claim_database(config, redis, bot.id)
    service = Service(
        config, bot, redis, owns_port=not config.uses_playground, runtime=make_runtime(config, redis), monitor=monitor
    )
    if playground is not None:
        playground.world.on_version_change = service.forget_server_features
        playground.serve_board = service.board_server.handle_request
    # Objects of the start live to the end, so garbage collections need not scan them again.
    gc.freeze()
    return service
