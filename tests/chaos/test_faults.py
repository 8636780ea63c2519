"""What is broken is broken so that it meets something."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from bot.chaos import faults
from bot.chaos.fence import Fence
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


async def test_the_first_time_all_leases_are_lost_before_what_was_asked_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "_HANDFUL", (0.0, 0.0))
    course = Course()
    redis = Mock(spec=Breakable, troubles={}, held_up=course.held_up, answering_late=course.answering_late)
    monkey = faults.Monkey(
        Mock(spec=Fleet),
        api=Mock(spec=BotApi),
        redis=redis,
        fence=Mock(spec=Fence, seize=course.seize, watch=course.watch, take=course.take),
        clock=tmp_path / "clock",
        chance=Random(1),
        diary=tmp_path / "diary",
        pause=(0.0, 0.0),
    )
    lose = monkey.kinds["leases_lost"][1]
    await lose()
    assert course.noted == ["waits", "seized", "watched", "arrives"] * 3
    assert course.taken == [range(keys.SHARDS)] * 3
    monkey.done["leases_lost"] = 1
    for _ in range(20):
        await lose()
    assert {4 <= len(taken) <= 24 for taken in course.taken[3:]} == {True}
    assert len(course.taken) == 23
