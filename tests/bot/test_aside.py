"""A table is put aside as it was read, by who owns its shard: else it stays where it is, and so does any other."""

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.aside import Aside
from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.store.ownership import NotOwned
from bot.store.redis import Store
from tests.support.streams import CHAT, Owned, own

pytestmark = pytest.mark.cluster_too

SHARD = keys.shard_of(CHAT)
SCOPE = Scope(CHAT, 7)


def change(expected: int, state: bytes = b"state") -> Commit:
    return Commit(scope=SCOPE, expected=expected, update_id=None, state=state, log=(b"entry",), deadline=5.0)


async def everything(redis: Redis) -> dict[object, object]:
    """All that is stored, to be compared before and after."""
    return {key: await redis.dump(key) for key in await redis.keys("*")}


async def test_a_table_that_came_meanwhile_stays(redis: Redis) -> None:
    owned = Owned(await own(redis, "a#1"))
    store = Store(redis, shards=owned)
    for version in (0, 1):
        await store.commit(change(version))
    before = await everything(redis)
    assert not await Aside(redis, owned).put(SCOPE, 1)
    assert await everything(redis) == before
    assert await Aside(redis, owned).put(SCOPE, 2)
    assert await redis.hget(keys.aside(SCOPE, 2), "state") == b"state"
    assert not await Aside(redis, owned).put(SCOPE, 2), "there is none any more"


async def test_a_former_owner_puts_nothing_aside(redis: Redis) -> None:
    former = Owned(await own(redis, "a#1"))
    await Store(redis, shards=former).commit(change(0))
    await own(redis, "b#2")
    before = await everything(redis)
    for _ in range(2):
        with pytest.raises(NotOwned):
            await Aside(redis, former).put(SCOPE, 1)
    assert former.told == [(SHARD, "a#1")]
    assert await everything(redis) == before


async def test_the_next_table_has_a_number_of_its_own(redis: Redis) -> None:
    """What was asked of the one before, as by a press that waits, is not done at the next."""
    owned = Owned(await own(redis, "a#1"))
    store = Store(redis, shards=owned)
    await store.commit(change(0))
    await Aside(redis, owned).put(SCOPE, 1)
    assert (await store.load(SCOPE)).version == 2
    assert await store.commit(change(2, b"next")) == Committed(3)
