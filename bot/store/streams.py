"""The streams that lead in and out: updates to be handled, and what groups are to be told.

Both are Redis Streams read by one consumer group. What was read stays with its consumer until it is
acknowledged: a consumer that starts again under its old name finds it, and others claim what a dead one left.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.group import Group, Message
from bot.store.keys import INBOX_PARTITIONS, SHARDS, Scope

MOST_BLOCK_MS: Final = 10_000
"""The longest a read may wait; the connection gives up on an answer a little later."""

_GROUP: Final = "harfiyen"


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """An update that waits to be handled."""

    partition: int
    id: str
    update_id: int
    raw: bytes
    """The update as Telegram sent it: JSON."""
    deliveries: int
    """How often it was given out, this time included."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Something a group is to be told."""

    scope: Scope
    id: str
    payload: bytes
    deliveries: int
    """How often it was given out, this time included."""


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
        mine = range(partitions) if only is None else only
        self._numbers: Final = {keys.inbox(number): number for number in mine}
        self._group: Final = Group(client, tuple(self._numbers), _GROUP)

    async def put(self, update_id: int, chat_id: int, raw: bytes) -> None:
        """Store an update; when this returns it will be handled."""
        stream = keys.inbox(keys.partition_of(chat_id, self._partitions))
        await self._client.xadd(stream, {"update": update_id, "raw": raw})

    async def read(self, consumer: str, count: int, block_ms: int) -> list[InboxEntry]:
        """Take new updates, at most ``count`` of each partition.

        Args:
            consumer: the worker's name, which must be its own.
            count: from 1.
            block_ms: how long to wait for the first one; 0 does not wait, 10,000 is the longest.
        """
        return self._entries(await self._group.read(consumer, count, min(block_ms, MOST_BLOCK_MS)))

    async def pending(self, consumer: str) -> list[InboxEntry]:
        """What a consumer of this name took and did not acknowledge; for a worker that starts again."""
        return self._entries(await self._group.pending(consumer))

    async def claim(self, consumer: str, min_idle_ms: int) -> list[InboxEntry]:
        """Take over what has lain with any consumer too long.

        Args:
            consumer: the new owner.
            min_idle_ms: longer than handling an update ever takes: this consumer's own are not spared.
        """
        return self._entries(await self._group.claim(consumer, min_idle_ms))

    async def ack(self, entries: Iterable[InboxEntry]) -> None:
        """Forget updates that were handled; again is harmless."""
        await self._group.remove((keys.inbox(entry.partition), entry.id) for entry in entries)

    async def bury(self, entry: InboxEntry, reason: str) -> None:
        """Give an update up: move it to the partition's dead letters, where the newest are kept."""
        await self._client.xadd(
            keys.dead(entry.partition),
            {"update": entry.update_id, "raw": entry.raw, "reason": reason, "deliveries": entry.deliveries},
            maxlen=retention.DEAD_LETTERS,
            approximate=False,
        )
        await self.ack((entry,))

    def _entries(self, messages: Iterable[Message]) -> list[InboxEntry]:
        return [
            InboxEntry(
                self._numbers[message.stream],
                message.id,
                int(message.fields[b"update"]),
                message.fields[b"raw"],
                message.deliveries,
            )
            for message in messages
        ]


class Outbox:
    """What commits wrote for their groups, one stream a shard; in a shard the order is that of the commits.

    One command reads the streams of all shards, which a lone server answers in well under a millisecond. In a
    cluster each shard is a slot of its own: make one outbox per shard, with ``shards`` naming it.

    Args:
        client: answers in bytes.
        shards: which shards to read.
    """

    def __init__(self, client: Redis, shards: Sequence[int] = range(SHARDS)) -> None:
        self._group: Final = Group(client, tuple(keys.outbox(shard) for shard in shards), _GROUP)

    async def read(self, consumer: str, count: int, block_ms: int) -> list[OutboxEntry]:
        """Take new entries, at most ``count`` of each shard; see :meth:`Inbox.read`."""
        return _told(await self._group.read(consumer, count, min(block_ms, MOST_BLOCK_MS)))

    async def pending(self, consumer: str) -> list[OutboxEntry]:
        """What a consumer of this name took and did not finish; see :meth:`Inbox.pending`."""
        return _told(await self._group.pending(consumer))

    async def claim(self, consumer: str, min_idle_ms: int) -> list[OutboxEntry]:
        """Take over what has lain with any consumer too long; see :meth:`Inbox.claim`."""
        return _told(await self._group.claim(consumer, min_idle_ms))

    async def done(self, entry: OutboxEntry) -> None:
        """Forget an entry that its group was told; again is harmless."""
        await self._group.remove([(keys.outbox(keys.shard_of(entry.scope.chat)), entry.id)])


def _told(messages: Iterable[Message]) -> list[OutboxEntry]:
    return [
        OutboxEntry(Scope.parse(message.fields[b"scope"]), message.id, message.fields[b"payload"], message.deliveries)
        for message in messages
    ]
