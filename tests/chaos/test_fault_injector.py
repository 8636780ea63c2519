"""What is broken is broken so that it meets something."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from bot.store import keys
from tools.chaos import fault_injector
from tools.chaos.cluster_faults import ClusterBreaker
from tools.chaos.fencing_check import FencingCheck
from tools.chaos.redis_faults import RedisBreaker
from tools.chaos.server_faults import ServerBreaker
from tools.fleet.launch import Fleet


class Course:
    """Notes what is done, and stands for Redis and for the fence."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self.taken: list[Sequence[int]] = []

    @asynccontextmanager
    async def hold_up_requests(self) -> AsyncIterator[None]:
        self.noted.append("waits")
        yield
        await asyncio.sleep(0)
        self.noted.append("arrives")

    @asynccontextmanager
    async def delay_answers(self) -> AsyncIterator[None]:
        yield

    async def seize_shards(self, shards: Sequence[int]) -> Sequence[int]:
        self.noted.append("seized")
        self.taken.append(shards)
        return shards

    async def watch_seized(self, shards: Sequence[int], _: float) -> None:
        assert shards
        self.noted.append("watched")

    async def seize_and_watch(self, shards: Sequence[int], _: float) -> None:
        self.taken.append(shards)


def made(folder: Path, redis: RedisBreaker, fence: FencingCheck | None = None) -> fault_injector.FaultInjector:
    """One that pauses for no time, with no workers."""
    return fault_injector.FaultInjector(
        Mock(spec=Fleet, workers=[]),
        redis=redis,
        fencing=fence or Mock(spec=FencingCheck),
        clock_file=folder / "clock",
        rng=Random(1),
        log_file=folder / "diary",
        pause=(0.0, 0.0),
    )


async def test_the_first_time_all_leases_are_lost_before_what_was_asked_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fault_injector, "_BUILD_UP_SECONDS", (0.0, 0.0))
    course = Course()
    redis = Mock(
        spec=RedisBreaker, faults={}, hold_up_requests=course.hold_up_requests, delay_answers=course.delay_answers
    )
    fence = Mock(
        spec=FencingCheck,
        seize_shards=course.seize_shards,
        watch_seized=course.watch_seized,
        seize_and_watch=course.seize_and_watch,
    )
    monkey = made(tmp_path, redis, fence)
    lose = monkey.faults["leases_lost"][1]
    await lose()
    assert course.noted == ["waits", "seized", "watched", "arrives"] * 3
    assert course.taken == [range(keys.SHARDS)] * 3
    monkey.injected["leases_lost"] = 1
    for _ in range(20):
        await lose()
    assert {4 <= len(taken) <= 24 for taken in course.taken[3:]} == {True}
    assert len(course.taken) == 23


@pytest.mark.parametrize("count", [2, 4, 9])
async def test_what_has_come_is_counted_and_the_rest_is_named(tmp_path: Path, count: int) -> None:
    stop, came = asyncio.Event(), list[str]()
    kinds = ("worker_killed", "worker_ended", "leases_lost", "disk_full")

    def stub(name: str) -> Callable[[], Awaitable[None]]:
        async def come() -> None:
            came.append(name)
            if len(came) == count:
                stop.set()

        return come

    monkey = made(tmp_path, Mock(spec=RedisBreaker, faults={}))
    monkey.faults = {name: (1, stub(name)) for name in kinds}
    assert monkey.missing_faults == kinds
    await monkey.inject_until_stopped(stop)
    assert len(came) == count
    assert monkey.injected == Counter(came)
    assert monkey.missing_faults == tuple(name for name in kinds if name not in came)


@pytest.mark.parametrize(
    ("redis", "killed"),
    [
        (ServerBreaker(Mock(), Mock(), Mock(), Random(1)), "redis_killed"),
        (ClusterBreaker(Mock(), Random(1)), "master_killed"),
    ],
)
def test_workers_and_redis_are_killed_alone_and_together_and_with_much_in_hand(
    tmp_path: Path, redis: ServerBreaker | ClusterBreaker, killed: str
) -> None:
    monkey = made(tmp_path, redis)
    assert {"worker_killed", "killed_unsent", "killed_undone", "both_killed", killed} <= monkey.faults.keys()
    assert all(weight > 0 for weight, _ in monkey.faults.values())
