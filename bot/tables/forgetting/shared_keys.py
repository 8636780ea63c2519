"""Members and fields of keys that belong to many: what names somebody who is forgotten goes."""

import re
from typing import Any, Final

from bot.store import keys
from bot.store.daily_puzzles import FORGOTTEN_FIRST
from bot.store.redis_streams.consumer_group import GROUP
from bot.tables.codec import compress_json
from bot.tables.forgetting.erasure import PER_ROUND_TRIP, Erasure, GivePseudonym, StoredNames, is_of_user
from bot.tables.forgetting.stored_tables import to_json
from engine.forget_player import forget_in_json, names_person

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
    for field in ("first", "before-first"):
        if await erasure.client.hget(name, field) == str(erasure.user).encode():
            pipe = erasure.client.pipeline(transaction=True)
            pipe.hset(name, field, FORGOTTEN_FIRST)
            pipe.hdel(name, f"{field}-name")
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
    """Whether a message is in somebody's private chat, or theirs alone in a group."""
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
    """Whether an update of anybody, even one that cannot be read, has a name or username of the person as a word.

    Field names are no words.
    """
    text = _ESCAPE.sub(_unescape, update.decode(errors="replace"))
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").casefold()
    called = {*erasure.note.usernames, *erasure.note.names, *erasure.names} - {""}
    return any(re.search(rf'(?<!\w){re.escape(one.casefold())}(?!\w|"\s*:)', text) for one in called)


def _unescape(found: re.Match[str]) -> str:
    """A character that JSON escapes; what has no glyph is a space."""
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
    """Delete an entry, and append what stands for it, if anything does."""
    async with erasure.client.pipeline(transaction=True) as pipe:
        if instead is not None:
            pipe.execute_command("XADD", name, "*", *(part for pair in instead.items() for part in pair))
        pipe.xdel(name, entry)
        pipe.xack(name, GROUP, entry)
        await pipe.execute()
    erasure.note_changed()
