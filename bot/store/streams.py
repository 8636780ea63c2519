"""The streams that lead in and out: updates to be handled, and what groups are to be told.

Both are Redis Streams, one a shard, read by the shard's owner alone (:mod:`bot.store.ownership`). What was read stays
with its consumer until it is acknowledged, and whoever owns the shard next finds it.

Whoever writes an entry and follows the stream too need not look for it: the script that writes it gives it out, as a
read would have, and it comes with the script's answer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys, retention
from bot.store.consumergroup import ConsumerGroup, Message
from bot.store.keys import Scope
from bot.store.ownership import Shards, Unfenced
from bot.store.replicas import Replicas
from bot.store.scripts import Script
from bot.store.slots import is_cluster

log = logging.getLogger(__name__)

_GROUP: Final = "harfiyen"
_WITHOUT_A_CHAT: Final = 0
"""The shard of dead letters that came as no update, so that nobody knows which chat they are about."""
_REPLICA_SECONDS: Final = 5.0
"""How long an update waits for replicas; Telegram, which is told nothing meanwhile, sends it again."""
_MOST_GIVEN: Final = 64
"""Entries that come with what wrote the newest of them."""
_MOST_LYING: Final = 1000
"""Entries of a stream that are looked through for a chat's: the oldest, which is asked about."""


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """An update that waits to be handled."""

    shard: int
    id: str
    update_id: int
    raw: bytes
    """The update as Telegram sent it: JSON."""
    deliveries: int = field(compare=False)
    """How often it was given out, this time included."""
    waited: float = field(default=0.0, compare=False)
    """How many seconds it had waited since it reached the bot when it was taken, by the server's clock."""
    chat: int = field(default=0, compare=False)
    """Whose it is, wherever it lies."""
    about: Scope | None = field(default=None, compare=False)
    """The table that it was sent on to; ``None`` where it lies with its own chat."""
    arrived: int = field(default=0, compare=False)
    """When it reached the bot, in milliseconds by the clock of the server that has it."""
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
    """Of which shards what this process writes goes at once to its worker; of none at first."""

    def __init__(self) -> None:
        self._epochs: Mapping[int, str] = {}
        self._take: Callable[[E], Awaitable[None]] | None = None

    def to(self, epochs: Mapping[int, str], take: Callable[[E], Awaitable[None]]) -> None:
        """Give the entries of those shards, and of no others, from now on to a worker of this process.

        The worker must have taken first what lay there before, or it gets the newest before the oldest.
        """
        self._epochs = epochs
        self._take = take

    def epoch(self, shard: int) -> str:
        """By which epoch the worker follows a shard; empty where it does not."""
        return self._epochs.get(shard, "")

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
    """Updates that were accepted, in a stream a shard; in a shard they keep their order.

    Args:
        client: answers in bytes.
        shards: which of them this process reads; all, without a fence, by default.
        news: is told the shard and the epoch of its owner where something was put that is not given out.
        replicas: which are to have what is put; none by default.
    """

    def __init__(
        self,
        client: Redis,
        shards: Shards | None = None,
        news: Callable[[int, str], None] | None = None,
        replicas: Replicas | None = None,
    ) -> None:
        self._client: Final = client
        self._replicas: Final = Replicas(client, 0) if replicas is None else replicas
        self._shards: Final = Unfenced() if shards is None else shards
        self._news: Final = news
        self._group: Final = ConsumerGroup(client, keys.inbox, _GROUP, self._shards)
        self._put: Final = Script("put")
        self._lying: Final = Script("lying")
        self.handed_over: Final[HandedOver[InboxEntry]] = HandedOver()

    @property
    def breaks(self) -> int:
        """See :attr:`bot.store.consumergroup.ConsumerGroup.breaks`."""
        return self._group.breaks

    @property
    def reading(self) -> Mapping[int, str]:
        """The shards whose new entries this process takes, by epoch."""
        return self._shards.reading

    def owns(self, entry: InboxEntry) -> bool:
        """Whether an entry lies in a shard of this process."""
        return entry.shard in self._shards.epochs

    def place(self, entry: InboxEntry) -> tuple[int, int, int]:
        """See :meth:`bot.workers.follow.Source.place`."""
        return _place(entry.shard, entry.id)

    async def put(self, update_id: int, chat_id: int, raw: bytes) -> None:
        """Store an update; when this returns it will be handled.

        Args:
            update_id: its number.
            chat_id: whose it is.
            raw: itself, as Telegram sent it.

        Raises:
            redis.exceptions.RedisError: it may be lost, if it is stored at all: it has to come again.
        """
        await self._add(chat_id, {"update": update_id, "raw": raw, "chat": chat_id})

    async def forward(self, entry: InboxEntry, scope: Scope, waited: float) -> None:
        """Send an update on to the table that it is about, and only then take it out of where it lies.

        Who ends in between leaves it in both; it is committed once.

        Args:
            entry: the update's.
            scope: the table's.
            waited: for how many seconds it has been here by now.
        """
        fields: dict[str, str | int | bytes] = {"update": entry.update_id, "raw": entry.raw, "chat": entry.chat}
        fields |= {"about": str(scope), "hops": entry.hops + 1, "over": int(entry.over)}
        # One server has one clock; of those of a cluster each has its own, so that only how long it was counts there.
        fields |= {"waited": round(waited * 1000)} if is_cluster(self._client) else {"arrived": entry.arrived}
        await self._add(scope.chat, fields)
        await self.ack([entry])

    async def lying(self, chats: Iterable[int]) -> list[InboxEntry]:
        """What lies here for some chats and is not handled yet, of the oldest in each stream; nobody takes it."""
        by_shard: dict[int, list[int]] = {}
        for chat in chats:
            by_shard.setdefault(keys.shard_of(chat), []).append(chat)
        calls = (
            self._lying(self._client, (keys.inbox(shard),), (_MOST_LYING, *own)) for shard, own in by_shard.items()
        )
        found = zip(by_shard, await asyncio.gather(*calls), strict=True)
        lying = [message for shard, (_, given) in found for message in self._group.given(shard, given)]
        return await self._readable((message, 0) for message in lying)

    async def now(self, chat: int) -> int:
        """The instant by the clock of the server that has a chat's updates, in milliseconds."""
        now, _ = await self._lying(self._client, (keys.inbox(keys.shard_of(chat)),), (1,))
        return int(now)

    async def _add(self, chat: int, fields: Mapping[str, str | int | bytes]) -> None:
        """Write an entry into the stream of a chat's shard."""
        shard = keys.shard_of(chat)
        written = [part for pair in fields.items() for part in pair]
        given, owner = await self._put(
            self._client,
            (keys.inbox(shard), keys.owner(shard)),
            (_GROUP, self._taker(shard), _MOST_GIVEN, *written),
        )
        there = self._replicas.have(keys.inbox(shard), _REPLICA_SECONDS)
        messages = self._group.given(shard, given)
        # The newest of them is the one that has just been written.
        now = max(map(_milliseconds, messages), default=0)
        await self.handed_over.give(await self._readable((message, now) for message in messages))
        if owner and self._news is not None:
            self._news(shard, owner.decode())
        # Behind that: nothing that comes later may be given out before this is.
        await there

    def _taker(self, shard: int) -> str:
        """By which epoch this process's worker is given at once what comes; empty for not at all."""
        epoch = self.handed_over.epoch(shard)
        return epoch if self._shards.reading.get(shard) == epoch else ""

    async def read(
        self, epochs: Mapping[int, str], count: int, take: Callable[[list[InboxEntry]], Awaitable[None]]
    ) -> None:
        """Take new updates.

        Args:
            epochs: of each shard to read, by what this process owns it.
            count: at most so many of each, from 1.
            take: gets what one answer brought, as soon as it comes.
        """

        async def took(messages: list[Message], now: int) -> None:
            await take(await self._readable((message, now) for message in messages))

        await self._group.read(epochs, count, took)

    async def inherit(self, epochs: Mapping[int, str]) -> list[InboxEntry]:
        """Take what was taken before by any owner, and not acknowledged; ``epochs`` as in :meth:`read`."""
        return await self._readable(await self._group.inherit(epochs))

    async def _readable(self, messages: Iterable[tuple[Message, int]]) -> list[InboxEntry]:
        """Entries as they are taken; what is none, whoever wrote it, is put aside."""
        found = []
        for message, now in messages:
            try:
                found.append(_update(message, now))
            except (KeyError, ValueError) as error:
                log.error("entry %s of shard %s is no update: %s", message.id, message.shard, type(error).__name__)  # noqa: TRY400 - what it holds is private
                fields = {"raw": message.fields.get(b"raw", b""), "reason": "no update of this version"}
                pipe = self._dead_letter(message.shard, fields | {"update": 0, "deliveries": message.deliveries})
                self._group.let_go(pipe, ((message.shard, message.id),))
                await pipe.execute()
        return found

    async def keep(self, entry: InboxEntry) -> None:
        """Say that an update that was given out again is still being handled; its delivery does not count."""
        await self._group.keep(entry.shard, entry.id, entry.deliveries - 1)

    async def ack(self, entries: Iterable[InboxEntry]) -> None:
        """Forget updates that were handled, with whatever Redis is asked next; again is harmless."""
        await self._group.forget((entry.shard, entry.id) for entry in entries)

    async def bury(self, entry: InboxEntry, reason: str) -> None:
        """Give an update up: move it to the shard's dead letters, where the newest are kept for a while.

        It goes out as one: a process that ends has moved it or not.
        """
        fields = {"update": entry.update_id, "raw": entry.raw, "reason": reason, "deliveries": entry.deliveries}
        fields |= {"chat": entry.chat} | ({} if entry.about is None else {"about": str(entry.about)})
        pipe = self._dead_letter(entry.shard, fields)
        self._group.let_go(pipe, ((entry.shard, entry.id),))
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
        await self._dead_letter(_WITHOUT_A_CHAT, fields | {"deliveries": 0}).execute()

    def _dead_letter(self, shard: int, fields: dict[Any, Any]) -> Pipeline:
        """What is to be executed to keep one."""
        dead = keys.dead(shard)
        pipe = self._client.pipeline(transaction=False)
        pipe.xadd(dead, fields, maxlen=retention.DEAD_LETTERS, approximate=False)
        pipe.expire(dead, retention.DEAD_SECONDS)
        return pipe


def _update(message: Message, now: int) -> InboxEntry:
    """An entry as it is taken at an instant of its server's clock, in milliseconds."""
    fields, about = message.fields, message.fields.get(b"about")
    arrived = int(fields.get(b"arrived", _milliseconds(message) - int(fields.get(b"waited", 0))))
    return InboxEntry(
        message.shard,
        message.id,
        int(fields[b"update"]),
        fields[b"raw"],
        message.deliveries,
        max(0, now - arrived) / 1000,
        chat=int(fields[b"chat"]),
        about=None if about is None else Scope.parse(about),
        arrived=arrived,
        hops=int(fields.get(b"hops", 0)),
        over=fields.get(b"over") == b"1",
    )


def _place(shard: int, entry: str) -> tuple[int, int, int]:
    milliseconds, _, number = entry.partition("-")
    return shard, int(milliseconds), int(number)


def _milliseconds(message: Message) -> int:
    """When an entry was written, by the server's clock."""
    return int(message.id.partition("-")[0])


class Outbox:
    """What commits wrote for their groups, one stream a shard; in a shard the order is that of the commits.

    Args:
        client: answers in bytes.
        shards: which of them this process reads; all, without a fence, by default.
        replicas: which are to have what is told; none by default.
    """

    def __init__(self, client: Redis, shards: Shards | None = None, replicas: Replicas | None = None) -> None:
        self._client: Final = client
        self._replicas: Final = Replicas(client, 0) if replicas is None else replicas
        self._shards: Final = Unfenced() if shards is None else shards
        self._group: Final = ConsumerGroup(client, keys.outbox, _GROUP, self._shards)
        self.handed_over: Final[HandedOver[OutboxEntry]] = HandedOver()

    @property
    def breaks(self) -> int:
        """See :attr:`bot.store.consumergroup.ConsumerGroup.breaks`."""
        return self._group.breaks

    @property
    def reading(self) -> Mapping[int, str]:
        """The shards whose new entries this process takes, by epoch."""
        return self._shards.reading

    def place(self, entry: OutboxEntry) -> tuple[int, int, int]:
        """See :meth:`bot.workers.follow.Source.place`."""
        return _place(keys.shard_of(entry.scope.chat), entry.id)

    def taker(self, shard: int) -> tuple[str, str, int]:
        """What a commit's script must know to give entries out: group, worker or nobody, and how many at most."""
        epoch = self.handed_over.epoch(shard)
        return _GROUP, epoch if self._shards.reading.get(shard) == epoch else "", _MOST_GIVEN

    def passed_over(self) -> None:
        """What a commit's script gave out is to be looked for: it may not be told yet, if it is still there."""
        self._group.passed_over()

    async def given(self, shard: int, entries: Sequence[Any]) -> None:
        """Take over what a commit's script gave out."""
        await self.handed_over.give(_told(self._group.given(shard, entries)))

    async def read(
        self, epochs: Mapping[int, str], count: int, take: Callable[[list[OutboxEntry]], Awaitable[None]]
    ) -> None:
        """Take new entries; see :meth:`Inbox.read`."""

        async def took(messages: list[Message], _: int) -> None:
            await self._counts(messages)
            await take(_told(messages))

        await self._group.read(epochs, count, took)

    async def inherit(self, epochs: Mapping[int, str]) -> list[OutboxEntry]:
        """Take what was taken before and not finished; see :meth:`Inbox.inherit`."""
        messages = [message for message, _ in await self._group.inherit(epochs)]
        await self._counts(messages)
        return _told(messages)

    async def _counts(self, messages: Iterable[Message]) -> None:
        """Wait until what was read cannot be lost any more: it is told only then."""
        waits = [self._replicas.have(keys.outbox(shard)) for shard in {message.shard for message in messages}]
        for wait in waits:
            await wait

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
        self._group.let_go(pipe, ((keys.shard_of(entry.scope.chat), entry.id) for entry in entries))
        await pipe.execute()


def _told(messages: Iterable[Message]) -> list[OutboxEntry]:
    return [
        OutboxEntry(Scope.parse(message.fields[b"scope"]), message.id, message.fields[b"payload"], message.deliveries)
        for message in messages
    ]
