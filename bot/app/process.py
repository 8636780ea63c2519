"""The process of the bot: settings, log, event loop, signals, and what it needs from outside."""

import asyncio
import gc
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from redis.asyncio import Redis

from bot import logs
from bot.app.service import Service
from bot.config import Config, load
from bot.resources import Stopped, account, claim_database, playground_of, redis_of
from bot.surroundings import MACHINE, Surroundings

Around = Callable[[Config, Redis], Surroundings]
"""Makes what a bot takes from its machine, for the settings and the Redis that it runs on."""


def _machine(_: Config, __: Redis) -> Surroundings:
    return MACHINE


def serve(environment: dict[str, str], around: Around = _machine) -> None:
    """Run the bot until it is told to stop; the settings are the environment's and those of ``.env``.

    Raises:
        StartError: the bot cannot start; the sentence says why and what to do.
    """
    config = load(environment, Path.cwd())
    logs.setup(config.log_level, config.log_format)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_run(config, around))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the event loop: uvloop where there is a wheel of it, else (``None``) Python's own."""
    try:
        import uvloop  # noqa: PLC0415 - it cannot be had on every machine
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _run(config: Config, around: Around) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    with suppress(Stopped):
        await _serve(config, around, stop)


async def _serve(config: Config, around: Around, stop: asyncio.Event) -> None:
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(redis_of(config))
        token, api = config.bot_token, config.bot_api_url
        play = await stack.enter_async_context(playground_of(config)) if config.playground else None
        if play is not None:
            token, api = play.token, play.api_url
        bot = await stack.enter_async_context(account(token, api, stop))
        await claim_database(config, redis, bot.id)
        service = Service(config, bot, redis, owns_port=not config.playground, around=around(config, redis))
        if play is not None:
            play.world.on_version = service.meet_server
        # What a start has made stays to the end: no search for garbage is to go through it again.
        gc.freeze()
        await service.run(stop)
