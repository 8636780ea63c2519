"""The process of the bot: log, event loop, signals and resources, around :mod:`bot.app.service`."""

import asyncio
import gc
import resource
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

from redis.asyncio import Redis

from bot.app.monitor import open_monitor
from bot.app.service import Service
from bot.config import Config
from bot.logs.setup import configure_logging
from bot.metrics.meters import NO_METERS
from bot.resources import StoppedBeforeStart, claim_database, open_account, open_playground, open_redis
from bot.runtime import SYSTEM_RUNTIME, Runtime

MakeRuntime = Callable[[Config, Redis], Runtime]
"""Makes the runtime of a bot from its settings and its Redis."""


def run_bot(config: Config, make_runtime: MakeRuntime = lambda _, __: SYSTEM_RUNTIME) -> None:
    """Run the bot until it is told to stop.

    Raises:
        StartError: the bot cannot start; the sentence says why and what to do.
    """
    configure_logging(config.log_level, config.log_format, config.bot_token)
    _raise_descriptor_limit()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_run_until_signal(config, make_runtime))


def _raise_descriptor_limit() -> None:
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
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    with suppress(StoppedBeforeStart):
        await _serve_until_stopped(config, make_runtime, stop)


async def _serve_until_stopped(config: Config, make_runtime: MakeRuntime, stop: asyncio.Event) -> None:
    async with AsyncExitStack() as stack:
        # First: a start that waits for Redis or Telegram is alive, and not ready.
        monitor = await stack.enter_async_context(open_monitor(config))
        meters = NO_METERS if monitor is None else monitor.meters
        redis = await stack.enter_async_context(open_redis(config))
        token, api = config.bot_token, config.bot_api_url
        playground = await stack.enter_async_context(open_playground(config)) if config.uses_playground else None
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
        await service.run(stop)
