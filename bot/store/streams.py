"""The streams that lead in and out: updates to be handled, and what groups are to be told.

Both are Redis Streams, one a shard, read by the shard's owner alone (:mod:`bot.store.ownership`). What was read stays
with its consumer until it is acknowledged, and whoever owns the shard next finds it.

Whoever writes an entry and follows the stream too need not look for it: the script that writes it gives it out, as a
read would have, and it comes with the script's answer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.ahead import ReadAhead
from bot.store.burials import Burials
from bot.store.consumergroup import ConsumerGroup, Message
from bot.store.entries import HandedOver, InboxEntry, Newest, OutboxEntry, milliseconds, place_of, told_of, update_of
from bot.store.keys import Scope
from bot.store.lying import Lying
from bot.store.ownership import Shards, Unfenced
from bot.store.replicas import Replicas
from bot.store.scripts import Script
from bot.store.slots import is_cluster

log = logging.getLogger(__name__)

_GROUP: Final = "harfiyen"
_REPLICA_SECONDS: Final = 5.0
"""How long an update waits for replicas; Telegram, which is told nothing meanwhile, sends it again."""
_MOST_GIVEN: Final = 64
"""Entries that come with what wrote the newest of them."""


class Inbox(Burials):
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
        super().__init__(client, Unfenced() if shards is None else shards, _GROUP)
        self._replicas: Final = Replicas(client, 0) if replicas is None else replicas
        self._news: Final = news
        self._group: Final = ConsumerGroup(client, keys.inbox, _GROUP, self._shards)
        self._put: Final = Script("put", "table")
        self._lying: Final = Lying(client)
        self.ahead: Final = ReadAhead()
        """The tables of the updates that are handed over."""
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
        return place_of(entry.shard, entry.id)

    async def put(self, update_id: int, chat_id: int, raw: bytes) -> None:
        """Store an update; when this returns it will be handled, once however often Telegram sends it.

        One that comes again may not be judged anew: what was refused might count by then, behind what came later.

        Args:
            update_id: its number.
            chat_id: whose it is.
            raw: itself, as Telegram sent it.

        Raises:
            redis.exceptions.RedisError: it may be lost, if it is stored at all: it has to come again.
        """
        await self._add(Scope(chat_id), update_id, {"raw": raw, "chat": chat_id})

    async def forward(self, entry: InboxEntry, scope: Scope, waited: float) -> None:
        """Send an update on to the table that it is about, and only then take it out of where it lies.

        Who ends in between leaves it in both; it is committed once.

        Args:
            entry: the update's.
            scope: the table's.
            waited: for how many seconds it has been here by now.
        """
        fields: dict[str, str | int | bytes] = {"raw": entry.raw, "chat": entry.chat}
        fields |= {"about": str(scope), "hops": entry.hops + 1, "over": int(entry.over)}
        # One server has one clock; of those of a cluster each has its own, so that only how long it was counts there.
        fields |= {"waited": round(waited * 1000)} if is_cluster(self._client) else {"arrived": entry.arrived}
        await self._add(scope, entry.update_id, fields)
        await self.ack([entry])

    async def lying(self, chats: Iterable[int]) -> list[InboxEntry]:
        """What lies here for some chats and is not handled yet, of the oldest in each stream; nobody takes it.

        What is no update is passed by: it may be another's to put aside, of another version.
        """
        wanted: dict[int, set[int]] = {}
        for chat in chats:
            wanted.setdefault(keys.shard_of(chat), set()).add(chat)
        found = await asyncio.gather(*(self._lying.of(shard, own) for shard, own in wanted.items()))
        lying = []
        for (shard, own), given in zip(wanted.items(), found, strict=True):
            for message in self._group.given(shard, given):
                with suppress(KeyError, ValueError):
                    entry = update_of(message, 0)
                    if (entry.chat if entry.about is None else entry.about.chat) in own:
                        lying.append(entry)
        return lying

    async def now(self, chat: int) -> int:
        """The instant by the clock of the server that has a chat's updates, in milliseconds."""
        return await self._lying.now(keys.shard_of(chat))

    async def _add(self, scope: Scope, update: int, fields: Mapping[str, str | int | bytes]) -> None:
        """Write an entry into the stream of a chat's shard; it is about the scope's table, if it is about any."""
        shard = keys.shard_of(scope.chat)
        # What is sent on within a shard is there twice for a moment.
        name = f"{update}.{fields.get('hops', 0)!s}"
        written = [part for pair in fields.items() for part in pair]
        taker, since = self._taker(shard), self.ahead.clock()
        given, owner, *read = await self._put(
            self._client,
            (keys.inbox(shard), keys.owner(shard), keys.came(shard), *(keys.table(scope) if taker else ())),
            (
                _GROUP,
                taker,
                _MOST_GIVEN,
                name,
                retention.CAME,
                retention.CAME_SECONDS,
                update,
                "update",
                update,
                *written,
            ),
        )
        if read:
            self.ahead.note(scope, update, read[0], since)
        there = self._replicas.have(keys.inbox(shard), _REPLICA_SECONDS)
        messages = self._group.given(shard, given)
        # The newest of them is the one that has just been written.
        now = max(map(milliseconds, messages), default=0)
        await self._give(((message, now) for message in messages), self.handed_over.give)
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
            await self._give(((message, now) for message in messages), take)

        await self._group.read(epochs, count, took)

    async def inherit(self, epochs: Mapping[int, str]) -> list[InboxEntry]:
        """Take what was taken before by any owner, and not acknowledged; ``epochs`` as in :meth:`read`."""
        found: list[InboxEntry] = []

        async def took(entries: list[InboxEntry]) -> None:
            found.extend(entries)

        await self._give(await self._group.inherit(epochs), took)
        return found

    async def _give(
        self, messages: Iterable[tuple[Message, int]], take: Callable[[list[InboxEntry]], Awaitable[None]]
    ) -> None:
        """Give what one answer brought; behind that, so that nothing overtakes it, put aside what is no update."""
        found, none = list[InboxEntry](), list[Message]()
        for message, now in messages:
            try:
                found.append(update_of(message, now))
            except (KeyError, ValueError) as error:
                log.error("entry %s of shard %s is no update: %s", message.id, message.shard, type(error).__name__)  # noqa: TRY400 - what it holds is private
                none.append(message)
        await take(found)
        for message in none:
            fields = {"raw": message.fields.get(b"raw", b""), "reason": "no update of this version"}
            await self._bury(message.shard, message.id, fields | {"update": 0, "deliveries": message.deliveries})

    async def keep(self, entry: InboxEntry) -> None:
        """Say that an update that was given out again is still being handled; its delivery does not count.

        Said by a former owner it is harmless: the entry stays, and whoever has it takes it out by its id.
        """
        await self._group.keep(entry.shard, entry.id, entry.deliveries - 1)

    async def ack(self, entries: Iterable[InboxEntry]) -> None:
        """Forget updates that were handled, with whatever Redis is asked next; again is harmless.

        So it is of a former owner: what changed a table was committed as its owner, and the rest was answered.
        """
        await self._group.forget((entry.shard, entry.id) for entry in entries)


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
        self._letting_go: Final = Script("told")
        self._burying: Final = Script("bury")
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
        return place_of(keys.shard_of(entry.scope.chat), entry.id)

    def taker(self, shard: int) -> tuple[str, str, int]:
        """What a commit's script must know to give entries out: group, worker or nobody, and how many at most."""
        epoch = self.handed_over.epoch(shard)
        return _GROUP, epoch if self._shards.reading.get(shard) == epoch else "", _MOST_GIVEN

    def passed_over(self) -> None:
        """What a commit's script gave out is to be looked for: it may not be told yet, if it is still there."""
        self._group.passed_over()

    async def given(self, shard: int, entries: Sequence[Any]) -> None:
        """Take over what a commit's script gave out."""
        await self.handed_over.give(told_of(self._group.given(shard, entries)))

    async def read(
        self, epochs: Mapping[int, str], count: int, take: Callable[[list[OutboxEntry]], Awaitable[None]]
    ) -> None:
        """Take new entries; see :meth:`Inbox.read`."""

        async def took(messages: list[Message], _: int) -> None:
            # It is one server's answer. Waited for by shards, it would be overtaken by a commit that waits once.
            await self._counts(messages[:1])
            await take(told_of(messages))

        await self._group.read(epochs, count, took)

    async def inherit(self, epochs: Mapping[int, str]) -> list[OutboxEntry]:
        """Take what was taken before and not finished; see :meth:`Inbox.inherit`."""
        messages = [message for message, _ in await self._group.inherit(epochs)]
        await self._counts(messages)
        return told_of(messages)

    async def _counts(self, messages: Iterable[Message]) -> None:
        """Wait until what was read cannot be lost any more: it is told only then."""
        waits = [self._replicas.have(keys.outbox(shard)) for shard in {message.shard for message in messages}]
        for wait in waits:
            await wait

    async def bury(self, entry: OutboxEntry, reason: str) -> None:
        """Give a notice up: move it to the shard's dead letters, from where it can be put back.

        What is another's by now is for that one to tell, or to give up.
        """
        shard = keys.shard_of(entry.scope.chat)
        epoch = self._shards.epochs.get(shard)
        if epoch is None:
            return
        letter = {"scope": entry.scope, "payload": entry.payload, "reason": reason, "deliveries": entry.deliveries}
        done = await self._burying(
            self._client,
            (keys.owner(shard), keys.outbox(shard), keys.dead(shard)),
            (
                _GROUP,
                epoch,
                entry.id,
                retention.DEAD_LETTERS,
                retention.DEAD_SECONDS,
                *(value if isinstance(value, bytes) else str(value) for pair in letter.items() for value in pair),
            ),
        )
        if not done:
            self._shards.lost(shard, epoch)

    async def done(self, entries: Sequence[OutboxEntry], scope: Scope, newest: Newest | None = None) -> None:
        """Note what a group was told, and forget its entries, in one step; again is harmless.

        What is another's to tell by now stays: that one knows better which message is the newest, and what cannot be
        told.

        Args:
            entries: what was told, or cannot be: of one chat.
            scope: where the game is by now.
            newest: the message that told it, where it was told.
        """
        told = entries[0].scope if entries else scope
        shard = keys.shard_of(told.chat)
        epoch = self._shards.epochs.get(shard)
        if epoch is None:
            return
        fields = [] if newest is None else newest.fields
        # A chat that has moved may lie in another slot of a cluster, which no script of this one reaches.
        here = keys.shard_of(scope.chat) == shard
        done = await self._letting_go(
            self._client,
            (keys.owner(shard), keys.outbox(shard), keys.game(scope if here else told)),
            (_GROUP, epoch, len(entries), *(entry.id for entry in entries), *(fields if here else ())),
        )
        if not done:
            self._shards.lost(shard, epoch)
        elif fields and not here:
            await self._client.hset(keys.game(scope), items=fields)
