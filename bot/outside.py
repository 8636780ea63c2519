"""What the bot needs from outside: a Redis, its account at Telegram, or the playground instead.

Each is opened and closed here, and each failure is worded as the one sentence that ends a start.
"""

import asyncio
import errno
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.config import Config, StartError
from bot.lanes import end
from bot.playground import Playground
from bot.request import AiohttpRequest
from bot.store.binary import NoRedisServer
from bot.store.connect import OldServer, check_server, connect
from bot.store.embedded import EmbeddedRedis, ServerFailed
from bot.store.fake import fake_client
from bot.store.lock import DataDirBusy

log = logging.getLogger(__name__)


@asynccontextmanager
async def redis_of(config: Config) -> AsyncIterator[Redis]:
    """A client for the server of REDIS_URL, or for one of our own."""
    if config.redis_url:
        async with _client(config.redis_url) as client:
            yield client
        return
    server = EmbeddedRedis(config.data_dir)
    try:
        await server.start()
    except NoRedisServer as error:
        if not config.playground:
            raise StartError(f"REDIS_URL is empty, and a Redis of the bot's own cannot be had: {error}") from error
        log.warning("Nothing will survive a restart of this playground: %s", error)
        yield fake_client()
        return
    except (DataDirBusy, OldServer, ServerFailed, OSError) as error:
        raise StartError(f"DATA_DIR cannot be used: {error}") from error
    watch = asyncio.create_task(server.watch(), name="redis watch")
    try:
        async with _client(server.url) as client:
            yield client
    finally:
        await end((watch,))
        await server.stop()


@asynccontextmanager
async def _client(url: str) -> AsyncIterator[Redis]:
    """A client for a server that answers and is new enough."""
    try:
        client = connect(url)
    except ValueError as error:
        raise StartError(f"REDIS_URL is {error}.") from error
    try:
        try:
            await check_server(client)
        except OldServer as error:
            raise StartError(f"REDIS_URL: {error}.") from error
        except (RedisError, OSError) as error:
            raise StartError(
                "REDIS_URL names a server that does not answer: start it, correct the address, or leave REDIS_URL"
                " empty for a Redis of the bot's own."
            ) from error
        yield client
    finally:
        await client.aclose()


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
async def account(token: str, api: str) -> AsyncIterator[Bot]:
    """The bot's own account, proven to work."""
    bot = Bot(
        token,
        base_url=f"{api}/bot",
        base_file_url=f"{api}/file/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=1),
    )
    try:
        try:
            await bot.initialize()
        except InvalidToken as error:
            raise StartError(
                "BOT_TOKEN is refused by Telegram: copy it again from @BotFather, or leave it empty for the playground."
            ) from error
        except TelegramError as error:
            raise StartError(
                f"BOT_API_URL ({urlsplit(api).hostname}) does not answer ({error.message}):"
                " check the network and the address."
            ) from error
        yield bot
    finally:
        await bot.shutdown()
