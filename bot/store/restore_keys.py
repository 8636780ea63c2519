"""Writing exported keys back: checks what a backup holds, clears the database, writes the keys.

Reading them is :mod:`bot.store.export`'s; files and their format are the caller's.
"""

import math
import re
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys
from bot.store.export import ExportedKey, KeyGroup, list_key_names
from bot.store.keys import KEYS, identify_key

_ENTRY_ID: Final = re.compile(rb"(?!0+-0+\Z)[0-9]{1,19}-[0-9]{1,19}")


_REDIS_TYPES: Final = {"sorted set": "zset"}
"""What Redis calls a kind of key, where that is not what people call it."""


_VALID_TTL_MS: Final = range(-1, 2**42)
"""Milliseconds; more than a century."""


_KEYS_PER_ROUND_TRIP: Final = 200
"""Keys written in one round trip."""


class IncompleteRestore(Exception):
    """A restore was interrupted; the message says what to do."""


def find_problem(stored: ExportedKey, *, of_this_schema: bool = True) -> str | None:
    """Why a key from a backup cannot be written; ``None`` if it can.

    Args:
        stored: the key.
        of_this_schema: whether its type must be the one that this version gives it.
    """
    values, entries = stored.values, stored.entries
    if (found := _find_name_problem(stored, of_this_schema=of_this_schema)) is not None:
        return found
    if stored.ttl_ms not in _VALID_TTL_MS:
        return f"it is to live for {stored.ttl_ms} milliseconds"
    if stored.continues and stored.redis_type != "list":
        return "it goes on, and is no list"
    if (stored.redis_type == "stream") != bool(entries) or bool(values) == bool(entries):
        return f"it is no {stored.redis_type} that holds something"
    match stored.redis_type:
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


def _find_name_problem(stored: ExportedKey, *, of_this_schema: bool) -> str | None:
    """Why a backup cannot hold a key of this name or type; ``None`` if it can."""
    if not stored.name.startswith("hf:"):
        return "it is no key of ours"
    if (found := identify_key(stored.name)) is None:
        return None
    key = KEYS[found[0]]
    if not key.in_backup:
        return "no backup holds it"
    return (
        None
        if not of_this_schema or stored.redis_type == _REDIS_TYPES.get(key.redis_type, key.redis_type)
        else f"it is no {stored.redis_type}"
    )


def _is_score(value: bytes) -> bool:
    try:
        return not math.isnan(float(value))
    except ValueError:
        return False


async def is_database_empty(client: Redis) -> bool:
    """Whether Redis holds no more than a bot writes that nobody has used yet."""
    for name in await list_key_names(client):
        what = identify_key(name)
        if what is None or (KEYS[what[0]].in_backup and KEYS[what[0]].is_sharded):
            if await client.type(name) == b"stream" and not await client.xlen(name):
                continue
            return False
        if what[0] in {"dead_letters", "restore_marker"} and await client.exists(name):
            return False
    return True


async def check_restore_complete(client: Redis) -> None:
    """Make sure that no restore was interrupted here.

    Raises:
        IncompleteRestore: one was.
    """
    name: Any = await client.get(keys.restore_marker())
    if name is not None:
        raise IncompleteRestore(
            f"a restore of {name.decode(errors='replace')} was cut short: run `harfiyen restore FILE --replace` again"
        )


async def delete_all_keys(client: Redis) -> None:
    """Delete all keys of the bot except the restore marker and the list of those who were forgotten."""
    kept = {keys.restore_marker(), keys.forgotten()}
    names = [name for name in await list_key_names(client) if name not in kept]
    for first in range(0, len(names), _KEYS_PER_ROUND_TRIP):
        await client.unlink(*names[first : first + _KEYS_PER_ROUND_TRIP])


async def write_keys(client: Redis, group: KeyGroup) -> None:
    """Write the keys of one group; none of them may exist but lists that go on."""
    for first in range(0, len(group.exported_keys), _KEYS_PER_ROUND_TRIP):
        pipe = client.pipeline(transaction=False)
        for stored in group.exported_keys[first : first + _KEYS_PER_ROUND_TRIP]:
            _write_key(pipe, stored, await client.llen(stored.name) if stored.continues else 0)
        await pipe.execute()


def _write_key(pipe: Pipeline, stored: ExportedKey, former_length: int) -> None:
    """Write a key in a way that may be sent again; a list that goes on behind what it has so far."""
    name, values = stored.name, stored.values
    pairs = list(zip(values[::2], values[1::2], strict=False))
    match stored.redis_type:
        case "string":
            pipe.set(name, values[0])
        case "hash":
            pipe.hset(name, items=list(values))
        case "list":
            if former_length:
                pipe.ltrim(name, 0, former_length - 1)
            else:
                pipe.delete(name)
            pipe.rpush(name, *values)
        case "set":
            pipe.sadd(name, *values)
        case "zset":
            pipe.execute_command("ZADD", name, *(part for member, score in pairs for part in (score, member)))
        case "stream":
            pipe.delete(name)
            for entry in stored.entries:
                pipe.execute_command("XADD", name, entry.id, *entry.fields)
        case other:
            raise ValueError(f"a key of the kind {other}")
    if stored.ttl_ms >= 0:
        pipe.pexpire(name, max(1, stored.ttl_ms))
