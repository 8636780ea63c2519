"""Looks for somebody in all that is stored: in the names of keys, and in what they hold, unpacked."""

import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from redis.asyncio import Redis

from bot.store.export import list_key_names


async def find_traces(redis: Redis, user: int, names: Sequence[str]) -> list[str]:
    """The keys that name a person, whose id is long enough to be nothing else."""
    found = []
    for name in await list_key_names(redis):
        held = b"\n".join([name.encode(), *await read_values(redis, name)])
        if re.search(rb"(?<!\d)%d(?!\d)" % user, held) or msgspec.msgpack.encode(user) in held or says(held, names):
            found.append(name)
    return found


async def find_names(redis: Redis, names: Sequence[str]) -> list[str]:
    """The keys that hold a person's names."""
    return [
        name
        for name in await list_key_names(redis)
        if says(b"\n".join([name.encode(), *await read_values(redis, name)]), names)
    ]


def says(held: bytes, names: Sequence[str]) -> bool:
    return any(name.encode() in held for name in names)


def find_in_files(folder: Path, *words: bytes) -> list[str]:
    """The files of a folder that hold any of some words, as they are."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_socket()]
    return [str(path.relative_to(folder)) for path in files if any(word in path.read_bytes() for word in words)]


async def read_values(redis: Redis, name: str) -> list[bytes]:
    """All values of a key, unpacked."""
    client: Any = redis
    match await client.type(name):
        case b"string":
            values = [await client.get(name)]
        case b"list":
            values = await client.lrange(name, 0, -1)
        case b"set":
            values = list(await client.smembers(name))
        case b"zset":
            values = await client.zrange(name, 0, -1)
        case b"hash":
            values = [part for pair in (await client.hgetall(name)).items() for part in pair]
        case _:
            values = [part for _, fields in await client.xrange(name) for pair in fields.items() for part in pair]
    return [_unpack(value) for value in values if value is not None]


def _unpack(value: bytes) -> bytes:
    try:
        return zlib.decompress(value)
    except zlib.error:
        return value
