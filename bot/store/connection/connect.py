"""Making a client from a Redis address: of one server, or of the master that Sentinels name."""

import os
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, ConnectionPool
from redis.asyncio.connection import SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.driver_info import DriverInfo

from bot.config.redis_address import ADDRESS_FORMS, RedisAddress, parse_redis_url
from bot.store import client as plain_client
from bot.store.connection.client import Client
from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.connection.transport import cancellable_connection_class

SERVER_REPLY_SECONDS: Final = 15.0
"""How long a reply may take, including the time that a command blocks."""


_CONNECT_SECONDS: Final = 5.0


_POOL_SECONDS: Final = 10.0


_CONNECTIONS: Final = 32


_RETRIES: Final = 3


_SENTINEL_RETRIES: Final = 12


_RETRY_SECONDS: Final = 2.0


_SENTINEL_RETRY_SECONDS: Final = 10.0
"""For a master that Sentinels may be about to replace."""


_SENTINEL_SECONDS: Final = 2.0
"""How long one Sentinel may take to say who is the master: others can answer too."""


_DRIVER: Final = DriverInfo()
"""What a connection tells of the library; shared, as each would look the version up again for milliseconds."""


_SWITCH: Final = "HARFIYEN_FORMER_CLIENT"
"""The variable of the environment that takes the connection of our own; never released."""


def connect(url: str) -> Client | plain_client.Client:
    """A client for an address; nothing is sent yet.

    Commands share one connection to each server (:mod:`bot.store.connection.multiplexed`). Up to 32 further connections
    are for commands that block, and as many for transactions.

    A command whose connection fails is retried for about two seconds, with Sentinels for about ten.
    One that blocks is not retried. So a commit may arrive twice: its reply is then ``Duplicate`` or ``Conflict``, and a
    load shows what the first did.

    Args:
        url: see :data:`bot.config.redis_address.ADDRESS_FORMS`.

    Raises:
        ValueError: the address cannot be used. The message does not repeat it, as it may hold a password.
    """
    try:
        address = parse_redis_url(url)
        if not os.environ.get(_SWITCH):
            return plain_client.connect(url)
        if address.kind == "sentinel":
            return _single_server_client(address.first_url, _sentinel_client(address), address.service)
        return _single_server_client(address.first_url)
    except (ValueError, TypeError):
        raise ValueError(f"not the address of a Redis server; write {ADDRESS_FORMS}") from None


def _single_server_client(url: str, sentinels: Sentinel | None = None, service: str = "") -> Client:
    """A client of one server, or of the server that Sentinels name as the master of a service."""
    again = Retry(ExponentialWithJitterBackoff(base=0.1, cap=1.0), _RETRIES if sentinels is None else _SENTINEL_RETRIES)
    once = Retry(NoBackoff(), 0)

    def pool(seconds: float | None, retry: Retry, most: int | None) -> ConnectionPool:
        options: dict[str, Any] = {
            "socket_timeout": seconds,
            "socket_connect_timeout": _CONNECT_SECONDS,
            "retry": retry,
            "protocol": 2,
            "driver_info": _DRIVER,
        }
        made: ConnectionPool
        if sentinels is not None:
            made = SentinelConnectionPool(  # type: ignore[no-untyped-call]  # redis-py's own
                service, sentinels, **_connection_options(url), **options
            )
        elif most is None:
            made = ConnectionPool.from_url(url, **options)
        else:
            made = BlockingConnectionPool.from_url(url, max_connections=most, timeout=_POOL_SECONDS, **options)
        made.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
        made.connection_class = cancellable_connection_class(made.connection_class)
        return made

    # The shared connection itself knows how long a reply may take, and retries.
    retry_seconds = _RETRY_SECONDS if sentinels is None else _SENTINEL_RETRY_SECONDS
    shared = pool(None, once, None)
    connection = MultiplexedConnection(shared, retry_seconds, SERVER_REPLY_SECONDS)
    close_sentinels = None if sentinels is None else sentinels.aclose
    return Client(
        pool(SERVER_REPLY_SECONDS, again, _CONNECTIONS),
        pool(SERVER_REPLY_SECONDS, once, _CONNECTIONS),
        connection,
        close_extra=close_sentinels,
    )


def _connection_options(url: str) -> dict[str, Any]:
    """The options in an address that hold for every server; ``ssl`` tells whether to use TLS."""
    known: dict[str, Any] = {**parse_url(url)}
    tls = known.pop("connection_class", None) is SSLConnection
    return {name: value for name, value in known.items() if name not in {"host", "port"}} | {"ssl": tls}


def _sentinel_client(address: RedisAddress) -> Sentinel:
    tls = {name: value for name, value in _connection_options(address.first_url).items() if name.startswith("ssl")}
    options: dict[str, Any] = {"socket_timeout": _SENTINEL_SECONDS, "protocol": 2, "driver_info": _DRIVER}
    options["socket_connect_timeout"] = _SENTINEL_SECONDS
    options["retry"] = Retry(NoBackoff(), 0)  # the next one is asked instead
    own = {**options, **tls, **address.sentinel_login}
    sentinels = Sentinel(address.hosts, sentinel_kwargs=own)  # type: ignore[no-untyped-call]  # redis-py's own
    for asked in sentinels.sentinels:
        pool = asked.connection_pool
        pool.connection_class = cancellable_connection_class(pool.connection_class)
    return sentinels
