"""The bot's resources: a Redis, and its account at Telegram or the playground.

They are opened and closed here; each failure becomes the sentence with which a start ends.
"""

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - creates the account

from bot.call_errors import ApiUnreachable, CallFailed, RateLimited, TokenRejected
from bot.config import Config, StartError, TokenRefused
from bot.listener import open_listener
from bot.logs import get_logger
from bot.metrics.meters import NO_METERS, Meters
from bot.runtime import wait_or_stop
from bot.store.client import connect
from bot.store.embedded import DataDirBusy, EmbeddedRedis, NoServerProgram, ServerFailed
from bot.store.export import IncompleteRestore, check_restore_complete
from bot.store.schema import MigrationFailed, SchemaMigrator
from bot.store.server_checks import (
    ServerTooOld,
    WrongSchema,
    WrongTenant,
    check_server_version,
    check_tenant,
    claim_tenant,
    find_weaknesses,
)
from bot.telegram.transport import AiohttpRequest, errors_as_outcomes
from bot.workers.supervisor import RetryLoop, cancel_tasks, keep_running

log = get_logger(__name__)

_NO_ANSWER: Final = (
    "REDIS_URL names a server that does not answer: start it, correct the address, or leave REDIS_URL empty for a"
    " Redis of the bot's own."
)

_OTHER_PORTS: Final = {"HTTP_LISTEN": 8081, "METRICS_LISTEN": 9091}


class StoppedBeforeStart(Exception):
    """The bot was told to stop before it had started."""


@asynccontextmanager
async def open_redis(config: Config) -> AsyncIterator[Redis]:
    """A client for the server of REDIS_URL, or for the bot's own."""
    if config.redis_url:
        async with _open_client(config.redis_url, config.redis_wait) as client:
            await _check_schema(config, client)
            yield client
        return
    server = EmbeddedRedis(config.data_dir)
    try:
        await server.start()
    except NoServerProgram as error:
        raise StartError(f"REDIS_URL is empty, and a Redis of the bot's own cannot be had: {error}.") from error
    except (DataDirBusy, ServerTooOld, ServerFailed, OSError) as error:
        raise StartError(f"DATA_DIR cannot be used: {error}") from error
    watch = asyncio.create_task(keep_running("redis watch", server.restart_when_dead), name="redis watch")
    try:
        async with _open_client(server.url) as client:
            await _check_schema(config, client)
            yield client
    finally:
        await cancel_tasks((watch,))
        await server.stop()


@asynccontextmanager
async def _open_client(url: str, replicas: int = 0) -> AsyncIterator[Redis]:
    try:
        client = connect(url)
    except ValueError as error:
        raise StartError(f"REDIS_URL is {error}.") from error
    try:
        try:
            await check_server_version(client)
            await check_restore_complete(client)
            for weakness in await find_weaknesses(client, replicas):
                log.warning("the Redis server is not as it should be", problem=weakness.problem, remedy=weakness.remedy)
        except ServerTooOld as error:
            raise StartError(f"REDIS_URL: {error}.") from error
        except IncompleteRestore as error:
            raise StartError(f"{error}.") from error
        except (RedisError, OSError) as error:
            raise StartError(_NO_ANSWER) from error
        yield client
    finally:
        await client.aclose()


async def _check_schema(config: Config, client: Redis) -> None:
    with _schema_errors_as_start_errors(config):
        await SchemaMigrator(client, exclusive=not config.redis_url).check_database()


async def claim_database(config: Config, client: Redis, bot: int) -> None:
    """Check that no other bot uses this database, and migrate it to this version's schema."""
    try:
        await check_tenant(client, bot)
        with _schema_errors_as_start_errors(config):
            await SchemaMigrator(client, exclusive=not config.redis_url).migrate_database()
        await claim_tenant(client, bot)
    except WrongTenant as error:
        raise StartError(_explain_other_bot(config)) from error
    except (RedisError, OSError) as error:
        own = f"DATA_DIR is {config.data_dir}, whose Redis does not answer: see its redis.log there, and start again."
        raise StartError(_NO_ANSWER if config.redis_url else own) from error


@contextmanager
def _schema_errors_as_start_errors(config: Config) -> Iterator[None]:
    place = "REDIS_URL names a database" if config.redis_url else f"DATA_DIR is {config.data_dir}, a folder"
    try:
        yield
    except WrongSchema as error:
        raise StartError(f"{place} with {error}.") from error
    except MigrationFailed as error:
        raise StartError(f"{place} whose data are to be migrated, and {error}.") from error


def _explain_other_bot(config: Config) -> str:
    if config.redis_url:
        found, remedy = "REDIS_URL names a database", "write another database's number, or another server"
    else:
        found, remedy = f"DATA_DIR is {config.data_dir}, a folder", "name another one"
    return (
        f"{found} with the games of another bot than BOT_TOKEN's, if only the playground's: {remedy}; or, for this"
        " bot to go on with them, run `harfiyen backup FILE` and then `harfiyen restore FILE --replace`."
    )


@asynccontextmanager
async def open_port(setting: str, application: web.Application, host: str, port: int) -> AsyncIterator[str]:
    """Serve an application at the address of a setting; yields as :func:`bot.listener.open_listener`."""
    async with AsyncExitStack() as stack:
        try:
            address = await stack.enter_async_context(open_listener(application, host, port))
        except OSError as error:
            raise StartError(explain_listen_error(setting, host, port, error)) from error
        yield address


def explain_listen_error(setting: str, host: str, port: int, error: OSError) -> str:
    """Why the address of a setting cannot be opened, and the remedy."""
    address = f"{setting} is {host}:{port}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"{address}, and that port is taken by another program: stop it, or choose another port, as in"
            f" {setting}=127.0.0.1:{_OTHER_PORTS[setting]}."
        )
    # The event loop wraps the system's reason into a sentence of its own, and keeps only the number.
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
    return f"{address}, where this machine cannot listen ({reason}): write an address of its own and a port it may use."


@asynccontextmanager
async def open_account(
    token: str,
    api: str,
    stop: asyncio.Event,
    until_next_try: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop,
    meters: Meters = NO_METERS,
) -> AsyncIterator[Bot]:
    """The bot's account, after Telegram has confirmed it; retries while Telegram cannot be reached.

    ``until_next_try`` waits that many seconds, or until the bot is told to stop. Raises StartError if the token or the
    address is refused, or StoppedBeforeStart.
    """
    bot = Bot(
        token,
        base_url=f"{api}/bot",
        base_file_url=f"{api}/file/bot",
        request=AiohttpRequest(meters=meters),
        get_updates_request=AiohttpRequest(connections=1, meters=meters),
    )
    try:
        try:
            await RetryLoop(
                f"The start, for which BOT_API_URL ({urlsplit(api).hostname}) is asked who the bot is,",
                (ApiUnreachable, RateLimited),
                pause=partial(_wait_for_next_try, stop, until_next_try),
            ).run_until_success(partial(_initialize_bot, bot))
        except TokenRejected as error:
            raise TokenRefused(
                "BOT_TOKEN is refused by Telegram: copy it again from @BotFather, or leave it empty for the playground."
            ) from error
        except CallFailed as error:
            raise StartError(
                f"BOT_API_URL ({urlsplit(api).hostname}) answers like no Bot API ({error.message}): check the address."
            ) from error
        yield bot
    finally:
        await bot.shutdown()


async def _initialize_bot(bot: Bot) -> None:
    with errors_as_outcomes():
        await bot.initialize()


async def _wait_for_next_try(
    stop: asyncio.Event, until: Callable[[asyncio.Event, float], Awaitable[None]], seconds: float
) -> None:
    await until(stop, seconds)
    if stop.is_set():
        raise StoppedBeforeStart
