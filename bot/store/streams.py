"""A consumer group over one stream per shard, which only the shard's owner reads, and the outbox of notices.

The consumer's name is the owner's epoch, which separates a former owner's entries from this one's.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.scripts import FencedScript, Script
from bot.store.shard_ownership import FencedStore, OwnedShards, ShardNotOwned
from bot.workers.shard_reader import OwnedShard

GROUP: Final = "harfiyen"  # the consumer group of inbox and outbox
MAX_DELIVERED: Final = 64  # the most entries that a script's reply delivers along with the one it wrote
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class StreamEntry:
    """A stream entry as the owner of its shard received it."""

    shard: int
    id: str
    fields: Mapping[bytes, bytes]
    deliveries: int


class ShardStreams(FencedStore, Generic[E]):
    """The streams of all shards, read as one group, which is created if missing."""

    _read_script: Final = FencedScript("read_new")
    _claim_script: Final = FencedScript("claim_pending")
    _move_script: Final = FencedScript("move_entry", "entries")

    def __init__(
        self,
        client: Redis,
        key_of_shard: Callable[[int], str],
        shards: OwnedShards | None,
        durable: Redis | None,
    ) -> None:
        super().__init__(client, shards, durable)
        self._key_of_shard: Final = key_of_shard
        self._order: Final = [asyncio.Lock() for _ in range(keys.SHARDS)]
        self._missed_deliveries = 0
        self._local_shards: AbstractSet[OwnedShard] = frozenset()
        self._deliver: Callable[[Sequence[E]], Awaitable[None]] | None = None

    @property
    def lost_reply_count(self) -> int:
        """How often replies, or their entries, were lost; after each, pending entries must be claimed again."""
        return getattr(self._client, "lost_reply_count", 0) + self._missed_deliveries

    def note_missed_delivery(self) -> None:
        """Note that entries of a reply were not passed on and must be claimed again."""
        self._missed_deliveries += 1

    def deliver_to(self, shards: AbstractSet[OwnedShard], take: Callable[[Sequence[E]], Awaitable[None]]) -> None:
        """From now on, deliver the entries of exactly these shards to a reader of this process.

        The reader must have caught up first, or it gets the newest entries before the oldest. It gets the entries of
        one reply together and must take all of them before those of a later reply.
        """
        self._local_shards = shards
        self._deliver = take

    def delivers_locally(self, chat: int) -> bool:
        """Whether this process's reader gets a chat's new entries at once."""
        return self._find_local_consumer(keys.shard_of(chat)) is not None

    def _find_local_consumer(self, shard: int) -> str | None:
        owned = self.find_readable(shard)
        return owned[1] if owned is not None and owned in self._local_shards else None

    @asynccontextmanager
    async def in_order(self, shards: Iterable[int]) -> AsyncIterator[None]:
        """Let no other script deliver entries of these shards until those of this one are passed on.

        Replies come by several connections, so the later one of two scripts may be answered first.
        """
        async with AsyncExitStack() as stack:
            for shard in sorted(shards):
                await stack.enter_async_context(self._order[shard])
            yield

    async def deliver_entries(self, entries: Sequence[E]) -> None:
        """Pass on the entries of one reply; a stopped reader finds them at its next start."""
        if entries and self._deliver is not None:
            await self._deliver(entries)

    async def _read_new_entries(
        self,
        client: Redis,
        shards: Iterable[OwnedShard],
        count: int,
        take: Callable[[list[StreamEntry], int], Awaitable[None]],
    ) -> None:
        """Take at most ``count`` new entries of each stream; ``take`` gets those of a reply, with the server's time."""
        wanted = list(shards)
        async with self.in_order(shard for shard, _ in wanted):
            taken, answer = await self._run_in_shards(
                self._read_script, wanted, lambda shard: (self._key_of_shard(shard),), (GROUP, count), client
            )
            if not taken:
                return
            now, *answers = answer
            found: list[StreamEntry] = []
            for (shard, _), entries in zip(taken, answers, strict=True):
                found += self._to_stream_entries(shard, entries)
            if found:
                await take(found, now)

    async def _claim_entries(self, client: Redis, shards: Iterable[OwnedShard]) -> list[tuple[StreamEntry, int]]:
        async def claim(one: OwnedShard) -> list[tuple[StreamEntry, int]]:
            async with self.in_order(one[:1]):
                taken, answer = await self._run_in_shards(
                    self._claim_script, (one,), lambda shard: (self._key_of_shard(shard),), (GROUP,), client
                )
            now, entries = answer if taken else (0, ())
            return [
                (StreamEntry(one[0], entry.decode(), pairs_to_dict(fields), deliveries), now)
                for entry, deliveries, fields in entries
            ]

        return [entry for found in await asyncio.gather(*map(claim, shards)) for entry in found]

    def _to_stream_entries(self, shard: int, entries: Sequence[Any]) -> list[StreamEntry]:
        return [StreamEntry(shard, entry.decode(), pairs_to_dict(fields), 1) for entry, fields in entries]

    async def _move_to_dead_letters(self, shard: int, entry: str, letter: Mapping[str, str | bytes | int]) -> bool:
        dead = keys.dead_letters(shard)
        return await self._move_entry(
            shard, entry, letter, dead, retention.DEAD_LETTERS_PER_SHARD, retention.DEAD_LETTER_SECONDS
        )

    async def _move_entry(  # noqa: PLR0917 - its place, its outcome, and its target
        self, shard: int, entry: str, fields: Mapping[str, str | bytes | int], target: str, most: int, seconds: int
    ) -> bool:
        """Move an entry to another stream of its shard, in one step; ``False`` if another worker owns the shard."""
        try:
            await self._run_fenced(
                self._move_script,
                (self._key_of_shard(shard), target),
                {
                    "group": GROUP,
                    "entry": entry,
                    "most": most,
                    "seconds": seconds,
                    "most_of_table": retention.HELD_PER_TABLE if target == keys.held_notices(shard) else None,
                    "letter": [part for pair in fields.items() for part in pair],
                },
            )
        except ShardNotOwned:
            return False
        return True


def pairs_to_dict(fields: Sequence[bytes]) -> dict[bytes, bytes]:
    """A mapping from alternating names and values."""
    return dict(zip(fields[::2], fields[1::2], strict=True))


def parse_entry_id(entry: str) -> tuple[int, int]:
    """An entry's id: its time in milliseconds by the server's clock, and its number at that instant."""
    milliseconds, _, number = entry.partition("-")
    return int(milliseconds), int(number)


def written_ms(entry: StreamEntry) -> int:
    """When an entry was written, in milliseconds by the server's clock."""
    return parse_entry_id(entry.id)[0]


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """An update waiting to be handled."""

    shard: int
    id: str
    update_id: int
    raw: bytes  # the update as Telegram sent it: JSON
    deliveries: int = field(compare=False)  # how often it was delivered, this time included
    waited_seconds: float = field(default=0.0, compare=False)
    """Seconds from the update's arrival at the bot to this delivery, by the server's clock."""
    chat: int = field(default=0, compare=False)  # the chat where it happened, even if another chat's shard holds it
    forwarded_to: Scope | None = field(default=None, compare=False)
    """The table that it was forwarded to; ``None`` in the inbox of its own chat."""
    arrived_ms: int = field(default=0, compare=False)
    """When the update reached the bot, in milliseconds by the server's clock."""
    hops: int = field(default=0, compare=False)  # how often it was forwarded
    over_limit: bool = field(default=False, compare=False)
    """Whether it exceeded its sender's quota in the chat from which it was forwarded."""

    @property
    def lane_chat(self) -> int:
        """The chat in whose lane it is handled: its own, or that of the table it was forwarded to."""
        return self.chat if self.forwarded_to is None else self.forwarded_to.chat


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A notice waiting to be sent to a chat."""

    scope: Scope
    id: str
    payload: bytes
    deliveries: int = field(compare=False)  # how often it was delivered, this time included
    sent_ms: int = field(default=0, compare=False)
    """When another worker had sent it and handed over the rest of the work, in ms of served time; 0 if it is not sent
    yet.
    """


@dataclass(frozen=True, slots=True)
class NewestMessage:
    """The last message about a table."""

    message_id: int
    photo: tuple[str, str] | None = None
    """If the message has a new picture: a digest of its content, and its file id."""
    board_messages: bytes = b""  # the messages that show the table, encoded; if empty, the stored ones stay
    ahead: int = 0  # the id of the message sent before it with a text too long for a caption; 0 for none

    @property
    def all_messages(self) -> list[str]:
        """The ids of all messages about the table, newest first; empty if a message was only edited."""
        return [str(message) for message in (self.message_id, self.ahead) if message]

    @property
    def redis_fields(self) -> list[str | bytes]:
        """The fields of the game's hash that store it, as alternating names and values."""
        photo: list[str | bytes] = [] if self.photo is None else ["photo", " ".join(self.photo)]
        return ["post", str(self.message_id), *photo, *(("shown", self.board_messages) if self.board_messages else ())]


def to_inbox_entry(entry: StreamEntry, now: int) -> InboxEntry:
    """Parse an entry; ``now`` is when it was taken, in milliseconds by its server's clock."""
    fields, about = entry.fields, entry.fields.get(b"about")
    arrived = int(fields.get(b"arrived", written_ms(entry) - int(fields.get(b"waited", 0))))
    return InboxEntry(
        entry.shard,
        entry.id,
        int(fields[b"update"]),
        fields[b"raw"],
        entry.deliveries,
        max(0, now - arrived) / 1000,
        chat=int(fields[b"chat"]),
        forwarded_to=None if about is None else Scope.parse(about.decode()),
        arrived_ms=arrived,
        hops=int(fields.get(b"hops", 0)),
        over_limit=fields.get(b"over") == b"1",
    )


def to_outbox_entries(entries: Iterable[StreamEntry]) -> list[OutboxEntry]:
    """The notices in some entries."""
    return [
        OutboxEntry(
            Scope.parse(message.fields[b"scope"].decode()),
            message.id,
            message.fields[b"payload"],
            message.deliveries,
            sent_ms=int(message.fields.get(b"sent", 0)),
        )
        for message in entries
    ]


_MOST_SEARCHED: Final = 1000  # how many of a shard's notices are searched, oldest first


class Outbox(ShardStreams[OutboxEntry]):
    """The notices of commits, one stream per shard, in the order of the shard's commits."""

    _ack_script: Final = FencedScript("ack_notices")
    _add_script: Final = Script("add_entry", "entries")
    _release_script: Final = FencedScript("release_notices")

    def __init__(self, client: Redis, shards: OwnedShards | None = None, durable: Redis | None = None) -> None:
        super().__init__(client, keys.outbox, shards, durable)
        self.on_held_found: Callable[[Collection[Scope]], None] = lambda _: None
        """Called with the places whose held notices (:meth:`hold_notice`) were found, before entries of their shards
        are taken.
        """

    def entry_position(self, entry: OutboxEntry) -> tuple[int, int, int]:
        """See :meth:`bot.workers.shard_reader.Source.entry_position`."""
        return keys.shard_of(entry.scope.chat), *parse_entry_id(entry.id)

    async def deliver_locally(self, shard: int, entries: Sequence[Any]) -> None:
        """Pass on the entries that a commit's script delivered to this process's announcer."""
        await self.deliver_entries(to_outbox_entries(self._to_stream_entries(shard, entries)))

    async def read_new(
        self, shards: Iterable[OwnedShard], count: int, take: Callable[[list[OutboxEntry]], Awaitable[None]]
    ) -> None:
        """Take new entries; see :meth:`bot.store.inbox.Inbox.read_new`."""

        async def took(messages: list[StreamEntry], _: int) -> None:
            await take(to_outbox_entries(messages))

        await self._read_new_entries(self._durable, shards, count, took)

    async def claim_pending(self, shards: Collection[OwnedShard]) -> list[OutboxEntry]:
        """Take pending entries; see :meth:`bot.store.inbox.Inbox.claim_pending`."""
        found = await asyncio.gather(*(self._list_held(shard) for shard, _ in shards))
        self.on_held_found({scope.place for held in found for _, scope in held})
        return to_outbox_entries(message for message, _ in await self._claim_entries(self._durable, shards))

    async def dead_letter(self, entry: OutboxEntry, reason: str) -> None:
        """Move a notice to the dead letters; see :meth:`_move_to_dead_letters`."""
        fields: dict[str, str | bytes | int] = {"scope": str(entry.scope), "payload": entry.payload, "reason": reason}
        fields["deliveries"] = entry.deliveries
        if entry.sent_ms:
            fields["sent"] = entry.sent_ms
        await self._move_to_dead_letters(keys.shard_of(entry.scope.chat), entry.id, fields)

    async def hand_over_sent(self, payload: bytes, scope: Scope, sent_ms: int) -> None:
        """Pass a sent notice to the shard of the chat's supergroup, whose owner does the rest of the work.

        ``scope``: the table in the supergroup; ``sent_ms``: in milliseconds of served time. After a RedisError it may
        be stored; a duplicate is harmless.
        """
        key = keys.outbox(keys.shard_of(scope.chat))
        fields: list[str | bytes | int] = ["scope", str(scope), "payload", payload, "sent", sent_ms]
        await self._add_script(self._durable, (key,), {"fields": fields})

    async def find_of_migrated(self, chat: int) -> list[bytes]:
        """The waiting notices of the basic group that a supergroup was, and those handed over to the supergroup.

        Another worker may still have the waiting ones. Those handed over are read last, as they are written before they
        are deleted from the group.
        """
        former: Any = await self._client.hget(keys.game(Scope(chat)), "came")
        if former is None:
            return []
        found = []
        for one in (int(former), chat):
            read: Any = await self._client.xrange(keys.outbox(keys.shard_of(one)), count=_MOST_SEARCHED)
            found += [fields[b"payload"] for _, fields in read if Scope.parse(fields[b"scope"].decode()).chat == one]
        return found

    async def hold_notice(self, entry: OutboxEntry) -> None:
        """Set a notice aside because its chat refuses messages; it follows the place's earlier held notices."""
        shard = keys.shard_of(entry.scope.chat)
        held: dict[str, str | bytes | int] = {"scope": str(entry.scope), "payload": entry.payload}
        await self._move_entry(
            shard, entry.id, held, keys.held_notices(shard), retention.HELD_PER_SHARD, retention.HELD_SECONDS
        )

    async def release_notices(self, place: Scope) -> str:
        """Put a place's held notices back into the stream, before its waiting ones, in one step.

        Returns the new id of the oldest, or an empty string if none is held; entries of the place with lower ids are
        gone.
        """
        shard = keys.shard_of(place.chat)
        names, arguments = (keys.held_notices(shard), keys.outbox(shard)), {"group": GROUP, "place": str(place)}
        try:
            first: bytes = await self._run_fenced(self._release_script, names, arguments)
        except ShardNotOwned:
            return ""
        return first.decode()

    async def _list_held(self, shard: int) -> list[tuple[bytes, Scope]]:
        read: Any = await self._client.xrange(keys.held_notices(shard))
        return [(entry, Scope.parse(fields[b"scope"].decode())) for entry, fields in read]

    async def ack_notices(
        self, entries: Sequence[OutboxEntry], scope: Scope, newest: NewestMessage | None = None
    ) -> None:
        """Delete a chat's entries that were sent or given up, and note the last message, in one step; idempotent.

        Does nothing if another worker owns the shard, which sends them again and knows the last message.
        """
        sent_scope = entries[0].scope if entries else scope
        shard = keys.shard_of(sent_scope.chat)
        fields = [] if newest is None else newest.redis_fields
        # The table of a migrated chat may be in another shard, which the script's fence does not cover.
        here = keys.shard_of(scope.chat) == shard
        try:
            await self._run_fenced(
                self._ack_script,
                (keys.outbox(shard), keys.game(scope if here else sent_scope)),
                {
                    "group": GROUP,
                    "entries": [entry.id for entry in entries],
                    "fields": fields if here else (),
                    "messages": [] if newest is None or not here else newest.all_messages,
                    "most_messages": retention.TABLE_MESSAGES,
                },
            )
        except ShardNotOwned:
            return
        if fields and not here:
            await self._client.hset(keys.game(scope), items=fields)
