"""Goes over every key, for somebody who is forgotten, until nothing of them is left.

Each step may be repeated by anybody at any time, so what was cut short is simply done again. Nothing here needs to own
a shard: tables and lists are replaced only if they are still what was read.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from msgspec import structs
from redis.asyncio import Redis

from bot.store.export import list_key_names
from bot.store.forgetting import ForgettingNote
from bot.store.records import RecordStore
from bot.tables.forgetting import shared_keys, stored_tables
from bot.tables.forgetting.erasure import Erasure, Findings, delete_own_keys
from bot.tables.forgetting.stored_records import RecordEraser
from engine.forget_player import next_forgotten_user

SaveNote = Callable[[ForgettingNote], Awaitable[None]]

ERASED: Final = frozenset(
    {
        "game",
        "game_log",
        "former_acts",
        "record_decisions",
        "quarantined_game",
        "quarantined_log",
        "table_alerts",
        "records",
        "standings",
        "figures",
        "record_effects",
        "packed_game",
        "unlisted_players",
        "inbox",
        "outbox",
        "held_notices",
        "dead_letters",
        "deadlines",
        "claimed_deadlines",
        "card_reveals",
        "claimed_card_reveals",
        "auto_deletes",
        "claimed_auto_deletes",
        "daily_posts",
        "claimed_daily_posts",
        "daily_puzzle",
        "daily_solvers",
        "known_chats",
        "running_games",
        "username",
        "broadcast_waiting",
        "broadcast_in_flight",
        "broadcast_delivered",
        "broadcast_failed",
        "forgetting",
    }
)
"""Kinds of keys of others that are looked through; those of a person or of their private chat are deleted whole."""

KEPT: Final[Mapping[str, str]] = {
    "bans": "a ban holds for who has it, or forgetting would lift it",
    "maintenance": "it names an owner of the bot, as such",
    "owner_menus": "it names owners of the bot, as such",
    "broadcast": "it names an owner of the bot, as such",
    "forgotten": "a keyed hash, by which a restored backup is cleaned",
}
"""Kinds of keys that may name somebody and stay, and why."""

NAMELESS: Final = frozenset(
    {
        "game_words",
        "seen_updates",
        "table_numbers",
        "card_selection",
        "settings",
        "chat_words",
        "unreachable_scopes",
        "outage_notified",
        "greeting",
        "record_progress",
        "stored_puzzle",
        "puzzle_figures",
        "made_puzzles",
        "chat_puzzles",
        "shown_puzzles",
        "carried_records",
        "game_analysis",
        "shared_picture",
        "ban_notified",
        "received_updates",
        "attempt_counts",
        "newest_commit",
        "clock",
        "worker_heartbeats",
        "downtimes",
        "clock_jumps",
        "shard_owner",
        "members",
        "member",
        "worker_notifications",
        "replication_marker",
        "aof_rewrite_time",
        "tenant",
        "schema",
        "shard_schema",
        "migration_lock",
        "restore_marker",
        "dictionary_answer",
        "chats_seeded",
        "worker_status",
        "move_counts",
        "owner_alerts",
    }
)
"""Kinds of keys that name no people, but for a private chat in their own names."""


class Eraser:
    """Takes people out of all that is stored."""

    def __init__(self, client: Redis, records: RecordStore, save_note: SaveNote) -> None:
        self._client: Final = client
        self._records: Final = RecordEraser(records)
        self._save_note: Final = save_note

    async def erase_once(self, note: ForgettingNote, *, is_patient: bool = True) -> Findings:
        """Go over every key once.

        Args:
            note: who is forgotten.
            is_patient: whether what is on its way, such as a notice, may still arrive, and a seat be given up; else a
                note is left of each pseudonym that has such a seat.

        Raises:
            redis.exceptions.RedisError: what was done stays so.
        """
        erasure = Erasure(self._client, note, self._save_note, is_patient=is_patient)
        found = await delete_own_keys(erasure, await list_key_names(self._client))
        usernames = await shared_keys.erase_usernames(erasure, found)
        await self._update(erasure, usernames=tuple(sorted({*erasure.note.usernames, *usernames})))

        async def give_pseudonym(chat: int) -> None:
            if chat not in erasure.note.pseudonyms:
                taken = await self._records.find_taken(chat) | await stored_tables.find_taken(erasure, chat, found)
                pseudonyms = {**erasure.note.pseudonyms, chat: next_forgotten_user(taken)}
                await self._update(erasure, pseudonyms=pseudonyms)

        await stored_tables.erase_in_tables(erasure, found, give_pseudonym)
        for pseudonym in erasure.abandoned:
            await self._save_note(ForgettingNote(pseudonym, note.asked, note.language))
        await self._records.erase_in_packed_games(erasure, found, give_pseudonym)
        await self._records.erase_in_records(erasure, found, give_pseudonym)
        await stored_tables.erase_in_acts(erasure, found, give_pseudonym)
        await stored_tables.delete_quarantined(erasure, found)
        await shared_keys.erase_members(erasure, found)
        await shared_keys.erase_messages(erasure, found)
        await shared_keys.erase_in_streams(erasure, found, give_pseudonym)
        await self._update(erasure, names=tuple(sorted({*erasure.note.names, *erasure.names})))
        return erasure.findings

    async def _update(self, erasure: Erasure, **fields: object) -> None:
        """Store the note with other fields, if they are others."""
        updated = structs.replace(erasure.note, **fields)
        if updated != erasure.note:
            erasure.note = updated
            await self._save_note(updated)
