"""In which order things break: each kind once, kills first, and by their weights from then on."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from tools.chaos.fault_schedule import plan_first_round, schedule_faults

ONE = ("worker_killed", "worker_stopped", "telegram", "clock_set", "redis_killed", "redis_slow", "disk_full")
CLUSTER = ("worker_killed", "worker_stopped", "telegram", "clock_set", "master_killed", "disk_full")


@pytest.mark.parametrize("kinds", [ONE, CLUSTER, ("telegram",), ("clock_set", "telegram"), ("disk_full", "clock_set")])
def test_each_kind_comes_once_before_any_comes_again(kinds: tuple[str, ...]) -> None:
    for seed in range(20):
        found = plan_first_round(kinds, Random(seed))
        assert sorted(kind for together in found for kind in together) == sorted(kinds)


@pytest.mark.parametrize("kinds", [ONE, CLUSTER])
def test_kills_come_first_and_the_order_is_the_seed_s(kinds: tuple[str, ...]) -> None:
    orders = set()
    for seed in range(20):
        found = plan_first_round(kinds, Random(seed))
        assert found == plan_first_round(kinds, Random(seed))
        assert ["killed" in together[0] for together in found] == sorted("killed" in one[0] for one in found)[::-1]
        orders.add(tuple(found))
    assert len(orders) > 1


def test_what_touches_neither_workers_nor_redis_comes_beside_what_does() -> None:
    assert ("redis_killed", "telegram") in plan_first_round(ONE, Random(1))
    assert ("worker_stopped", "clock_set") in plan_first_round(ONE, Random(1))
    assert ("master_killed", "telegram") in plan_first_round(CLUSTER, Random(1))


def test_pauses_are_short_until_each_kind_has_come_and_as_asked_from_then_on() -> None:
    weights = dict.fromkeys(ONE, 1) | {"worker_killed": 20}
    first = len(plan_first_round(ONE, Random(1)))
    made = list(islice(schedule_faults(weights, Random(1), (1.0, 5.0)), first + 400))
    assert all(step.pause <= 0.5 for step in made[:first])
    assert all(1.0 <= step.pause <= 5.0 for step in made[first:])
    often = Counter(step.kinds for step in made[first:])
    assert often.most_common(1)[0][0] == ("worker_killed",)
    assert often.keys() == {(kind,) for kind in ONE}
