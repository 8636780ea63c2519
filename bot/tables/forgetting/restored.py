"""What a restored backup brings back of people who were forgotten since: taken out again, before anything is served."""

import re
from datetime import datetime
from typing import Any, Final

from redis.asyncio import Redis

from bot.store.export import list_key_names
from bot.store.forgetting import ForgettingNote, ForgettingNotes, ForgottenList
from bot.store.keys import KEYS, identify_key
from bot.store.records import RecordStore
from bot.tables.forgetting.eraser import ERASED, Eraser
from bot.tables.forgetting.stored_tables import to_json
from engine.game_record import decode_game_record
from engine.packed_game import read_packed_json

_NUMBER: Final = re.compile(rb"(?<![\d.-])[1-9]\d{0,15}(?!\d)")
_MOST_PASSES: Final = 8


class NotForgotten(Exception):
    """Something is found of somebody again and again."""


async def erase_restored(client: Redis, forgotten: ForgottenList, made: datetime) -> int:
    """Forget again who was forgotten after a backup was made; gives how many they are.

    Raises:
        NotForgotten: see there.
        redis.exceptions.RedisError: what was done stays so.
    """
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
