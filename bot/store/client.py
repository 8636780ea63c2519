"""redis-py's client over one shared connection (:mod:`bot.store.line`).

Commands that wait for something to happen would hold up all others, and transactions must have a connection to
themselves: these have the pool's.
"""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from redis.asyncio import Connection, ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from bot.store.connections import closing
from bot.store.line import Command, Line

MAY_WAIT: Final = frozenset({"BLMOVE", "BLPOP", "BRPOP", "WAIT", "XREAD", "XREADGROUP"})
"""Of the commands that the bot uses, those that can wait."""
GIVES_OUT: Final = MAY_WAIT | {"LPOP", "RPOP", "XAUTOCLAIM"}
"""Those whose answer, once lost, cannot be had again: they are not sent twice where the first may have been done."""

_UNBLOCKED: Final = "UNBLOCKED"
"""So begins what a master says to who waits at it, as it becomes a replica."""


class Carrier(Protocol):
    """What brings commands to a server, or each to its own."""

    @property
    def breaks(self) -> int:
        """See :attr:`bot.store.line.Line.breaks`."""

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """See :meth:`bot.store.line.Line.ask`."""

    def along(self, commands: Sequence[Command]) -> None:
        """See :meth:`bot.store.line.Line.along`."""

    async def close(self) -> None:
        """See :meth:`bot.store.line.Line.close`."""


@dataclass(frozen=True, slots=True)
class Written:
    """By whom something was answered."""

    client: "Client"
    """Of the one server."""
    connection: AbstractConnection
    """To one process, from its beginning to its end at most."""


class Client(Redis):
    """A client whose commands share a line.

    Args:
        pool: has the connections for transactions.
        waiting: has those for commands that may wait, and sends none of them twice: who is told that an answer was
            lost knows to look for what it gave out.
        line: carries everything else.
        closing: is closed along with the connections.
    """

    def __init__(
        self,
        pool: ConnectionPool,
        waiting: ConnectionPool,
        line: Line,
        closing: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(connection_pool=pool)
        self._waiting: Final = Redis(connection_pool=waiting)
        self.line: Final = line
        self._carrier: Carrier = line
        self._closing: Final = closing

    @property
    def breaks(self) -> int:
        """How often answers were lost with a line; see :attr:`bot.store.line.Line.breaks`."""
        return self._carrier.breaks

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Carry a command out; see :class:`redis.asyncio.Redis`."""
        if args[0] in MAY_WAIT:
            return await self._waited(*args, **options)
        [answer] = await self._carrier.ask((args,))
        if _is_raw(args[0], options, self.response_callbacks) and not isinstance(answer, ResponseError):
            return answer
        return await self.parse_response(_answered(answer), args[0], **options)

    async def _waited(self, *args: Any, **options: Any) -> Any:
        try:
            return await self._waiting.execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except ResponseError as error:
            if str(error).startswith(_UNBLOCKED):
                raise Disconnected("the server is no master any more") from error
            raise

    def written(self, key: str) -> Written | None:  # noqa: ARG002 - a cluster has several servers
        """By whom the newest command about a key's slot was answered; to be asked before anything else is awaited."""
        newest = self.line.newest
        return None if newest is None else Written(self, newest)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """Commands to be sent together; see :class:`redis.asyncio.Redis`."""
        if transaction:
            return super().pipeline(transaction, shard_hint)
        return Together(self._carrier, self)

    async def __aexit__(self, *_: object) -> None:
        async with closing(self):
            pass

    async def aclose(self, close_connection_pool: bool | None = True) -> None:  # noqa: FBT001, FBT002 - redis-py's own
        """Close every connection."""
        await self.line.close()
        await self._waiting.aclose(close_connection_pool)
        await super().aclose(close_connection_pool)
        if self._closing is not None:
            await self._closing()


class Together(Pipeline):
    """Commands that go out together, each for itself; to be executed once."""

    def __init__(self, line: Carrier, client: Redis) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction=False, shard_hint=None)
        self._line: Final = line

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        """Send them; see :class:`redis.asyncio.client.Pipeline`."""
        stack, self.command_stack = self.command_stack, []
        return await self._parsed(stack, await self._line.ask([args for args, _ in stack]), raise_on_error)

    async def _parsed(self, stack: list[Any], answers: Sequence[Any], raise_on_error: bool) -> list[Any]:  # noqa: FBT001 - redis-py's own
        said: list[Any] = []
        for (args, options), answer in zip(stack, answers, strict=True):
            try:
                if _is_raw(args[0], options, self.response_callbacks) and not isinstance(answer, ResponseError):
                    said.append(answer)
                    continue
                said.append(await self.parse_response(_answered(answer), args[0], **options))
            except ResponseError as error:
                said.append(error)
        if raise_on_error:
            self.raise_first_error(stack, said)
        return said

    def go_along(self) -> None:
        """Leave the commands to the line."""
        stack, self.command_stack = self.command_stack, []
        self._line.along([args for args, _ in stack])


async def soon(pipe: Pipeline) -> None:
    """Have commands go out with what is asked next, and a moment later at the latest; see :meth:`.line.Line.along`.

    Raises:
        RedisError: they went out at once, as the client has no line, and failed.
    """
    if isinstance(pipe, Together):
        pipe.go_along()
    else:
        await pipe.execute()


def _is_raw(name: str, options: Mapping[str, Any], callbacks: Container[Any]) -> bool:
    """Whether redis-py makes nothing of an answer. It looks commands up slowly, in any case; scripts are the most."""
    return not options and (name == "EVALSHA" or name not in callbacks)


class _Answered:
    """Stands where redis-py parses the next answer of a connection: there is one, and it has come."""

    def __init__(self, answer: Any) -> None:
        self._answer: Final = answer

    async def read_response(self, **_: bool) -> Any:
        if isinstance(self._answer, ResponseError):
            raise self._answer
        return self._answer


def _answered(answer: Any) -> Connection:
    return cast("Connection", _Answered(answer))
