"""How the bot connects to a Redis server, and which servers will do."""

from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.cluster import ClusterNode, NodesManager
from redis.asyncio.connection import Connection, SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.driver_info import DriverInfo

from bot.config.redisaddress import FORMS, RedisAddress, parse
from bot.store.client import Client
from bot.store.cluster import ClusterClient
from bot.store.connections import improved
from bot.store.line import Line
from bot.store.lines import Lines
from bot.store.slots import servers

LEAST_VERSION: Final = (6, 2)
"""The first Redis with XAUTOCLAIM."""

ANSWER_SECONDS: Final = 15.0
"""How long an answer may take, a wait for something to happen included."""

_CONNECT_SECONDS: Final = 5.0
_POOL_SECONDS: Final = 10.0
_CONNECTIONS: Final = 32
_RETRIES: Final = 3
_RETRIES_OF_MASTER: Final = 12
_PATIENCE_SECONDS: Final = 2.0
_PATIENCE_OF_MASTER_SECONDS: Final = 10.0
"""With a master that Sentinels may be about to replace."""
_CLUSTER_CONNECT_SECONDS: Final = 2.0
_SENTINEL_SECONDS: Final = 2.0
"""How long a question may take about who is the master, which others can answer too."""
_DRIVER: Final = DriverInfo()
"""What a connection says it is; each would look up the library's version anew, for milliseconds."""


class OldServer(Exception):
    """The server is older than :data:`LEAST_VERSION`; the message says what was found and what to do."""


class PartOfCluster(OldServer):
    """The server will not do alone; the message says what to do."""


def connect(url: str) -> Client:
    """A client for a server's address, for the master that Sentinels name, or for a cluster; nothing is sent yet.

    Commands share one connection to each server (:mod:`bot.store.line`); up to 32 others are for those that wait, and
    as many for transactions. A command that fails for its connection is sent again for about two seconds, with
    Sentinels and in a cluster for about ten, but not one that waits, such as a read that takes entries from a stream.
    So a commit may arrive twice: the answer then is ``Duplicate`` or ``Lost``; a load shows what the first did.

    Args:
        url: see :data:`bot.config.redisaddress.FORMS`.

    Raises:
        ValueError: the address cannot be used. The message never repeats it: it may hold a password.
    """
    try:
        address = parse(url)
        if address.kind == "cluster":
            return _cluster(address)
        if address.kind == "sentinel":
            return _lone(address.first, _sentinels(address), address.service)
        return _lone(address.first)
    except (ValueError, TypeError):
        raise ValueError(f"not the address of a Redis server; write {FORMS}") from None


def _lone(url: str, sentinels: Sentinel | None = None, service: str = "", in_cluster: Lines | None = None) -> Client:
    """A client of one server, or of whichever the Sentinels say is the master of a service."""
    again = Retry(
        ExponentialWithJitterBackoff(base=0.1, cap=1.0), _RETRIES if sentinels is None else _RETRIES_OF_MASTER
    )
    once = Retry(NoBackoff(), 0)

    def pool(seconds: float | None, retry: Retry, most: int | None) -> ConnectionPool:
        options: dict[str, Any] = {
            "socket_timeout": seconds,
            "socket_connect_timeout": _CONNECT_SECONDS if in_cluster is None else _CLUSTER_CONNECT_SECONDS,
            "retry": retry,
            "protocol": 2,
            "driver_info": _DRIVER,
        }
        made: ConnectionPool
        if sentinels is not None:
            made = SentinelConnectionPool(  # type: ignore[no-untyped-call]  # redis-py's own
                service, sentinels, **_known(url), **options
            )
        elif most is None:
            made = ConnectionPool.from_url(url, **options)
        else:
            made = BlockingConnectionPool.from_url(url, max_connections=most, timeout=_POOL_SECONDS, **options)
        made.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
        made.connection_class = improved(made.connection_class)
        return made

    # The line itself knows how long an answer may take, and sends again.
    patience = _PATIENCE_SECONDS if sentinels is None else _PATIENCE_OF_MASTER_SECONDS
    shared = pool(None, once, None)
    doubt, astray = (None, None) if in_cluster is None else (in_cluster.doubt, in_cluster.along)
    line = Line(shared, patience, ANSWER_SECONDS, doubt, astray)
    closing = None if sentinels is None else sentinels.aclose
    return Client(
        pool(ANSWER_SECONDS, again, _CONNECTIONS), pool(ANSWER_SECONDS, once, _CONNECTIONS), line, closing=closing
    )


def _known(url: str) -> dict[str, Any]:
    """What an address says of connections to any server; ``ssl`` says whether with TLS."""
    known: dict[str, Any] = {**parse_url(url)}
    tls = known.pop("connection_class", None) is SSLConnection
    return {name: value for name, value in known.items() if name not in {"host", "port"}} | {"ssl": tls}


def _sentinels(address: RedisAddress) -> Sentinel:
    tls = {name: value for name, value in _known(address.first).items() if name.startswith("ssl")}
    options: dict[str, Any] = {"socket_timeout": _SENTINEL_SECONDS, "protocol": 2, "driver_info": _DRIVER}
    options["socket_connect_timeout"] = _SENTINEL_SECONDS
    options["retry"] = Retry(NoBackoff(), 0)  # the next one is asked instead
    own = {**options, **tls, **address.sentinels}
    sentinels = Sentinel(address.places, sentinel_kwargs=own)  # type: ignore[no-untyped-call]  # redis-py's own
    for asked in sentinels.sentinels:
        pool = asked.connection_pool
        pool.connection_class = improved(pool.connection_class)
    return sentinels


def _cluster(address: RedisAddress) -> ClusterClient:
    known = _known(address.first)
    known.pop("db", None)
    known["connection_class"] = improved(SSLConnection if known.pop("ssl") else Connection)
    options: dict[str, Any] = {"socket_timeout": _SENTINEL_SECONDS, "protocol": 2, "driver_info": _DRIVER, **known}
    options["socket_connect_timeout"] = _CLUSTER_CONNECT_SECONDS
    nodes = [ClusterNode(host, port, **options) for host, port in address.places]
    pool = ConnectionPool.from_url(address.first, protocol=2)
    pool.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
    manager = NodesManager(nodes, require_full_coverage=False, connection_kwargs=options)
    return ClusterClient(
        pool, Lines(manager, lambda host, port, lines: _lone(address.at(host, port), in_cluster=lines))
    )


async def check_server(client: Redis) -> str:
    """Make sure that the server is new enough, of a cluster each master; the version, of several the oldest.

    Raises:
        OldServer: it is not.
        PartOfCluster: it belongs to a cluster, and is not addressed so.
        redis.exceptions.RedisError: it cannot be asked.
    """
    found = []
    for server in await servers(client):
        said = await server.info("server")
        # Valkey has a name of its own for it.
        if "cluster" in (said.get("redis_mode"), said.get("server_mode")) and server is client:
            raise PartOfCluster("the server is part of a cluster; write redis+cluster:// before its host")
        found.append(str(said["redis_version"]))
    oldest = min(found, key=parse_version)
    if parse_version(oldest) < LEAST_VERSION:
        least = ".".join(map(str, LEAST_VERSION))
        raise OldServer(f"the Redis server is version {oldest}; Harfiyen needs {least} or newer")
    return oldest


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
