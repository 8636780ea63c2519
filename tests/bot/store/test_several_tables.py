"""Several tables of a place: their numbers, what one reading of all costs, and what is known of each."""

from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.chats import ChatDirectory
from bot.store.commits import Commit, Committed, Conflict, Duplicate, TableNumber
from bot.store.games import GameStore
from bot.store.housekeeping import Quarantine
from bot.store.keys import SHARDS, Scope, shard_of
from bot.store.streams import NewestMessage, Outbox
from tests.support.streams import OwnedShards

PLACE = Scope(-1001234567890, 7)
OTHER_PLACE = Scope(-1001234567890, 8)
SIX = tuple(PLACE.at_table(number) for number in range(1, 7))


@pytest.fixture
def store(redis: Redis) -> GameStore:
    return GameStore(redis)


async def commit_at(
    store: GameStore,
    scope: Scope,
    expected: int = 0,
    update: int | None = None,
    *,
    state: bytes | None = b"state",
    over: bool = False,
    told: tuple[int, ...] = (),
    reset_log: bool = False,
) -> Committed | Duplicate | Conflict:
    done = await store.commit(
        Commit(
            scope=scope,
            expected_version=expected,
            update_id=update,
            state=state,
            short_retention=over,
            told_numbers=told,
            reset_log=reset_log,
            custom_words=b"words of %d" % scope.table if reset_log else None,
        )
    )
    assert isinstance(done, Committed | Duplicate | Conflict)
    return done


async def open_six_tables(store: GameStore) -> None:
    for scope in SIX:
        told = tuple(range(1, scope.table + 1)) if scope.table > 1 else ()
        done = await commit_at(store, scope, told=told, state=b"state %d" % scope.table, reset_log=True)
        assert done == Committed(1)


async def numbers_of(store: GameStore, place: Scope = PLACE) -> dict[int, TableNumber]:
    return dict((await store.load_place(place)).numbers)


async def test_a_table_alone_is_told_no_number_and_its_number_needs_no_rest(store: GameStore) -> None:
    await commit_at(store, PLACE)
    assert await numbers_of(store) == {1: TableNumber(is_open=True, is_told=False)}
    await commit_at(store, PLACE, 1, over=True)
    number = (await numbers_of(store))[1]
    assert (number.is_open, number.is_told) == (False, False)
    assert not number.is_resting(number.free_since)


@pytest.mark.parametrize("state", [b"over", None], ids=["ended", "closed"])
async def test_a_number_that_people_were_told_rests_a_day(store: GameStore, state: bytes | None) -> None:
    await open_six_tables(store)
    await commit_at(store, SIX[2], 1, state=state, over=True)
    numbers = await numbers_of(store)
    resting = numbers.pop(3)
    assert set(numbers.values()) == {TableNumber(is_open=True, is_told=True)}
    assert (resting.is_open, resting.is_told) == (False, True)
    day = 24 * 60 * 60
    assert [resting.is_resting(resting.free_since + after) for after in (0, day - 1, day)] == [True, True, False]


async def test_of_two_who_open_a_table_with_one_number_one_is_too_late(store: GameStore) -> None:
    assert await commit_at(store, SIX[1], update=5) == Committed(1)
    assert await commit_at(store, SIX[1], update=6) == Conflict(1)
    assert await commit_at(store, SIX[2], update=6) == Committed(1)


async def test_a_table_that_is_put_aside_frees_its_number(store: GameStore, redis: Redis) -> None:
    await open_six_tables(store)
    epochs = {keys.shard_of(PLACE.chat): "alone"}
    assert await Quarantine(redis, OwnedShards(epochs)).quarantine_table(SIX[1], 1)
    number = (await numbers_of(store))[2]
    assert (number.is_open, number.is_told) == (False, True)
    assert [number for number, one in (await store.load_place(PLACE)).others.items() if one.state] == [3, 4, 5, 6]


@pytest.fixture
def asked(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sent: list[str] = []
    execute: Any = redis.execute_command

    async def counted(*arguments: Any, **options: Any) -> Any:
        sent.append(str(arguments[0]))
        return await execute(*arguments, **options)

    monkeypatch.setattr(redis, "execute_command", counted)
    return sent


@pytest.mark.parametrize("count", [1, 6])
async def test_all_tables_of_a_place_are_read_in_one_round_trip(store: GameStore, asked: list[str], count: int) -> None:
    for scope in SIX[:count]:
        await commit_at(store, scope, state=b"state %d" % scope.table, reset_log=True)
    await store.load_place(PLACE)
    asked.clear()
    place = await store.load_place(PLACE, 5)
    assert asked == ["EVALSHA"]
    assert (place.state, place.custom_words) == (b"state 1", b"words of 1")
    assert sorted((number, one.state, one.custom_words) for number, one in place.others.items()) == [
        (number, b"state %d" % number, b"words of %d" % number) for number in range(2, count + 1)
    ]
    asked.clear()
    await commit_at(store, SIX[count - 1], 1, update=5)
    assert asked == ["EVALSHA"], "a commit neither asks more"


async def test_of_games_that_are_over_the_newest_alone_are_read_whole(store: GameStore, redis: Redis) -> None:
    tables = [PLACE.at_table(number) for number in range(1, 13)]
    for scope in tables:
        await commit_at(store, scope, state=b"state %d" % scope.table, told=tuple(range(1, scope.table + 1)))
    for scope in tables[2:]:
        await commit_at(store, scope, 1, state=b"over", over=True)
        await redis.hset(keys.table_numbers(PLACE), str(scope.table), str(1000 + scope.table))
    place = await store.load_place(PLACE)
    assert sorted(number for number, one in place.others.items() if one.state) == [2, *range(7, 13)]
    assert {number: one.version for number, one in place.others.items() if number > 2} == dict.fromkeys(range(3, 13), 2)
    assert (await store.load_table(tables[2])).state == b"over", "asked for, it is there"


async def test_an_update_counts_once_in_all_places_and_at_all_tables_of_a_chat(store: GameStore) -> None:
    assert await commit_at(store, SIX[0], update=5) == Committed(1)
    for scope in (*SIX[1:], OTHER_PLACE):
        assert await commit_at(store, scope, update=5) == Duplicate(0)
        assert (await store.load_table(scope, 5)).duplicate
    await store.save_setting(PLACE, "theme", "dark", update=6)
    assert await commit_at(store, SIX[0], 1, update=6) == Committed(2), "a choice is another thing"


@pytest.mark.parametrize("by_choices", [False, True])
async def test_what_a_chat_has_seen_is_bounded(
    store: GameStore, redis: Redis, monkeypatch: pytest.MonkeyPatch, *, by_choices: bool
) -> None:
    monkeypatch.setattr(retention, "SEEN_NEWEST", 8)
    for update in range(100):
        if by_choices:
            await store.save_setting(PLACE, "theme", f"{update}", update=update)
        else:
            scope = SIX[update % 6]
            done = await commit_at(store, scope, (await store.load_table(scope)).version, update=update)
            assert isinstance(done, Committed)
        assert await redis.hlen(keys.seen_updates(PLACE.chat)) <= 8 + 2 + 1
    seen = await redis.hgetall(keys.seen_updates(PLACE.chat))
    assert {f"{update} theme".encode() if by_choices else b"%d" % update for update in range(92, 100)} <= set(seen)


async def test_the_newest_messages_are_kept(store: GameStore, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "TABLE_MESSAGES", 4)
    await open_six_tables(store)
    outbox = Outbox(redis)
    for message in range(1, 8):
        await outbox.ack_notices((), SIX[0], NewestMessage(message))
    for message in (8, 8, 9):
        await outbox.ack_notices((), SIX[1], NewestMessage(message))
    place = await store.load_place(PLACE)
    others = {number: one.messages for number, one in place.others.items()}
    assert [set(place.messages), set(others[2]), set(others[3])] == [{4, 5, 6, 7}, {8, 9}, set()]
    await commit_at(store, SIX[0], 1)
    assert (await store.load_table(SIX[0])).messages == {4, 5, 6, 7}
    await commit_at(store, SIX[0], 2, reset_log=True)
    assert (await store.load_table(SIX[0])).messages == frozenset(), "they are about the table before"


async def test_the_newest_decisions_are_kept(store: GameStore, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AUDIT_ENTRIES", 3)
    for version, entries in enumerate([(b"1", b"2"), (), (b"2", b"3"), (b"4",)]):
        change = Commit(scope=SIX[version], expected_version=0, update_id=None, state=b"x", audit_entries=entries)
        assert await store.commit(change) == Committed(1)
    assert await store.load_audit_entries(PLACE) == [b"2", b"3", b"4"]
    assert await store.load_audit_entries(OTHER_PLACE) == []
    assert await redis.ttl(keys.audit_entries(PLACE)) == pytest.approx(retention.IDLE_SECONDS, abs=5)


CHATS = [-1_000_000_000_000 - number for number in range(500)]
NOW = 1_900_000_000.0


async def count_write_commands(redis: Redis) -> int:
    stats = await redis.info("commandstats")
    names = ("zadd", "zrem", "zremrangebyscore")
    return sum(stats.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in names)


async def test_many_chats_are_written_by_a_few_commands_a_shard(redis: Redis) -> None:
    acquaintances = ChatDirectory(redis, lambda: NOW)
    for number, chat in enumerate(CHATS):
        acquaintances.record_chat(chat)
        acquaintances.record_game(Scope(chat), running=bool(number % 5))
    before = await count_write_commands(redis)
    await acquaintances.save_records()
    assert await count_write_commands(redis) - before <= 4 * SHARDS < len(CHATS)
    assert sorted(await acquaintances.list_chats()) == sorted(CHATS)
    assert await acquaintances.count_running_games() == len(CHATS) * 4 // 5


async def test_a_name_is_the_same_in_capitals_before_and_after_it_is_written(redis: Redis) -> None:
    acquaintances = ChatDirectory(redis, lambda: NOW)
    acquaintances.record_chat(7, {"Kiraz_Ayse": 7})
    for _ in range(2):
        assert [await acquaintances.find_user_id(name) for name in ("kiraz_ayse", "KIRAZ_AYSE", "limon")] == [
            7,
            7,
            None,
        ]
        await acquaintances.save_records()


async def test_games_of_a_group_that_became_another_are_known_no_more_at_all_its_tables(redis: Redis) -> None:
    directory = ChatDirectory(redis, lambda: NOW)
    chat, other = CHATS[0], next(chat for chat in CHATS[1:] if shard_of(chat) == shard_of(CHATS[0]))
    for scope in (Scope(chat), Scope(chat, table=2), Scope(other)):
        directory.record_game(scope, running=True)
    await directory.save_records()
    directory.record_game(Scope(chat, table=3), running=True)
    await directory.remove_games(chat)
    await directory.save_records()
    assert await directory.count_running_games() == 1
