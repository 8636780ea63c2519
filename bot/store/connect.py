"""How the bot connects to a Redis server, and which servers will do."""

from copy import deepcopy
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import DataError

from bot.store.client import Client
from bot.store.line import Line

try:
    from hiredis import pack_command
except ImportError:  # a machine without a wheel
    pack_command = None  # type: ignore[assignment]  # mypy knows no absent module

LEAST_VERSION: Final = (6, 2)
"""The first Redis with XAUTOCLAIM."""

ANSWER_SECONDS: Final = 15.0
"""How long an answer may take, a blocking read included. See :data:`~bot.store.streams.MOST_BLOCK_MS`."""

_CONNECT_SECONDS: Final = 5.0
_POOL_SECONDS: Final = 10.0
_CONNECTIONS: Final = 32
_RETRIES: Final = 3


class OldServer(Exception):
    """The server is older than :data:`LEAST_VERSION`; the message says what was found and what to do."""


def connect(url: str) -> Redis:
    """A client for a server's address; nothing is sent before the first command.

    Commands share one connection (:mod:`bot.store.line`); up to 32 others are for those that wait, and as many for
    transactions. A command that fails for its connection is sent again up to three times within about two seconds, but
    not one that waits, such as a read that takes entries from a stream. So a commit may arrive twice: the answer then
    is ``Duplicate`` or ``Lost``; a load shows what the first did.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``.

    Raises:
        ValueError: the address cannot be used. The message never repeats it: it may hold a password.
    """
    retry = Retry(ExponentialWithJitterBackoff(base=0.1, cap=1.0), _RETRIES)
    try:
        pool, waiting = (
            BlockingConnectionPool.from_url(
                url,
                max_connections=_CONNECTIONS,
                timeout=_POOL_SECONDS,
                socket_timeout=ANSWER_SECONDS,
                socket_connect_timeout=_CONNECT_SECONDS,
                retry=again,
                protocol=2,
            )
            for again in (retry, Retry(NoBackoff(), 0))
        )
        pool.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
        # The line itself knows how long an answer may take, and sends again.
        shared = ConnectionPool.from_url(
            url, socket_timeout=None, socket_connect_timeout=_CONNECT_SECONDS, retry=Retry(NoBackoff(), 0), protocol=2
        )
    except (ValueError, TypeError):
        raise ValueError(
            "not the address of a Redis server; write redis://host:port/0, rediss://host:port/0 or unix:///path"
        ) from None
    if pack_command is not None:
        for one in (pool, waiting, shared):
            one.connection_class = _packing(one.connection_class)
    return Client(pool, waiting, Line(shared, deepcopy(retry), ANSWER_SECONDS))


def _packing(kind: type[AbstractConnection]) -> type[AbstractConnection]:
    """Connections of a kind that have hiredis pack commands, as redis-py's own without asyncio do, and not Python."""

    class Packing(kind):  # type: ignore[misc, valid-type]  # mypy takes no variable for a base
        def pack_command(self, *args: Any) -> list[bytes]:
            name, *arguments = args
            try:
                # A name may be of several words, such as ``XGROUP CREATE``.
                return [pack_command((*name.split(), *arguments))]
            except TypeError as error:
                raise DataError(str(error)) from None

    return Packing


async def check_server(client: Redis) -> str:
    """Make sure that the server is new enough; its version.

    Raises:
        OldServer: it is not.
        redis.exceptions.RedisError: it cannot be asked.
    """
    found = str((await client.info("server"))["redis_version"])
    if parse_version(found) < LEAST_VERSION:
        least = ".".join(map(str, LEAST_VERSION))
        raise OldServer(f"the Redis server is version {found}; Harfiyen needs {least} or newer")
    return found


async def release_of(client: Redis) -> tuple[str, str]:
    """A server's own version and whether it is ``redis`` or ``valkey``, which names a Redis that it stands for beside.

    Raises:
        redis.exceptions.RedisError: it cannot be asked.
    """
    said = await client.info("server")
    valkey = said.get("valkey_version")
    return (str(said["redis_version"]), "redis") if valkey is None else (str(valkey), "valkey")


def parse_version(text: str) -> tuple[int, int]:
    """Major and minor of a version such as ``7.0.15``.

    Raises:
        ValueError: the text is no version.
    """
    major, minor, *_ = text.split(".")
    return int(major), int(minor)
