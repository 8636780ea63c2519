"""A consumer group over several Redis Streams that are read together."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import ResponseError

from bot.store.client import Client, soon

_NO_GROUP: Final = ("NOGROUP", "requires the key to exist")
"""How a server says that a stream has no such group; the second is the stand-in's for a stream that is not there."""
_PAGE: Final = 256
"""Entries asked for at a time when what is pending is gathered."""


@dataclass(frozen=True, slots=True)
class Message:
    """An entry of a stream as one consumer got it."""

    stream: str
    id: str
    fields: Mapping[bytes, bytes]
    deliveries: int


class ConsumerGroup:
    """Reads several streams as one group, which is made when it is missing.

    Args:
        client: answers in bytes.
        streams: the keys, in one slot if the server is a cluster.
        name: the group's.
    """

    def __init__(self, client: Redis, streams: Sequence[str], name: str) -> None:
        self._client: Final = client
        self._streams: Final = streams
        self._name: Final = name

    @property
    def breaks(self) -> int:
        """How often answers were lost with a connection: what they gave out is to be looked for."""
        return self._client.breaks if isinstance(self._client, Client) else 0

    async def read(self, consumer: str, count: int, block_ms: int) -> list[Message]:
        """Take entries nobody has taken, waiting for the first if ``block_ms`` is not 0."""
        new = dict.fromkeys(self._streams, ">")
        answer = await self._grouped(partial(self._fetch, consumer, new, count, block_ms or None))
        return [
            Message(stream.decode(), entry.decode(), fields, 1)
            for stream, entries in answer
            for entry, fields in entries
        ]

    def given(self, stream: str, entries: Sequence[Any]) -> list[Message]:
        """What a script took for a consumer, as Lua has it: names and values in turn."""
        return [
            Message(stream, entry.decode(), dict(zip(fields[::2], fields[1::2], strict=True)), 1)
            for entry, fields in entries
        ]

    async def pending(self, consumer: str) -> list[Message]:
        """Everything the consumer has taken and not removed, oldest first in each stream."""
        found: list[Message] = []
        after = dict.fromkeys(self._streams, "0")
        while after:
            answer = await self._grouped(partial(self._fetch, consumer, after, _PAGE))
            pages = {stream.decode(): entries for stream, entries in answer}
            found += await self._counted(consumer, pages)
            after = {stream: entries[-1][0].decode() for stream, entries in pages.items() if len(entries) == _PAGE}
        return found

    async def claim(self, consumer: str, min_idle_ms: int) -> list[Message]:
        """Take what any consumer took ``min_idle_ms`` ago and has not removed."""
        found: list[Message] = []
        cursors: dict[str, str] = dict.fromkeys(self._streams, "0-0")
        while cursors:
            answers = await self._grouped(partial(self._autoclaim, consumer, min_idle_ms, cursors))
            pages = {
                stream: [entry for entry in answer[1] if entry[0] is not None]
                for stream, answer in zip(cursors, answers, strict=True)
            }
            found += await self._counted(consumer, pages)
            cursors = {
                stream: answer[0].decode()
                for stream, answer in zip(cursors, answers, strict=True)
                if answer[0] != b"0-0"
            }
        return found

    async def keep(self, consumer: str, stream: str, entry: str, deliveries: int) -> None:
        """Say that an entry is still the consumer's, and was given out so many times and not once more."""
        await self._client.xclaim(stream, self._name, consumer, 0, [entry], idle=0, retrycount=deliveries, justid=True)

    async def renew(self, consumer: str, entries: Iterable[tuple[str, str]]) -> None:
        """Say that entries, each given as stream and id, are still the consumer's; no delivery is counted."""
        pipe = self._client.pipeline(transaction=False)
        for stream, ids in _by_stream(entries).items():
            pipe.xclaim(stream, self._name, consumer, 0, ids, justid=True)
        if len(pipe):
            await pipe.execute()

    async def remove(self, entries: Iterable[tuple[str, str]]) -> None:
        """Delete entries, each given as stream and id, for the group and for good."""
        pipe = self._client.pipeline(transaction=False)
        self.let_go(pipe, entries)
        if len(pipe):
            await pipe.execute()

    async def forget(self, entries: Iterable[tuple[str, str]]) -> None:
        """As :meth:`remove`, in no hurry: until then an entry may be given out again where a process ends."""
        pipe = self._client.pipeline(transaction=False)
        self.let_go(pipe, entries)
        if len(pipe):
            await soon(pipe)

    def let_go(self, pipe: Pipeline, entries: Iterable[tuple[str, str]]) -> None:
        """Add to what is to be executed that entries are deleted; see :meth:`remove`."""
        for stream, ids in _by_stream(entries).items():
            # Deleted first: should the second command be lost, the entry is pending without content and is
            # dropped when its consumer reads what it had. The other way round it would stay for ever.
            pipe.xdel(stream, *ids)
            pipe.xack(stream, self._name, *ids)

    async def _fetch(self, consumer: str, after: Mapping[str, str], count: int, block_ms: int | None = None) -> Any:
        streams: dict[Any, Any] = dict(after)  # the library's own type has no room for a dict of strings
        return await self._client.xreadgroup(self._name, consumer, streams, count=count, block=block_ms)

    async def _autoclaim(self, consumer: str, min_idle_ms: int, cursors: Mapping[str, str]) -> Any:
        pipe = self._client.pipeline(transaction=False)
        for stream, cursor in cursors.items():
            pipe.xautoclaim(stream, self._name, consumer, min_idle_ms, start_id=cursor, count=_PAGE)
        return await pipe.execute()

    async def _counted(self, consumer: str, pages: Mapping[str, Sequence[Any]]) -> list[Message]:
        """The messages of pending entries with the number of their deliveries; entries without content go."""
        pages = {stream: entries for stream, entries in pages.items() if entries}
        if not pages:
            return []
        pipe = self._client.pipeline(transaction=False)
        for stream, entries in pages.items():
            for entry, _ in entries:
                pipe.xpending_range(stream, self._name, entry, entry, 1, consumer)
        counts = iter(await pipe.execute())
        found: list[Message] = []
        gone: list[tuple[str, str]] = []
        for stream, entries in pages.items():
            for entry, fields in entries:
                count = next(counts)
                if not fields:
                    gone.append((stream, entry.decode()))
                elif count:
                    found.append(Message(stream, entry.decode(), fields, count[0]["times_delivered"]))
        await self.remove(gone)
        return found

    async def _grouped(self, command: Callable[[], Awaitable[Any]]) -> Any:
        """Run a command of the group; make the group first if the server does not know it."""
        try:
            return await command()
        except ResponseError as error:
            if not any(words in str(error) for words in _NO_GROUP):  # a pipeline puts its own words before
                raise
        await self._create()
        return await command()

    async def _create(self) -> None:
        """Make the group from each stream's first entry on, so that nothing written before it is missed."""
        pipe = self._client.pipeline(transaction=False)
        for stream in self._streams:
            pipe.xgroup_create(stream, self._name, id="0", mkstream=True)
        for answer in await pipe.execute(raise_on_error=False):
            if isinstance(answer, ResponseError) and "BUSYGROUP" not in str(answer):
                raise answer


def _by_stream(entries: Iterable[tuple[str, str]]) -> dict[str, list[Any]]:
    streams: dict[str, list[Any]] = {}
    for stream, entry in entries:
        streams.setdefault(stream, []).append(entry)
    return streams
