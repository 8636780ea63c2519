"""Who is to have which shard: all agree, and only what must move moves."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.store.shards.assignment import assigned_shards, assigned_worker

SHARDS = 64
names = st.text(min_size=1, max_size=20)
some = st.sets(names, min_size=1, max_size=8)


def owner_of_each_shard(workers: set[str]) -> list[str | None]:
    return [assigned_worker(shard, workers) for shard in range(SHARDS)]


def test_without_workers_nobody_has_a_shard() -> None:
    assert assigned_worker(3, ()) is None
    assert assigned_shards("a", (), SHARDS) == frozenset()


@given(some, st.randoms(use_true_random=False))
def test_all_agree_in_whatever_order_they_know_each_other(workers: set[str], chance: Random) -> None:
    shuffled = sorted(workers, key=lambda _: chance.random())
    assert [assigned_worker(shard, shuffled) for shard in range(SHARDS)] == owner_of_each_shard(workers)


@given(some)
def test_shares_are_disjoint_and_complete(workers: set[str]) -> None:
    shares = [assigned_shards(worker, workers, SHARDS) for worker in workers]
    assert sorted(shard for share in shares for shard in share) == list(range(SHARDS))


@given(some, names)
def test_whoever_joins_or_leaves_moves_its_own_share_only(workers: set[str], other: str) -> None:
    without, with_other = owner_of_each_shard(workers - {other}), owner_of_each_shard(workers | {other})
    for before, after in zip(without, with_other, strict=True):
        assert after in (before, other)


def test_shares_are_about_even() -> None:
    for count in range(2, 9):
        workers = [f"worker-{number}.example:8080" for number in range(count)]
        # Of many more shards than there are: what is told here is the weights' evenness.
        shares = [len(assigned_shards(worker, workers, 4096)) / 4096 * count for worker in workers]
        assert min(shares) > 0.8
        assert max(shares) < 1.2


def test_workers_of_two_releases_agree() -> None:
    """Workers of two releases may live at once, as one is replaced: the spread is not to change unnoticed."""
    assert [assigned_worker(shard, ("a", "b", "c")) for shard in range(12)] == list("ccaabccccbcc")
