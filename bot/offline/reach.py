"""Redis as the operator's tools reach it: the running bot's, or where none runs one that is started for the while."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.config import Config, StartError, load
from bot.store import schema
from bot.store.binary import NoRedisServer
from bot.store.connect import OldServer, check_server, connect
from bot.store.embedded import EmbeddedRedis, ServerFailed, url_of
from bot.store.heartbeat import at_work
from bot.store.lock import DataDirBusy
from bot.store.schema import WrongSchema

T = TypeVar("T")


def with_redis(work: Callable[[Redis], Awaitable[T]], *, alone: bool = False) -> T:
    """What a piece of work gives, done on the Redis of the settings.

    Args:
        work: is given a client that answers in bytes.
        alone: whether no bot may run meanwhile.

    Raises:
        StartError: the settings are wrong, Redis cannot be reached or goes away, or a bot runs that must not.
    """

    async def reached() -> T:
        async with redis_of(load(os.environ, Path.cwd()), alone=alone) as client:
            return await work(client)

    try:
        return asyncio.run(reached())
    except (RedisError, OSError) as error:
        raise StartError(
            f"Redis cannot be reached ({type(error).__name__}); is the bot just starting or stopping?"
        ) from error


@asynccontextmanager
async def redis_of(config: Config, *, alone: bool = False) -> AsyncIterator[Redis]:
    """A client for the server of REDIS_URL, or for the bot's own; see :func:`with_redis`."""
    async with AsyncExitStack() as stack:
        url = config.redis_url or await _own(config.data_dir, stack, alone=alone)
        try:
            client = await stack.enter_async_context(connect(url))
            await check_server(client)
        except ValueError as error:
            raise StartError(f"REDIS_URL is {error}.") from error
        except OldServer as error:
            raise StartError(f"{error}.") from error
        if alone and config.redis_url:
            await _check_idle(client)
        yield client


async def _own(data_dir: Path, stack: AsyncExitStack, *, alone: bool) -> str:
    """The address of the bot's own server, started if it does not run and then stopped again."""
    server = EmbeddedRedis(data_dir)
    try:
        await server.start()
    except DataDirBusy as error:
        if alone:
            raise StartError(f"{error}.") from error
        return url_of(data_dir)
    except (NoRedisServer, OldServer, ServerFailed, OSError) as error:
        raise StartError(f"DATA_DIR cannot be used: {error}") from error
    stack.push_async_callback(server.stop)
    return server.url


async def check_schema(client: Redis) -> None:
    """Make sure that what is stored is of this program's schema.

    Raises:
        StartError: it is not.
    """
    try:
        await schema.check(client)
    except WrongSchema as error:
        raise StartError(f"the Redis of the settings holds {error}.") from error


async def _check_idle(client: Redis) -> None:
    """Make sure that nobody works on a Redis that others can reach."""
    names = ", ".join(await at_work(client))
    if names:
        raise StartError(
            f"a bot works on the Redis of REDIS_URL ({names}): stop it first, and wait half a minute if it was killed."
        )
