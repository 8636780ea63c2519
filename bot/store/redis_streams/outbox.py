"""The outbox: notices that commits wrote for their chats, until the announcer has sent them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.redis_streams.consumer_group import (
    GROUP,
    NewestMessage,
    OutboxEntry,
    ShardStreams,
    StreamEntry,
    parse_entry_id,
    to_outbox_entries,
)
from bot.store.scope import Scope
from bot.store.scripts import FencedScript, Script
from bot.store.shards.ownership import OwnedShards, ShardNotOwned
from bot.workers.shard_reader import OwnedShard

_MOST_SEARCHED: Final = 1000
"""How many of a shard's notices are searched, beginning with the oldest."""


class Outbox(ShardStreams[OutboxEntry]):
    """The notices of commits, in one stream for each shard; a shard keeps the order of its commits.

    Args:
        shards: those that this process owns; by default all, unfenced.
        durable: takes notices, which may be sent only once replicas have them; by default the client.
    """

    _ack_script: Final = FencedScript("ack_notices")
    _add_script: Final = Script("add_entry", "entries")
    _release_script: Final = FencedScript("release")

    def __init__(self, client: Redis, shards: OwnedShards | None = None, durable: Redis | None = None) -> None:
        super().__init__(client, keys.outbox, shards, durable)
        self.on_held_found: Callable[[Collection[Scope]], None] = lambda _: None
        """Is told of the places whose notices are held, before entries of their shards are taken."""

    def entry_position(self, entry: OutboxEntry) -> tuple[int, int, int]:
        """See :meth:`bot.workers.shard_reader.Source.entry_position`."""
        return keys.shard_of(entry.scope.chat), *parse_entry_id(entry.id)

    async def deliver_locally(self, shard: int, entries: Sequence[Any]) -> None:
        """Pass the entries that a commit's script delivered to this process's announcer."""
        await self.deliver_entries(to_outbox_entries(self._to_stream_entries(shard, entries)))

    async def read_new(
        self, shards: Iterable[OwnedShard], count: int, take: Callable[[list[OutboxEntry]], Awaitable[None]]
    ) -> None:
        """Take new entries; see :meth:`bot.store.redis_streams.inbox.Inbox.read_new`."""

        async def took(messages: list[StreamEntry], _: int) -> None:
            await take(to_outbox_entries(messages))

        await self._take_new(self._durable, shards, count, took)

    async def claim_pending(self, shards: Collection[OwnedShard]) -> list[OutboxEntry]:
        """Take pending entries; see :meth:`bot.store.redis_streams.inbox.Inbox.claim_pending`."""
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
        """Give a notice that was sent to the owner of another chat's shard, which does what is left to do about it.

        Args:
            payload: the notice.
            scope: the table that it is about, where its group has become a supergroup.
            sent_ms: when it was sent, in milliseconds of served time.

        Raises:
            redis.exceptions.RedisError: it may not be stored, or it may: handed over twice it does no harm.
        """
        key = keys.outbox(keys.shard_of(scope.chat))
        fields: list[str | bytes | int] = ["scope", str(scope), "payload", payload, "sent", sent_ms]
        await self._add_script(self._durable, (key,), {"fields": fields})

    async def find_of_migrated(self, chat: int) -> list[bytes]:
        """The waiting notices of the basic group that a supergroup was, and those handed over to it.

        They are some other worker's, or will be this one's soon. Those handed over are looked at last: they are written
        there before they are deleted from where they were.
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
        """Move a notice to those that are held, behind the former ones of its place."""
        shard = keys.shard_of(entry.scope.chat)
        held: dict[str, str | bytes | int] = {"scope": str(entry.scope), "payload": entry.payload}
        await self._move_entry(
            shard, entry.id, held, keys.held_notices(shard), retention.HELD_PER_SHARD, retention.HELD_SECONDS
        )

    async def release_notices(self, place: Scope) -> str:
        """Take back the notices that are held of a place, in one step, with those of it that wait behind them.

        Returns:
            The new id of the oldest, so that older ones of the place are gone; empty if none is held.
        """
        shard = keys.shard_of(place.chat)
        names, arguments = (keys.held_notices(shard), keys.outbox(shard)), {"group": GROUP, "place": str(place)}
        try:
            first: bytes = await self._run_fenced(self._release_script, names, arguments)
        except ShardNotOwned:
            return ""
        return first.decode()

    async def _list_held(self, shard: int) -> list[tuple[bytes, Scope]]:
        """The notices of a shard that are held, the oldest first, with their tables."""
        read: Any = await self._client.xrange(keys.held_notices(shard))
        return [(entry, Scope.parse(fields[b"scope"].decode())) for entry, fields in read]

    async def ack_notices(
        self, entries: Sequence[OutboxEntry], scope: Scope, newest: NewestMessage | None = None
    ) -> None:
        """Delete entries that were sent and note the newest message, in one step; idempotent.

        Does nothing where another worker owns the shard by now: that worker sends them again and knows the newest
        message.

        Args:
            entries: what was sent or given up, all of one chat.
            scope: where the game is by now.
            newest: the message that was sent, if any.
        """
        sent_scope = entries[0].scope if entries else scope
        shard = keys.shard_of(sent_scope.chat)
        fields = [] if newest is None else newest.redis_fields
        # A chat that has moved may lie in another shard, which the script's fence does not cover.
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
