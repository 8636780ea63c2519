"""Tables, their logs and what was decided at them, without somebody who is forgotten."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.scope import Scope
from bot.store.scripts import Script
from bot.tables.codec import (
    NotCompressed,
    UnreadableState,
    compress_json,
    decode_log_entry,
    decode_table,
    decompress_json,
    encode_stored,
)
from bot.tables.forgetting.erasure import (
    PER_ROUND_TRIP,
    Erasure,
    GivePseudonym,
    StoredNames,
    chat_in,
    of_chat,
    scope_of_key,
)
from engine.forget_player import find_forgotten_users, forget_in_json, forget_in_log, names_of_user, names_person
from engine.game import Table, is_over
from engine.lobby_seats import Lobby

_GAME_KEYS: Final = "hf:{*}:*:game"
_KEYS_PER_SCAN: Final = 1_000
_RETABLE: Final = Script("retable")
_RELIST: Final = Script("relist")
_ENTRIES_PER_SCRIPT: Final = 20
"""In the middle of 100,000 records each takes some 30 µs to find and to replace."""


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
