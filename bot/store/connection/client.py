"""redis-py's client over one shared connection (:mod:`bot.store.connection.multiplexed`).

Two kinds of commands take a connection from a pool instead: those that block, as they would hold up all others, and
transactions, which need a connection of their own.
"""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from redis.asyncio import Connection, ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.connection.transport import Command, closing_client

BLOCKING_COMMANDS: Final = frozenset({"BLMOVE", "BLPOP", "BRPOP", "WAIT", "XREAD", "XREADGROUP"})
"""Those of the bot's commands that can block."""
UNREPEATABLE_COMMANDS: Final = BLOCKING_COMMANDS | {"LPOP", "RPOP", "XAUTOCLAIM"}
"""Commands whose reply, once lost, cannot be had again: they are not sent twice if the first may have been done."""

_UNBLOCKED: Final = "UNBLOCKED"
"""How the error begins that a master gives to blocked clients when it becomes a replica."""


class CommandSender(Protocol):
    """Sends commands to a server, or in a cluster each to its own."""

    @property
    def lost_reply_count(self) -> int:
        """See :attr:`bot.store.connection.multiplexed.MultiplexedConnection.lost_reply_count`."""

    async def send_commands(self, commands: Sequence[Command]) -> list[Any]:
        """See :meth:`bot.store.connection.multiplexed.MultiplexedConnection.send_commands`."""

    def send_later(self, commands: Sequence[Command]) -> None:
        """See :meth:`bot.store.connection.multiplexed.MultiplexedConnection.send_later`."""


@dataclass(frozen=True, slots=True)
class ReplyOrigin:
    """Who answered something."""

    client: "Client"
    """The client of that server."""
    connection: AbstractConnection
    """The connection: it never outlives the server's process."""


class Client(Redis):
    """A client whose commands share one connection.

    Args:
        transaction_pool: gives connections for transactions.
        blocking_pool: gives connections for commands that may block. It sends none of them twice: a caller that hears
            of a lost reply claims what the reply delivered.
        shared_connection: carries everything else.
        close_extra: is called after the connections were closed.
    """

    def __init__(
        self,
        transaction_pool: ConnectionPool,
        blocking_pool: ConnectionPool,
        shared_connection: MultiplexedConnection,
        close_extra: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(connection_pool=transaction_pool)
        self._blocking_client: Final = Redis(connection_pool=blocking_pool)
        self.shared_connection: Final = shared_connection
        self._sender: CommandSender = shared_connection
        self._close_extra: Final = close_extra

    @property
    def lost_reply_count(self) -> int:
        """How often replies were lost; see :attr:`.multiplexed.MultiplexedConnection.lost_reply_count`."""
        return self._sender.lost_reply_count

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Execute a command; see :class:`redis.asyncio.Redis`."""
        if args[0] in BLOCKING_COMMANDS:
            return await self._execute_blocking(*args, **options)
        [answer] = await self._sender.send_commands((args,))
        if _needs_no_parsing(args[0], options, self.response_callbacks) and not isinstance(answer, ResponseError):
            return answer
        return await self.parse_response(_to_connection(answer), args[0], **options)

    async def _execute_blocking(self, *args: Any, **options: Any) -> Any:
        try:
            return await self._blocking_client.execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except ResponseError as error:
            if str(error).startswith(_UNBLOCKED):
                raise Disconnected("the server is no master any more") from error
            raise

    def reply_origin(self, key: str) -> ReplyOrigin | None:  # noqa: ARG002 - a cluster has several servers
        """Who answered the newest command about a key's hash slot; call it before anything else is awaited."""
        newest = self.shared_connection.newest_connection
        return None if newest is None else ReplyOrigin(self, newest)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """Commands that are sent together; see :class:`redis.asyncio.Redis`."""
        if transaction:
            return super().pipeline(transaction, shard_hint)
        return BatchPipeline(self._sender, self)

    async def __aexit__(self, *_: object) -> None:
        async with closing_client(self):
            pass

    async def aclose(self, close_connection_pool: bool | None = True) -> None:  # noqa: FBT001, FBT002 - redis-py's own
        """Close every connection."""
        await self.shared_connection.close()
        await self._blocking_client.aclose(close_connection_pool)
        await super().aclose(close_connection_pool)
        if self._close_extra is not None:
            await self._close_extra()


class BatchPipeline(Pipeline):
    """Commands that are sent together without a transaction; executed once."""

    def __init__(self, sender: CommandSender, client: Redis) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction=False, shard_hint=None)
        self._sender: Final = sender

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        """Send them; see :class:`redis.asyncio.client.Pipeline`."""
        stack, self.command_stack = self.command_stack, []
        return await self._parse_replies(
            stack, await self._sender.send_commands([args for args, _ in stack]), raise_on_error
        )

    async def _parse_replies(self, stack: list[Any], replies: Sequence[Any], raise_on_error: bool) -> list[Any]:  # noqa: FBT001 - redis-py's own
        said: list[Any] = []
        for (args, options), answer in zip(stack, replies, strict=True):
            try:
                if _needs_no_parsing(args[0], options, self.response_callbacks) and not isinstance(
                    answer, ResponseError
                ):
                    said.append(answer)
                    continue
                said.append(await self.parse_response(_to_connection(answer), args[0], **options))
            except ResponseError as error:
                said.append(error)
        if raise_on_error:
            self.raise_first_error(stack, said)
        return said

    def execute_soon(self) -> None:
        """Send the commands along with the next ones."""
        stack, self.command_stack = self.command_stack, []
        self._sender.send_later([args for args, _ in stack])


async def execute_soon(pipe: Pipeline) -> None:
    """Send commands along with the next ones; see :meth:`.multiplexed.MultiplexedConnection.send_later`.

    Raises:
        RedisError: the client has no shared connection, so the commands went out at once, and they failed.
    """
    if isinstance(pipe, BatchPipeline):
        pipe.execute_soon()
    else:
        await pipe.execute()


def _needs_no_parsing(name: str, options: Mapping[str, Any], callbacks: Container[Any]) -> bool:
    """Whether redis-py leaves the reply as it is. Its own look-up is slow, and most commands are scripts."""
    return not options and (name == "EVALSHA" or name not in callbacks)


class _ReceivedReply:
    """Takes a connection's place where redis-py parses the next reply: the reply has come already."""

    def __init__(self, answer: Any) -> None:
        self._answer: Final = answer

    async def read_response(self, **_: bool) -> Any:
        if isinstance(self._answer, ResponseError):
            raise self._answer
        return self._answer


def _to_connection(answer: Any) -> Connection:
    return cast("Connection", _ReceivedReply(answer))
