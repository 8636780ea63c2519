"""The store of tables: loads and commits them, and keeps their messages, pictures, timeouts and chats' settings.

It handles states as bytes; the caller knows what they mean.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from redis.asyncio import Redis

from bot.metrics.meters import NO_METERS, Meters
from bot.store import chat_migration, keys, retention
from bot.store.chat_migration import MigratedChat
from bot.store.commits import (
    COMMIT_OUTCOMES,
    ChatMigrated,
    Commit,
    Committed,
    Conflict,
    Duplicate,
    Loaded,
    UpdateContext,
    to_loaded,
)
from bot.store.inbox import TablePrefetch
from bot.store.keys import Scope, parse_scopes
from bot.store.people import OnboardingStore, PlayerStore
from bot.store.schedule import Schedule
from bot.store.scripts import FencedScript, Script
from bot.store.shard_ownership import FencedStore, OwnedShards, ShardNotOwned
from bot.store.streams import GROUP, MAX_DELIVERED, InboxEntry, Outbox
from bot.workers.shard_reader import OwnedShard


def _entry_to_delete(update: UpdateContext | None, shard: int) -> InboxEntry | None:
    if update is None or update.reply_owed or update.entry is None or update.entry.shard != shard:
        return None
    return update.entry


class GameStore(FencedStore):
    """Tables with their logs, deadlines and messages, and the settings of their chats."""

    def __init__(
        self,
        client: Redis,
        outbox: Outbox | None = None,
        shards: OwnedShards | None = None,
        durable: Redis | None = None,
        prefetch: TablePrefetch | None = None,
        *,
        meters: Meters = NO_METERS,
    ) -> None:
        super().__init__(client, shards, durable)
        self._meters: Final = meters
        self._prefetch: Final = TablePrefetch() if prefetch is None else prefetch
        self._outbox: Final = Outbox(client) if outbox is None else outbox
        self.players: Final = PlayerStore(client)  # data of single users
        self.onboarding: Final = OnboardingStore(client)
        self._deadlines: Final = Schedule(client, keys.deadlines, shards)
        self._load_script: Final = Script("load", "read_table")
        self._commit_script: Final = FencedScript("commit", "audit_entries", "table_numbers", "seen_updates")
        self._log_script: Final = Script("read_log")
        self._move_script: Final = FencedScript("move_table", "table_numbers")

    async def load_table(self, scope: Scope, update_id: int | None = None) -> Loaded:
        """Load one table in one round trip."""
        return to_loaded(await self._read_table(scope, update_id, ""))

    async def load_versions(self, scopes: Sequence[Scope]) -> list[tuple[int, bytes | None]]:
        """How often each table was changed, in the order of ``scopes``, and what :meth:`load_shown_cards` gives."""
        pipe = self._client.pipeline(transaction=False)
        for scope in scopes:
            pipe.hget(keys.game(scope), "version")
            pipe.get(keys.shown_cards(scope))
        found = await pipe.execute()
        return [(int(version or 0), cards) for version, cards in zip(found[::2], found[1::2], strict=True)]

    async def save_shown_cards(self, scope: Scope, cards: bytes, seconds: float) -> None:
        """Keep for that long what a table's messages show for a moment; without ``cards``, delete it."""
        if cards:
            await self._client.set(keys.shown_cards(scope), cards, px=max(1, int(1000 * seconds)))
        else:
            await self._client.delete(keys.shown_cards(scope))

    async def load_shown_cards(self, scope: Scope) -> bytes | None:
        """What :meth:`save_shown_cards` kept, unless its time is over."""
        return cast("bytes | None", await self._client.get(keys.shown_cards(scope)))

    async def load_place(self, place: Scope, update_id: int | None = None) -> Loaded:
        """Load a place's first table with the others in one round trip, or in none if they came with the update."""
        read = self._prefetch.take_prefetched(place, update_id)
        return to_loaded(await self._read_table(place, update_id, "all") if read is None else read)

    async def _read_table(self, scope: Scope, update_id: int | None, which: str) -> Any:
        arguments = "" if update_id is None else update_id, which
        return await self._load_script(self._client, keys.table_keys(scope), arguments)

    async def commit(
        self, commit: Commit, update: UpdateContext | None = None
    ) -> Committed | Duplicate | Conflict | ChatMigrated:
        """Store a change in one round trip if its version is current, its update new and its chat not migrated.

        The same step deletes the update's entry from the inbox, unless its sender is owed a reply. After a RedisError
        the change may be stored, and may still be lost: load the table again. Raises ShardNotOwned; ValueError for an
        empty state, which would read as no table.
        """
        async with self._outbox.in_order((keys.shard_of(commit.scope.chat),)):
            return await self._commit_in_order(commit, update)

    async def _commit_in_order(
        self, commit: Commit, update: UpdateContext | None
    ) -> Committed | Duplicate | Conflict | ChatMigrated:
        if commit.state == b"":
            raise ValueError("a state cannot be empty")
        scope = commit.scope
        shard = keys.shard_of(scope.chat)
        entry = _entry_to_delete(update, shard)
        short_retention, finished = commit.short_retention or commit.state is None, commit.finished_game
        try:
            kind, version, given = await self._run_fenced(
                self._commit_script,
                (
                    keys.game(scope),
                    keys.game_log(scope),
                    keys.seen_updates(scope.chat),
                    keys.deadlines(shard),
                    keys.outbox(shard),
                    keys.game_words(scope),
                    keys.inbox(shard),
                    keys.table_alerts(scope.chat),
                    keys.newest_commit(shard),
                    keys.table_numbers(scope),
                    keys.game(scope.place),
                    keys.audit_entries(scope),
                    keys.records(scope.chat),
                    keys.packed_game(scope.chat, "" if finished is None else finished.id),
                ),
                {
                    "scope": str(scope),
                    "expected_version": commit.expected_version,
                    "update": commit.update_id,
                    "state": commit.state,
                    "log": commit.log,
                    "outbox": commit.outbox,
                    "alerted": commit.alerted,
                    "new_log": commit.reset_log,
                    "custom_words": commit.custom_words,
                    "audit_entries": commit.audit_entries,
                    "most_audit_entries": retention.AUDIT_ENTRIES,
                    "deadline": None if commit.deadline is None else repr(commit.deadline),
                    "record": None if finished is None else finished.record,
                    "packed_game": None if finished is None else finished.packed_game,
                    "history_seconds": 0 if finished is None else finished.history_seconds,
                    "downtime_ms": commit.downtime_ms,
                    "served_at_ms": commit.served_at_ms,
                    "number": scope.table,
                    "open": not short_retention,
                    "told": commit.told_numbers,
                    "place_seconds": retention.IDLE_SECONDS,
                    "game_seconds": retention.FINISHED_SECONDS if short_retention else retention.IDLE_SECONDS,
                    "seen_most": retention.SEEN_NEWEST,
                    "seen_seconds": retention.SEEN_SECONDS,
                    "group": GROUP,
                    "deliver": self._outbox.delivers_locally(scope.chat),
                    "most_delivered": MAX_DELIVERED,
                    "entry": None if entry is None else entry.id,
                },
                self._durable,
            )
        except ShardNotOwned:
            self._meters.count_commit("not_owned")
            raise
        except asyncio.CancelledError:
            # The script may have delivered notices with the lost reply.
            self._outbox.note_missed_delivery()
            raise
        finally:
            # Even without a reply the change may be stored.
            self._prefetch.invalidate_chat(scope.chat)
        self._meters.count_commit(COMMIT_OUTCOMES.get(kind, "conflict"))
        if kind in {b"ok", b"seen"} and update is not None:
            update.acked |= entry is not None
            update.table_changed = bool(commit.outbox)
        match kind:
            case b"ok":
                await self._outbox.deliver_locally(shard, given)
                return Committed(version)
            case b"seen":
                return Duplicate(version)
            case b"moved":
                return ChatMigrated(int(version))
            case _:
                return Conflict(version)

    async def load_log(self, scope: Scope, version: int) -> list[bytes]:
        """The table's log in that version, oldest entry first; empty if the table has another version."""
        return cast(
            "list[bytes]", await self._log_script(self._client, (keys.game(scope), keys.game_log(scope)), (version,))
        )

    async def load_audit_entries(self, place: Scope) -> list[bytes]:
        """Decisions about a place's former tables, as in :attr:`.Commit.audit_entries`, oldest first."""
        return cast("list[bytes]", await self._client.lrange(keys.audit_entries(place), 0, -1))

    async def close_chat(self, old: int, new: int) -> MigratedChat:
        """Refuse all further commits in a group that became a supergroup; idempotent. Raises InvalidChatMigration."""
        return await chat_migration.close_chat(self._durable, old, new)

    async def migrate_chat(self, old: int, new: int, languages: Iterable[str] = ()) -> None:
        """Close a group and move all its data to its new chat id; idempotent. Raises InvalidChatMigration."""
        await chat_migration.migrate_chat(self._durable, old, new, languages)

    async def load_newest_message_id(self, scope: Scope) -> int | None:
        """The id of the bot's newest message about a table."""
        stored: Any = await self._client.hget(keys.game(scope), "post")
        return None if stored is None else int(stored)

    async def load_board_messages(self, scope: Scope) -> bytes | None:
        """The messages that show a table, encoded as in :class:`~bot.store.streams.NewestMessage`."""
        return cast("bytes | None", await self._client.hget(keys.game(scope), "shown"))

    async def move_table(self, scope: Scope, new: Scope, version: int, at: int) -> bool:
        """Move a table to another place of its chat, in one step, with all its data and pending notices.

        ``at``: now, in Unix seconds. ``False`` if the table was changed meanwhile, or its number is taken in the new
        place. Raises ShardNotOwned.
        """
        shard = keys.shard_of(scope.chat)
        if new.chat != scope.chat:
            raise ShardNotOwned(shard)
        moved = await self._run_fenced(
            self._move_script,
            (
                keys.table_numbers(scope),
                keys.table_numbers(new),
                keys.deadlines(shard),
                keys.unreachable_scopes(scope.chat),
                keys.running_games(shard),
                keys.outbox(shard),
                keys.held_notices(shard),
                *(key(one) for one in (scope, new) for key in (keys.game, keys.game_words, keys.game_log)),
            ),
            {
                "group": GROUP,
                "scope": str(scope),
                "number": scope.table,
                "version": version,
                "new_scope": str(new),
                "new_number": new.table,
                "at": at,
                "former_seconds": retention.FINISHED_SECONDS,
                "place_seconds": retention.IDLE_SECONDS,
            },
            self._durable,
        )
        return bool(moved)

    async def save_announced_downtime(self, scope: Scope, downtime_ms: int) -> None:
        """Note the total downtime of which a table's chat was last told."""
        await self._client.hset(keys.game(scope), "away", str(downtime_ms))

    async def save_photo(self, scope: Scope, digest: str, file_id: str) -> None:
        """Note the content's digest and Telegram's file id of a table's latest picture."""
        await self._client.hset(keys.game(scope), "photo", f"{digest} {file_id}")

    async def find_photo_file_id(self, scope: Scope, digest: str) -> str | None:
        """The file id of a table's latest picture, if it has this digest."""
        stored: Any = await self._client.hget(keys.game(scope), "photo")
        drawn, _, file_id = ("" if stored is None else stored.decode()).partition(" ")
        return file_id if drawn == digest and file_id else None

    async def claim_timeouts(self, now: float, limit: int, shards: Iterable[OwnedShard] | None = None) -> list[Scope]:
        """Claim at most ``limit`` scopes of each shard with deadlines up to ``now``, in Unix seconds of served time.

        A claimed scope is given to no other caller for :data:`~bot.store.retention.LEASE_SECONDS`. The commit of its
        timeout sets or clears the deadline; without a commit it can be claimed again.
        """
        return parse_scopes(await self._deadlines.claim_due_entries(now, limit, shards))

    async def list_scopes_with_deadlines(self) -> list[Scope]:
        """The scopes with a deadline in this process's readable shards; earliest first in each shard."""
        return parse_scopes(await self._deadlines.list_entries())

    async def release_timeout(self, scope: Scope, claimed_at: float, until: float) -> None:
        """Release a claim early, so that the timeout is due at ``until``; both times as in :meth:`claim_timeouts`."""
        await self._deadlines.release_claim(scope.chat, str(scope).encode(), claimed_at, until)

    async def postpone_timeout(self, scope: Scope, until: float) -> None:
        """Postpone a scope's deadline to ``until``, in Unix seconds, unless it has none or a later one."""
        await self._deadlines.postpone_entry(scope.chat, str(scope).encode(), until)

    async def load_settings(self, chat: int | Scope) -> dict[str, str]:
        """A chat's settings, which also hold for its topics."""
        chat = chat.chat if isinstance(chat, Scope) else chat
        stored: Any = await self._client.hgetall(keys.settings(chat))
        return {name.decode(): value.decode() for name, value in stored.items()}

    async def save_setting(self, chat: int | Scope, name: str, value: str | None, update: int | None = None) -> None:
        """Write a chat's setting (``None``: its default) once per update, in the supergroup after a migration."""
        chat = chat.chat if isinstance(chat, Scope) else chat
        marker = "" if update is None else chat_migration.choice_marker(update, name)
        await chat_migration.write_choice(self._client, chat, keys.settings, {name: value}, marker)
