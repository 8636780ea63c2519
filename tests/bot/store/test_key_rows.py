"""The table of keys: each is told once, and none can be forgotten by a backup or a migration."""

from typing import Final

import pytest
from redis.asyncio import Redis
from redis.crc import key_slot

from bot.store import chat_migration, keys
from bot.store.keys import BOT_OWNER_SHARD, KEYS, ChatKey, Key, Migration, PlaceKey, Scope, ScopeKey
from engine.game_record import encode_record
from tests.support.records import sample_record

OLD, NEW = Scope(-4001), Scope(-1_001_000_004_001)

PARTS: Final = {
    "table": "0123abcd",
    "scope": "-5:3#2",
    "place": "-5:3",
    "chat": -5,
    "user": 7,
    "update": 9,
    "group": -6,
    "language": "tr",
    "word": "KALEM",
    "turn": "9",
    "version": 4,
    "worker": "host:8080",
    "username": "nane",
    "game": sample_record(1).id,
    "period": "ever",
    "puzzle": "0123456789ab",
}

CHATS_ROWS: Final = {name: row for name, row in KEYS.items() if isinstance(row, ScopeKey | PlaceKey | ChatKey)}


def some_name(row: Key) -> str:
    """A name that a row makes."""
    shard = [7] if "{NN}" in row.pattern else []
    return row.format_name(*shard, *(PARTS[part] for part in row.parts))


def chat_s_name(row: Key, scope: Scope) -> str:
    """The name of a chat's or scope's row; its further parts are those of :data:`PARTS`."""
    if isinstance(row, PlaceKey):
        return row(scope)
    assert isinstance(row, ScopeKey | ChatKey)
    further = [str(PARTS[part]) for part in row.parts[1:]]
    return row(scope, *further) if isinstance(row, ScopeKey) else row(scope.chat, *further)


def test_the_code_calls_every_row_by_its_name() -> None:
    assert {name: getattr(keys, name) for name in KEYS} == KEYS
    assert len({row.pattern for row in KEYS.values()}) == len(KEYS)


@pytest.mark.parametrize("kind", KEYS)
def test_a_stored_name_tells_its_row(kind: str) -> None:
    found = keys.identify_key(some_name(KEYS[kind]))
    assert found == (kind, {part: str(PARTS[part]) for part in KEYS[kind].parts})


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_of_a_chat_says_what_a_migration_does_with_it(kind: str) -> None:
    row = KEYS[kind]
    assert (row.migration is not None) == bool({"scope", "place", "chat"} & set(row.parts))


def test_a_name_has_all_its_parts_and_no_other() -> None:
    for parts in ((), (1, 2)):
        with pytest.raises(TypeError):
            keys.card_selection(OLD, *parts)


def test_what_the_owners_share_is_in_the_owners_shard() -> None:
    hash_slot = key_slot(keys.inbox(BOT_OWNER_SHARD).encode())
    assert {key_slot(name.encode()) for name in (keys.bans(), keys.broadcast(), keys.broadcast_draft(7))} == {hash_slot}


async def test_a_group_takes_along_what_its_rows_say(redis: Redis) -> None:
    for row in CHATS_ROWS.values():
        await write_something(redis, row)
    await redis.hset(keys.game(OLD), "version", "1")
    stored = {name: await redis.dump(chat_s_name(row, OLD)) for name, row in CHATS_ROWS.items()}
    assert None not in stored.values()
    await chat_migration.migrate_chat(redis, OLD.chat, NEW.chat, ["tr"])
    for name, row in CHATS_ROWS.items():
        there, here = await redis.dump(chat_s_name(row, OLD)), await redis.dump(chat_s_name(row, NEW))
        match row.migration:
            case Migration.DERIVED:
                assert (there, here) == (None, None), name
            case Migration.STAYS if row is not keys.carried_records:
                assert (there, here) == (stored[name], None), name
            case Migration.REWRITTEN:
                assert there is None, name
                assert here is not None, name
            case Migration.MERGED:
                assert (there, here) == (None, stored[name]), name
            case Migration.STAYS:
                assert await redis.hlen(keys.carried_records(NEW.chat)) == 2
            case _ if row is keys.game:
                assert await redis.hget(keys.game(NEW), "1") == b"1"
            case _:
                assert (there, here) == (None, stored[name]), name


async def write_something(redis: Redis, row: Key) -> None:
    """Have the old group have something of a row's type."""
    name = chat_s_name(row, OLD)
    match row.redis_type:
        case "hash":
            await redis.hset(name, "1", "1")
        case "string":
            await redis.set(name, "a")
        case "list":
            await redis.rpush(name, encode_record(sample_record(1)) if row is keys.records else "a")
        case "sorted set":
            await redis.zadd(name, {"a": 1})
        case kind:
            assert kind == "set"
            await redis.sadd(name, str(OLD))
