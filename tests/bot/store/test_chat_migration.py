"""A group that becomes a supergroup: everything it has comes along under the new id."""

import contextlib
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.judges.word_judge import ChatWords
from bot.store import chat_migration, keys
from bot.store.chat_migration import InvalidChatMigration, MigratedChat
from bot.store.chats import UnreachableChats
from bot.store.commits import ChatMigrated, Commit, Committed, Duplicate
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.people import OnboardingStore
from bot.store.streams import NewestMessage, Outbox
from tests.support.chat_migrations import (
    DUE,
    ProcessKilled,
    all_due_scopes,
    killed_after,
    killing_script,
    race_migration,
)
from tests.support.stored_tables import load_stored_log

OLD, NEW = Scope(-4001), Scope(-1_001_000_004_001)


@pytest.fixture
async def store(redis: Redis) -> GameStore:
    store = GameStore(redis)
    done = await store.commit(
        Commit(
            scope=OLD,
            expected_version=0,
            update_id=11,
            state=b"state",
            log=(b"one", b"two"),
            deadline=DUE,
            custom_words=b"words",
        )
    )
    assert done == Committed(1)
    await store.save_setting(OLD, "language", "en")
    await Outbox(redis).ack_notices((), OLD, NewestMessage(77))
    await store.save_photo(OLD, "digest", "file")
    return store


async def test_a_game_whose_clocks_wait_for_the_bot_waits_under_its_new_number(store: GameStore, redis: Redis) -> None:
    halted = UnreachableChats(redis)
    await halted.mark_unreachable(OLD)
    await store.migrate_chat(OLD.chat, NEW.chat)
    assert (await halted.list_unreachable_scopes(OLD.chat), await halted.list_unreachable_scopes(NEW.chat)) == (
        [],
        [NEW],
    )
    assert (await store.load_table(NEW)).unreachable


async def test_game_log_words_settings_seen_updates_and_deadline_move(store: GameStore, redis: Redis) -> None:
    alive = await redis.ttl(keys.game(OLD))
    await store.migrate_chat(OLD.chat, NEW.chat)
    loaded = await store.load_table(NEW, 11)
    assert (loaded.version, loaded.state, loaded.settings) == (1, b"state", {"language": "en"})
    assert (loaded.duplicate, loaded.custom_words) == (True, b"words")
    assert await load_stored_log(store, NEW) == [b"one", b"two"]
    assert await store.load_newest_message_id(NEW) is None, "that message has another number there"
    assert await store.find_photo_file_id(NEW, "digest") == "file"
    assert abs(await redis.ttl(keys.game(NEW)) - alive) <= 2
    left = await store.load_table(OLD, 11)
    assert (left.state, left.settings, left.duplicate, left.custom_words) == (None, {}, False, None)
    assert await load_stored_log(store, OLD) == []
    assert left.migrated_to == MigratedChat(NEW.chat, is_copied=True)
    assert await all_due_scopes(store) == [NEW]
    again = Commit(scope=NEW, expected_version=1, update_id=11, state=b"twice")
    assert await store.commit(again) == Duplicate(1)
    assert await store.commit(replace(again, update_id=12, state=b"next")) == Committed(2)


async def test_moving_again_is_harmless(store: GameStore, redis: Redis) -> None:
    assert await chat_migration.migrate_chat(redis, OLD.chat, NEW.chat)
    await store.commit(Commit(scope=NEW, expected_version=1, update_id=12, state=b"next", log=(b"three",)))
    assert not await chat_migration.migrate_chat(redis, OLD.chat, NEW.chat)
    assert (await store.load_table(NEW)).state == b"next"
    assert await load_stored_log(store, NEW) == [b"one", b"two", b"three"]


async def test_nothing_is_committed_or_chosen_in_a_group_once_it_is_closed(store: GameStore, redis: Redis) -> None:
    await store.close_chat(OLD.chat, NEW.chat)
    late = Commit(scope=OLD, expected_version=1, update_id=12, state=b"late", log=(b"three",))
    assert await store.commit(late) == ChatMigrated(NEW.chat)
    await store.save_setting(OLD, "language", "uk")
    await ChatWords(redis).change_words(OLD.chat, "en", "cat", counts=True)
    await store.migrate_chat(OLD.chat, NEW.chat, ("en",))
    assert (await store.load_table(NEW)).state == b"state"
    assert await load_stored_log(store, NEW) == [b"one", b"two"]
    assert await store.load_settings(NEW) == {"language": "uk"}
    assert (await ChatWords(redis).load_changes(NEW.chat, "en")).added == {"CAT"}


async def test_a_group_that_has_moved_once_does_not_move_elsewhere(store: GameStore) -> None:
    await store.close_chat(OLD.chat, NEW.chat)
    assert await store.close_chat(OLD.chat, NEW.chat - 1) == MigratedChat(NEW.chat, is_copied=False)


async def test_no_commit_that_was_acknowledged_is_lost_while_groups_move(redis: Redis) -> None:
    chance = Random(7)
    for number in range(6):
        await race_migration(redis, chance, number)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD.chat, OLD.chat),
        (OLD.chat, -4002),
        (NEW.chat, OLD.chat),
        (NEW.chat, NEW.chat - 1),
        (4001, NEW.chat),
        (OLD.chat, 4001),
        (-(10**12), NEW.chat),
        (OLD.chat, -(10**12)),
    ],
)
async def test_only_a_basic_group_becomes_a_supergroup(store: GameStore, redis: Redis, old: int, new: int) -> None:
    before = {key: await redis.dump(key) for key in await redis.keys("*")}
    for moved in (store.close_chat, store.migrate_chat):
        with pytest.raises(InvalidChatMigration, match=f"chat {old} cannot have become {new}"):
            await moved(old, new)
    assert {key: await redis.dump(key) for key in await redis.keys("*")} == before


async def test_a_late_mover_brings_back_nothing_undone_since(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    adopt = chat_migration._ADOPT_CHAT  # noqa: SLF001 - between reading and writing a process may stand still

    async def adopted_late(*arguments: Any) -> None:
        monkeypatch.setattr(chat_migration, "_ADOPT_CHAT", adopt)
        await store.migrate_chat(OLD.chat, NEW.chat)
        await store.save_setting(NEW, "language", None)
        loaded = await store.load_table(NEW)
        await store.commit(Commit(scope=NEW, expected_version=loaded.version, update_id=12, state=None))
        await adopt(*arguments)

    monkeypatch.setattr(chat_migration, "_ADOPT_CHAT", adopted_late)
    await store.migrate_chat(OLD.chat, NEW.chat)
    loaded = await store.load_table(NEW)
    assert (loaded.state, loaded.settings) == (None, {})
    assert await all_due_scopes(store) == []


async def test_what_stands_at_the_target_is_newer_and_stays(store: GameStore) -> None:
    await store.commit(Commit(scope=NEW, expected_version=0, update_id=20, state=b"newer", log=(b"new",)))
    await store.save_setting(NEW, "language", "tr")
    await store.migrate_chat(OLD.chat, NEW.chat)
    loaded = await store.load_table(NEW)
    assert (loaded.version, loaded.state, loaded.settings) == (1, b"newer", {"language": "tr"})
    assert loaded.custom_words is None
    assert await load_stored_log(store, NEW) == [b"new"]
    assert (await store.load_table(OLD)).state is None


async def test_a_table_that_was_closed_at_the_target_does_not_keep_the_game_out(store: GameStore) -> None:
    moved = await store.load_table(OLD)
    for version in range(moved.version + 2):
        await store.commit(Commit(scope=NEW, expected_version=version, update_id=None, state=b"lobby"))
    closed = moved.version + 3
    await store.commit(Commit(scope=NEW, expected_version=closed - 1, update_id=None, state=None))
    await store.migrate_chat(OLD.chat, NEW.chat)
    loaded = await store.load_table(NEW)
    assert (loaded.version, loaded.state) == (closed + 1, moved.state)
    stale = Commit(scope=NEW, expected_version=closed, update_id=None, state=b"over it")
    assert not isinstance(await store.commit(stale), Committed)


async def test_a_group_that_was_greeted_today_is_greeted_as_no_supergroup(redis: Redis) -> None:
    onboarding = OnboardingStore(redis)
    assert await onboarding.claim_greeting(OLD.chat, 11)
    await redis.expire(keys.greeting(OLD.chat), 500)
    await chat_migration.migrate_chat(redis, OLD.chat, NEW.chat)
    assert not await onboarding.claim_greeting(NEW.chat, 12)
    assert 0 < await redis.ttl(keys.greeting(NEW.chat)) <= 500
    assert not await redis.exists(keys.greeting(OLD.chat))


async def hold_notices(redis: Redis, *payloads: bytes, scope: Scope = OLD) -> None:
    for payload in payloads:
        await redis.xadd(keys.held_notices(keys.shard_of(scope.chat)), {"scope": str(scope), "payload": payload})


async def payloads_in(redis: Redis, key: str) -> list[tuple[bytes, bytes]]:
    found: Any = await redis.xrange(key)
    return [(fields[b"scope"], fields[b"payload"]) for _, fields in found]


@pytest.mark.repeats(4)
@pytest.mark.parametrize("requests", range(0, 40, 3))
async def test_held_notices_come_along(store: GameStore, redis: Redis, requests: int) -> None:
    second, other = (
        OLD.at_table(2),
        next(one for one in map(Scope, range(-9999, -5000)) if keys.shard_of(one.chat) == keys.shard_of(OLD.chat)),
    )
    await hold_notices(redis, b"one")
    await hold_notices(redis, b"two", scope=second)
    await hold_notices(redis, b"three")
    await hold_notices(redis, b"elsewhere", scope=other)
    with contextlib.suppress(ProcessKilled), killed_after(redis, requests):
        await store.migrate_chat(OLD.chat, NEW.chat)
    await store.migrate_chat(OLD.chat, NEW.chat)
    new, new_second = (str(one).encode() for one in (NEW, NEW.at_table(2)))
    assert await payloads_in(redis, keys.outbox(keys.shard_of(NEW.chat))) == [
        (new, b"one"),
        (new_second, b"two"),
        (new, b"three"),
    ]
    assert await payloads_in(redis, keys.held_notices(keys.shard_of(OLD.chat))) == [(str(other).encode(), b"elsewhere")]


SECOND, THIRD = OLD.at_table(2), OLD.at_table(3)


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
    assert [(place.state, place.custom_words)] + [(one.state, one.custom_words) for one in place.others.values()] == [
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
    assert all(not one.messages for one in (await store.load_place(NEW)).others.values()), (
        "they have other numbers there"
    )
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
async def test_a_move_of_several_tables_that_was_cut_short_is_finished_by_the_next(
    store: GameStore, redis: Redis, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await open_further_tables(store)
    with monkeypatch.context() as patch:
        patch.setattr(chat_migration, step, killing_script(getattr(chat_migration, step)))
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
    assert [place.state, *(one.state for one in place.others.values())] == [b"state", b"newer", b"state 3"]
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
