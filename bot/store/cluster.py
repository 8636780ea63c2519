"""redis-py's client over the lines to a cluster's masters (:mod:`bot.store.lines`).

Each command goes to the master that has the slot of its first key, pipelines to all that they concern at once. A
command that names no key goes to the server that keeps the service's clock, but for those that concern all masters.
"""

from collections.abc import AsyncIterator
from typing import Any, Final

from redis.asyncio import ConnectionPool
from redis.asyncio.client import Pipeline
from redis.exceptions import DataError, RedisError

from bot.store.client import Client, Together, Written
from bot.store.lines import Lines

_FOR_ALL: Final = frozenset({"FLUSHALL", "FLUSHDB", "SCRIPT FLUSH"})


class ClusterClient(Client):
    """A client of a whole cluster.

    Args:
        pool: knows how answers are to be read; of its connections none is made.
        lines: carries everything.
    """

    def __init__(self, pool: ConnectionPool, lines: Lines) -> None:
        # No line and no pool of its own: each is a server's.
        super(Client, self).__init__(connection_pool=pool)
        self.lines: Final = lines
        self._carrier = lines

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Carry a command out; see :class:`redis.asyncio.Redis`.

        Raises:
            DataError: it is SCAN, whose cursor is one server's: ask each of :meth:`.lines.Lines.masters`.
        """
        if args[0] == "SCAN":
            raise DataError("each master of a cluster has a cursor of its own")
        if args[0] in _FOR_ALL:
            for master in await self.lines.masters():
                answer = await master.execute_command(*args, **options)
            return answer
        return await super().execute_command(*args, **options)

    async def _waited(self, *args: Any, **options: Any) -> Any:
        return await self.lines.wait(args, options)

    async def aclose(self, close_connection_pool: bool | None = True) -> None:  # noqa: FBT001, FBT002, ARG002 - redis-py's own
        """Close every connection."""
        await self.lines.close()

    def written(self, key: str) -> Written | None:
        """See :meth:`bot.store.client.Client.written`."""
        return self.lines.written(key)

    async def scan_iter(self, *args: Any, **options: Any) -> AsyncIterator[Any]:  # type: ignore[override]  # redis-py's is of one server
        """The keys of all masters, one after another; see :class:`redis.asyncio.Redis`."""
        for master in await self.lines.masters():
            async for name in master.scan_iter(*args, **options):
                yield name

    async def keys(self, pattern: str | bytes = "*", **_: Any) -> list[Any]:  # type: ignore[override]  # as above
        """The keys of all masters whose names are of a pattern."""
        return [name async for name in self.scan_iter(match=pattern)]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """Commands to be sent together, as a transaction those of one slot; see :class:`redis.asyncio.Redis`."""
        return _Transaction(self.lines, self) if transaction else super().pipeline(transaction, shard_hint)


class _Transaction(Together):
    """Commands of one slot that happen as a whole; to be executed once. Nothing is watched."""

    def __init__(self, lines: Lines, client: Client) -> None:
        super().__init__(lines, client)
        self._lines: Final = lines

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        stack, self.command_stack = self.command_stack, []
        if not stack:
            return []
        answers = await self._lines.transact([args for args, _ in stack])
        if isinstance(answers, RedisError):
            raise answers
        return await self._parsed(stack, answers, raise_on_error)
