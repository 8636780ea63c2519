"""Forgetting users: searches every key until nothing of a forgotten user is left.

Each step is idempotent and may run in any worker, so interrupted work is simply done again. It needs no ownership of
shards: tables and lists are replaced only if they have not changed since they were read.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from msgspec import structs
from redis.asyncio import Redis

from bot.logs import get_logger
from bot.store import keys
from bot.store.export import list_key_names
from bot.store.keys import KEYS, Scope, identify_key
from bot.store.personal_data import (
    ForgettingNote,
    ForgettingNotes,
    ForgottenList,
    find_username_keys,
    read_in_rounds,
)
from bot.store.puzzles import FORGOTTEN_FIRST
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.store.scripts import Script
from bot.store.shard_ownership import ShardNotOwned
from bot.store.streams import GROUP
from bot.tables.codec import (
    NotCompressed,
    UnreadableState,
    compress_json,
    decode_log_entry,
    decode_table,
    decompress_json,
    encode_stored,
)
from bot.tables.games import Games
from bot.tables.table_loader import Busy
from engine.errors import DataError, EngineError
from engine.forget_player import (
    Forgotten,
    find_forgotten_users,
    forget_in_json,
    forget_in_log,
    forget_in_record,
    is_forgotten,
    names_of_user,
    names_person,
    next_forgotten_user,
)
from engine.game import Action, Table, is_over
from engine.game_base import TurnGame
from engine.game_record import decode_game_record, encode_record
from engine.invitations import EndInvitation
from engine.lobby_seats import Leave, Lobby
from engine.packed_game import forget_in_packed_game, read_packed_json
from engine.turns import Surrender

log = get_logger(__name__)

SaveNote = Callable[[ForgettingNote], Awaitable[None]]
StoredNames = dict[str, list[str]]  # names of keys, by kind of key
_HASHES_BY_USER: Final = ("unlisted_players", "daily_solvers", "broadcast_in_flight", "broadcast_failed")
_SETS_OF_USERS: Final = ("broadcast_waiting", "broadcast_delivered")
_SETS_OF_SCOPES: Final = (
    "deadlines",
    "claimed_deadlines",
    "running_games",
    "known_chats",
    "daily_posts",
    "claimed_daily_posts",
)
_MESSAGES: Final = ("card_reveals", "claimed_card_reveals", "auto_deletes", "claimed_auto_deletes")

ERASED: Final = frozenset(
    {
        "game",
        "game_log",
        "audit_entries",
        "record_decisions",
        "quarantined_game",
        "quarantined_log",
        "table_alerts",
        "records",
        "standings",
        "figures",
        "record_effects",
        "packed_game",
        "inbox",
        "outbox",
        "held_notices",
        "dead_letters",
        "daily_puzzle",
        "username",
        "forgetting",
        *_HASHES_BY_USER,
        *_SETS_OF_USERS,
        *_SETS_OF_SCOPES,
        *_MESSAGES,
    }
)
"""Kinds of keys that are searched for traces; the keys of the user and of their private chat are deleted whole."""

KEPT: Final[Mapping[str, str]] = {
    "bans": "a ban holds for who has it, or forgetting would lift it",
    "maintenance": "it names an owner of the bot, as such",
    "owner_menus": "it names owners of the bot, as such",
    "broadcast": "it names an owner of the bot, as such",
    "forgotten": "a keyed hash, by which a restored backup is cleaned",
    "web_closed": "for a day: what opened a board page before must open none afterwards",
}
"""The kinds of keys that may name a user and are kept all the same, with the reason."""

_GAME_KEYS: Final = "hf:{*}:*:game"
_KEYS_PER_SCAN: Final = 1_000
_REPLACE_TABLE: Final = Script("replace_table")
_REPLACE_ENTRIES: Final = Script("replace_entries")
_ENTRIES_PER_SCRIPT: Final = 20  # an entry in the middle of 100,000 records takes some 30 µs to find and replace
_MOST_GAMES: Final = 1_000
_MOST_PASSES: Final = 8
_NUMBER: Final = re.compile(rb"(?<![\d.-])[1-9]\d{0,15}(?!\d)")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)


@dataclass(slots=True)
class Findings:
    """What a pass over all keys did and found."""

    changed: int = 0  # keys and entries deleted or rewritten
    waiting: int = 0  # traces that will go by themselves: seats to be given up, updates and notices on their way

    @property
    def is_clean(self) -> bool:
        """Whether nothing of the user was left when the pass began."""
        return not (self.changed or self.waiting)


class Eraser:
    """Removes users from all stored data."""

    def __init__(self, client: Redis, records: RecordStore, save_note: SaveNote) -> None:
        self._client: Final = client
        self._records: Final = records
        self._save_note: Final = save_note

    async def erase_once(self, note: ForgettingNote, *, is_patient: bool = True) -> Findings:
        """Search every key once; what was done before a RedisError stays done.

        A patient pass leaves entries on their way, such as notices, and seats to be given up for the next pass. Another
        one removes them, too, and notes each pseudonym with a seat.
        """
        erasure = _Erasure(self._client, self._records, note, self._save_note, is_patient)
        await _delete_own_keys(erasure)
        await _erase_usernames(erasure)
        await _erase_in_tables(erasure)
        for pseudonym in erasure.abandoned:
            await self._save_note(ForgettingNote(pseudonym, note.asked, note.language))
        await _erase_in_packed_games(erasure)
        await _erase_in_records(erasure)
        await _erase_in_decisions(erasure)
        await _delete_quarantined(erasure)
        await _erase_members(erasure)
        await _erase_messages(erasure)
        await _erase_in_streams(erasure)
        await erasure.update_note(names=tuple(sorted({*erasure.note.names, *erasure.names})))
        return erasure.findings


class TableLeaver:
    """Leaves tables in the chats that this process may change."""

    def __init__(self, client: Redis, games: Games, owns_chat: Callable[[int], bool]) -> None:
        self._client: Final = client
        self._games: Final = games
        self._owns_chat: Final = owns_chat

    async def leave_all(self, note: ForgettingNote) -> bool:
        """Give up all that a user has at tables; return whether nothing is left, here or at other workers' tables."""
        is_done = True
        for scope in await find_tables(self._client, note.user, note.usernames):
            try:
                is_done &= await self._leave_table(note, scope)
            except (EngineError, Busy, ShardNotOwned) as error:
                log.info("a seat is given up later", scope=scope, error=error)
                is_done = False
        return is_done

    async def has_running_game(self, user: int) -> bool:
        """Whether a user plays in any chat, the private one included."""
        running = await self._games.player_tables.peek_running_games(user, _MOST_GAMES)
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


class NotForgotten(Exception):
    """Every pass finds traces of a user."""


async def erase_restored(client: Redis, forgotten: ForgottenList, made: datetime) -> int:
    """Forget again the users who were forgotten after a backup was ``made``; returns how many. Raises NotForgotten."""
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
    return _numbers_in(read_packed_json(value) if kind == "packed_game" else _to_json(value))


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


@dataclass(slots=True)
class _Erasure:
    """A pass for one user; unless it is patient, it also rewrites entries on their way."""

    client: Redis
    records: RecordStore
    note: ForgettingNote
    save_note: SaveNote
    is_patient: bool
    stored: StoredNames = field(default_factory=dict)  # the keys that are not the user's own
    findings: Findings = field(default_factory=Findings)
    abandoned: set[int] = field(default_factory=set)  # pseudonyms that have a seat in a running game or a lobby
    names: set[str] = field(default_factory=set)  # the user's known names

    @property
    def user(self) -> int:
        return self.note.user

    def who(self, chat: int) -> Forgotten:
        known = frozenset({*self.note.names, *self.names})
        return Forgotten(self.user, self.note.pseudonyms[chat], known, frozenset(self.note.usernames))

    def names_user(self, text: bytes) -> bool:
        return names_person(text, self.user, self.note.usernames)

    async def update_note(self, **fields: object) -> None:
        updated = structs.replace(self.note, **fields)
        if updated != self.note:
            self.note = updated
            await self.save_note(updated)

    async def give_pseudonym(self, chat: int) -> None:
        if chat not in self.note.pseudonyms:
            taken = await _find_taken(self, chat)
            await self.update_note(pseudonyms={**self.note.pseudonyms, chat: next_forgotten_user(taken)})

    async def delete(self, *names: str) -> None:
        if names:
            self.findings.changed += int(await self.client.unlink(*names))

    async def remove(self, name: str, members: Sequence[bytes], command: str) -> None:
        if members:
            self.findings.changed += int(await getattr(self.client, command)(name, *members))


async def _delete_own_keys(erasure: _Erasure) -> None:
    names = await list_key_names(erasure.client)
    own, erasure.stored = await asyncio.to_thread(_sort_names, names, erasure.user)
    await erasure.delete(*own)


def _sort_names(names: list[str], user: int) -> tuple[list[str], StoredNames]:
    own: list[str] = []
    others: StoredNames = {kind: [] for kind in KEYS}
    for name in names:
        if (found := identify_key(name)) is None:
            continue
        kind, parts = found
        if kind in KEPT:
            continue
        is_own = str(user) == parts.get("user") or _chat_of_key(parts) == user
        (own if is_own else others[kind]).append(name)
    return own, others


def _chat_of_key(parts: Mapping[str, str]) -> int | None:
    for part in ("scope", "place"):
        if part in parts:
            return Scope.parse(parts[part]).chat
    return int(parts["chat"]) if "chat" in parts else None


def _group_by_chat(names: list[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(_chat_in(name), []).append(name)
    return found


def _of_chat(names: list[str], chat: int) -> list[str]:
    return [name for name in names if f":{chat}" in name and _chat_in(name) == chat]


def _scope_of_key(name: str) -> Scope:
    if (found := identify_key(name)) is None:
        raise ValueError(f"{name} is no key of ours")
    return Scope.parse(found[1]["scope"])


def _chat_in(name: str) -> int:
    found = identify_key(name)
    chat = None if found is None else _chat_of_key(found[1])
    if chat is None:
        raise ValueError(f"{name} is no key of a chat")
    return chat


def _is_of_user(value: bytes, user: int) -> bool:
    text = value.decode(errors="replace").partition(" ")[0]
    return text.replace("#", ":").partition(":")[0] == str(user)


def _to_json(stored: bytes) -> bytes:
    try:
        return decompress_json(stored)
    except NotCompressed:
        return stored


def live_seat(table: Table, user: int, usernames: tuple[str, ...] = ()) -> bool:
    """Whether a user has something to give up at a table: a seat in a running game or a lobby, an invitation.

    In a game without turns they give up nothing: no player waits for them, and their answers stay.
    """
    if isinstance(table, Lobby):
        return any(seat.user == user for seat in table.seats) or any(
            one.user == user or (one.user is None and one.username.lower() in usernames) for one in table.invited
        )
    return (
        isinstance(table, TurnGame)
        and not is_over(table)
        and any(player.user == user and player.active for player in table.players)
    )


async def find_tables(client: Redis, user: int, usernames: Sequence[str] = ()) -> list[Scope]:
    """The tables that name a user in any role."""
    names = [name.decode() async for name in client.scan_iter(match=_GAME_KEYS, count=_KEYS_PER_SCAN)]
    found: list[Scope] = []
    async for stored in read_in_rounds(client, names, lambda pipe, name: pipe.hget(name, "state")):
        found += await asyncio.to_thread(_scopes_naming, stored, user, usernames)
    return found


def _scopes_naming(stored: Iterable[tuple[str, bytes | None]], user: int, usernames: Sequence[str]) -> list[Scope]:
    return [
        _scope_of_key(name)
        for name, state in stored
        if state is not None and names_person(_to_json(state), user, usernames)
    ]


async def _erase_in_tables(erasure: _Erasure) -> None:
    for name in erasure.stored["game"]:
        scope = _scope_of_key(name)
        stored: Any = await erasure.client.hmget(name, "state", "version")
        state, version = stored
        entries: Any = await erasure.client.lrange(keys.game_log(scope), 0, -1)
        texts = [_to_json(one) for one in (*entries, *([] if state is None else [state]))]
        if not any(erasure.names_user(text) for text in texts):
            continue
        for text in texts:
            erasure.names |= names_of_user(text, erasure.user)
        await erasure.give_pseudonym(scope.chat)
        await _rewrite_table(erasure, scope, state, version, entries)


async def _rewrite_table(
    erasure: _Erasure, scope: Scope, state: bytes | None, version: bytes | None, entries: list[bytes]
) -> None:
    who = erasure.who(scope.chat)
    try:
        table = None if state is None else decode_table(state)
        if table is not None and live_seat(table, erasure.user, erasure.note.usernames):
            if erasure.is_patient:
                erasure.findings.waiting += 1
                return
            erasure.abandoned.add(who.pseudonym)
        after, rewritten = forget_in_log(table, [decode_log_entry(one) for one in entries], who)
        new_state = None if after is None else encode_stored(after)
        new_log = [encode_stored(one) for one in rewritten]
    except UnreadableState:
        # This version cannot read the table; a later one that can finds the same fields.
        new_state = None if state is None else compress_json(forget_in_json(_to_json(state), who))
        new_log = [compress_json(forget_in_json(_to_json(one), who)) for one in entries]
    names = keys.game(scope), keys.game_log(scope)
    done = await _REPLACE_TABLE(erasure.client, names, {"version": version or b"", "state": new_state, "log": new_log})
    if done:
        erasure.findings.changed += 1
    else:
        erasure.findings.waiting += 1


async def _erase_in_decisions(erasure: _Erasure) -> None:
    for name in (*erasure.stored["audit_entries"], *erasure.stored["record_decisions"]):
        chat = _chat_in(name)
        entries: Any = await erasure.client.lrange(name, 0, -1)
        hits = {place: one for place, one in enumerate(entries) if erasure.names_user(one) or _says_name(one, erasure)}
        if not hits:
            continue
        if not any(erasure.names_user(one) for one in hits.values()) and chat not in erasure.note.pseudonyms:
            # Another user of that name: nothing else in this chat is about the forgotten one.
            continue
        await erasure.give_pseudonym(chat)
        who = erasure.who(chat)
        rewritten = {place: (one, forget_in_json(one, who)) for place, one in hits.items()}
        changed = {place: pair for place, pair in rewritten.items() if pair[0] != pair[1]}
        await _replace_entries(erasure, name, changed)


async def _delete_quarantined(erasure: _Erasure) -> None:
    """Delete quarantined tables that name the user, since they cannot be rewritten reliably."""
    for name in (*erasure.stored["quarantined_game"], *erasure.stored["quarantined_log"]):
        is_hash = name in erasure.stored["quarantined_game"]
        read: Any = await (erasure.client.hgetall(name) if is_hash else erasure.client.lrange(name, 0, -1))
        if any(erasure.names_user(_to_json(one)) for one in (read.values() if is_hash else read)):
            await erasure.delete(name)


async def _find_taken(erasure: _Erasure, chat: int) -> set[int]:
    """The pseudonyms that a chat's tables, decisions and records use."""
    taken: set[int] = set()
    for name in _of_chat(erasure.stored["game"], chat):
        stored: Any = await erasure.client.hget(name, "state")
        entries: Any = await erasure.client.lrange(keys.game_log(_scope_of_key(name)), 0, -1)
        for one in (*entries, *([] if stored is None else [stored])):
            taken |= find_forgotten_users(_to_json(one))
    for name in _of_chat([*erasure.stored["audit_entries"], *erasure.stored["record_decisions"]], chat):
        decisions: Any = await erasure.client.lrange(name, 0, -1)
        for one in decisions:
            taken |= find_forgotten_users(one)
    for start in range(0, await erasure.records.count_records(chat), RECORDS_PER_READ):
        for data in await erasure.records.read_records(chat, start):
            record = decode_game_record(data)
            taken |= {player.user for player in (record.players if record else ()) if is_forgotten(player.user)}
    return taken


def _says_name(text: bytes, erasure: _Erasure) -> bool:
    return any(f'"player":"{name}"'.encode() in text for name in {*erasure.names, *erasure.note.names})


async def _replace_entries(erasure: _Erasure, name: str, changed: dict[int, tuple[bytes, bytes]]) -> None:
    """Replace entries of a list; ``changed`` has each one's index, old value and new value."""
    places = sorted(changed)
    for first in range(0, len(places), _ENTRIES_PER_SCRIPT):
        part = places[first : first + _ENTRIES_PER_SCRIPT]
        arguments = [one for place in part for one in (place, *changed[place])]
        done = int(await _REPLACE_ENTRIES(erasure.client, (name,), arguments))
        erasure.findings.changed += done
        erasure.findings.waiting += len(part) - done


async def _erase_usernames(erasure: _Erasure) -> None:
    gone = await find_username_keys(erasure.client, erasure.stored["username"], erasure.user)
    await erasure.delete(*gone)
    known = {*erasure.note.usernames, *(name.partition(":name:")[2] for name in gone)}
    await erasure.update_note(usernames=tuple(sorted(known)))


async def _erase_members(erasure: _Erasure) -> None:
    client, user = erasure.client, str(erasure.user)
    for name in erasure.stored["table_alerts"]:
        fields: Any = await client.hkeys(name)
        await erasure.remove(name, [one for one in fields if one.endswith(f":{user}".encode())], "hdel")
    for name in erasure.stored["daily_puzzle"]:
        await _forget_first_solver(erasure, name)
    for kind in (*_HASHES_BY_USER, *_SETS_OF_USERS):
        for name in erasure.stored[kind]:
            await erasure.remove(name, [user.encode()], "hdel" if kind in _HASHES_BY_USER else "srem")
    for kind in _SETS_OF_SCOPES:
        for name in erasure.stored[kind]:
            members: Any = await client.zrange(name, 0, -1)
            await erasure.remove(name, [one for one in members if _is_of_user(one, erasure.user)], "zrem")


async def _forget_first_solver(erasure: _Erasure, name: str) -> None:
    for solver in ("first", "before-first"):
        if await erasure.client.hget(name, solver) == str(erasure.user).encode():
            pipe = erasure.client.pipeline(transaction=True)
            pipe.hset(name, solver, FORGOTTEN_FIRST)
            pipe.hdel(name, f"{solver}-name")
            await pipe.execute()
            erasure.findings.changed += 1


async def _erase_messages(erasure: _Erasure) -> None:
    """Make the user's messages due that are still to be deleted or turned face down; or, impatient, drop them."""
    for kind in _MESSAGES:
        for name in erasure.stored[kind]:
            members: Any = await erasure.client.zrange(name, 0, -1)
            hits = [one for one in members if _is_shown_to(one, erasure.user)]
            if not erasure.is_patient:
                await erasure.remove(name, hits, "zrem")
            elif kind.startswith("claimed"):
                await erasure.remove(name, await _find_done(erasure, name, hits), "zrem")
            elif hits:
                await erasure.client.zadd(name, dict.fromkeys(hits, 0.0), xx=True)
                erasure.findings.waiting += 1


async def _find_done(erasure: _Erasure, claims: str, members: list[bytes]) -> list[bytes]:
    """The claims of messages already deleted or turned face down, which stay until the shard's next claim."""
    pipe = erasure.client.pipeline(transaction=False)
    for member in members:
        pipe.zscore(keys.claimed_from(claims), member)
    return [member for member, due in zip(members, await pipe.execute(), strict=True) if due is None]


def _is_shown_to(member: bytes, user: int) -> bool:
    if member.startswith(b"{"):
        return b'"chat":%d,' % user in member or names_person(member, user)
    chat, _, *reader = member.decode().split(" ") if member.count(b" ") else (member.decode(), "")
    return str(user) in {chat, *reader}


async def _erase_in_streams(erasure: _Erasure) -> None:
    """Delete dead letters that name the user; leave updates and notices to be handled or, impatient, change them."""
    for name in erasure.stored["dead_letters"]:
        for entry, fields in await _read_stream(erasure, name):
            if _entry_names(erasure, fields) or _letter_calls(erasure, fields.get(b"raw", b"")):
                await erasure.remove(name, [entry], "xdel")
    for name in (*erasure.stored["inbox"], *erasure.stored["outbox"], *erasure.stored["held_notices"]):
        for entry, fields in await _read_stream(erasure, name):
            if _entry_names(erasure, fields):
                if erasure.is_patient:
                    erasure.findings.waiting += 1
                else:
                    await _replace_entry(erasure, name, entry, await _without_person(erasure, fields))


async def _read_stream(erasure: _Erasure, name: str) -> list[tuple[bytes, dict[bytes, bytes]]]:
    read: Any = await erasure.client.xrange(name)
    return [(entry, fields) for entry, fields in read if fields]


def _entry_names(erasure: _Erasure, fields: dict[bytes, bytes]) -> bool:
    """Whether an entry names the user: an update as sender, recipient or mention; a notice in any field."""
    update = fields.get(b"raw", b"")
    if re.search(rb'"id":\s*%d(?!\d)' % erasure.user, update) or _is_of_user(fields.get(b"scope", b""), erasure.user):
        return True
    notice = fields.get(b"payload")
    return notice is not None and names_person(
        _to_json(notice), erasure.user, erasure.note.usernames, {*erasure.note.names, *erasure.names}
    )


def _letter_calls(erasure: _Erasure, update: bytes) -> bool:
    """Whether the values of an update, even an unreadable one, contain a name or username of the user as a word."""
    text = _ESCAPE.sub(_unescape, update.decode(errors="replace"))
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").casefold()
    called = {*erasure.note.usernames, *erasure.note.names, *erasure.names} - {""}
    return any(re.search(rf'(?<!\w){re.escape(one.casefold())}(?!\w|"\s*:)', text) for one in called)


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else " " if code in "bfnrt" else code


async def _without_person(erasure: _Erasure, fields: dict[bytes, bytes]) -> dict[bytes, bytes] | None:
    """What replaces an entry that is on its way for too long: a group's notice without the user, or nothing."""
    scope = fields.get(b"scope", b"")
    if b"payload" not in fields or _is_of_user(scope, erasure.user):
        return None
    chat = int(scope.decode().replace("#", ":").partition(":")[0])
    await erasure.give_pseudonym(chat)
    return {**fields, b"payload": compress_json(forget_in_json(_to_json(fields[b"payload"]), erasure.who(chat)))}


async def _replace_entry(erasure: _Erasure, name: str, entry: bytes, instead: dict[bytes, bytes] | None) -> None:
    async with erasure.client.pipeline(transaction=True) as pipe:
        if instead is not None:
            pipe.execute_command("XADD", name, "*", *(part for pair in instead.items() for part in pair))
        pipe.xdel(name, entry)
        pipe.xack(name, GROUP, entry)
        await pipe.execute()
    erasure.findings.changed += 1


async def _erase_in_packed_games(erasure: _Erasure) -> None:
    games = erasure.stored["packed_game"]
    async for stored in read_in_rounds(erasure.client, games, lambda pipe, name: pipe.get(name)):
        for name, data in await asyncio.to_thread(_games_naming, stored, erasure.user, erasure.note.usernames):
            await erasure.give_pseudonym(_chat_in(name))
            await _rewrite_game(erasure, name, data)


def _games_naming(
    stored: Iterable[tuple[str, bytes | None]], user: int, usernames: Sequence[str]
) -> list[tuple[str, bytes]]:
    return [
        (name, data)
        for name, data in stored
        if data is not None and names_person(read_packed_json(data), user, usernames)
    ]


async def _rewrite_game(erasure: _Erasure, name: str, data: bytes) -> None:
    try:
        # Replaying a long game takes some tens of milliseconds.
        rewritten = await asyncio.to_thread(forget_in_packed_game, data, erasure.who(_chat_in(name)))
    except DataError:
        await erasure.delete(name)
        return
    if rewritten != data:
        await erasure.client.set(name, rewritten, xx=True, keepttl=True)
        erasure.findings.changed += 1


async def _erase_in_records(erasure: _Erasure) -> None:
    chats = {_chat_in(name) for kind in ("records", "standings") for name in erasure.stored[kind]}
    figures = await asyncio.to_thread(_group_by_chat, erasure.stored["figures"])
    derived = {chat for chat in chats if await _is_derived(erasure, chat, figures.get(chat, []))}
    for chat in sorted(chats):
        changed: dict[int, tuple[bytes, bytes]] = {}
        for start in range(0, await erasure.records.count_records(chat), RECORDS_PER_READ):
            pictures: list[str] = []
            for place, data in enumerate(await erasure.records.read_records(chat, start), start):
                record = decode_game_record(data)
                users = {} if record is None else {one.user: one.name for one in record.players}
                if record is not None and users.keys() & {erasure.user, erasure.note.pseudonyms.get(chat)}:
                    pictures.append(keys.shared_picture(chat, record.id))
                if record is None or erasure.user not in users:
                    continue
                erasure.names |= {users[erasure.user]} - {""}
                await erasure.give_pseudonym(chat)
                changed[place] = data, encode_record(forget_in_record(record, erasure.who(chat)))
            # Pictures of games' ends show names; a chat that has one keeps it in its message. A picture sent after its
            # record was rewritten is found by the next pass.
            await erasure.delete(*pictures)
        await _replace_entries(erasure, keys.records(chat), changed)
        if changed or chat in derived:
            # Even if the process ends before this: figures that name the user are found by the next pass.
            await erasure.records.restart_derivation(chat)


async def _is_derived(erasure: _Erasure, chat: int, figures: list[str]) -> bool:
    for name in (keys.standings(chat), *figures):
        if await erasure.client.hexists(name, str(erasure.user)):
            erasure.findings.changed += 1
            return True
    return False
