"""Keys, settings and people in the store."""

from typing import Final

import msgspec
import pytest
from redis.asyncio import Redis

from bot.store import chat_migration, export, keys
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.keys import KEYS, ChatKey, Key, Migration, PlaceKey, Scope, ScopeKey
from bot.store.people import CardSelections
from bot.store.personal_data import PersonalDataStore
from bot.store.scripts import pack_arguments
from bot.store.server_checks import ServerTooOld, WrongTenant, check_server_version, claim_tenant
from bot.store.streams import NewestMessage, Outbox
from engine.game_record import encode_record
from tests.support.records import sample_record

GROUP = Scope(-1001234567890)
TOPIC = Scope(-1001234567890, 7)


@pytest.fixture
def store(redis: Redis) -> GameStore:
    return GameStore(redis)


def test_the_key_names_are_the_stored_format() -> None:
    assert keys.game(GROUP) == "hf:{37}:-1001234567890:game"
    assert keys.game(TOPIC) == "hf:{37}:-1001234567890:7:game"
    assert keys.game_log(TOPIC) == "hf:{37}:-1001234567890:7:log"
    assert keys.game(TOPIC.at_table(3)) == "hf:{37}:-1001234567890:7#3:game"
    assert keys.seen_updates(TOPIC.chat) == "hf:{37}:-1001234567890:seen"
    assert keys.settings(GROUP.chat) == "hf:{37}:-1001234567890:settings"
    assert keys.deadlines(5) == "hf:{05}:deadlines"
    assert keys.outbox(63) == "hf:{63}:outbox"
    assert keys.user_games(42) == "hf:{08}:u42:games"
    assert keys.inbox(3) == "hf:{03}:inbox"
    assert keys.dead_letters(3) == "hf:{03}:dead"
    assert keys.shard_owner(3) == "hf:{03}:owner"


async def test_an_update_that_is_handled_again_does_not_undo_what_was_chosen_since(store: GameStore) -> None:
    await store.save_setting(TOPIC, "language", "tr", update=7)
    await store.save_setting(GROUP, "language", "en", update=8)
    await store.save_setting(TOPIC, "language", "tr", update=7)
    assert await store.load_settings(GROUP) == {"language": "en"}
    assert not (await store.load_table(GROUP, 7)).duplicate, "it is still to be answered"


async def test_the_newest_picture_of_a_table_is_known_by_what_it_was_drawn_from(store: GameStore) -> None:
    assert await store.find_photo_file_id(GROUP, "aa") is None
    await store.save_photo(GROUP, "aa", "file-1")
    await store.save_photo(TOPIC, "cc", "file-2")
    assert [await store.find_photo_file_id(GROUP, digest) for digest in ("aa", "a", "", "cc")] == [
        "file-1",
        None,
        None,
        None,
    ]
    await store.save_photo(GROUP, "bb", "file-3")
    assert [await store.find_photo_file_id(GROUP, digest) for digest in ("aa", "bb")] == [None, "file-3"]


async def test_what_was_told_is_noted_with_its_picture_or_without(redis: Redis, store: GameStore) -> None:
    await Outbox(redis).ack_notices((), GROUP, NewestMessage(7, ("aa", "file-1")))
    assert (await store.load_newest_message_id(GROUP), await store.find_photo_file_id(GROUP, "aa")) == (7, "file-1")
    await Outbox(redis).ack_notices((), GROUP, NewestMessage(8))
    await Outbox(redis).ack_notices((), GROUP)
    assert (await store.load_newest_message_id(GROUP), await store.find_photo_file_id(GROUP, "aa")) == (8, "file-1")


async def test_a_users_games_are_noted_once_each(store: GameStore) -> None:
    for scope in (TOPIC, GROUP, TOPIC, Scope(-2000000000000)):
        await store.players.add_user_game(42, scope, "1a2b3c4d")
    assert await store.players.load_user_games(42) == [Scope(-2000000000000), GROUP, TOPIC]
    for _ in range(2):
        await store.players.drop_user_game(42, GROUP, "1a2b3c4d")
    assert await store.players.load_user_games(42) == [Scope(-2000000000000), TOPIC]
    assert await store.players.load_user_games(43) == []


async def test_an_older_server_is_refused(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.server_checks.MINIMUM_VERSION", (99, 1))
    with pytest.raises(ServerTooOld, match=r"is version \d+\.\d+.*needs 99\.1 or newer"):
        await check_server_version(redis)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost",
        "http://localhost",
        "redis://:s3cret@localhost:port/0",
        "redis://:s3#cret@localhost:6379/0",
        "redis://:s3cret@localhost/0?socket_timeout=soon",
        "redis://:s3cret@localhost/0?no_such_parameter=1",
        "redis+sentinel://a:1",
        "redis+sentinel://a:1/words?s3=1",
    ],
)
def test_a_useless_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ValueError, match=r"redis://host:6379/0") as caught:
        connect(url)
    assert "s3" not in str(caught.value)


async def test_a_database_stays_the_bots_that_came_first_until_a_restore(redis: Redis) -> None:
    """A backup that is restored may be for another bot: its file does not say whose it was."""
    await claim_tenant(redis, 1)
    with pytest.raises(WrongTenant):
        await claim_tenant(redis, 2)
    await claim_tenant(redis, 1)
    assert [group async for group in export.Exporter(redis).export_groups()] == []
    assert await export.is_database_unused(redis)
    await export.delete_all_keys(redis)
    await claim_tenant(redis, 2)


async def test_arguments_of_a_script_arrive_whole(redis: Redis) -> None:
    async def echo(expression: str, given: object) -> bytes:
        script = f"local given = cmsgpack.unpack(ARGV[1]) redis.call('SET', KEYS[1], {expression}) "
        packed = pack_arguments({"given": given})
        stored: bytes = await redis.eval(script + "return redis.call('GET', KEYS[1])", 1, "hf:{00}:echo", packed)
        return stored

    for raw in (b"", bytes(range(256)) * 300):
        assert await echo("given.given[2]", (b"first", raw)) == raw
    for number in (2**63 - 1, -(2**63), -1_001_234_567_890):
        assert await echo("given.given", number) == str(number).encode()
    assert await echo("tostring(given.given)", None) == b"nil"
    assert await echo("given.given[1][1]", [["şeftali"]]) == "şeftali".encode()


ASKER, OTHER = 5_550_101, 5_550_102


@pytest.mark.parametrize("kind", ["message", "callback_query"])
async def test_what_could_not_be_handled_is_read_of_whoever_wrote_it_alone(redis: Redis, kind: str) -> None:
    own = {"update_id": 1, kind: {"from": {"id": ASKER}, "text": "mine"}}
    answer = {"update_id": 2, kind: {"from": {"id": OTHER}, "text": "theirs", "reply_to_message": own[kind]}}
    for raw in (msgspec.json.encode(own), msgspec.json.encode(answer), b"[]", b"{"):
        await redis.xadd(keys.dead_letters(4), {"raw": raw, "reason": "x"})
    stored = await PersonalDataStore(redis).read_user(ASKER)
    assert stored.dead_letters == [("x", msgspec.json.encode(own))]


CHAT = Scope(-100123, 7)


async def test_a_choice_is_made_taken_back_and_kept_in_the_order_of_choosing(redis: Redis) -> None:
    picks = CardSelections(redis)
    assert await picks.toggle_card(CHAT, "turn", 40, update=1, wanted=2) == (40,)
    assert await picks.toggle_card(CHAT, "turn", 40, update=1, wanted=2) == (40,), "the same tap, handled again"
    assert await picks.toggle_card(CHAT, "turn", 3, update=2, wanted=2) == (40, 3)
    assert await picks.toggle_card(CHAT, "turn", 40, update=3, wanted=2) == (3,)
    assert await picks.toggle_card(CHAT, "turn", 40, update=4, wanted=2) == (3, 40)
    assert await picks.toggle_card(CHAT, "next", 6, update=5, wanted=2) == (6,), "each turn has its own"
    assert await redis.ttl(keys.card_selection(CHAT, "turn")) > 0


async def test_after_a_choice_that_was_refused_a_further_card_begins_another(redis: Redis) -> None:
    picks = CardSelections(redis)
    await picks.toggle_card(CHAT, "turn", 40, update=1, wanted=2)
    assert await picks.toggle_card(CHAT, "turn", 3, update=2, wanted=2) == (40, 3)
    for _ in range(2):
        assert await picks.toggle_card(CHAT, "turn", 7, update=3, wanted=2) == (7,)


OLD, NEW = Scope(-4001), Scope(-1_001_000_004_001)
PARTS: Final = {
    "table": "0123abcd",
    "scope": "-5:3#2",
    "place": "-5:3",
    "chat": -5,
    "group": -6,
    "user": 7,
    "update": 8,
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
