"""What the bot needs from outside: a Redis, its account at Telegram, or the playground instead.

Each is opened and closed here, and each failure is worded as the one sentence that ends a start.
"""

import asyncio
import errno
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - makes the account

from bot.config import Config, StartError
from bot.outcomes import BadToken, TooFast, Undone, Unreachable
from bot.playground import Playground
from bot.store.binary import NoRedisServer
from bot.store.connect import OldServer, check_server, connect
from bot.store.dump import HalfRestored, check_restored
from bot.store.embedded import EmbeddedRedis, ServerFailed
from bot.store.lock import DataDirBusy
from bot.store.migrations import Migrating, MigrationFailed
from bot.store.persistence import weaknesses
from bot.store.schema import WrongSchema
from bot.store.tenant import AnotherBots, claim
from bot.surroundings import until_stopped
from bot.telegram.errors import as_outcomes
from bot.telegram.transport import AiohttpRequest
from bot.workers.lanes import end
from bot.workers.patience import Patience

log = logging.getLogger(__name__)

_SILENT: Final = (
    "REDIS_URL names a server that does not answer: start it, correct the address, or leave REDIS_URL empty for a"
    " Redis of the bot's own."
)


class Stopped(Exception):
    """The bot was told to stop before it had begun."""


@asynccontextmanager
async def redis_of(config: Config) -> AsyncIterator[Redis]:
    """A client for the server of REDIS_URL, or for one of our own."""
    if config.redis_url:
        async with _client(config.redis_url, config.redis_wait) as client:
            await _claim_schema(client, "REDIS_URL names a database", alone=False)
            yield client
        return
    server = EmbeddedRedis(config.data_dir)
    try:
        await server.start()
    except NoRedisServer as error:
        raise StartError(f"REDIS_URL is empty, and a Redis of the bot's own cannot be had: {error}.") from error
    except (DataDirBusy, OldServer, ServerFailed, OSError) as error:
        raise StartError(f"DATA_DIR cannot be used: {error}") from error
    watch = asyncio.create_task(server.watch(), name="redis watch")
    try:
        async with _client(server.url) as client:
            await _claim_schema(client, f"DATA_DIR is {config.data_dir}, a folder", alone=True)
            yield client
    finally:
        await end((watch,))
        await server.stop()


@asynccontextmanager
async def _client(url: str, wanted: int = 0) -> AsyncIterator[Redis]:
    """A client for a server that answers and is new enough, and of which so many replicas are waited for."""
    try:
        client = connect(url)
    except ValueError as error:
        raise StartError(f"REDIS_URL is {error}.") from error
    try:
        try:
            await check_server(client)
            await check_restored(client)
            for weakness in await weaknesses(client, wanted):
                log.warning("the Redis server: %s. %s", weakness.found, weakness.remedy)
        except OldServer as error:
            raise StartError(f"REDIS_URL: {error}.") from error
        except HalfRestored as error:
            raise StartError(f"{error}.") from error
        except (RedisError, OSError) as error:
            raise StartError(_SILENT) from error
        yield client
    finally:
        await client.aclose()


async def _claim_schema(client: Redis, place: str, *, alone: bool) -> None:
    """Make sure that the data, if there are any, are of the schema that this program reads, or bring them to it.

    Raises:
        StartError: they are not, or Redis cannot be asked.
    """
    try:
        await Migrating(client, alone=alone).run()
    except WrongSchema as error:
        raise StartError(f"{place} with {error}.") from error
    except MigrationFailed as error:
        raise StartError(f"{place} whose data are to be migrated, and {error}.") from error
    except (RedisError, OSError) as error:
        raise StartError(_SILENT) from error


async def claim_database(config: Config, client: Redis, bot: int) -> None:
    """Make sure that nobody else's bot keeps its games where this one is about to.

    Raises:
        StartError: one does, or Redis cannot be asked.
    """
    try:
        await claim(client, bot)
    except AnotherBots as error:
        raise StartError(_of_another(config)) from error
    except (RedisError, OSError) as error:
        own = f"DATA_DIR is {config.data_dir}, whose Redis does not answer: see its redis.log there, and start again."
        raise StartError(_SILENT if config.redis_url else own) from error


def _of_another(config: Config) -> str:
    if config.redis_url:
        found, remedy = "REDIS_URL names a database", "write another database's number, or another server"
    else:
        found, remedy = f"DATA_DIR is {config.data_dir}, a folder", "name another one"
    return (
        f"{found} with the games of another bot than BOT_TOKEN's, if only the playground's: {remedy}; or, for this"
        " bot to go on with them, run `harfiyen backup FILE` and then `harfiyen restore FILE --replace`."
    )


@asynccontextmanager
async def playground_of(config: Config) -> AsyncIterator[Playground]:
    """The local Bot API server and its page, on the address of HTTP_LISTEN."""
    play = Playground()
    try:
        await play.start(config.http_host, config.http_port)
    except OSError as error:
        raise StartError(not_listening(config, error)) from error
    try:
        sys.stdout.write(f"Harfiyen's playground is open: {play.url}\n")
        sys.stdout.flush()
        yield play
    finally:
        await play.stop()


def not_listening(config: Config, error: OSError) -> str:
    """Why the address of HTTP_LISTEN cannot be had, and what to do."""
    address = f"HTTP_LISTEN is {config.http_host}:{config.http_port}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"{address}, and that port is taken by another program: stop it, or choose another port, as in"
            " HTTP_LISTEN=127.0.0.1:8081."
        )
    # The event loop wraps the system's reason in a sentence of its own and keeps the number only.
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
    return f"{address}, where this machine cannot listen ({reason}): write an address of its own and a port it may use."


@asynccontextmanager
async def account(
    token: str,
    api: str,
    stop: asyncio.Event,
    until_next_try: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
) -> AsyncIterator[Bot]:
    """The bot's own account, proven to work; waited for while Telegram, or the way there, is in trouble.

    Args:
        token: the account's.
        api: the address of the Bot API.
        stop: ends the waiting.
        until_next_try: waits that many seconds, or until told to stop.

    Raises:
        StartError: the token or the address is refused.
        Stopped: the bot was told to stop before an answer came.
    """
    bot = Bot(
        token,
        base_url=f"{api}/bot",
        base_file_url=f"{api}/file/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=1),
    )
    try:
        try:
            await Patience(
                f"The start, for which BOT_API_URL ({urlsplit(api).hostname}) is asked who the bot is,",
                (Unreachable, TooFast),
                pause=partial(_until_next_try, stop, until_next_try),
            ).until_done(partial(_initialized, bot))
        except BadToken as error:
            raise StartError(
                "BOT_TOKEN is refused by Telegram: copy it again from @BotFather, or leave it empty for the playground."
            ) from error
        except Undone as error:
            raise StartError(
                f"BOT_API_URL ({urlsplit(api).hostname}) answers like no Bot API ({error.message}): check the address."
            ) from error
        yield bot
    finally:
        await bot.shutdown()


async def _initialized(bot: Bot) -> None:
    with as_outcomes():
        await bot.initialize()


async def _until_next_try(
    stop: asyncio.Event, until: Callable[[asyncio.Event, float], Awaitable[None]], seconds: float
) -> None:
    await until(stop, seconds)
    if stop.is_set():
        raise Stopped
