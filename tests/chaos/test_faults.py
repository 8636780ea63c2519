"""What is broken is broken so that it meets something."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from bot.chaos import faults
from bot.chaos.fence import Fence
from bot.chaos.masters import Masters
from bot.chaos.one_redis import OneRedis
from bot.chaos.redises import Breakable
from bot.fleet.running import Fleet
from bot.fleet.server import BotApi
from bot.store import keys


class Course:
    """Notes what is done, and stands for Redis and for the fence."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self.taken: list[Sequence[int]] = []

    @asynccontextmanager
    async def held_up(self) -> AsyncIterator[None]:
        self.noted.append("waits")
        yield
        await asyncio.sleep(0)
        self.noted.append("arrives")

    @asynccontextmanager
    async def answering_late(self) -> AsyncIterator[None]:
        yield

    async def seize(self, shards: Sequence[int]) -> Sequence[int]:
        self.noted.append("seized")
        self.taken.append(shards)
        return shards

    async def watch(self, shards: Sequence[int], _: float) -> None:
        assert shards
        self.noted.append("watched")

    async def take(self, shards: Sequence[int], _: float) -> None:
        self.taken.append(shards)


def made(folder: Path, redis: Breakable, fence: Fence | None = None) -> faults.Monkey:
    """One that pauses for no time, with no workers."""
    return faults.Monkey(
        Mock(spec=Fleet, workers=[]),
        api=Mock(spec=BotApi),
        redis=redis,
        fence=fence or Mock(spec=Fence),
        clock=folder / "clock",
        chance=Random(1),
        diary=folder / "diary",
        pause=(0.0, 0.0),
    )


async def test_the_first_time_all_leases_are_lost_before_what_was_asked_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "_HANDFUL", (0.0, 0.0))
    course = Course()
    redis = Mock(spec=Breakable, troubles={}, held_up=course.held_up, answering_late=course.answering_late)
    fence = Mock(spec=Fence, seize=course.seize, watch=course.watch, take=course.take)
    monkey = made(tmp_path, redis, fence)
    lose = monkey.kinds["leases_lost"][1]
    await lose()
    assert course.noted == ["waits", "seized", "watched", "arrives"] * 3
    assert course.taken == [range(keys.SHARDS)] * 3
    monkey.done["leases_lost"] = 1
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

    monkey = made(tmp_path, Mock(spec=Breakable, troubles={}))
    monkey.kinds = {name: (1, stub(name)) for name in kinds}
    assert monkey.missing == kinds
    await monkey.run(stop)
    assert len(came) == count
    assert monkey.done == Counter(came)
    assert monkey.missing == tuple(name for name in kinds if name not in came)


@pytest.mark.parametrize(
    ("redis", "killed"),
    [(OneRedis(Mock(), Mock(), Mock(), Random(1)), "redis_killed"), (Masters(Mock(), Random(1)), "master_killed")],
)
def test_workers_and_redis_are_killed_alone_and_together_and_with_much_in_hand(
    tmp_path: Path, redis: OneRedis | Masters, killed: str
) -> None:
    monkey = made(tmp_path, redis)
    assert {"worker_killed", "killed_unsent", "killed_undone", "both_killed", killed} <= monkey.kinds.keys()
    assert all(weight > 0 for weight, _ in monkey.kinds.values())
