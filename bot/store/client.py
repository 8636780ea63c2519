"""redis-py's client for the bot's Redis: connecting, retries, and broken connections.

Each command borrows a connection of a pool. A command without a reply is sent again for some seconds, so every write
may happen twice. Commands that take something out of Redis are sent once.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeVar, cast

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.connection import (
    AbstractConnection,
    Connection,
    SSLConnection,
    UnixDomainSocketConnection,
    parse_url,
)
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import (
    Sentinel,
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)
from redis.backoff import EqualJitterBackoff, NoBackoff
from redis.driver_info import DriverInfo
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import MasterDownError, OutOfMemoryError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from bot.config import ADDRESS_FORMS, RedisAddress, parse_redis_url
from bot.logs import get_logger
from bot.store import keys

log = get_logger(__name__)

UNREPEATABLE_COMMANDS: Final = frozenset(
    {"BLMOVE", "BLPOP", "BRPOP", "LPOP", "RPOP", "WAIT", "XAUTOCLAIM", "XREAD", "XREADGROUP"}
)
"""Commands that are not sent twice, since a lost reply cannot be recovered."""

SERVER_REPLY_SECONDS: Final = 15.0  # how long a single server's reply may take; there is no other server to answer
_DOUBT_SECONDS: Final = 2.0
"""As ``SERVER_REPLY_SECONDS`` with Sentinels, which may name another master by then; also the longest wait for one.
"""
_CONNECT_SECONDS: Final = 5.0
_RETRY_SECONDS: Final = 2.0
_SENTINEL_RETRY_SECONDS: Final = 10.0  # how long a command is sent again while Sentinels may replace the master
_PAUSES: Final = EqualJitterBackoff(base=0.05, cap=0.5)
_CONNECTIONS: Final = 32
_MOST_REPLICATING: Final = _CONNECTIONS // 2
_POOL_SECONDS: Final = 10.0
_DRIVER: Final = DriverInfo()
"""The client library info that connections send; shared, as looking up its version takes milliseconds."""

_WAIT_MS: Final = 500
_FIRST_WARNING_SECONDS: Final = 3.0
_WARN_SECONDS: Final = 30.0
_CHECK_SECONDS: Final = 1.0

_TEMPORARY: Final = (MasterDownError, OutOfMemoryError, ReadOnlyError)
_TEMPORARY_WORDS: Final = ("BUSY", "LOADING", "MISCONF", "NOREPLICAS", "OOM", "READONLY", "UNKILLABLE")
"""How temporary errors begin inside a script's error; also some errors without a redis-py class."""

IN_PIPELINE: Final = " of pipeline caused error: "
"""redis-py's text between a pipeline's command, which may contain messages of users, and its error."""
_MARKS: Final = str.maketrans(dict.fromkeys("-('\"", " "))  # possible punctuation around the words of an error
T = TypeVar("T")


class PoolState:
    """What the connections of a pool share with their clients."""

    def __init__(self) -> None:
        self.break_count = 0
        """How often connections broke, or were closed after a command was cancelled or timed out. The server's last
        actions are then unknown, and a server that replaces it may lack acknowledged ones.
        """
        self.is_closed = False  # whether the pool is closed for good
        self.replicating: Final = asyncio.Semaphore(_MOST_REPLICATING)
        """Held by the one command that waits for replicas, perhaps for ever; the other connections stay free."""


class _StoreConnection(AbstractConnection):
    """Adds to redis-py's connections: cancelling is safe, and breaks are counted."""

    def __init__(self, *, state: PoolState | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._state: Final = PoolState() if state is None else state
        self._breaks_when_sent = 0
        self._idle = True

    async def send_packed_command(self, command: bytes | str | Iterable[bytes], check_health: bool = True) -> None:  # noqa: FBT001, FBT002 - redis-py's own
        self._breaks_when_sent, self._idle = self._state.break_count, False
        seconds, self.socket_timeout = self.socket_timeout, None
        try:
            async with asyncio.timeout(seconds):
                await super().send_packed_command(command, check_health)
        except TimeoutError:
            raise NoAnswer("Timeout writing to socket") from None
        except RuntimeError as error:
            # uvloop raises this for a broken transport; asyncio's own accepts the data and drops it
            raise Disconnected("the connection was closed") from error
        finally:
            self.socket_timeout = seconds

    async def can_read(self) -> bool:
        self._idle = True
        return await super().can_read()

    async def disconnect(self, *args: Any, **options: Any) -> None:
        if self.is_connected and not (self._idle and self._breaks_when_sent < self._state.break_count):
            self._state.break_count += 1
        await super().disconnect(*args, **options)


_CONNECTION_CLASSES: Final[Mapping[type[AbstractConnection], type[AbstractConnection]]] = MappingProxyType(
    {
        base: type(base.__name__, (_StoreConnection, base), {})
        for base in (
            Connection,
            SSLConnection,
            UnixDomainSocketConnection,
            SentinelManagedConnection,
            SentinelManagedSSLConnection,
        )
    }
)


class Client(Redis):
    """A client that resends commands without a reply for ``retry_seconds``, and counts broken connections."""

    def __init__(
        self, pool: ConnectionPool, retry_seconds: float, state: PoolState, sentinels: Sentinel | None = None
    ) -> None:
        super().__init__(connection_pool=pool)
        self.auto_close_connection_pool = True
        self.retry_seconds: Final = retry_seconds
        self.state: Final = state
        self._sentinels: Final = sentinels

    @property
    def lost_reply_count(self) -> int:
        """How often replies were lost, or came from a server that may since have lost what it confirmed."""
        return self.state.break_count

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Execute a command; see :class:`redis.asyncio.Redis`."""
        send = partial(super().execute_command, *args, **options)
        return await (send() if args[0] in UNREPEATABLE_COMMANDS else self.send_again(send))

    async def send_again(self, send: Callable[[], Awaitable[T]]) -> T:
        """Call ``send`` until a reply comes, for :attr:`retry_seconds` after the first failure.

        redis-py's own retries go to the server of the connection, even if Sentinels name another one by now.
        """
        until, failures = 0.0, 0
        while True:
            if self.state.is_closed:
                raise Disconnected("the connections were closed")
            try:
                return await send()
            except (Disconnected, NoAnswer):
                now = asyncio.get_running_loop().time()
                until = until or now + self.retry_seconds
                if now >= until:
                    raise
                if failures:
                    await asyncio.sleep(min(_PAUSES.compute(failures), until - now))
                failures += 1

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """Commands that are sent together; see :class:`redis.asyncio.Redis`."""
        return _RepeatedPipeline(self, transaction=transaction, shard_hint=shard_hint)

    async def __aexit__(self, *_: object) -> None:
        # Closed even if closing is cancelled, unlike redis-py's own.
        end = asyncio.ensure_future(self.aclose())
        try:
            await asyncio.shield(end)
        except asyncio.CancelledError:
            await asyncio.wait((end,))
            raise

    async def aclose(self, close_connection_pool: bool | None = None) -> None:  # noqa: FBT001 - redis-py's own
        """Close every connection permanently."""
        self.state.is_closed = True
        await super().aclose(close_connection_pool)
        if self._sentinels is not None:
            await self._sentinels.aclose()


class _RepeatedPipeline(Pipeline):
    def __init__(self, client: Client, *, transaction: bool, shard_hint: str | None) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction, shard_hint)
        self._client: Final = client

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        commands, execute = self.command_stack, super().execute

        async def send() -> list[Any]:
            self.command_stack = list(commands)
            return await execute(raise_on_error)

        return await self._client.send_again(send)


class TooFewReplicas(RedisError):
    """Too few replicas confirmed in time; the master has the write, and replicas may still get it."""


class ReplicatedClient(Client):
    """A client that shares another's connections; its commands return once enough replicas have their writes.

    ``WAIT`` follows each command in the same packet: it covers the writes of its own connection, and a connection never
    outlives the server's process. If the connection breaks meanwhile, the command goes to the next master. Pipelines do
    not wait for replicas, but a later command covers them too, since replication is one stream. ``seconds`` is the
    longest wait; ``None`` waits for ever, with occasional warnings.
    """

    _warned_at: ClassVar[float] = -math.inf  # when any of these clients last warned, by the event loop's clock

    def __init__(self, client: Client, min_replicas: int, seconds: float | None = None) -> None:
        super().__init__(client.connection_pool, client.retry_seconds, client.state)
        self.auto_close_connection_pool = False
        self._min_replicas: Final = min_replicas
        self._seconds: Final = seconds

    def within(self, seconds: float) -> "ReplicatedClient":
        """This client, but waiting at most ``seconds``."""
        return ReplicatedClient(self, self._min_replicas, seconds)

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Execute a command; raises TooFewReplicas if it was done but too few replicas have it."""
        return await self.send_again(partial(self._execute_once, args, options))

    async def _execute_once(self, command: Sequence[Any], options: Mapping[str, Any]) -> Any:
        began = asyncio.get_running_loop().time()
        until = math.inf if self._seconds is None else began + self._seconds
        try:
            async with asyncio.timeout(self._seconds):
                await self.state.replicating.acquire()
        except TimeoutError:
            raise self._too_few() from None
        try:
            return await self._send_and_wait(command, options, began, until)
        finally:
            self.state.replicating.release()

    async def _send_and_wait(
        self, command: Sequence[Any], options: Mapping[str, Any], began: float, until: float
    ) -> Any:
        connection: AbstractConnection = await self.connection_pool.get_connection()  # type: ignore[no-untyped-call]
        # A command that another connection sent before writes nothing now, and WAIT covers only its own connection's
        # writes.
        marker = "SET", keys.replication_marker(), b"", "PX", 60_000
        try:
            await connection.send_packed_command(connection.pack_commands((command, marker, self._wait_command(until))))
            try:
                answer = await self.parse_response(cast("Connection", connection), command[0], **options)
            except ResponseError:
                for _ in range(2):
                    with suppress(ResponseError):
                        await connection.read_response()
                raise
            with suppress(ResponseError):  # a full server refuses it, but not a deletion before it
                await connection.read_response()
            while await self._read_replica_count(connection) < self._min_replicas:
                if asyncio.get_running_loop().time() >= until:
                    raise self._too_few()
                self._warn_of_waiting(began)
                await connection.send_command(*self._wait_command(until))
            return answer
        finally:
            await self.connection_pool.release(connection)

    def _too_few(self) -> TooFewReplicas:
        return TooFewReplicas(f"fewer than {self._min_replicas} replicas have it within {self._seconds} seconds")

    def _wait_command(self, until: float) -> tuple[str, int, int]:
        left_ms = 1000 * (until - asyncio.get_running_loop().time())
        return "WAIT", self._min_replicas, round(min(_WAIT_MS, max(1.0, left_ms)))  # 0 would wait for ever

    async def _read_replica_count(self, connection: AbstractConnection) -> int:
        try:
            return int(await connection.read_response())
        except ResponseError as error:
            # The server became a replica: it tells the clients that wait, other clients learn it by their next command.
            await connection.disconnect()
            raise Disconnected("the server is no master any more") from error

    def _warn_of_waiting(self, began: float) -> None:
        now = asyncio.get_running_loop().time()
        if now >= max(began + _FIRST_WARNING_SECONDS, ReplicatedClient._warned_at + _WARN_SECONDS):
            ReplicatedClient._warned_at = now
            log.warning("writes wait for replicas: see that the master has them", replicas=self._min_replicas)


def replicated(client: Redis, min_replicas: int) -> Redis:
    """A client on the same connections that waits for ``min_replicas`` replicas; the client itself for 0."""
    return ReplicatedClient(client, min_replicas) if min_replicas and isinstance(client, Client) else client


def within(client: Redis, seconds: float) -> Redis:
    """The client, waiting at most ``seconds`` if it waits for replicas."""
    return client.within(seconds) if isinstance(client, ReplicatedClient) else client


async def check_storable(client: Redis, seconds: float = _CHECK_SECONDS) -> None:
    """Check that updates could be stored now; raises RedisError."""
    if isinstance(client, ReplicatedClient):
        await client.within(seconds).set(keys.replication_marker(), b"", px=60_000)
    else:
        # This writes nothing, but is refused like any write: without memory, by a replica, for lack of replicas or
        # disk.
        await client.setrange(keys.tenant(), 0, b"")


def is_temporary_error(answer: object) -> bool:
    """Whether a reply is an error that will pass by itself."""
    return isinstance(answer, ResponseError) and not is_permanent_error(answer)


def is_permanent_error(error: Exception) -> bool:
    """Whether retrying is useless: the server answered, and the error lies in the stored data."""
    if not isinstance(error, ResponseError) or isinstance(error, _TEMPORARY):
        return False
    said = f" {str(error).rpartition(IN_PIPELINE)[2]}".translate(_MARKS)
    return not any(f" {word} " in said for word in _TEMPORARY_WORDS)


def describe_refusal(error: Exception) -> str:
    """Why a Redis that answers refuses writes, in a few words; empty for errors of another kind."""
    is_refusal = is_temporary_error(error) or isinstance(error, TooFewReplicas)
    return str(error).rpartition(IN_PIPELINE)[2] if is_refusal else ""


def connect(url: str, retry_seconds: float | None = None, reply_seconds: float = SERVER_REPLY_SECONDS) -> Client:
    """A client for an address (:data:`bot.config.ADDRESS_FORMS`); nothing is sent yet.

    A command whose connection fails is sent again for about two seconds, with Sentinels for about ten. So a commit may
    arrive twice: its reply is then ``Duplicate`` or ``Conflict``, and a load shows what the first did. Raises
    ValueError, without repeating the address, which may contain a password.
    """
    try:
        address, state = parse_redis_url(url), PoolState()
        options: dict[str, Any] = {
            "retry": Retry(NoBackoff(), 0),
            "protocol": 2,
            "driver_info": _DRIVER,
            "state": state,
            "socket_timeout": reply_seconds,
            "socket_connect_timeout": _CONNECT_SECONDS,
        }
        known: dict[str, Any] = {**parse_url(address.first_url)}
        base = known.pop("connection_class", Connection)
        if address.kind == "sentinel":
            return _sentinel_client(address, state, options, known, tls=base is SSLConnection)
        pool = BlockingConnectionPool(
            _CONNECTIONS, _POOL_SECONDS, connection_class=_CONNECTION_CLASSES[base], **{**options, **known}
        )
        pool.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
        return Client(pool, _RETRY_SECONDS if retry_seconds is None else retry_seconds, state)
    except (ValueError, TypeError):
        raise ValueError(f"not the address of a Redis server; write {ADDRESS_FORMS}") from None


def _sentinel_client(
    address: RedisAddress, state: PoolState, options: Mapping[str, Any], known: Mapping[str, Any], *, tls: bool
) -> Client:
    doubting = {**options, "socket_timeout": _DOUBT_SECONDS, "socket_connect_timeout": _DOUBT_SECONDS}
    of_server = {name: value for name, value in known.items() if name not in {"host", "port"}}
    of_sentinels = {name: value for name, value in known.items() if name.startswith("ssl")} | address.sentinel_login
    of_sentinels |= {name: value for name, value in doubting.items() if name != "state"} | {"ssl": tls}
    sentinels = Sentinel(address.hosts, sentinel_kwargs=of_sentinels)  # type: ignore[no-untyped-call]  # redis-py's own
    for asked in sentinels.sentinels:
        asked.connection_pool.connection_class = _CONNECTION_CLASSES[asked.connection_pool.connection_class]
    managed = _CONNECTION_CLASSES[SentinelManagedSSLConnection if tls else SentinelManagedConnection]
    pool = SentinelConnectionPool(  # type: ignore[no-untyped-call]  # redis-py's own
        address.service, sentinels, connection_class=managed, **{**doubting, **of_server}
    )
    pool.make_connection()  # type: ignore[no-untyped-call]  # refuses unknown parameters
    return Client(pool, _SENTINEL_RETRY_SECONDS, state, sentinels)
