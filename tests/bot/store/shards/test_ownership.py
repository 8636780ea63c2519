"""Who lives and who owns what, as all workers on a Redis agree; and how they wake each other."""

import asyncio
from collections.abc import Collection
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.schedule import Schedule
from bot.store.shard_coordinator import WorkerNotifier, assigned_shards, assigned_worker
from bot.store.shard_ownership import UNFENCED_EPOCH, Membership, ShardOwnership, worker_of_epoch
from tests.support.streams import OwnedShards
from tests.support.waiting import PATIENCE

SHARD = 7
CHAT = next(chat for chat in range(1, 999) if keys.shard_of(chat) == SHARD)


async def test_who_leaves_lives_yet_and_takes_no_share(redis: Redis) -> None:
    a, b = ShardOwnership(redis, "a"), ShardOwnership(redis, "b")
    await a.renew_membership()
    await b.renew_membership("leaving")
    living = await a.renew_membership()
    assert living == Membership(frozenset("a"), frozenset("b"))
    assert "b" in living
    await b.renew_membership("")
    assert (await a.renew_membership()).active == {"a"}
    assert await redis.smembers(keys.members()) == {b"a"}


class MembershipWatcher:
    def __init__(self, redis: Redis) -> None:
        self.now = 0.0
        self.claims = ShardOwnership(redis, "a", lambda: self.now)

    async def look_after(self, seconds: int = 1) -> Membership:
        for _ in range(seconds):
            self.now += 1
            found = await self.claims.renew_membership()
        return found


async def test_who_says_nothing_new_is_dead_in_the_end_and_forgotten(redis: Redis) -> None:
    a, b = MembershipWatcher(redis), ShardOwnership(redis, "b")
    await b.renew_membership()
    assert "b" in await a.look_after(6)
    assert "b" not in await a.look_after(1)
    await a.look_after(1)
    assert await redis.smembers(keys.members()) == {b"a"}
    assert not await redis.exists(keys.member("b"))
    await b.renew_membership()
    assert (await a.look_after()).active == {"a", "b"}, "and one that only slept is back"


async def test_who_goes_on_saying_something_lives_whatever_clocks_say(redis: Redis) -> None:
    a, b = MembershipWatcher(redis), ShardOwnership(redis, "b")
    for _ in range(20):
        await b.renew_membership()
        assert "b" in await a.look_after()
    assert await redis.pttl(keys.member("b")) == -1, "nothing that a server's clock could end"


async def test_another_process_of_the_same_name_is_noticed(redis: Redis) -> None:
    a, twin = ShardOwnership(redis, "a"), ShardOwnership(redis, "a")
    assert not (await a.renew_membership()).has_duplicate_name
    assert not (await a.renew_membership()).has_duplicate_name
    assert (await twin.renew_membership()).has_duplicate_name
    assert (await a.renew_membership()).has_duplicate_name
    assert not (await a.renew_membership()).has_duplicate_name
    await twin.renew_membership("")
    assert await redis.exists(keys.member("a")), "it does not take its twin along"


async def test_of_many_that_take_a_shard_at_once_exactly_one_has_it(redis: Redis) -> None:
    rivals = [ShardOwnership(redis, f"w{number}") for number in range(20)]
    taken = await asyncio.gather(*(rival.acquire_shards({SHARD: "", 8: ""}) for rival in rivals))
    for shard in (SHARD, 8):
        [epoch] = [mine[shard] for mine in taken if shard in mine]
        assert await rivals[0].load_owners((shard,)) == {shard: epoch}


async def test_a_shard_is_taken_only_as_it_was_seen(redis: Redis) -> None:
    a, b = ShardOwnership(redis, "a"), ShardOwnership(redis, "b")
    mine = await a.acquire_shards({SHARD: ""})
    assert await b.acquire_shards({SHARD: ""}) == {}
    assert await b.acquire_shards({SHARD: "a#other"}) == {}
    assert await a.load_owners((SHARD, 8)) == {**mine, 8: ""}
    his = await b.acquire_shards(await b.load_owners((SHARD,)))
    assert worker_of_epoch(his[SHARD]) == "b"
    assert await a.acquire_shards(mine) == {}, "who was overtaken takes nothing back unseen"


async def test_what_is_let_go_is_nobody_s_and_what_another_has_stays_theirs(redis: Redis) -> None:
    a, b = ShardOwnership(redis, "a"), ShardOwnership(redis, "b")
    mine = await a.acquire_shards({SHARD: "", 8: ""})
    his = await b.acquire_shards({8: mine[8]})
    await a.release_shards(mine)
    await a.release_shards(mine)
    assert await a.load_owners((SHARD, 8)) == {SHARD: "", **his}
    assert not await redis.exists(keys.shard_owner(SHARD))


async def test_a_worker_hears_what_it_is_woken_for(redis: Redis) -> None:
    a, b, c = (WorkerNotifier(redis, name) for name in "abc")
    b.notify_worker("a", 3)
    b.notify_worker("a", 5)
    assert (await a.wait_for_notification(5))[0] <= {3, 5}
    c.notify_worker("a")
    b.notify_worker("a", 3)
    shards, take = frozenset[int](), False
    async with asyncio.timeout(PATIENCE):
        while not (take and 3 in shards):
            more, now = await a.wait_for_notification(1)
            shards, take = shards | more, take or now
    assert shards <= {3, 5}


async def test_wakes_that_are_given_at_once_go_together_and_each_once(redis: Redis) -> None:
    a, b = WorkerNotifier(redis, "a"), WorkerNotifier(redis, "b")
    for number in range(30):
        b.notify_worker("a", number % 5)
    b.notify_worker("a")
    assert await a.wait_for_notification(5) == (frozenset(range(5)), True)
    assert await a.wait_for_notification(0.01) == (frozenset(), False)


async def test_a_worker_that_waits_is_woken_at_once(redis: Redis) -> None:
    waiting = asyncio.create_task(WorkerNotifier(redis, "a").wait_for_notification(30))
    async with asyncio.timeout(PATIENCE):
        await blocked_connection(redis)
        WorkerNotifier(redis, "b").notify_worker("a", 3)
        assert await waiting == (frozenset({3}), False)


async def test_a_wait_that_was_broken_is_not_sent_again_behind_its_caller_s_back(redis: Redis) -> None:
    """Asked again, the server would give out what nobody waits for by then."""
    a = WorkerNotifier(redis, "a")
    waiting = asyncio.create_task(a.wait_for_notification(30))
    async with asyncio.timeout(PATIENCE):
        await redis.client_kill_filter(_id=await blocked_connection(redis))
        WorkerNotifier(redis, "b").notify_worker("a", 3)
        with pytest.raises(Disconnected):
            await waiting
        assert await a.wait_for_notification(5) == (frozenset({3}), False)


async def blocked_connection(redis: Redis) -> str:
    while True:
        for one in await redis.client_list():
            if "b" in one["flags"]:
                return str(one["id"])
        await asyncio.sleep(0)


async def test_a_shard_that_is_lost_as_it_is_asked_what_is_due_there_ends_nobody(redis: Redis) -> None:
    shards = OwnedShards({1: UNFENCED_EPOCH, 2: "a#1", 3: UNFENCED_EPOCH})
    for shard in (1, 2, 3):
        await redis.zadd(keys.deadlines(shard), {f"due {shard}": 1})
    asked = asyncio.create_task(Schedule(redis, keys.deadlines, shards).claim_due_entries(1.0, 9))
    await asyncio.sleep(0)
    shards.epochs.clear()
    assert await asked == [b"due 1", b"due 3"]
    assert shards.lost_reports == [(2, "a#1")]


async def test_what_a_former_owner_had_claimed_is_due_at_once_for_who_takes_the_shard(redis: Redis) -> None:
    for name in (keys.deadlines(SHARD), keys.card_reveals(SHARD)):
        await redis.zadd(name, {"done": 1, "put off": 2, "left": 3, "later": 500})
    a, b = ShardOwnership(redis, "a"), ShardOwnership(redis, "b")
    former = await a.acquire_shards({SHARD: ""})
    kinds = {keys.deadlines: Schedule(redis, keys.deadlines), keys.card_reveals: Schedule(redis, keys.card_reveals)}
    for kind, schedule in kinds.items():
        assert await schedule.claim_due_entries(100, 9, former.items()) == [b"done", b"put off", b"left"]
        assert await schedule.claim_due_entries(129, 9, former.items()) == []
        await redis.zrem(kind(SHARD), "done")
        await redis.zadd(kind(SHARD), {"put off": 400})
    latter = await b.acquire_shards({SHARD: former[SHARD]})
    for kind, schedule in kinds.items():
        assert await redis.zrange(kind(SHARD), 0, -1, withscores=True) == [
            (b"left", 100.0),
            (b"put off", 400.0),
            (b"later", 500.0),
        ]
        assert await schedule.claim_due_entries(101, 9, latter.items()) == [b"left"]
        assert await schedule.claim_due_entries(450, 9, latter.items()) == [b"left", b"put off"]
        assert await redis.zcard(keys.claims(kind(SHARD))) == 2, "claims that are over are forgotten"
    await kinds[keys.deadlines].unschedule_entry(CHAT, b"left")
    await kinds[keys.deadlines].unschedule_everywhere(b"put off")
    assert await redis.zrange(keys.deadlines(SHARD), 0, -1) == [b"later"]


SHARDS = 64
names = st.text(min_size=1, max_size=20)


def owner_of_each_shard(workers: Collection[str]) -> list[str | None]:
    return [assigned_worker(shard, workers) for shard in range(SHARDS)]


@settings(max_examples=10)
@given(st.sets(names, min_size=1, max_size=8), names, st.randoms(use_true_random=False))
def test_whoever_joins_or_leaves_moves_its_own_share_only_and_all_agree(
    workers: set[str], other: str, chance: Random
) -> None:
    owners = owner_of_each_shard(workers)
    assert owner_of_each_shard(sorted(workers, key=lambda _: chance.random())) == owners
    shares = [assigned_shards(worker, workers, SHARDS) for worker in workers]
    assert sorted(shard for share in shares for shard in share) == list(range(SHARDS))
    without, with_other = owner_of_each_shard(workers - {other}), owner_of_each_shard(workers | {other})
    for before, after in zip(without, with_other, strict=True):
        assert after in (before, other)


def test_shares_are_about_even() -> None:
    for count in (2, 5):
        workers = [f"worker-{number}.example:8080" for number in range(count)]
        # Of many more shards than there are: what is told here is the weights' evenness.
        shares = [len(assigned_shards(worker, workers, 1024)) / 1024 * count for worker in workers]
        assert min(shares) > 0.8
        assert max(shares) < 1.2


def test_workers_of_two_releases_agree() -> None:
    """Workers of two releases may live at once, as one is replaced: the spread is not to change unnoticed."""
    assert [assigned_worker(shard, ("a", "b", "c")) for shard in range(12)] == list("ccaabccccbcc")
