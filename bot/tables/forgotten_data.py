"""One pass over all that is stored, for one person: what it needs to know, and what it found.

:mod:`~bot.tables.forgetting` has the passes.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import KEYS, Scope, identify_key
from bot.store.personal_data import ForgettingNote
from bot.store.puzzles import FORGOTTEN_FIRST
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.store.scripts import Script
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
from engine.errors import DataError
from engine.forget_player import (
    Forgotten,
    find_forgotten_users,
    forget_in_json,
    forget_in_log,
    forget_in_record,
    is_forgotten,
    names_of_user,
    names_person,
)
from engine.game import Table, is_over
from engine.game_record import decode_game_record, encode_record
from engine.lobby_seats import Lobby
from engine.packed_game import forget_in_packed_game, read_packed_json

GivePseudonym = Callable[[int], Awaitable[None]]
"""Sees to it that a chat has a pseudonym for the person."""

StoredNames = dict[str, list[str]]
"""Names of keys by their kinds."""


@dataclass(slots=True)
class Findings:
    """What a pass did and found."""

    changed: int = 0  # keys and entries that were deleted or rewritten
    waiting: int = 0  # what names the person and is still on its way: seats to be given up, updates and notices

    @property
    def is_clean(self) -> bool:
        """Whether nothing of the person was left when the pass began."""
        return not (self.changed or self.waiting)


@dataclass(slots=True)
class Erasure:
    """A pass for one person; unless it is patient, what is on its way is rewritten, too."""

    client: Redis
    note: ForgettingNote
    save_note: Callable[[ForgettingNote], Awaitable[None]]
    is_patient: bool = True
    findings: Findings = field(default_factory=Findings)
    abandoned: set[int] = field(default_factory=set)
    """Pseudonyms that have a seat now at which a game runs or is to begin."""
    names: set[str] = field(default_factory=set)  # by which the person was known, as far as it was found out

    @property
    def user(self) -> int:
        """The person's id, which is that of their private chat, too."""
        return self.note.user

    def note_changed(self, count: int = 1) -> None:
        """Count what was deleted or rewritten."""
        self.findings.changed += count

    def note_waiting(self) -> None:
        """Count what is still on its way."""
        self.findings.waiting += 1

    def who(self, chat: int) -> Forgotten:
        """The person, and who stands for them in a chat that has a pseudonym for them."""
        pseudonym = self.note.pseudonyms[chat]
        known = frozenset({*self.note.names, *self.names})
        return Forgotten(self.user, pseudonym, known, frozenset(self.note.usernames))


def chat_of_key(parts: Mapping[str, str]) -> int | None:
    """The chat that a key belongs to by its name; ``None`` if it is none's."""
    for part in ("scope", "place"):
        if part in parts:
            return Scope.parse(parts[part]).chat
    return int(parts["chat"]) if "chat" in parts else None


async def delete_own_keys(erasure: Erasure, names: list[str]) -> StoredNames:
    """Delete all keys of the person and of the private chat; gives the names of the others by their kinds."""
    own, others = await asyncio.to_thread(_sort_names, names, erasure.user)
    if own:
        erasure.note_changed(int(await erasure.client.unlink(*own)))
    return others


def _sort_names(names: list[str], user: int) -> tuple[list[str], StoredNames]:
    own: list[str] = []
    others: StoredNames = {kind: [] for kind in KEYS}
    for name in names:
        if (found := identify_key(name)) is None:
            continue
        kind, parts = found
        is_own = str(user) == parts.get("user") or chat_of_key(parts) == user
        (own if is_own else others[kind]).append(name)
    return own, others


def group_by_chat(names: list[str]) -> dict[int, list[str]]:
    """Names of keys of chats by their chats."""
    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(chat_in(name), []).append(name)
    return found


PER_ROUND_TRIP: Final = 100
"""How many keys or entries are read at a time."""


def of_chat(names: list[str], chat: int) -> list[str]:
    """Those keys that are a chat's."""
    return [name for name in names if f":{chat}" in name and chat_in(name) == chat]


def scope_of_key(name: str) -> Scope:
    """The scope of a key that names one."""
    found = identify_key(name)
    if found is None:
        raise ValueError(f"{name} is no key of ours")
    return Scope.parse(found[1]["scope"])


def chat_in(name: str) -> int:
    """The chat of a key that names one."""
    found = identify_key(name)
    chat = None if found is None else chat_of_key(found[1])
    if chat is None:
        raise ValueError(f"{name} is no key of a chat")
    return chat


def is_of_user(value: bytes, user: int) -> bool:
    """Whether a stored scope, or a text that begins with one, is of somebody's private chat."""
    text = value.decode(errors="replace").partition(" ")[0]
    return text.replace("#", ":").partition(":")[0] == str(user)


_GAME_KEYS: Final = "hf:{*}:*:game"
_KEYS_PER_SCAN: Final = 1_000
_RETABLE: Final = Script("replace_table")
_RELIST: Final = Script("replace_entries")
_ENTRIES_PER_SCRIPT: Final = 20  # in the middle of 100,000 records each takes some 30 µs to find and to replace


def to_json(stored: bytes) -> bytes:
    """The JSON of something stored compressed; as it is where it is not."""
    try:
        return decompress_json(stored)
    except NotCompressed:
        return stored


def live_seat(table: Table, user: int, usernames: tuple[str, ...] = ()) -> bool:
    """Whether somebody has something to give up at a table: a seat of a running game or of a lobby, an invitation."""
    if isinstance(table, Lobby):
        return any(seat.user == user for seat in table.seats) or any(
            one.user == user or (one.user is None and one.username.lower() in usernames) for one in table.invited
        )
    return not is_over(table) and any(player.user == user and player.active for player in table.players)


async def find_tables(client: Redis, user: int, usernames: Sequence[str] = ()) -> list[Scope]:
    """The tables that name somebody, whatever they do there."""
    names = [name.decode() async for name in client.scan_iter(match=_GAME_KEYS, count=_KEYS_PER_SCAN)]
    found: list[Scope] = []
    for first in range(0, len(names), PER_ROUND_TRIP):
        part, pipe = names[first : first + PER_ROUND_TRIP], client.pipeline(transaction=False)
        for name in part:
            pipe.hget(name, "state")
        stored = zip(part, await pipe.execute(), strict=True)
        found += await asyncio.to_thread(_scopes_naming, stored, user, usernames)
    return found


def _scopes_naming(stored: Iterable[tuple[str, bytes | None]], user: int, usernames: Sequence[str]) -> list[Scope]:
    return [
        scope_of_key(name)
        for name, state in stored
        if state is not None and names_person(to_json(state), user, usernames)
    ]


async def erase_in_tables(erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
    """All tables that name the person; those where they still have a seat wait, unless nobody is patient."""
    for name in found["game"]:
        scope = scope_of_key(name)
        stored: Any = await erasure.client.hmget(name, "state", "version")
        state, version = stored
        entries: Any = await erasure.client.lrange(keys.game_log(scope), 0, -1)
        texts = [to_json(one) for one in (*entries, *([] if state is None else [state]))]
        if not any(_names(text, erasure) for text in texts):
            continue
        for text in texts:
            erasure.names |= names_of_user(text, erasure.user)
        await give_pseudonym(scope.chat)
        await _rewrite_table(erasure, scope, state, version, entries)


async def _rewrite_table(
    erasure: Erasure, scope: Scope, state: bytes | None, version: bytes | None, entries: list[bytes]
) -> None:
    who = erasure.who(scope.chat)
    try:
        table = None if state is None else decode_table(state)
        if table is not None and live_seat(table, erasure.user, erasure.note.usernames):
            if erasure.is_patient:
                erasure.note_waiting()
                return
            erasure.abandoned.add(who.pseudonym)
        after, rewritten = forget_in_log(table, [decode_log_entry(one) for one in entries], who)
        new_state = None if after is None else encode_stored(after)
        new_log = [encode_stored(one) for one in rewritten]
    except UnreadableState:
        # Nobody can play on there, and the next version that can read it finds the same fields.
        new_state = None if state is None else compress_json(forget_in_json(to_json(state), who))
        new_log = [compress_json(forget_in_json(to_json(one), who)) for one in entries]
    names = keys.game(scope), keys.game_log(scope)
    done = await _RETABLE(erasure.client, names, {"version": version or b"", "state": new_state, "log": new_log})
    erasure.note_changed() if done else erasure.note_waiting()


async def erase_in_acts(erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
    """Decisions about former tables, and about records."""
    for name in (*found["former_acts"], *found["record_decisions"]):
        chat = chat_in(name)
        acts: Any = await erasure.client.lrange(name, 0, -1)
        hits = {place: one for place, one in enumerate(acts) if _names(one, erasure) or _says_name(one, erasure)}
        if not hits:
            continue
        if not any(_names(one, erasure) for one in hits.values()) and chat not in erasure.note.pseudonyms:
            # A namesake: nothing else in this chat is of the person.
            continue
        await give_pseudonym(chat)
        who = erasure.who(chat)
        rewritten = {place: (one, forget_in_json(one, who)) for place, one in hits.items()}
        changed = {place: pair for place, pair in rewritten.items() if pair[0] != pair[1]}
        await replace_entries(erasure, name, changed)


async def delete_quarantined(erasure: Erasure, found: StoredNames) -> None:
    """Tables that no version could read so far, if they name the person: they cannot be rewritten for sure."""
    for name in (*found["quarantined_game"], *found["quarantined_log"]):
        is_hash = name in found["quarantined_game"]
        read: Any = await (erasure.client.hgetall(name) if is_hash else erasure.client.lrange(name, 0, -1))
        if any(_names(to_json(one), erasure) for one in (read.values() if is_hash else read)):
            erasure.note_changed(int(await erasure.client.unlink(name)))


async def find_taken(erasure: Erasure, chat: int, found: StoredNames) -> set[int]:
    """The pseudonyms that a chat's tables and decisions have."""
    taken: set[int] = set()
    for name in of_chat(found["game"], chat):
        stored: Any = await erasure.client.hget(name, "state")
        entries: Any = await erasure.client.lrange(keys.game_log(scope_of_key(name)), 0, -1)
        for one in (*entries, *([] if stored is None else [stored])):
            taken |= find_forgotten_users(to_json(one))
    for name in of_chat([*found["former_acts"], *found["record_decisions"]], chat):
        acts: Any = await erasure.client.lrange(name, 0, -1)
        for one in acts:
            taken |= find_forgotten_users(one)
    return taken


def _names(text: bytes, erasure: Erasure) -> bool:
    return names_person(text, erasure.user, erasure.note.usernames)


def _says_name(text: bytes, erasure: Erasure) -> bool:
    return any(f'"player":"{name}"'.encode() in text for name in {*erasure.names, *erasure.note.names})


async def replace_entries(erasure: Erasure, name: str, changed: dict[int, tuple[bytes, bytes]]) -> None:
    """Replace entries of a list, each by its place, what was read and what it becomes."""
    places = sorted(changed)
    for first in range(0, len(places), _ENTRIES_PER_SCRIPT):
        part = places[first : first + _ENTRIES_PER_SCRIPT]
        arguments = [one for place in part for one in (place, *changed[place])]
        done = int(await _RELIST(erasure.client, (name,), arguments))
        erasure.note_changed(done)
        for _ in range(len(part) - done):
            erasure.note_waiting()


_BROADCAST_HASHES: Final = ("broadcast_in_flight", "broadcast_failed")
_BROADCAST_SETS: Final = ("broadcast_waiting", "broadcast_delivered")

_SCOPES: Final = (
    "deadlines",
    "claimed_deadlines",
    "running_games",
    "known_chats",
    "daily_posts",
    "claimed_daily_posts",
)

_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_MESSAGES: Final = ("card_reveals", "claimed_card_reveals", "auto_deletes", "claimed_auto_deletes")


async def erase_usernames(erasure: Erasure, found: StoredNames) -> tuple[str, ...]:
    """Delete the usernames that lead to the person; gives them."""
    names = found["username"]
    gone: list[str] = []
    for first in range(0, len(names), PER_ROUND_TRIP):
        part = names[first : first + PER_ROUND_TRIP]
        pipe = erasure.client.pipeline(transaction=False)
        for name in part:
            pipe.get(name)
        gone += [
            name for name, whose in zip(part, await pipe.execute(), strict=True) if whose == str(erasure.user).encode()
        ]
    if gone:
        erasure.note_changed(int(await erasure.client.unlink(*gone)))
    return tuple(name.partition(":name:")[2] for name in gone)


async def erase_members(erasure: Erasure, found: StoredNames) -> None:
    """Table alerts, wishes about ranks, schedules, the directory of chats, and whom a broadcast reached."""
    client, user = erasure.client, str(erasure.user)
    for name in found["table_alerts"]:
        fields: Any = await client.hkeys(name)
        await _remove(erasure, name, [one for one in fields if one.endswith(f":{user}".encode())], "hdel")
    for name in (
        *found["unlisted_players"],
        *found["daily_solvers"],
        *(one for kind in _BROADCAST_HASHES for one in found[kind]),
    ):
        await _remove(erasure, name, [user.encode()], "hdel")
    for name in found["daily_puzzle"]:
        await _forget_first_solver(erasure, name)
    for kind in _BROADCAST_SETS:
        for name in found[kind]:
            await _remove(erasure, name, [user.encode()], "srem")
    for kind in _SCOPES:
        for name in found[kind]:
            members: Any = await client.zrange(name, 0, -1)
            await _remove(erasure, name, [one for one in members if is_of_user(one, erasure.user)], "zrem")


async def _forget_first_solver(erasure: Erasure, name: str) -> None:
    for solver in ("first", "before-first"):
        if await erasure.client.hget(name, solver) == str(erasure.user).encode():
            pipe = erasure.client.pipeline(transaction=True)
            pipe.hset(name, solver, FORGOTTEN_FIRST)
            pipe.hdel(name, f"{solver}-name")
            await pipe.execute()
            erasure.note_changed()


async def erase_messages(erasure: Erasure, found: StoredNames) -> None:
    """Messages that are still to be deleted or to be turned back: they are due at once, and gone if nobody waits."""
    for kind in _MESSAGES:
        for name in found[kind]:
            members: Any = await erasure.client.zrange(name, 0, -1)
            hits = [one for one in members if _is_shown_to(one, erasure.user)]
            if not erasure.is_patient:
                await _remove(erasure, name, hits, "zrem")
            elif kind.startswith("claimed"):
                await _remove(erasure, name, await _find_done(erasure, name, hits), "zrem")
            elif hits:
                await erasure.client.zadd(name, dict.fromkeys(hits, 0.0), xx=True)
                erasure.note_waiting()


async def _find_done(erasure: Erasure, claims: str, members: list[bytes]) -> list[bytes]:
    """The claims of messages that are deleted or turned back: they stay until somebody claims in that shard again."""
    pipe = erasure.client.pipeline(transaction=False)
    for member in members:
        pipe.zscore(keys.claimed_from(claims), member)
    return [member for member, due in zip(members, await pipe.execute(), strict=True) if due is None]


def _is_shown_to(member: bytes, user: int) -> bool:
    if member.startswith(b"{"):
        return b'"chat":%d,' % user in member or names_person(member, user)
    chat, _, *reader = member.decode().split(" ") if member.count(b" ") else (member.decode(), "")
    return str(user) in {chat, *reader}


async def _remove(erasure: Erasure, name: str, members: list[bytes], command: str) -> None:
    if members:
        erasure.note_changed(int(await getattr(erasure.client, command)(name, *members)))


async def erase_in_streams(erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
    """Dead letters that name the person go; updates and notices are waited for, then deleted or rewritten."""
    for name in found["dead_letters"]:
        for entry, fields in await _read_stream(erasure, name):
            if _entry_names(erasure, fields) or _letter_calls(erasure, fields.get(b"raw", b"")):
                erasure.note_changed(int(await erasure.client.xdel(name, entry)))
    for name in (*found["inbox"], *found["outbox"], *found["held_notices"]):
        for entry, fields in await _read_stream(erasure, name):
            if not _entry_names(erasure, fields):
                continue
            if erasure.is_patient:
                erasure.note_waiting()
                continue
            await _replace_entry(erasure, name, entry, await _without_person(erasure, fields, give_pseudonym))


async def _read_stream(erasure: Erasure, name: str) -> list[tuple[bytes, dict[bytes, bytes]]]:
    read: Any = await erasure.client.xrange(name)
    return [(entry, fields) for entry, fields in read if fields]


def _entry_names(erasure: Erasure, fields: dict[bytes, bytes]) -> bool:
    """Whether an entry names the person: an update as who wrote it, is answered or is mentioned; a notice at all."""
    update = fields.get(b"raw", b"")
    if re.search(rb'"id":\s*%d(?!\d)' % erasure.user, update) or is_of_user(fields.get(b"scope", b""), erasure.user):
        return True
    notice = fields.get(b"payload")
    return notice is not None and names_person(
        to_json(notice), erasure.user, erasure.note.usernames, {*erasure.note.names, *erasure.names}
    )


def _letter_calls(erasure: Erasure, update: bytes) -> bool:
    """Whether the values of an update, even an unreadable one, have a name or username of the person as a word."""
    text = _ESCAPE.sub(_unescape, update.decode(errors="replace"))
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").casefold()
    called = {*erasure.note.usernames, *erasure.note.names, *erasure.names} - {""}
    return any(re.search(rf'(?<!\w){re.escape(one.casefold())}(?!\w|"\s*:)', text) for one in called)


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else " " if code in "bfnrt" else code


async def _without_person(
    erasure: Erasure, fields: dict[bytes, bytes], give_pseudonym: GivePseudonym
) -> dict[bytes, bytes] | None:
    """What stands for an entry that nobody took care of for long: a group's notice without the person; else nothing."""
    scope = fields.get(b"scope", b"")
    if b"payload" not in fields or is_of_user(scope, erasure.user):
        return None
    chat = int(scope.decode().replace("#", ":").partition(":")[0])
    await give_pseudonym(chat)
    return {**fields, b"payload": compress_json(forget_in_json(to_json(fields[b"payload"]), erasure.who(chat)))}


async def _replace_entry(erasure: Erasure, name: str, entry: bytes, instead: dict[bytes, bytes] | None) -> None:
    async with erasure.client.pipeline(transaction=True) as pipe:
        if instead is not None:
            pipe.execute_command("XADD", name, "*", *(part for pair in instead.items() for part in pair))
        pipe.xdel(name, entry)
        pipe.xack(name, GROUP, entry)
        await pipe.execute()
    erasure.note_changed()


class RecordEraser:
    """Rewrites records and packed games, and has figures derived anew."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records

    async def erase_in_packed_games(self, erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
        """All games that are kept for replays; one that cannot be rewritten is deleted."""
        names = found["packed_game"]
        for first in range(0, len(names), PER_ROUND_TRIP):
            part = names[first : first + PER_ROUND_TRIP]
            pipe = erasure.client.pipeline(transaction=False)
            for name in part:
                pipe.get(name)
            stored: list[Any] = await pipe.execute()
            named = await asyncio.to_thread(_those_that_name, stored, erasure.user, erasure.note.usernames)
            for name, data in zip(part, stored, strict=True):
                if data in named:
                    await give_pseudonym(chat_in(name))
                    await self._rewrite_game(erasure, name, data)

    async def _rewrite_game(self, erasure: Erasure, name: str, data: bytes) -> None:
        try:
            # To replay a long game takes some tens of milliseconds.
            rewritten = await asyncio.to_thread(forget_in_packed_game, data, erasure.who(chat_in(name)))
        except DataError:
            erasure.note_changed(int(await erasure.client.unlink(name)))
            return
        if rewritten != data:
            await erasure.client.set(name, rewritten, xx=True, keepttl=True)
            erasure.note_changed()

    async def erase_in_records(self, erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
        """All records, and what is derived from them: of a chat anew if it names the person."""
        chats = {chat_in(name) for kind in ("records", "standings") for name in found[kind]}
        figures = await asyncio.to_thread(group_by_chat, found["figures"])
        derived = {chat for chat in chats if await self._is_derived(erasure, chat, figures.get(chat, []))}
        for chat in sorted(chats):
            changed: dict[int, tuple[bytes, bytes]] = {}
            for start in range(0, await self._records.count_records(chat), RECORDS_PER_READ):
                pictures: list[str] = []
                for place, data in enumerate(await self._records.read_records(chat, start), start):
                    record = decode_game_record(data)
                    users = {} if record is None else {one.user: one.name for one in record.players}
                    if record is not None and users.keys() & {erasure.user, erasure.note.pseudonyms.get(chat)}:
                        pictures.append(keys.shared_picture(chat, record.id))
                    if record is None or erasure.user not in users:
                        continue
                    erasure.names |= {users[erasure.user]} - {""}
                    await give_pseudonym(chat)
                    changed[place] = data, encode_record(forget_in_record(record, erasure.who(chat)))
                # Pictures of ends show the name; who has one in a chat has it from that message. One that is sent only
                # after its record was rewritten is found by the next pass.
                if pictures:
                    erasure.note_changed(int(await erasure.client.unlink(*pictures)))
            await replace_entries(erasure, keys.records(chat), changed)
            if changed or chat in derived:
                # Whatever ends in between: figures that name the person are found by the next pass.
                await self._records.restart_derivation(chat)

    async def _is_derived(self, erasure: Erasure, chat: int, figures: list[str]) -> bool:
        for name in (keys.standings(chat), *figures):
            if await erasure.client.hexists(name, str(erasure.user)):
                erasure.note_changed()
                return True
        return False

    async def find_taken(self, chat: int) -> set[int]:
        """The pseudonyms that a chat's records have."""
        taken: set[int] = set()
        for start in range(0, await self._records.count_records(chat), RECORDS_PER_READ):
            for data in await self._records.read_records(chat, start):
                record = decode_game_record(data)
                taken |= {one.user for one in (record.players if record else ()) if is_forgotten(one.user)}
        return taken


def _those_that_name(stored: list[bytes | None], user: int, usernames: tuple[str, ...]) -> set[bytes]:
    there = (data for data in stored if data is not None)
    return {data for data in there if names_person(read_packed_json(data), user, usernames)}
