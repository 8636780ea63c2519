"""The streams that lead in and out: updates to be handled, and what groups are to be told.

Both are Redis Streams read by one consumer group. What was read stays with its consumer until it is
acknowledged: a consumer that starts again under its old name finds it, and others claim what a dead one left.

Whoever writes an entry and follows the stream too need not look for it: the script that writes it gives it out, as a
read would have, and it comes with the script's answer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys, retention
from bot.store.consumergroup import ConsumerGroup, Message
from bot.store.keys import INBOX_PARTITIONS, SHARDS, Scope
from bot.store.scripts import Script

log = logging.getLogger(__name__)

MOST_BLOCK_MS: Final = 10_000
"""The longest a read may wait; the connection gives up on an answer a little later."""

_GROUP: Final = "harfiyen"
_MOST_GIVEN: Final = 64
"""Entries that come with what wrote the newest of them."""
_MOST_LYING: Final = 1000
"""Entries of a stream that are looked through for a chat's: the oldest, which is asked about."""


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """An update that waits to be handled."""

    partition: int
    id: str
    update_id: int
    raw: bytes
    """The update as Telegram sent it: JSON."""
    deliveries: int = field(compare=False)
    """How often it was given out, this time included."""
    waited: float = field(default=0.0, compare=False)
    """How many seconds it had waited since it reached the bot when it was taken, by the server's clock."""
    chat: int = field(default=0, compare=False)
    """Whose it is, wherever it lies; 0 where an earlier version wrote it."""
    about: Scope | None = field(default=None, compare=False)
    """The table that it was sent on to; ``None`` where it lies with its own chat."""
    arrived: int = field(default=0, compare=False)
    """When it reached the bot, in milliseconds by the server's clock."""
    hops: int = field(default=0, compare=False)
    """How often it was sent on."""
    over: bool = field(default=False, compare=False)
    """Whether it was found to be more than its sender's share before it was sent on."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Something a group is to be told."""

    scope: Scope
    id: str
    payload: bytes
    deliveries: int = field(compare=False)
    """How often it was given out, this time included."""


E = TypeVar("E")


class HandedOver(Generic[E]):
    """To whom in this process goes at once what it writes itself; to nobody at first."""

    def __init__(self) -> None:
        self.consumer = ""
        self._take: Callable[[E], Awaitable[None]] | None = None

    def to(self, consumer: str, take: Callable[[E], Awaitable[None]] | None) -> None:
        """Give entries from now on to a worker of this process, or (``None``) leave them to be read.

        The worker must have taken first what lay there before, or it gets the newest before the oldest.
        """
        self.consumer = "" if take is None else consumer
        self._take = take

    async def give(self, entries: Iterable[E]) -> None:
        """Hand over what was given out to the worker; of one that has stopped since it is found at the next start."""
        for entry in entries:
            if self._take is not None:
                await self._take(entry)


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest message about a table."""

    post: int
    photo: tuple[str, str] | None = None
    """What its picture was drawn from and the id of its file, where that is new."""

    @property
    def fields(self) -> list[str]:
        """How the game's hash keeps it: names and values in turn."""
        return ["post", str(self.post)] + ([] if self.photo is None else ["photo", " ".join(self.photo)])


class Inbox:
    """Updates that were accepted, in a few partitions by chat; in a partition they keep their order.

    One command serves all partitions. In a cluster each is a slot of its own: make one inbox per partition,
    with ``only`` naming it.

    Args:
        client: answers in bytes.
        partitions: into how many streams chats are spread.
        only: which of them this one reads; all by default.
    """

    def __init__(self, client: Redis, partitions: int = INBOX_PARTITIONS, only: Sequence[int] | None = None) -> None:
        self._client: Final = client
        self._partitions: Final = partitions
        self._numbers: Final = {keys.inbox(number): number for number in range(partitions)}
        self._mine: Final = tuple(map(keys.inbox, range(partitions) if only is None else only))
        self._group: Final = ConsumerGroup(client, self._mine, _GROUP)
        self._put: Final = Script("put")
        self._lying: Final = Script("lying")
        self.handed_over: Final[HandedOver[InboxEntry]] = HandedOver()

    @property
    def breaks(self) -> int:
        """See :attr:`bot.store.consumergroup.ConsumerGroup.breaks`."""
        return self._group.breaks

    async def put(
        self, update_id: int, chat_id: int, raw: bytes, *, about: Scope | None = None, arrived: int | None = None
    ) -> None:
        """Store an update; when this returns it will be handled.

        Args:
            update_id: its number.
            chat_id: whose it is.
            raw: itself, as Telegram sent it.
            about: the table elsewhere that it is about, with whose chat's it is put.
            arrived: when it reached the bot, in milliseconds by the server's clock, if that was not just now.
        """
        fields: dict[str, str | int] = {"chat": chat_id}
        if about is not None:
            fields["about"] = str(about)
        if arrived is not None:
            fields["arrived"] = arrived
        await self._add(update_id, raw, chat_id if about is None else about.chat, fields)

    async def forward(self, entry: InboxEntry, scope: Scope) -> None:
        """Send an update on to the table that it is about, and only then take it out of where it lies.

        Who ends in between leaves it in both; it is committed once.
        """
        fields: dict[str, str | int] = {"chat": entry.chat, "about": str(scope), "arrived": entry.arrived}
        fields |= {"hops": entry.hops + 1, "over": int(entry.over)}
        await self._add(entry.update_id, entry.raw, scope.chat, fields)
        await self.ack([entry])

    async def now(self) -> int:
        """The instant by the server's clock, in milliseconds."""
        seconds, microseconds = await self._client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    async def lying(self, chats: Iterable[int]) -> list[InboxEntry]:
        """What lies here for some chats and is not handled yet, of the oldest in each stream; nobody takes it."""
        by_stream: dict[str, list[int]] = {}
        for chat in chats:
            by_stream.setdefault(keys.inbox(keys.partition_of(chat, self._partitions)), []).append(chat)
        calls = (self._lying(self._client, (stream,), (_MOST_LYING, *own)) for stream, own in by_stream.items())
        found = zip(by_stream, await asyncio.gather(*calls), strict=True)
        return [entry for stream, given in found for entry in self._entries(self._group.given(stream, given), 0)]

    async def _add(self, update_id: int, raw: bytes, chat: int, more: dict[str, str | int]) -> None:
        """Write an entry into a chat's stream."""
        stream = keys.inbox(keys.partition_of(chat, self._partitions))
        consumer = self.handed_over.consumer if stream in self._mine else ""
        fields = [text for name, value in more.items() for text in (name, value)]
        arguments = (update_id, raw, _GROUP, consumer, _MOST_GIVEN, *fields)
        given = await self._put(self._client, (stream,), arguments)
        messages = self._group.given(stream, given)
        # The newest of them is the one that has just been written.
        await self.handed_over.give(self._entries(messages, max(map(_milliseconds, messages), default=0)))

    async def read(self, consumer: str, count: int, block_ms: int) -> list[InboxEntry]:
        """Take new updates, at most ``count`` of each partition.

        Args:
            consumer: the worker's name, which must be its own.
            count: from 1.
            block_ms: how long to wait for the first one; 0 does not wait, 10,000 is the longest.
        """
        return await self._aged(await self._group.read(consumer, count, min(block_ms, MOST_BLOCK_MS)))

    async def pending(self, consumer: str) -> list[InboxEntry]:
        """What a consumer of this name took and did not acknowledge; for a worker that starts again."""
        return await self._aged(await self._group.pending(consumer))

    async def claim(self, consumer: str, min_idle_ms: int) -> list[InboxEntry]:
        """Take over what has lain with any consumer too long.

        Args:
            consumer: the new owner.
            min_idle_ms: longer than handling an update ever takes: this consumer's own are not spared.
        """
        return await self._aged(await self._group.claim(consumer, min_idle_ms))

    async def keep(self, entry: InboxEntry, consumer: str) -> None:
        """Say that an update that was given out again is still being handled; its delivery does not count.

        Args:
            entry: as it was given out.
            consumer: whose it is.
        """
        await self._group.keep(consumer, keys.inbox(entry.partition), entry.id, entry.deliveries - 1)

    async def renew(self, places: Iterable[tuple[int, str]], consumer: str) -> None:
        """Say that updates still wait here, so that nobody takes them over; no delivery is counted.

        Args:
            places: of each its partition and id.
            consumer: whose they are.
        """
        await self._group.renew(consumer, ((keys.inbox(partition), entry) for partition, entry in places))

    async def ack(self, entries: Iterable[InboxEntry]) -> None:
        """Forget updates that were handled, with whatever Redis is asked next; again is harmless."""
        await self._group.forget((keys.inbox(entry.partition), entry.id) for entry in entries)

    async def bury(self, entry: InboxEntry, reason: str) -> None:
        """Give an update up: move it to the partition's dead letters, where the newest are kept for a while.

        It goes out as one: a process that ends has moved it or not.
        """
        fields = {"update": entry.update_id, "raw": entry.raw, "reason": reason, "deliveries": entry.deliveries}
        pipe = self._dead_letter(entry.partition, fields)
        self._group.let_go(pipe, ((keys.inbox(entry.partition), entry.id),))
        await pipe.execute()

    async def set_aside(self, update_id: int | None, raw: bytes, reason: str) -> None:
        """Keep what came in and is no update among the dead letters, the beginning of it where it is long.

        Args:
            update_id: its number, if it has one; else 0 stands there.
            raw: what came.
            reason: why it cannot be handled, without a word of it.
        """
        log.warning("update %s is put aside: %s", update_id or "without a number", reason)
        fields = {"update": update_id or 0, "raw": raw[: retention.DEAD_LETTER_BYTES], "reason": reason}
        await self._dead_letter(self._numbers[self._mine[0]], fields | {"deliveries": 0}).execute()

    def _dead_letter(self, partition: int, fields: dict[Any, Any]) -> Pipeline:
        """What is to be executed to keep one."""
        dead = keys.dead(partition)
        pipe = self._client.pipeline(transaction=False)
        pipe.xadd(dead, fields, maxlen=retention.DEAD_LETTERS, approximate=False)
        pipe.expire(dead, retention.DEAD_SECONDS)
        return pipe

    async def _aged(self, messages: Sequence[Message]) -> list[InboxEntry]:
        if not messages:
            return []
        return self._entries(messages, await self.now())

    def _entries(self, messages: Iterable[Message], now: int) -> list[InboxEntry]:
        """Entries as they are taken at an instant of the server's clock, in milliseconds."""
        return [self._entry(message, now) for message in messages]

    def _entry(self, message: Message, now: int) -> InboxEntry:
        fields, about = message.fields, message.fields.get(b"about")
        arrived = int(fields.get(b"arrived", _milliseconds(message)))
        return InboxEntry(
            self._numbers[message.stream],
            message.id,
            int(fields[b"update"]),
            fields[b"raw"],
            message.deliveries,
            max(0, now - arrived) / 1000,
            chat=int(fields.get(b"chat", 0)),
            about=None if about is None else Scope.parse(about),
            arrived=arrived,
            hops=int(fields.get(b"hops", 0)),
            over=fields.get(b"over") == b"1",
        )


def _milliseconds(message: Message) -> int:
    """When an entry was written, by the server's clock."""
    return int(message.id.partition("-")[0])


class Outbox:
    """What commits wrote for their groups, one stream a shard; in a shard the order is that of the commits.

    One command reads the streams of all shards, which a lone server answers in well under a millisecond. In a
    cluster each shard is a slot of its own: make one outbox per shard, with ``shards`` naming it.

    Args:
        client: answers in bytes.
        shards: which shards to read.
    """

    def __init__(self, client: Redis, shards: Sequence[int] = range(SHARDS)) -> None:
        self._client: Final = client
        self._group: Final = ConsumerGroup(client, tuple(keys.outbox(shard) for shard in shards), _GROUP)
        self.handed_over: Final[HandedOver[OutboxEntry]] = HandedOver()

    @property
    def breaks(self) -> int:
        """See :attr:`bot.store.consumergroup.ConsumerGroup.breaks`."""
        return self._group.breaks

    @property
    def taker(self) -> tuple[str, str, int]:
        """What a commit's script must know to give entries out: group, worker or nobody, and how many at most."""
        return _GROUP, self.handed_over.consumer, _MOST_GIVEN

    async def given(self, shard: int, entries: Sequence[Any]) -> None:
        """Take over what a commit's script gave out."""
        await self.handed_over.give(_told(self._group.given(keys.outbox(shard), entries)))

    async def read(self, consumer: str, count: int, block_ms: int) -> list[OutboxEntry]:
        """Take new entries, at most ``count`` of each shard; see :meth:`Inbox.read`."""
        return _told(await self._group.read(consumer, count, min(block_ms, MOST_BLOCK_MS)))

    async def pending(self, consumer: str) -> list[OutboxEntry]:
        """What a consumer of this name took and did not finish; see :meth:`Inbox.pending`."""
        return _told(await self._group.pending(consumer))

    async def claim(self, consumer: str, min_idle_ms: int) -> list[OutboxEntry]:
        """Take over what has lain with any consumer too long; see :meth:`Inbox.claim`."""
        return _told(await self._group.claim(consumer, min_idle_ms))

    async def renew(self, places: Iterable[tuple[Scope, str]], consumer: str) -> None:
        """Say that entries, each given as scope and id, still wait here; see :meth:`Inbox.renew`."""
        streams = ((keys.outbox(keys.shard_of(scope.chat)), entry) for scope, entry in places)
        await self._group.renew(consumer, streams)

    async def done(self, entries: Iterable[OutboxEntry], scope: Scope, newest: Newest | None = None) -> None:
        """Note what a group was told, and forget its entries, in one round trip; again is harmless.

        Args:
            entries: what was told, or cannot be.
            scope: where the game is by now.
            newest: the message that told it, where it was told.
        """
        pipe = self._client.pipeline(transaction=False)
        if newest is not None:
            pipe.hset(keys.game(scope), items=newest.fields)
        self._group.let_go(pipe, ((keys.outbox(keys.shard_of(entry.scope.chat)), entry.id) for entry in entries))
        await pipe.execute()


def _told(messages: Iterable[Message]) -> list[OutboxEntry]:
    return [
        OutboxEntry(Scope.parse(message.fields[b"scope"]), message.id, message.fields[b"payload"], message.deliveries)
        for message in messages
    ]
