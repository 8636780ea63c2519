"""A consumer group over the streams of shards, of which each is read by the shard's owner alone.

The owner's consumer has the name of its epoch, so that what a former owner took is told from what this one did.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys
from bot.store.client import soon
from bot.store.ownership import Shards
from bot.store.scripts import Script
from bot.store.slots import together

_LOST: Final = b"lost"


@dataclass(frozen=True, slots=True)
class Message:
    """An entry of a stream as its shard's owner got it."""

    shard: int
    id: str
    fields: Mapping[bytes, bytes]
    deliveries: int


class ConsumerGroup:
    """Reads a stream of each shard as one group, which is made when it is missing.

    Args:
        client: answers in bytes.
        stream: of a shard, its stream's key.
        name: the group's.
        shards: which of them are this process's.
    """

    def __init__(self, client: Redis, stream: Callable[[int], str], name: str, shards: Shards) -> None:
        self._client: Final = client
        self._stream: Final = stream
        self._name: Final = name
        self._shards: Final = shards
        self._passed = 0
        self._take: Final = Script("take")
        self._inherit: Final = Script("inherit")

    @property
    def breaks(self) -> int:
        """How often answers were lost, or passed over: what they gave out is to be looked for."""
        return getattr(self._client, "breaks", 0) + self._passed

    def passed_over(self) -> None:
        """Nobody was given what an answer gave out."""
        self._passed += 1

    async def read(
        self, epochs: Mapping[int, str], count: int, took: Callable[[list[Message], int], Awaitable[None]]
    ) -> None:
        """Take entries that nobody has taken.

        Args:
            epochs: of each shard to read, by what this process owns it.
            count: at most so many of each.
            took: gets what one answer brought, as soon as it comes, and the instant in milliseconds by the clock of the
                server that has them.
        """
        by_stream = {self._stream(shard): shard for shard in epochs}

        async def page(shards: Sequence[int]) -> None:
            names = [name for shard in shards for name in (keys.owner(shard), self._stream(shard))]
            mine = [epochs[shard] for shard in shards]
            now, *answers = await self._take(self._client, names, (self._name, count, *mine))
            found: list[Message] = []
            for shard, answer in zip(shards, answers, strict=True):
                if answer == _LOST:
                    self._shards.lost(shard, epochs[shard])
                else:
                    found += self.given(shard, answer)
            if found:
                await took(found, now)

        groups = together(self._client, list(by_stream))
        await asyncio.gather(*(page([by_stream[stream] for stream in streams]) for streams in groups))

    async def inherit(self, epochs: Mapping[int, str]) -> list[tuple[Message, int]]:
        """Take all that was taken before and not removed, by whichever owner of the shard; see :meth:`read`."""
        answers = await asyncio.gather(
            *(
                self._inherit(self._client, (keys.owner(shard), self._stream(shard)), (self._name, epoch))
                for shard, epoch in epochs.items()
            )
        )
        found: list[tuple[Message, int]] = []
        for (shard, epoch), answer in zip(epochs.items(), answers, strict=True):
            if answer == _LOST:
                self._shards.lost(shard, epoch)
                continue
            now, entries = answer
            found += [
                (Message(shard, entry.decode(), _pairs(fields), deliveries), now)
                for entry, deliveries, fields in entries
            ]
        return found

    def given(self, shard: int, entries: Sequence[Any]) -> list[Message]:
        """What a script took, as Lua has it: names and values in turn."""
        return [Message(shard, entry.decode(), _pairs(fields), 1) for entry, fields in entries]

    async def keep(self, shard: int, entry: str, deliveries: int) -> None:
        """Say that an entry is still this process's, and was given out so many times and not once more."""
        epoch = self._shards.epochs.get(shard)
        if epoch is not None:
            stream = self._stream(shard)
            await self._client.xclaim(stream, self._name, epoch, 0, [entry], idle=0, retrycount=deliveries, justid=True)

    async def forget(self, entries: Iterable[tuple[int, str]]) -> None:
        """Delete entries, each given as shard and id, for the group and for good, with whatever is asked next.

        Until then an entry may be given out again where a process ends.
        """
        pipe = self._client.pipeline(transaction=False)
        self.let_go(pipe, entries)
        if len(pipe):
            await soon(pipe)

    def let_go(self, pipe: Pipeline, entries: Iterable[tuple[int, str]]) -> None:
        """Add to what is to be executed that entries, each given as shard and id, are deleted."""
        shards: dict[int, list[Any]] = {}
        for shard, entry in entries:
            shards.setdefault(shard, []).append(entry)
        for shard, ids in shards.items():
            # Deleted first: should the second command be lost, the entry is pending without content and is
            # dropped when its shard is inherited. The other way round it would stay for ever.
            pipe.xdel(self._stream(shard), *ids)
            pipe.xack(self._stream(shard), self._name, *ids)


def _pairs(fields: Sequence[bytes]) -> dict[bytes, bytes]:
    return dict(zip(fields[::2], fields[1::2], strict=True))
