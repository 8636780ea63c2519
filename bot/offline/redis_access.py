"""Redis for the operator's commands: the running bot's server, or a temporary one."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.config import Config, StartError, keep_files_private, load_config
from bot.store import server_checks
from bot.store.client import connect
from bot.store.embedded import DataDirBusy, EmbeddedRedis, NoServerProgram, ServerFailed, embedded_server_url
from bot.store.heartbeat import list_active_workers
from bot.store.server_checks import ServerTooOld, WrongSchema, check_server_version

T = TypeVar("T")


def run_with_redis(work: Callable[[Redis], Awaitable[T]], *, exclusive: bool = False) -> T:
    """Run ``work`` on the configured Redis and return its result; with ``exclusive``, no bot may be running.

    Raises StartError if the settings are wrong, Redis cannot be reached or is lost, or a bot runs despite
    ``exclusive``.
    """
    config = load_config(os.environ, Path.cwd(), make=exclusive)
    if not (exclusive or config.redis_url or config.data_dir.exists()):
        raise StartError(
            f"DATA_DIR is {config.data_dir}, where no data are: run this in the bot's folder, or name its own."
        )
    keep_files_private(config.data_dir)

    async def reached() -> T:
        async with open_configured_redis(config, exclusive=exclusive) as client:
            return await work(client)

    try:
        return asyncio.run(reached())
    except (RedisError, OSError) as error:
        raise StartError(
            f"Redis cannot be reached ({type(error).__name__}); is the bot just starting or stopping?"
        ) from error


@asynccontextmanager
async def open_configured_redis(config: Config, *, exclusive: bool = False) -> AsyncIterator[Redis]:
    """A client for the server of REDIS_URL, or for the bot's own; see :func:`run_with_redis`."""
    async with AsyncExitStack() as stack:
        url = config.redis_url or await _start_own_server(config.data_dir, stack, exclusive=exclusive)
        try:
            client = await stack.enter_async_context(connect(url))
            await check_server_version(client)
        except ValueError as error:
            raise StartError(f"REDIS_URL is {error}.") from error
        except ServerTooOld as error:
            raise StartError(f"{error}.") from error
        if exclusive and config.redis_url:
            await _require_no_bot(client)
        yield client


async def _start_own_server(data_dir: Path, stack: AsyncExitStack, *, exclusive: bool) -> str:
    server = EmbeddedRedis(data_dir)
    try:
        await server.start()
    except DataDirBusy as error:
        if exclusive:
            raise StartError(f"{error}.") from error
        return embedded_server_url(data_dir)
    except (NoServerProgram, ServerTooOld, ServerFailed, OSError) as error:
        raise StartError(f"DATA_DIR cannot be used: {error}") from error
    stack.push_async_callback(server.stop)
    return server.url


async def require_current_schema(client: Redis) -> None:
    """Raise StartError unless the data have this version's schema."""
    try:
        await server_checks.check_schema(client)
    except WrongSchema as error:
        raise StartError(f"the Redis of the settings holds {error}.") from error


async def _require_no_bot(client: Redis) -> None:
    names = ", ".join(await list_active_workers(client))
    if names:
        raise StartError(
            f"a bot works on the Redis of REDIS_URL ({names}): stop it first, and wait half a minute if it was killed."
        )
