"""The inbox: accepted updates, stored until they are handled, and the dead letters.

Each shard has a Redis Stream that only its owner reads (:mod:`bot.store.shard_ownership`). An entry that was read
belongs to its reader until it is acknowledged; if the shard gets another owner, that one claims it.

A process that writes an entry into a shard of its own does not read it afterwards: the script that writes the entry
delivers it with its reply, as a read would.
"""

import asyncio
import math
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, Self, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswer

from bot.logs import get_logger
from bot.runtime import boot_seconds
from bot.store import keys, retention
from bot.store.client import within
from bot.store.keys import Scope
from bot.store.scripts import Script
from bot.store.shard_ownership import OwnedShards, RedisStore
from bot.store.streams import (
    GROUP,
    MAX_DELIVERED,
    InboxEntry,
    ShardStreams,
    StreamEntry,
    parse_entry_id,
    to_inbox_entry,
    written_ms,
)
from bot.workers.recent import NewestDict
from bot.workers.shard_reader import OwnedShard, collect_into

log = get_logger(__name__)

_NUMBERS: Final = 999_999  # the room for update numbers in the fraction of a score (`append_update.lua`)
_MOST: Final = 4096


class AppendAttempts:
    """Attempts of this process to store an entry that had no answer: each may have stored it."""

    def __init__(self) -> None:
        self._unanswered: Final[NewestDict[str, tuple[int, ...]]] = NewestDict(_MOST)
        """Numbers of failed attempts that may be used again, by the update's name; several if attempts ran at the same
        time.
        """

    def begin(self, name: str) -> int:
        """The number, from 1, of an attempt to store ``name``: that of a failed one, if any."""
        former, *others = self._unanswered.pop(name, None) or (1 + secrets.randbelow(_NUMBERS),)
        if others:
            self._unanswered[name] = tuple(others)
        return former

    def note_unanswered(self, name: str, attempt: int) -> None:
        """Note a failed attempt to store ``name``."""
        self._unanswered[name] = (*self._unanswered.get(name, ()), attempt)

    def is_own(self, name: str, attempt: int, stored_by: int) -> bool:
        """Whether ``stored_by`` is this attempt, or an earlier one of this process whose outcome is unknown."""
        return stored_by in (attempt, *self._unanswered.pop(name, ()))


PREFETCH_SECONDS: Final = 0.5

_MAX_TABLES: Final = 64
"""The most chats with a prefetched table, some kB each; an update that is handled at once finds its own among the
latest.
"""

_MAX_CHANGES: Final = 4096
"""How many chats' last changes are remembered; scripts are answered long before there are more."""


class TablePrefetch:
    """Prefetched tables, at most one per chat, each for one update and used once."""

    def __init__(self, clock: Callable[[], float] = boot_seconds) -> None:
        self.clock: Final = clock
        self._tables: Final[NewestDict[int, tuple[Scope, int, Any, float]]] = NewestDict(_MAX_TABLES)
        self._changed_at: Final[NewestDict[int, float]] = NewestDict(_MAX_CHANGES)

    def add_prefetched(self, scope: Scope, update: int, raw_table: Any, read_at: float) -> None:
        """Keep a table that a script read with an update, unless the table was changed since.

        ``read_at``: when the script was sent, by ``clock``. A commit on another connection may be answered before the
        script although it came after it; so a table changed since ``read_at`` is not kept.
        """
        if read_at > self._changed_at.get(scope.chat, -math.inf):
            self._tables[scope.chat] = scope, update, raw_table, read_at + PREFETCH_SECONDS

    def take_prefetched(self, scope: Scope, update: int | None) -> Any | None:
        """The table prefetched for an update, once; ``None`` if it must be loaded."""
        kept = self._tables.pop(scope.chat, None)
        if kept is None or kept[:2] != (scope, update) or kept[3] < self.clock():
            return None
        return kept[2]

    def invalidate_chat(self, chat: int) -> None:
        """Drop a chat's prefetched table, since the table has changed."""
        self._tables.pop(chat, None)
        self._changed_at[chat] = self.clock()


_MAX_ENTRIES: Final = 1000  # how many entries of a stream are scanned, oldest first
_PAUSE_SECONDS: Final = 0.02  # between the answer to a shard's query and its next query, to spare the server
RawEntries = Sequence[Any]  # the entries of a script's reply


class UnhandledUpdates:
    """Queries inboxes for updates that are not handled yet; callers that ask at the same time share a query."""

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._unhandled_script: Final = Script("find_unhandled")
        self._locks: Final = [asyncio.Lock() for _ in range(keys.SHARDS)]
        """A lock for each shard, held during its query."""
        self._answered_at: Final = [float("-inf")] * keys.SHARDS
        """When each shard's last query was answered, by the event loop's clock."""
        self._next_queries: Final[dict[int, tuple[set[int], asyncio.Task[RawEntries]]]] = {}
        """Each shard's query that is about to be sent: the chats to look for, and the task that gets the reply."""

    async def find_entries(self, shard: int, chats: Iterable[int]) -> RawEntries:
        """The oldest entries of a shard's inbox about these chats, and about those of callers who share the query."""
        if shard not in self._next_queries:
            task = asyncio.create_task(self._query_shard(shard), name=f"unhandled updates of shard {shard}")
            self._next_queries[shard] = set(), task
        asked_about, answer = self._next_queries[shard]
        asked_about.update(chats)
        # If a caller is cancelled, the other callers still get the reply.
        return await asyncio.shield(answer)

    async def read_server_ms(self, shard: int) -> int:
        """The clock of a shard's server, in milliseconds."""
        now, _ = await self._unhandled_script(self._client, (keys.inbox(shard),), (1,))
        return int(now)

    async def _query_shard(self, shard: int) -> RawEntries:
        loop = asyncio.get_running_loop()
        async with self._locks[shard]:
            await asyncio.sleep(self._answered_at[shard] + _PAUSE_SECONDS - loop.time())
            # Later callers wait for the next query, since the server may be scanning already.
            chats, _ = self._next_queries.pop(shard)
            try:
                _, found = await self._unhandled_script(self._client, (keys.inbox(shard),), (_MAX_ENTRIES, *chats))
            finally:
                self._answered_at[shard] = loop.time()
        return cast("RawEntries", found)


_REPLICA_SECONDS: Final = 5.0
"""How long an update waits for replicas. Telegram gets no answer meanwhile and sends it again."""

_UNREADABLE: Final = "no update of this version"  # why an entry that is no update was dead-lettered
_SHARD_WITHOUT_CHAT: Final = 0  # the shard for unreadable updates, whose chat is unknown


class Inbox(ShardStreams[InboxEntry]):
    """The accepted updates, in order, in one stream for each shard.

    ``on_appended`` is called with the shard and its owner after an append whose entry was not delivered to this
    process.
    """

    def __init__(
        self,
        client: Redis,
        shards: OwnedShards | None = None,
        on_appended: Callable[[int, str], None] | None = None,
        durable: Redis | None = None,
    ) -> None:
        super().__init__(client, keys.inbox, shards, durable)
        self._on_appended: Final = on_appended
        self._append_client: Final = within(self._durable, _REPLICA_SECONDS)
        self._append_script: Final = Script("append_update", "read_table")
        self._attempt_script: Final = Script("count_attempt")
        self._letter_script: Final = Script("add_entry", "entries")
        self._attempts: Final = AppendAttempts()
        self._unhandled: Final = UnhandledUpdates(client)
        self.prefetch: Final = TablePrefetch()  # the tables of the updates that are delivered locally

    def entry_position(self, entry: InboxEntry) -> tuple[int, int, int]:
        """See :meth:`bot.workers.shard_reader.Source.entry_position`."""
        return entry.shard, *parse_entry_id(entry.id)

    async def append_update(self, update_id: int, chat_id: int, raw: bytes) -> bool:
        """Store an update; once this returns, it will be handled exactly once, however often Telegram sends it.

        A repeated update must not be handled again: a move that was refused might be legal after later moves. Returns
        whether the update is new: ``True`` for exactly one call per update, unless other processes stored it and lost
        the answers. After a RedisError it may not be stored, or may be lost, and Telegram has to send it again.
        """
        return await self._append_entry(Scope(chat_id), update_id, {"raw": raw, "chat": chat_id})

    async def forward_update(self, entry: InboxEntry, scope: Scope) -> None:
        """Append an update to the inbox of the table that it is about, then delete it from this one.

        A process that dies in between leaves it in both; it is still committed once.
        """
        fields: dict[str, str | int | bytes] = {"raw": entry.raw, "chat": entry.chat}
        fields |= {"about": str(scope), "hops": entry.hops + 1, "over": int(entry.over_limit)}
        fields |= {"arrived": entry.arrived_ms}
        await self._append_entry(scope, entry.update_id, fields)
        await self.ack_updates([entry])

    async def find_unhandled(self, chats: Iterable[int]) -> list[InboxEntry]:
        """The unhandled updates for some chats, among the oldest of each stream, without taking them.

        Entries that are not updates are skipped: another version's worker may have to dead-letter them.
        """
        wanted: dict[int, set[int]] = {}
        for chat in chats:
            wanted.setdefault(keys.shard_of(chat), set()).add(chat)
        found = await asyncio.gather(*(self._unhandled.find_entries(shard, own) for shard, own in wanted.items()))
        unhandled = []
        for (shard, own), given in zip(wanted.items(), found, strict=True):
            for message in self._to_stream_entries(shard, given):
                with suppress(KeyError, ValueError):
                    entry = to_inbox_entry(message, 0)
                    if entry.lane_chat in own:
                        unhandled.append(entry)
        return unhandled

    async def read_server_ms(self, chat: int) -> int:
        """The clock of the server of a chat's updates, in milliseconds."""
        return await self._unhandled.read_server_ms(keys.shard_of(chat))

    async def _append_entry(self, scope: Scope, update: int, fields: Mapping[str, str | int | bytes]) -> bool:
        # An update that is forwarded within a shard is there twice for a moment, so the name has its hops.
        name = f"{update}.{fields.get('hops', 0)!s}"
        attempt = self._attempts.begin(name)
        try:
            async with AsyncExitStack() as stack:
                try:
                    async with asyncio.timeout(_REPLICA_SECONDS):
                        await stack.enter_async_context(self.in_order((keys.shard_of(scope.chat),)))
                except TimeoutError:
                    raise NoAnswer("earlier updates of the same shard are not stored yet") from None
                stored_by = await self._run_append(scope, update, name, attempt, fields)
        except (RedisError, OSError, asyncio.CancelledError):
            self._attempts.note_unanswered(name, attempt)
            # Perhaps only replicas are missing: then the entry was delivered to this process, but the caller does not
            # know.
            self.note_missed_delivery()
            raise
        return self._attempts.is_own(name, attempt, stored_by)

    async def _run_append(
        self, scope: Scope, update: int, name: str, attempt: int, fields: Mapping[str, str | int | bytes]
    ) -> int:
        shard = keys.shard_of(scope.chat)
        consumer, since = self._find_local_consumer(shard), self.prefetch.clock()
        given, owner, stored_by, *read = await self._append_script(
            self._append_client,
            (
                keys.inbox(shard),
                keys.shard_owner(shard),
                keys.received_updates(shard),
                *(keys.table_keys(scope.place) if consumer else ()),
            ),
            {
                "group": GROUP,
                "consumer": consumer,
                "most_delivered": MAX_DELIVERED,
                "name": name,
                "update": update,
                "attempt": attempt,
                "most_names": retention.RECEIVED_UPDATES,
                "names_seconds": retention.RECEIVED_UPDATES_SECONDS,
                "fields": ["update", update, *(part for pair in fields.items() for part in pair)],
            },
        )
        if read:
            self.prefetch.add_prefetched(scope.place, update, read[0], since)
        messages = self._to_stream_entries(shard, given)
        # The newest of them is the one just written.
        now = max(map(written_ms, messages), default=0)
        await self._give(((message, now) for message in messages), self.deliver_entries)
        if owner and self._on_appended is not None:
            self._on_appended(shard, owner.decode())
        return int(stored_by)

    async def read_new(
        self, shards: Iterable[OwnedShard], count: int, take: Callable[[list[InboxEntry]], Awaitable[None]]
    ) -> None:
        """Take at most ``count`` new updates of each shard; ``take`` gets those of each reply as soon as it comes."""

        async def took(messages: list[StreamEntry], now: int) -> None:
            await self._give(((message, now) for message in messages), take)

        await self._read_new_entries(self._client, shards, count, took)

    async def claim_pending(self, shards: Iterable[OwnedShard]) -> list[InboxEntry]:
        """Take the entries of these shards that any owner took before and did not acknowledge."""
        found: list[InboxEntry] = []
        await self._give(await self._claim_entries(self._client, shards), collect_into(found))
        return found

    async def _give(
        self, messages: Iterable[tuple[StreamEntry, int]], take: Callable[[list[InboxEntry]], Awaitable[None]]
    ) -> None:
        updates, unreadable = list[InboxEntry](), list[StreamEntry]()
        for message, now in messages:
            try:
                updates.append(to_inbox_entry(message, now))
            except (KeyError, ValueError) as error:
                log.error(  # noqa: TRY400 - its content is private
                    "an entry of the inbox is no update",
                    entry=message.id,
                    shard=message.shard,
                    error=type(error).__name__,
                )
                unreadable.append(message)
        await take(updates)
        for message in unreadable:
            letter: dict[str, str | bytes | int] = {"raw": message.fields.get(b"raw", b""), "reason": _UNREADABLE}
            letter |= {"update": 0, "deliveries": message.deliveries}
            await self._move_to_dead_letters(message.shard, message.id, letter)

    async def count_attempt(self, entry: InboxEntry) -> int:
        """Count an attempt to handle an update, once per delivery; returns the number of attempts so far."""
        arguments = entry.id, entry.deliveries, retention.ATTEMPT_COUNT_SECONDS
        return int(await self._attempt_script(self._client, (keys.attempt_counts(entry.shard),), arguments))

    async def dead_letter(self, entry: InboxEntry, reason: str) -> bool:
        """Move an update to the dead letters; see :meth:`_move_to_dead_letters`."""
        fields: dict[str, str | bytes | int] = {"update": entry.update_id, "raw": entry.raw, "reason": reason}
        fields |= {"deliveries": entry.deliveries, "chat": entry.chat}
        if entry.forwarded_to is not None:
            fields["about"] = str(entry.forwarded_to)
        return await self._move_to_dead_letters(entry.shard, entry.id, fields)

    async def dead_letter_unreadable(self, update_id: int | None, raw: bytes, reason: str) -> None:
        """Store the beginning of a received text that is no update, once; ``reason`` must not quote it."""
        log.warning("an update is dead-lettered", update=update_id, reason=reason)
        beginning = raw[: retention.DEAD_LETTER_BYTES]
        await self._letter_script(
            self._client,
            (keys.dead_letters(_SHARD_WITHOUT_CHAT),),
            {
                "fields": ["update", update_id or 0, "raw", beginning, "reason", reason, "deliveries", 0],
                "most": retention.DEAD_LETTERS_PER_SHARD,
                "seconds": retention.DEAD_LETTER_SECONDS,
            },
        )

    async def renew_claim(self, entry: InboxEntry) -> None:
        """Restart the wait after which a delivered update is claimed; does not count as a delivery.

        A former owner may call it without harm: the entry stays, and its present owner deletes it by its id.
        """
        if (owned := self.find_owned(entry.shard)) is not None:
            stream, count = keys.inbox(entry.shard), entry.deliveries - 1
            await self._client.xclaim(stream, GROUP, owned[1], 0, [entry.id], idle=0, retrycount=count, justid=True)

    async def ack_updates(self, entries: Iterable[InboxEntry]) -> None:
        """Delete handled updates; idempotent.

        A former owner may call it without harm: it committed changes while it was the owner, and answered the rest.
        After a RedisError some may remain, and are delivered again.
        """
        pipe = self._client.pipeline(transaction=False)
        shards: dict[int, list[Any]] = {}
        for entry in entries:
            shards.setdefault(entry.shard, []).append(entry.id)
        for shard, ids in shards.items():
            # Deleted before they are acknowledged: if the second command is lost, an entry is pending without content
            # and is dropped when its shard is claimed. In the other order it would stay for ever.
            pipe.xdel(keys.inbox(shard), *ids)
            pipe.xack(keys.inbox(shard), GROUP, *ids)
        try:
            await pipe.execute()
        except RedisError:
            self.note_missed_delivery()
            raise


_LETTER_ID: Final = re.compile(r"(\d{1,3}):(\d{1,16}-\d{1,16})")


class ReplayOutcome(Enum):
    """The outcome of replaying a dead letter."""

    DONE = "done"
    GONE = "gone"  # it was replayed or deleted before, or never existed
    UNFIT = "unfit"  # it has no update id, as the received bytes are unreadable


@dataclass(frozen=True, slots=True)
class DeadLetterId:
    """A dead letter's shard and entry, written ``2:1763790000000-0``."""

    shard: int
    entry: str  # the entry's id in the shard's stream

    def __str__(self) -> str:
        return f"{self.shard}:{self.entry}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an id as written by ``str``; raises ValueError."""
        match = _LETTER_ID.fullmatch(text)
        if match is None or int(match[1]) >= keys.SHARDS:
            raise ValueError(f"{text!r} is no ID of a dead letter")
        return cls(int(match[1]), match[2])

    @property
    def created_at(self) -> datetime:
        """When it became a dead letter, in UTC."""
        return datetime.fromtimestamp(parse_entry_id(self.entry)[0] / 1000, UTC)


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An update or a notice that could not be handled."""

    id: DeadLetterId
    update: str  # Telegram's number; empty if it has none
    raw: bytes  # the received bytes: private
    reason: str  # why it became a dead letter; may quote the update
    deliveries: str  # how often it was delivered
    recipient: str | None = None  # the scope of a notice; `None` for an update


class DeadLetters(RedisStore):
    """Reads and replays the dead letters of all shards."""

    _replay_script: Final = Script("replay_dead_letter")

    async def list_letters(self) -> list[DeadLetter]:
        """All dead letters, oldest first."""
        found: list[DeadLetter] = []
        for shard in range(keys.SHARDS):
            entries: Any = await self._client.xrange(keys.dead_letters(shard))
            for entry, fields in entries:
                letter = {name.decode(): value for name, value in fields.items()}
                found.append(
                    DeadLetter(
                        DeadLetterId(shard, entry.decode()),
                        _to_text(letter.get("update", b"")),
                        letter.get("raw", b""),
                        _to_text(letter.get("reason", b"")),
                        _to_text(letter.get("deliveries", b"")),
                        None if (scope := letter.get("scope")) is None else _to_text(scope),
                    )
                )
        return sorted(found, key=lambda letter: letter.id.created_at)

    async def replay_letter(self, letter: DeadLetterId) -> ReplayOutcome:
        """Move a dead letter back into the inbox or the outbox, in one step."""
        streams = (keys.dead_letters(letter.shard), keys.inbox(letter.shard), keys.outbox(letter.shard))
        said: bytes = await self._replay_script(self._client, streams, (letter.entry,))
        return ReplayOutcome(said.decode())


def _to_text(value: bytes) -> str:
    return value.decode(errors="replace")
