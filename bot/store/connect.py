"""How the bot connects to a Redis server, and which servers will do."""

from typing import Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

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

    A command that fails for its connection is sent again up to three times within about two seconds. So a
    commit may arrive twice: the answer then is ``Duplicate`` or ``Lost``; a load shows what the first did.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``.

    Raises:
        ValueError: the address cannot be used. The message never repeats it: it may hold a password.
    """
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=_POOL_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=_CONNECT_SECONDS,
            retry=Retry(ExponentialWithJitterBackoff(base=0.1, cap=1.0), _RETRIES),
            protocol=2,
        )
        pool.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
    except (ValueError, TypeError):
        raise ValueError(
            "not the address of a Redis server; write redis://host:port/0, rediss://host:port/0 or unix:///path"
        ) from None
    return Redis.from_pool(pool)


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


def parse_version(text: str) -> tuple[int, int]:
    """Major and minor of a version such as ``7.0.15``.

    Raises:
        ValueError: the text is no version.
    """
    major, minor, *_ = text.split(".")
    return int(major), int(minor)
