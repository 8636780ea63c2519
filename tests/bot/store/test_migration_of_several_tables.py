"""A group with several tables becomes a supergroup: all of them come along, each under its number."""

import pytest
from redis.asyncio import Redis

from bot.store import chat_migration, keys
from bot.store.chat_migration import MigratedChat
from bot.store.chats import UnreachableChats
from bot.store.commits import ChatMigrated, Commit, Committed
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import NewestMessage, Outbox
from tests.support.chat_migrations import DUE, ProcessKilled, all_due_scopes, killing_script
from tests.support.stored_tables import load_stored_log

OLD, NEW = Scope(-4001), Scope(-1_001_000_004_001)
SECOND, THIRD = OLD.at_table(2), OLD.at_table(3)


@pytest.fixture
async def store(redis: Redis) -> GameStore:
    store = GameStore(redis)
    first = Commit(
        scope=OLD,
        expected_version=0,
        update_id=11,
        state=b"state",
        log=(b"one", b"two"),
        deadline=DUE,
        custom_words=b"words",
    )
    assert await store.commit(first) == Committed(1)
    return store


async def open_further_tables(store: GameStore) -> None:
    for number in (2, 3):
        scope = OLD.at_table(number)
        done = await store.commit(
            Commit(
                scope=scope,
                expected_version=0,
                update_id=20 + number,
                state=b"state %d" % number,
                log=(b"log %d" % number,),
                reset_log=True,
                custom_words=b"words %d" % number,
                deadline=DUE + number,
                told_numbers=range(1, number + 1),
            )
        )
        assert done == Committed(1)


async def check_all_tables_moved(store: GameStore) -> None:
    place = await store.load_place(NEW, 22)
    assert [(place.state, place.custom_words)] + [(one.state, one.custom_words) for one in place.others] == [
        (b"state", b"words"),
        (b"state 2", b"words 2"),
        (b"state 3", b"words 3"),
    ]
    assert [number for number, what in sorted(place.numbers.items()) if what.is_open and what.is_told] == [1, 2, 3]
    assert place.duplicate
    assert await load_stored_log(store, NEW) == [b"one", b"two"]
    assert await load_stored_log(store, NEW.at_table(3)) == [b"log 3"]
    assert sorted(map(str, await all_due_scopes(store))) == sorted(map(str, [NEW, NEW.at_table(2), NEW.at_table(3)]))


async def test_all_tables_move_under_their_numbers(store: GameStore, redis: Redis) -> None:
    await open_further_tables(store)
    await Outbox(redis).ack_notices((), THIRD, NewestMessage(78))
    await UnreachableChats(redis).mark_unreachable(THIRD)
    await store.migrate_chat(OLD.chat, NEW.chat)
    await check_all_tables_moved(store)
    assert await UnreachableChats(redis).list_unreachable_scopes(NEW.chat) == [NEW.at_table(3)]
    assert all(not one.messages for one in (await store.load_place(NEW)).others), "they have other numbers there"
    left = await store.load_table(THIRD)
    assert (left.state, left.migrated_to) == (None, MigratedChat(NEW.chat, is_copied=True))
    kept = await redis.keys(f"hf:*{OLD.chat}*")
    assert kept == [keys.game(OLD).encode()], "nothing else is left behind"


async def test_no_table_takes_a_commit_once_the_group_is_closed(store: GameStore) -> None:
    await open_further_tables(store)
    await store.close_chat(OLD.chat, NEW.chat)
    assert await all_due_scopes(store) == []
    for scope in (THIRD, OLD.at_table(4)):
        late = Commit(
            scope=scope, expected_version=(await store.load_table(scope)).version, update_id=30, state=b"late"
        )
        assert await store.commit(late) == ChatMigrated(NEW.chat)
    await store.migrate_chat(OLD.chat, NEW.chat)
    await check_all_tables_moved(store)


@pytest.mark.parametrize("step", ["_CLOSE_CHAT", "_ADOPT_CHAT", "_DELETE_MIGRATED"])
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
async def test_a_move_of_several_tables_that_was_cut_short_is_finished_by_the_next(
    store: GameStore, redis: Redis, monkeypatch: pytest.MonkeyPatch, step: str, *, done: bool
) -> None:
    await open_further_tables(store)
    with monkeypatch.context() as patch:
        patch.setattr(chat_migration, step, killing_script(getattr(chat_migration, step), done=done))
        with pytest.raises(ProcessKilled):
            await chat_migration.migrate_chat(redis, OLD.chat, NEW.chat)
    await chat_migration.migrate_chat(redis, OLD.chat, NEW.chat)
    await check_all_tables_moved(store)
    assert (await store.load_table(SECOND)).migrated_to == MigratedChat(NEW.chat, is_copied=True)


async def test_of_each_number_the_table_at_the_target_stays_and_all_are_told_apart(store: GameStore) -> None:
    await open_further_tables(store)
    await store.commit(Commit(scope=NEW.at_table(2), expected_version=0, update_id=40, state=b"newer"))
    await store.migrate_chat(OLD.chat, NEW.chat)
    place = await store.load_place(NEW)
    assert [place.state, *(one.state for one in place.others)] == [b"state", b"newer", b"state 3"]
    assert all(what.is_open and what.is_told for what in place.numbers.values())


async def test_a_game_goes_on_though_the_target_has_one_of_its_number_that_is_over(store: GameStore) -> None:
    over = Commit(scope=NEW, expected_version=0, update_id=40, state=b"over", short_retention=True)
    await store.commit(over)
    await store.migrate_chat(OLD.chat, NEW.chat)
    place = await store.load_place(NEW)
    assert (place.state, place.custom_words, place.version) == (b"state", b"words", 2)
    assert await load_stored_log(store, NEW) == [b"one", b"two"]
    assert {number: (what.is_open, what.is_told) for number, what in place.numbers.items()} == {1: (True, False)}
    assert await all_due_scopes(store) == [NEW]


async def test_updates_that_either_chat_has_seen_are_seen_afterwards(store: GameStore, redis: Redis) -> None:
    await store.save_setting(OLD, "theme", "dark", update=12)
    await store.commit(Commit(scope=NEW, expected_version=0, update_id=13, state=b"newer"))
    await store.migrate_chat(OLD.chat, NEW.chat)
    assert (await store.load_table(NEW, 11)).duplicate
    assert (await store.load_table(NEW, 13)).duplicate
    assert await redis.hgetall(keys.seen_updates(NEW.chat)) == {
        b"13": b"1 %d 1" % NEW.chat,
        b"11": b"2 %d 1" % NEW.chat,
        b"12 theme": b"3",
        b"count": b"3",
    }
