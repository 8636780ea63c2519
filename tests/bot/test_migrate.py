"""A group that becomes a supergroup: everything it has comes along under the new id."""

import pytest
from redis.asyncio import Redis

from bot.store import keys, migrate
from bot.store.keys import Scope
from bot.store.redis import Commit, Committed, Duplicate, Store

OLD, NEW = Scope(-4001), Scope(-1004001)
DUE = 2_000_000_000.0


@pytest.fixture
async def store(redis: Redis) -> Store:
    """A store where the old group has a game and has chosen a language."""
    store = Store(redis)
    done = await store.commit(
        Commit(scope=OLD, expected=0, update_id=11, state=b"state", log=(b"one", b"two"), deadline=DUE, words=b"words")
    )
    assert done == Committed(1)
    await store.set_setting(OLD, "language", "en")
    await store.set_post(OLD, 77)
    await store.set_photo(OLD, "digest", "file")
    return store


async def test_the_ids_are_of_different_shards() -> None:
    assert keys.shard_of(OLD.chat) != keys.shard_of(NEW.chat)


async def test_game_log_words_settings_seen_updates_and_deadline_move(store: Store, redis: Redis) -> None:
    alive = await redis.ttl(keys.game(OLD))
    await store.move(OLD.chat, NEW.chat)
    loaded = await store.load(NEW, 11)
    assert (loaded.version, loaded.state, loaded.settings) == (1, b"state", {"language": "en"})
    assert (loaded.duplicate, loaded.words) == (True, b"words")
    assert await store.log(NEW) == [b"one", b"two"]
    assert await store.post(NEW) == 77
    assert await store.photo(NEW, "digest") == "file"
    assert abs(await redis.ttl(keys.game(NEW)) - alive) <= 2
    left = await store.load(OLD, 11)
    assert (left.state, left.settings, left.duplicate, left.words) == (None, {}, False, None)
    assert await store.log(OLD) == []
    assert await redis.hget(keys.game(OLD), "moved") == str(NEW.chat).encode()
    assert await store.due(DUE + 1, 10) == [NEW]


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
    assert await store.log(NEW) == [b"one", b"two", b"three"]


async def test_a_move_that_was_cut_short_is_finished_by_the_next(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(keys, "deadlines", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await migrate.move(redis, OLD.chat, NEW.chat)
    assert (await store.load(OLD)).state == b"state"
    assert await migrate.move(redis, OLD.chat, NEW.chat)
    assert (await store.load(NEW)).state == b"state"
    assert await store.due(DUE + 1, 10) == [NEW]


async def test_what_stands_at_the_target_is_newer_and_stays(store: Store) -> None:
    await store.commit(Commit(scope=NEW, expected=0, update_id=20, state=b"newer", log=(b"new",)))
    await store.set_setting(NEW, "language", "tr")
    await store.move(OLD.chat, NEW.chat)
    loaded = await store.load(NEW)
    assert (loaded.version, loaded.state, loaded.settings) == (1, b"newer", {"language": "tr"})
    assert loaded.words is None
    assert await store.log(NEW) == [b"new"]
    assert (await store.load(OLD)).state is None


async def test_settings_move_without_a_game(redis: Redis) -> None:
    store = Store(redis)
    await store.set_setting(OLD, "language", "en")
    await store.move(OLD.chat, NEW.chat)
    assert await store.settings(NEW) == {"language": "en"}
    assert await store.settings(OLD) == {}


async def test_a_group_that_has_nothing_has_nothing_to_move(redis: Redis) -> None:
    assert not await migrate.move(redis, OLD.chat, NEW.chat)
    assert await redis.keys("*") == []
