"""All that is stored, read shard by shard for a backup and written again: what it means is its caller's.

A shard is read at one instant, so that a game, its log, what it is still to tell and when something is due there agree.
"""

import math
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys
from bot.store.keys import Scope
from bot.store.keyspace import KEYS, Key
from bot.store.scripts import Script
from bot.store.slots import together

_NUMBER: Final = r"[0-9]{1,20}"
_PARTS: Final = {"scope": f"-?{_NUMBER}(?::{_NUMBER})?", "chat": f"-?{_NUMBER}", "user": f"-?{_NUMBER}"}
_ENTRY_ID: Final = re.compile(rb"(?!0+-0+\Z)[0-9]{1,19}-[0-9]{1,19}")
_KINDS: Final = {"sorted set": "zset"}
"""What Redis calls a kind of key, where that is not what people call it."""
_LIVES: Final = range(-1, 2**42)
"""Milliseconds; more than a century."""
_PAGE: Final = 1_000
_TOGETHER: Final = 200
"""Keys written in one round trip."""


class HalfRestored(Exception):
    """A backup was not restored to its end; the message says what to do."""


class Entry(Struct, array_like=True, frozen=True):
    """An entry of a stream: its id, and names and values in turn."""

    id: bytes
    fields: list[bytes]


class Stored(Struct, array_like=True, frozen=True):
    """A key with all that it holds."""

    name: str
    kind: str
    """Redis's."""
    lives: int
    """Milliseconds that it was still to live; -1 without end."""
    values: list[bytes]
    """One of a string; of a hash or sorted set names and values, or members and scores, in turn."""
    entries: list[Entry]
    """Of a stream."""


class Slot(Struct, array_like=True, frozen=True):
    """What was read at one instant: the keys of a shard, or one that belongs to none."""

    tag: str
    """``{07}`` or empty."""
    stored: list[Stored]

    def named(self, name: str) -> Stored | None:
        """The key of that name."""
        return next((stored for stored in self.stored if stored.name == name), None)


def _expression(key: Key) -> re.Pattern[str]:
    parts = re.split(r"(\{NN\}|<\w+>)", key.pattern)
    made = {"{NN}": r"\{\d\d\}"}
    return re.compile("".join(made.get(part) or _part(part) for part in parts))


def _part(part: str) -> str:
    return f"(?P<{part[1:-1]}>{_PARTS.get(part[1:-1], '.+')})" if part.startswith("<") else re.escape(part)


_EXPRESSIONS: Final[Mapping[str, re.Pattern[str]]] = {what: _expression(key) for what, key in KEYS.items()}


def kind_of(name: str) -> tuple[str, Mapping[str, str]] | None:
    """What a key is in :data:`bot.store.keyspace.KEYS`, with the parts of its name; ``None`` where it is none."""
    for what, expression in _EXPRESSIONS.items():
        if match := expression.fullmatch(name):
            return what, match.groupdict()
    return None


def belongs(name: str) -> bool:
    """Whether a backup holds the key; one of a kind that is not known is better kept than lost."""
    found = kind_of(name)
    return found is None or KEYS[found[0]].backup


class Dump:
    """Reading everything.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._dump: Final = Script("dump")

    async def slots(self) -> AsyncIterator[Slot]:
        """All that a backup holds: shard by shard, then what belongs to none.

        A shard is read at one instant, with the updates that wait there. When the bot was last there comes behind
        everything that was done by then.

        Raises:
            redis.exceptions.RedisError: the server cannot be asked.
        """
        tagged: dict[str, set[str]] = {}
        for name in await names(self._client):
            if belongs(name):
                match = re.match(r"hf:(\{\w+\}):", name)
                tagged.setdefault(match[1] if match else "", set()).add(name)
        for tag in sorted(tagged, key=_turn):
            # A key of a chat may have come into being since its others were found.
            found = tagged[tag] | {beside for name in tagged[tag] for beside in _beside(name)}
            names_of = together(self._client, sorted(found))
            yield Slot(tag, _known([stored for part in names_of for stored in await self._read(part)]))

    async def _read(self, wanted: Sequence[str]) -> list[Stored]:
        answers: list[Any] = await self._dump(self._client, wanted, ())
        return [_stored(name, *answer) for name, answer in zip(wanted, answers, strict=True) if answer[0] != b"none"]


def _turn(tag: str) -> tuple[int, str]:
    return (0 if re.fullmatch(r"\{\d\d\}", tag) else 1), tag


def _stored(name: str, kind: bytes, lives: int, values: list[Any]) -> Stored:
    entries = [Entry(entry, fields) for entry, fields in values] if kind == b"stream" else []
    return Stored(name, kind.decode(), lives, [] if entries else values, entries)


def _beside(name: str) -> Iterable[str]:
    """The keys that a scope's game may have, of one of them."""
    found = kind_of(name)
    if found is None or "scope" not in found[1]:
        return ()
    scope = Scope.parse(found[1]["scope"])
    return (keys.game(scope), keys.game_words(scope), keys.log(scope), keys.seen(scope), keys.settings(scope.chat))


def _known(stored: list[Stored]) -> list[Stored]:
    """A shard without what is due or to be told at games that came into being after its keys were looked for."""
    there = {one.name for one in stored}

    def is_known(scope: bytes) -> bool:
        # What names no scope belongs to no game that could be missing.
        return not (found := keys.scopes((scope,))) or keys.game(found[0]) in there

    kept = []
    for one in stored:
        what = kind_of(one.name)
        if what is not None and what[0] == "deadlines":
            pairs = zip(one.values[::2], one.values[1::2], strict=True)
            values = [part for scope, due in pairs if is_known(scope) for part in (scope, due)]
            kept.append(Stored(one.name, one.kind, one.lives, values, []))
        elif what is not None and what[0] == "outbox":
            entries = [entry for entry in one.entries if is_known(_pairs(entry.fields).get(b"scope", b""))]
            kept.append(Stored(one.name, one.kind, one.lives, [], entries))
        else:
            kept.append(one)
    return [one for one in kept if one.values or one.entries]


def _pairs(values: Sequence[bytes]) -> dict[bytes, bytes]:
    """Names and values in turn."""
    return dict(zip(values[::2], values[1::2], strict=False))


def problem(stored: Stored) -> str | None:
    """Why a key that a file holds cannot be written; ``None`` where it can."""
    values, entries = stored.values, stored.entries
    if (found := _out_of_place(stored)) is not None:
        return found
    if stored.lives not in _LIVES:
        return f"it is to live for {stored.lives} milliseconds"
    if (stored.kind == "stream") != bool(entries) or bool(values) == bool(entries):
        return f"it is no {stored.kind} that holds something"
    match stored.kind:
        case "string" if len(values) == 1:
            return None
        case "list" | "set":
            return None
        case "hash" if len(values) % 2 == 0:
            return None
        case "zset" if len(values) % 2 == 0 and all(map(_is_score, values[1::2])):
            return None
        case "stream" if all(
            _ENTRY_ID.fullmatch(one.id) and one.fields and len(one.fields) % 2 == 0 for one in entries
        ):
            return None
        case kind:
            return f"it is no sound {kind}"


def _out_of_place(stored: Stored) -> str | None:
    """Why a key of that name, or of that kind, is in no backup."""
    if not stored.name.startswith("hf:"):
        return "it is no key of ours"
    if (found := kind_of(stored.name)) is None:
        return None
    key = KEYS[found[0]]
    if not key.backup:
        return "no backup holds it"
    return None if stored.kind == _KINDS.get(key.kind, key.kind) else f"it is no {stored.kind}"


def _is_score(value: bytes) -> bool:
    try:
        return not math.isnan(float(value))
    except ValueError:
        return False


async def names(client: Redis) -> list[str]:
    """Every key of the bot's; one that comes into being meanwhile may be missing.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    found = {name.decode() async for name in client.scan_iter(match="hf:*", count=_PAGE)}
    return sorted(found)


async def is_empty(client: Redis) -> bool:
    """Whether nothing is stored but what a bot that was never spoken to leaves.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    for name in await names(client):
        what = kind_of(name)
        if what is None or (KEYS[what[0]].backup and KEYS[what[0]].pattern.startswith("hf:{NN}")):
            if await client.type(name) == b"stream" and not await client.xlen(name):
                continue
            return False
        if what[0] in {"dead", "restoring"} and await client.exists(name):
            return False
    return True


async def check_restored(client: Redis) -> None:
    """Make sure that what is there is not half of a backup.

    Raises:
        HalfRestored: it is.
        redis.exceptions.RedisError: the server cannot be asked.
    """
    name: Any = await client.get(keys.RESTORING)
    if name is not None:
        raise HalfRestored(
            f"a restore of {name.decode(errors='replace')} was cut short: run `harfiyen restore FILE --replace` again"
        )


async def clear(client: Redis) -> None:
    """Delete every key of the bot's but the note that a backup is being restored.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    for there in together(client, [name for name in await names(client) if name != keys.RESTORING]):
        for first in range(0, len(there), _TOGETHER):
            await client.unlink(*there[first : first + _TOGETHER])


async def write(client: Redis, slot: Slot) -> None:
    """Write the keys of a slot, of which none may be there.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    for first in range(0, len(slot.stored), _TOGETHER):
        pipe = client.pipeline(transaction=False)
        for stored in slot.stored[first : first + _TOGETHER]:
            _write(pipe, stored)
        await pipe.execute()


def _write(pipe: Pipeline, stored: Stored) -> None:
    name, values = stored.name, stored.values
    pairs = list(zip(values[::2], values[1::2], strict=False))
    match stored.kind:
        case "string":
            pipe.set(name, values[0])
        case "hash":
            pipe.hset(name, items=list(values))
        case "list":
            pipe.rpush(name, *values)
        case "set":
            pipe.sadd(name, *values)
        case "zset":
            pipe.execute_command("ZADD", name, *(part for member, score in pairs for part in (score, member)))
        case "stream":
            for entry in stored.entries:
                pipe.execute_command("XADD", name, entry.id, *entry.fields)
        case other:
            raise ValueError(f"a key of the kind {other}")
    if stored.lives >= 0:
        pipe.pexpire(name, max(1, stored.lives))
