"""Goes over every key, for somebody who is forgotten, until nothing of them is left.

Each step may be repeated by anybody at any time, so what was cut short is simply done again. Nothing here needs to own
a shard: tables and lists are replaced only if they are still what was read.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, Final

from msgspec import structs
from redis.asyncio import Redis

from bot.logs import get_logger
from bot.store.export import list_key_names
from bot.store.keys import KEYS, Scope, identify_key
from bot.store.personal_data import ForgettingNote, ForgettingNotes, ForgottenList
from bot.store.records import RecordStore
from bot.store.shard_ownership import ShardNotOwned
from bot.tables import forgotten_data
from bot.tables.forgotten_data import Erasure, Findings, RecordEraser, delete_own_keys, find_tables, live_seat, to_json
from bot.tables.games import Games
from bot.tables.table_loader import Busy
from engine.errors import EngineError
from engine.forget_player import next_forgotten_user
from engine.game import Action, Table
from engine.game_record import decode_game_record
from engine.invitations import EndInvitation
from engine.lobby_seats import Leave, Lobby
from engine.packed_game import read_packed_json
from engine.turns import Surrender

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
        """Go over every key once; after a RedisError what was done stays so.

        A patient pass lets what is on its way, such as a notice, arrive, and a seat be given up; else a note is left of
        each pseudonym that has such a seat.
        """
        erasure = Erasure(self._client, note, self._save_note, is_patient=is_patient)
        found = await delete_own_keys(erasure, await list_key_names(self._client))
        usernames = await forgotten_data.erase_usernames(erasure, found)
        await self._update(erasure, usernames=tuple(sorted({*erasure.note.usernames, *usernames})))

        async def give_pseudonym(chat: int) -> None:
            if chat not in erasure.note.pseudonyms:
                taken = await self._records.find_taken(chat) | await forgotten_data.find_taken(erasure, chat, found)
                pseudonyms = {**erasure.note.pseudonyms, chat: next_forgotten_user(taken)}
                await self._update(erasure, pseudonyms=pseudonyms)

        await forgotten_data.erase_in_tables(erasure, found, give_pseudonym)
        for pseudonym in erasure.abandoned:
            await self._save_note(ForgettingNote(pseudonym, note.asked, note.language))
        await self._records.erase_in_packed_games(erasure, found, give_pseudonym)
        await self._records.erase_in_records(erasure, found, give_pseudonym)
        await forgotten_data.erase_in_acts(erasure, found, give_pseudonym)
        await forgotten_data.delete_quarantined(erasure, found)
        await forgotten_data.erase_members(erasure, found)
        await forgotten_data.erase_messages(erasure, found)
        await forgotten_data.erase_in_streams(erasure, found, give_pseudonym)
        await self._update(erasure, names=tuple(sorted({*erasure.note.names, *erasure.names})))
        return erasure.findings

    async def _update(self, erasure: Erasure, **fields: object) -> None:
        updated = structs.replace(erasure.note, **fields)
        if updated != erasure.note:
            erasure.note = updated
            await self._save_note(updated)


log = get_logger(__name__)
_MOST_GAMES: Final = 1_000


class TableLeaver:
    """Leaves tables in the chats that this process may change."""

    def __init__(self, client: Redis, games: Games, owns_chat: Callable[[int], bool]) -> None:
        self._client: Final = client
        self._games: Final = games
        self._owns_chat: Final = owns_chat

    async def leave_all(self, note: ForgettingNote) -> bool:
        """Give up all that somebody has at tables; whether nothing is left to be given up, here or by others."""
        is_done = True
        for scope in await find_tables(self._client, note.user, note.usernames):
            try:
                is_done &= await self._leave_table(note, scope)
            except (EngineError, Busy, ShardNotOwned) as error:
                log.info("a seat is given up later", scope=scope, error=error)
                is_done = False
        return is_done

    async def has_running_game(self, user: int) -> bool:
        """Whether somebody plays anywhere, in their own private chat too."""
        running = await self._games.player_tables.glance_at_running_games(user, _MOST_GAMES)
        return any(loaded.table is not None and live_seat(loaded.table, user) for loaded in running)

    async def _leave_table(self, note: ForgettingNote, scope: Scope) -> bool:
        loaded = await self._games.load_table(scope)
        if loaded.table is None or scope.chat == note.user or not live_seat(loaded.table, note.user, note.usernames):
            return True
        if not self._owns_chat(scope.chat):
            return False
        await self._games.apply_action(loaded, _leaving_action(loaded.table, note), None)
        return True


def _leaving_action(table: Table, note: ForgettingNote) -> Action:
    if not isinstance(table, Lobby):
        return Surrender(note.user)
    if any(seat.user == note.user for seat in table.seats):
        return Leave(note.user)
    for one in table.invited:
        if any(one.is_for(note.user, username) for username in ("", *note.usernames)):
            return EndInvitation(note.user, one.number, one.username if one.user is None else "")
    raise ValueError("nothing is to be given up here")


_NUMBER: Final = re.compile(rb"(?<![\d.-])[1-9]\d{0,15}(?!\d)")
_MOST_PASSES: Final = 8


class NotForgotten(Exception):
    """Something is found of somebody again and again."""


async def erase_restored(client: Redis, forgotten: ForgottenList, made: datetime) -> int:
    """Forget again who was forgotten after a backup was made; gives how many they are. Raises NotForgotten."""
    users = await forgotten.find_forgotten(await _find_numbers(client), int(made.timestamp()))
    notes = ForgettingNotes(client)
    eraser = Eraser(client, RecordStore(client), notes.save)
    for user in users:
        note = ForgettingNote(user, int(made.timestamp()), "")
        for _ in range(_MOST_PASSES):
            if (await eraser.erase_once(await notes.find(user) or note, is_patient=False)).is_clean:
                break
        else:
            raise NotForgotten
        await notes.drop(user)
    return len(users)


async def _find_numbers(client: Redis) -> set[int]:
    """All numbers that are stored anywhere and may be ids of people."""
    found: set[int] = set()
    for name in await list_key_names(client):
        what = identify_key(name)
        kind = "" if what is None else what[0]
        found |= _numbers_in(name.encode())
        if kind in ERASED and kind != "forgetting":
            for value in await _read_values(client, name, KEYS[kind].redis_type):
                found |= _numbers_of_value(kind, value)
    return found


def _numbers_of_value(kind: str, value: bytes) -> set[int]:
    if kind == "records":
        record = decode_game_record(value)
        return set() if record is None else {player.user for player in record.players}
    return _numbers_in(read_packed_json(value) if kind == "packed_game" else to_json(value))


def _numbers_in(text: bytes) -> set[int]:
    return {int(number) for number in _NUMBER.findall(text)}


async def _read_values(client: Redis, name: str, redis_type: str) -> list[bytes]:
    reader: Any = client
    match redis_type:
        case "string":
            value = await reader.get(name)
            return [] if value is None else [value]
        case "list":
            return list(await reader.lrange(name, 0, -1))
        case "set":
            return list(await reader.smembers(name))
        case "sorted set":
            return list(await reader.zrange(name, 0, -1))
        case "hash":
            return [part for pair in (await reader.hgetall(name)).items() for part in pair]
        case _:
            return [part for _, fields in await reader.xrange(name) for pair in fields.items() for part in pair]
