"""The table of keys: each is told once, and none can be forgotten by a backup or a migration."""

from typing import Final

from redis.asyncio import Redis

from bot.store import chat_migration, keys
from bot.store.keys import KEYS, ChatKey, Key, Migration, PlaceKey, Scope, ScopeKey
from engine.game_record import encode_record
from tests.support.records import sample_record

OLD, NEW = Scope(-4001), Scope(-1_001_000_004_001)

PARTS: Final = {
    "table": "0123abcd",
    "scope": "-5:3#2",
    "place": "-5:3",
    "chat": -5,
    "user": 7,
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
    shard = [7] if "{NN}" in row.pattern else []
    return row.format_name(*shard, *(PARTS[part] for part in row.parts))


def chat_s_name(row: Key, scope: Scope) -> str:
    if isinstance(row, PlaceKey):
        return row(scope)
    assert isinstance(row, ScopeKey | ChatKey)
    further = [str(PARTS[part]) for part in row.parts[1:]]
    return row(scope, *further) if isinstance(row, ScopeKey) else row(scope.chat, *further)


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


def test_a_stored_name_tells_its_row_and_its_migration() -> None:
    for kind, row in KEYS.items():
        assert keys.identify_key(some_name(row)) == (kind, {part: str(PARTS[part]) for part in row.parts})
        assert (row.migration is not None) == bool({"scope", "place", "chat"} & set(row.parts)), kind
