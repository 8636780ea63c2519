"""The process of the bot: log, event loop, signals and resources, around :mod:`bot.app.service`."""

import asyncio
import gc
import resource
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from redis.asyncio import Redis

from bot.app.monitor import open_monitor
from bot.app.service import Service
from bot.config import ENV_FILE, Config, StartError
from bot.config.private_files import find_open_file_remedy, keep_files_private
from bot.logs.logger import get_logger
from bot.logs.setup import configure_logging
from bot.metrics.meters import NO_METERS
from bot.playground import Playground
from bot.resources import StoppedBeforeStart, claim_database, explain_listen_error, open_account, open_redis
from bot.runtime import SYSTEM_RUNTIME, Runtime
from bot.workers.supervisor import cancel_tasks

log = get_logger(__name__)

MakeRuntime = Callable[[Config, Redis], Runtime]
"""Makes the runtime of a bot from its settings and its Redis."""


def run_bot(config: Config, make_runtime: MakeRuntime = lambda _, __: SYSTEM_RUNTIME) -> None:
    """Run the bot until it is told to stop.

    Raises:
        StartError: the bot cannot start; the sentence says why and what to do.
    """
    configure_logging(config.log_level, config.log_format, config.bot_token)
    raise_descriptor_limit()
    keep_files_private(config.data_dir)
    if remedy := find_open_file_remedy(Path.cwd() / ENV_FILE):
        log.warning("other users of this machine can read .env, which holds secrets", remedy=remedy)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_run_until_signal(config, make_runtime))


def raise_descriptor_limit() -> None:
    """Let this process have as many files and connections open as the system lets it ask for."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS names no limit and keeps one
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of uvloop where there is a wheel of it, else (``None``) Python's own."""
    try:
        import uvloop  # noqa: PLC0415 - not every machine has it
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
        await _serve_until_stopped(config, make_runtime, stop)
    for reason, at in told[:1]:
        log.info("the bot has stopped", reason=reason, seconds=round(loop.time() - at, 1))


@asynccontextmanager
async def _given_up_when(stop: asyncio.Event) -> AsyncIterator[None]:
    """Cancel what is done here once ``stop`` is set.

    Raises:
        StoppedBeforeStart: it was.
    """
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


async def _serve_until_stopped(config: Config, make_runtime: MakeRuntime, stop: asyncio.Event) -> None:
    async with AsyncExitStack() as stack:
        async with _given_up_when(stop):
            service = await _start_service(config, make_runtime, stop, stack)
        await service.run(stop)


@asynccontextmanager
async def _open_playground(config: Config) -> AsyncIterator[Playground]:
    """The local Bot API server and its page, at the address of HTTP_LISTEN."""
    playground = Playground()
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
    # First: a start that waits for Redis or Telegram is alive, and not ready.
    monitor = await stack.enter_async_context(open_monitor(config))
    meters = NO_METERS if monitor is None else monitor.meters
    redis = await stack.enter_async_context(open_redis(config))
    token, api = config.bot_token, config.bot_api_url
    playground = await stack.enter_async_context(_open_playground(config)) if config.uses_playground else None
    if playground is not None:
        token, api = playground.token, playground.api_url
    bot = await stack.enter_async_context(open_account(token, api, stop, meters=meters))
    await claim_database(config, redis, bot.id)
    service = Service(
        config,
        bot,
        redis,
        owns_port=not config.uses_playground,
        runtime=make_runtime(config, redis),
        monitor=monitor,
    )
    if playground is not None:
        playground.world.on_version_change = service.forget_server_features
    # Objects of the start stay to the end: garbage collections need not scan them again.
    gc.freeze()
    return service
