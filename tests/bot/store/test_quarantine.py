"""A table is put aside as it was read, by who owns its shard: else it stays where it is, and so does any other."""

from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.housekeeping import Quarantine
from bot.store.keys import Scope
from tests.support.streams import CHAT, OwnedShards, set_shard_owner

SHARD = keys.shard_of(CHAT)
SCOPE = Scope(CHAT, 7)


def commit_of(expected: int, state: bytes = b"state") -> Commit:
    return Commit(scope=SCOPE, expected_version=expected, update_id=None, state=state, log=(b"entry",), deadline=5.0)


async def snapshot_redis(redis: Redis) -> dict[object, object]:
    """All that is stored, to be compared before and after."""
    return {key: await redis.dump(key) for key in await redis.keys("*")}


async def test_a_table_that_came_meanwhile_stays(redis: Redis) -> None:
    owned = OwnedShards(await set_shard_owner(redis, "a#1"))
    store = GameStore(redis, shards=owned)
    for version in (0, 1):
        await store.commit(commit_of(version))
    before = await snapshot_redis(redis)
    assert not await Quarantine(redis, owned).quarantine_table(SCOPE, 1)
    assert await snapshot_redis(redis) == before
    assert await Quarantine(redis, owned).quarantine_table(SCOPE, 2)
    assert await redis.hget(keys.quarantined_game(SCOPE, 2), "state") == b"state"
    assert not await Quarantine(redis, owned).quarantine_table(SCOPE, 2), "there is none any more"


async def test_no_table_of_a_group_that_has_moved_is_put_aside(redis: Redis) -> None:
    group = Scope(-4001).at_table(2)
    owned = OwnedShards(await set_shard_owner(redis, "a#1", group.chat))
    store = GameStore(redis, shards=owned)
    await store.commit(Commit(scope=group, expected_version=0, update_id=None, state=b"state"))
    await store.close_chat(group.chat, -1_001_000_004_001)
    before = await snapshot_redis(redis)
    assert not await Quarantine(redis, owned).quarantine_table(group, 1)
    assert await snapshot_redis(redis) == before


async def test_the_next_table_has_a_number_of_its_own(redis: Redis) -> None:
    """What was asked of the one before, as by a press that waits, is not done at the next."""
    owned = OwnedShards(await set_shard_owner(redis, "a#1"))
    store = GameStore(redis, shards=owned)
    await store.commit(commit_of(0))
    await Quarantine(redis, owned).quarantine_table(SCOPE, 1)
    assert (await store.load_table(SCOPE)).version == 2
    assert await store.commit(commit_of(2, b"next")) == Committed(3)
