"""A group that becomes a supergroup: everything it has comes along under the new id."""

from random import Random
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.judges.chatwords import ChatWords
from bot.store import keys, migrate, retention
from bot.store.commits import Commit, Committed, Duplicate, Elsewhere
from bot.store.entries import Newest
from bot.store.halted import Halted
from bot.store.keys import Scope
from bot.store.migrate import Closed, WrongMove
from bot.store.ownership import ALONE
from bot.store.redis import Store
from bot.store.streams import Outbox
from tests.support.migrations import DUE, wander
from tests.support.stored_logs import stored_log

pytestmark = pytest.mark.cluster_too

OLD, NEW = Scope(-4001), Scope(-1_001_000_004_001)


@pytest.fixture
async def store(redis: Redis) -> Store:
    """A store where the old group has a game and has chosen a language."""
    store = Store(redis)
    done = await store.commit(
        Commit(scope=OLD, expected=0, update_id=11, state=b"state", log=(b"one", b"two"), deadline=DUE, words=b"words")
    )
    assert done == Committed(1)
    await store.set_setting(OLD, "language", "en")
    await Outbox(redis).done((), OLD, Newest(77))
    await store.set_photo(OLD, "digest", "file")
    return store


async def due(store: Store) -> list[Scope]:
    """What is due anywhere, asked shard by shard."""
    return [scope for shard in range(keys.SHARDS) for scope in await store.due(DUE + 1, 10, {shard: ALONE})]


async def test_the_ids_are_of_different_shards() -> None:
    assert keys.shard_of(OLD.chat) != keys.shard_of(NEW.chat)


async def test_a_game_whose_clocks_wait_for_the_bot_waits_under_its_new_number(store: Store, redis: Redis) -> None:
    halted = Halted(redis)
    await halted.note(OLD)
    await store.move(OLD.chat, NEW.chat)
    assert (await halted.of(OLD.chat), await halted.of(NEW.chat)) == ([], [NEW])
    assert (await store.load(NEW)).halted


async def test_game_log_words_settings_seen_updates_and_deadline_move(store: Store, redis: Redis) -> None:
    alive = await redis.ttl(keys.game(OLD))
    await store.move(OLD.chat, NEW.chat)
    loaded = await store.load(NEW, 11)
    assert (loaded.version, loaded.state, loaded.settings) == (1, b"state", {"language": "en"})
    assert (loaded.duplicate, loaded.words) == (True, b"words")
    assert await stored_log(store, NEW) == [b"one", b"two"]
    assert await store.post(NEW) is None, "that message has another number there"
    assert await store.photo(NEW, "digest") == "file"
    assert abs(await redis.ttl(keys.game(NEW)) - alive) <= 2
    left = await store.load(OLD, 11)
    assert (left.state, left.settings, left.duplicate, left.words) == (None, {}, False, None)
    assert await stored_log(store, OLD) == []
    assert left.moved == Closed(NEW.chat, left=True)
    assert await due(store) == [NEW]


async def test_the_game_goes_on_where_it_is_now(store: Store) -> None:
    await store.move(OLD.chat, NEW.chat)
    again = Commit(scope=NEW, expected=1, update_id=11, state=b"twice")
    assert await store.commit(again) == Duplicate(1)
    assert await store.commit(Commit(scope=NEW, expected=1, update_id=12, state=b"next")) == Committed(2)


async def test_moving_again_is_harmless(store: Store, redis: Redis) -> None:
    assert await migrate.move(redis, OLD.chat, NEW.chat)
    await store.commit(Commit(scope=NEW, expected=1, update_id=12, state=b"next", log=(b"three",)))
    assert not await migrate.move(redis, OLD.chat, NEW.chat)
    assert (await store.load(NEW)).state == b"next"
    assert await stored_log(store, NEW) == [b"one", b"two", b"three"]


class Killed(Exception):
    """The process ended there."""


@pytest.mark.parametrize("step", ["_CLOSE", "_ADOPT", "_LEAVE"])
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
async def test_a_move_that_was_cut_short_is_finished_by_the_next(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch, step: str, *, done: bool
) -> None:
    script = getattr(migrate, step)

    async def killed(*arguments: Any) -> None:
        if done:
            await script(*arguments)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(migrate, step, killed)
        with pytest.raises(Killed):
            await migrate.move(redis, OLD.chat, NEW.chat)
    assert await migrate.move(redis, OLD.chat, NEW.chat) == (step != "_LEAVE" or not done)
    assert (await store.load(NEW)).state == b"state"
    assert await stored_log(store, NEW) == [b"one", b"two"]
    assert await due(store) == [NEW]
    assert (await store.load(OLD)).moved == Closed(NEW.chat, left=True)


async def test_nothing_is_committed_or_chosen_in_a_group_once_it_is_closed(store: Store, redis: Redis) -> None:
    await store.close(OLD.chat, NEW.chat)
    late = Commit(scope=OLD, expected=1, update_id=12, state=b"late", log=(b"three",))
    assert await store.commit(late) == Elsewhere(NEW.chat)
    await store.set_setting(OLD, "language", "uk")
    await ChatWords(redis).change(OLD.chat, "en", "cat", counts=True)
    await store.move(OLD.chat, NEW.chat, ("en",))
    assert (await store.load(NEW)).state == b"state"
    assert await stored_log(store, NEW) == [b"one", b"two"]
    assert await store.settings(NEW) == {"language": "uk"}
    assert (await ChatWords(redis).read(NEW.chat, "en")).added == {"CAT"}


async def test_a_group_that_has_moved_once_does_not_move_elsewhere(store: Store) -> None:
    await store.close(OLD.chat, NEW.chat)
    assert await store.close(OLD.chat, NEW.chat - 1) == Closed(NEW.chat, left=False)


async def test_what_was_told_there_before_the_game_came_stays_the_newest(store: Store, redis: Redis) -> None:
    await Outbox(redis).done((), NEW, Newest(90))
    await store.move(OLD.chat, NEW.chat)
    assert await store.post(NEW) == 90
    assert (await store.load(NEW)).state == b"state"


async def test_no_commit_that_was_acknowledged_is_lost_while_groups_move(redis: Redis) -> None:
    """Writers go on, and processes end: the state counts what was acknowledged, and the log has all of it."""
    chance = Random(7)
    for number in range(24):
        await wander(redis, chance, number)


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
async def test_only_a_basic_group_becomes_another_chat_and_only_a_supergroup(
    store: Store, redis: Redis, old: int, new: int
) -> None:
    before = {key: await redis.dump(key) for key in await redis.keys("*")}
    for moved in (store.close, store.move):
        with pytest.raises(WrongMove, match=f"chat {old} cannot have become {new}"):
            await moved(old, new)
    assert {key: await redis.dump(key) for key in await redis.keys("*")} == before


async def test_a_way_that_no_chat_has_gone_is_not_followed(store: Store, redis: Redis) -> None:
    """As if somebody had written it there: a supergroup that leads back to where it came from."""
    await store.move(OLD.chat, NEW.chat)
    await redis.hset(keys.game(NEW), "moved", str(OLD.chat))
    with pytest.raises(WrongMove):
        await store.set_setting(OLD, "language", "uk")
    with pytest.raises(WrongMove):
        await ChatWords(redis).change(OLD.chat, "en", "cat", counts=True)


async def test_a_mover_that_is_late_brings_back_nothing_that_was_undone_since(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    adopt = migrate._ADOPT  # noqa: SLF001 - between reading and writing a process may stand still

    async def adopted_late(*arguments: Any) -> None:
        monkeypatch.setattr(migrate, "_ADOPT", adopt)
        await store.move(OLD.chat, NEW.chat)
        await store.set_setting(NEW, "language", None)
        loaded = await store.load(NEW)
        await store.commit(Commit(scope=NEW, expected=loaded.version, update_id=12, state=None))
        await adopt(*arguments)

    monkeypatch.setattr(migrate, "_ADOPT", adopted_late)
    await store.move(OLD.chat, NEW.chat)
    loaded = await store.load(NEW)
    assert (loaded.state, loaded.settings) == (None, {})
    assert await due(store) == []


async def test_what_stands_at_the_target_is_newer_and_stays(store: Store) -> None:
    await store.commit(Commit(scope=NEW, expected=0, update_id=20, state=b"newer", log=(b"new",)))
    await store.set_setting(NEW, "language", "tr")
    await store.move(OLD.chat, NEW.chat)
    loaded = await store.load(NEW)
    assert (loaded.version, loaded.state, loaded.settings) == (1, b"newer", {"language": "tr"})
    assert loaded.words is None
    assert await stored_log(store, NEW) == [b"new"]
    assert (await store.load(OLD)).state is None


async def test_settings_move_without_a_game(redis: Redis) -> None:
    store = Store(redis)
    await store.set_setting(OLD, "language", "en")
    await store.move(OLD.chat, NEW.chat)
    assert await store.settings(NEW) == {"language": "en"}
    assert await store.settings(OLD) == {}


async def test_of_a_group_that_has_nothing_only_where_it_went_and_came_from_is_kept(redis: Redis) -> None:
    assert await migrate.move(redis, OLD.chat, NEW.chat)
    assert set(await redis.keys("*")) == {keys.game(OLD).encode(), keys.game(NEW).encode()}
    assert 0 < await redis.ttl(keys.game(OLD)) <= retention.FINISHED_SECONDS
    assert 0 < await redis.ttl(keys.game(NEW)) <= retention.IDLE_SECONDS


async def test_a_table_that_was_closed_at_the_target_does_not_keep_the_game_out(store: Store) -> None:
    moved = await store.load(OLD)
    for version in range(moved.version + 2):
        await store.commit(Commit(scope=NEW, expected=version, update_id=None, state=b"lobby"))
    closed = moved.version + 3
    await store.commit(Commit(scope=NEW, expected=closed - 1, update_id=None, state=None))
    await store.move(OLD.chat, NEW.chat)
    loaded = await store.load(NEW)
    assert (loaded.version, loaded.state) == (closed + 1, moved.state)
    stale = Commit(scope=NEW, expected=closed, update_id=None, state=b"over it")
    assert not isinstance(await store.commit(stale), Committed)
