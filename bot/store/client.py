"""redis-py's client over one shared connection (:mod:`bot.store.line`).

Commands that wait for something to happen would hold up all others, and transactions must have a connection to
themselves: these have the pool's.
"""

from typing import Any, Final, cast

from redis.asyncio import BlockingConnectionPool, Connection, Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import ResponseError

from bot.store.line import Line

_MAY_WAIT: Final = frozenset({"BLPOP", "XREADGROUP"})
"""Of the commands that the bot uses, those that can wait."""


class Client(Redis):
    """A client whose commands share a line.

    Args:
        pool: has the connections for transactions.
        waiting: has those for commands that may wait, and sends none of them twice: who is told that an answer was
            lost knows to look for what it gave out.
        line: carries everything else.
    """

    def __init__(self, pool: BlockingConnectionPool, waiting: BlockingConnectionPool, line: Line) -> None:
        super().__init__(connection_pool=pool)
        self._waiting: Final = Redis(connection_pool=waiting)
        self.line: Final = line

    @property
    def breaks(self) -> int:
        """How often answers were lost with the line; see :attr:`bot.store.line.Line.breaks`."""
        return self.line.breaks

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Carry a command out; see :class:`redis.asyncio.Redis`."""
        if args[0] in _MAY_WAIT:
            return await self._waiting.execute_command(*args, **options)  # type: ignore[no-untyped-call]
        [answer] = await self.line.ask((args,))
        if not options and args[0] not in self.response_callbacks and not isinstance(answer, ResponseError):
            return answer
        return await self.parse_response(_answered(answer), args[0], **options)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """Commands to be sent together; see :class:`redis.asyncio.Redis`."""
        if transaction:
            return super().pipeline(transaction, shard_hint)
        return _Together(self.line, self)

    async def aclose(self, close_connection_pool: bool | None = True) -> None:  # noqa: FBT001, FBT002 - redis-py's own
        """Close every connection."""
        await self.line.close()
        await self._waiting.aclose(close_connection_pool)
        await super().aclose(close_connection_pool)


class _Together(Pipeline):
    """Commands that go out together, each for itself; to be executed once."""

    def __init__(self, line: Line, client: Redis) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction=False, shard_hint=None)
        self._line: Final = line

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        stack, self.command_stack = self.command_stack, []
        said: list[Any] = []
        for (args, options), answer in zip(stack, await self._line.ask([args for args, _ in stack]), strict=True):
            try:
                if not options and args[0] not in self.response_callbacks and not isinstance(answer, ResponseError):
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
    if isinstance(pipe, _Together):
        pipe.go_along()
    else:
        await pipe.execute()


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
