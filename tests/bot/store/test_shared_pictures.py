"""Pictures of games' ends are kept where their chat is, though it becomes a supergroup while they are sent."""

from itertools import count

from redis.asyncio import Redis

from bot.store import chat_migration, keys, retention
from bot.store.shared_pictures import SharedPicture, SharedPictureStore
from tests.support.chat_migrations import ProcessKilled, killed_after
from tests.support.records import sample_record, store_samples

OLD, NEW = -4001, -1_001_000_004_001
GAME = sample_record(1).id


async def test_a_picture_is_kept_for_a_month(redis: Redis) -> None:
    store = SharedPictureStore(redis)
    await store.save_picture(NEW, GAME, "AgAD")
    assert await store.find_picture(NEW, GAME) == SharedPicture(NEW, "AgAD")
    assert await redis.ttl(keys.shared_picture(NEW, GAME)) > retention.SHARED_PICTURE_SECONDS - 60
    assert await store.find_picture(NEW, sample_record(2).id) is None


async def test_a_picture_that_was_kept_before_its_group_moved_is_found_by_either_number(redis: Redis) -> None:
    store = SharedPictureStore(redis)
    await store_samples(redis, OLD, [1])
    await store.save_picture(OLD, GAME, "AgAD")
    await redis.expire(keys.shared_picture(OLD, GAME), 500)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    for chat in (OLD, NEW):
        assert await store.find_picture(chat, GAME) == SharedPicture(NEW, "AgAD")
    assert not await redis.exists(keys.shared_picture(OLD, GAME))
    assert 0 < await redis.ttl(keys.shared_picture(NEW, GAME)) <= 500


async def test_a_picture_that_is_kept_in_the_midst_of_a_move_is_where_the_group_is(redis: Redis) -> None:
    store = SharedPictureStore(redis)
    for requests in count():
        await redis.flushall()
        await store_samples(redis, OLD, [1])
        with killed_after(redis, requests, done=True):
            try:
                await chat_migration.migrate_chat(redis, OLD, NEW)
            except ProcessKilled:
                pass
            else:
                break
        await store.save_picture(OLD, GAME, "AgAD")
        await chat_migration.migrate_chat(redis, OLD, NEW)
        for chat in (OLD, NEW):
            assert await store.find_picture(chat, GAME) == SharedPicture(NEW, "AgAD")
        assert not await redis.exists(keys.shared_picture(OLD, GAME))
    assert requests > 10
