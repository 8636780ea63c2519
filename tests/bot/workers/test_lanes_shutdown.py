"""Lanes that cease: they finish what they have begun, or are dropped, and begin anew."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.workers.lanes import LaneHold, Lanes
from tests.support.scripted_source import LaneWork
from tests.support.waiting import PATIENCE


@pytest.fixture
def work() -> LaneWork:
    return LaneWork()


def is_mine(key: str) -> bool:
    return key in {"mine", "mine, too"}


async def test_lanes_that_cease_finish_and_the_others_go_on(work: LaneWork) -> None:
    lanes = Lanes(work)
    work.held_keys = {"mine": asyncio.Event(), "other": asyncio.Event()}
    for key in ("mine", "mine, too", "other"):
        lanes.enqueue(key, 1)
        lanes.enqueue(key, 2)
    ceasing = asyncio.create_task(lanes.stop_lanes(is_mine, 30))
    await work.ended.wait()
    assert not ceasing.done()
    work.held_keys["mine"].set()
    async with asyncio.timeout(PATIENCE):
        await ceasing
    assert sorted(work.finished_items) == [("mine", 1), ("mine", 2), ("mine, too", 1), ("mine, too", 2)]
    assert lanes.busy_keys == ("other",)
    work.held_keys["other"].set()
    await lanes.finish_all(5)


async def test_lanes_that_do_not_finish_in_time_are_dropped_and_begin_anew(work: LaneWork) -> None:
    lanes = Lanes(work)
    work.held_keys = {"mine": asyncio.Event(), "other": asyncio.Event()}
    for key in ("mine", "other"):
        lanes.enqueue(key, 1)
        lanes.enqueue(key, 2)
    await work.started.wait()
    await lanes.stop_lanes(is_mine, 0.001)
    assert lanes.busy_keys == ("other",)
    for held in work.held_keys.values():
        held.set()
    lanes.enqueue("mine", 3)
    await lanes.finish_all(5)
    assert sorted(work.finished_items) == [("mine", 3), ("other", 1), ("other", 2)]


async def test_a_lane_that_is_dropped_before_it_has_begun_begins_anew(work: LaneWork) -> None:
    lanes = Lanes(work)
    lanes.enqueue("mine", 1)
    idle = asyncio.create_task(lanes.wait_until_idle("mine"))
    await lanes.stop_lanes(is_mine, 0)
    async with asyncio.timeout(PATIENCE):
        await idle
    assert lanes.busy_keys == ()
    lanes.enqueue("mine", 2)
    await lanes.finish_all(5)
    assert work.finished_items == [("mine", 2)]


@pytest.mark.parametrize(("seconds", "ended"), [(30.0, "done"), (0.0, "dropped")])
async def test_what_let_the_next_begin_is_waited_for_and_dropped_like_the_rest(seconds: float, ended: str) -> None:
    """It holds no lane any more, and what it is still to do would be done by two."""
    free, gone, how = asyncio.Event(), asyncio.Event(), list[str]()

    async def work(_: str, __: Sequence[int], hold: LaneHold) -> int:
        hold.release()
        gone.set()
        try:
            await free.wait()
        except asyncio.CancelledError:
            how.append("dropped")
            raise
        how.append("done")
        return 1

    lanes = Lanes(work, may_release=lambda _: True)
    lanes.enqueue("mine", 1)
    await gone.wait()
    assert lanes.busy_keys == ()
    ceasing = asyncio.create_task(lanes.stop_lanes(is_mine, seconds))
    await asyncio.sleep(0)
    assert how == []
    free.set() if seconds else None
    async with asyncio.timeout(PATIENCE):
        await ceasing
    assert how == [ended]
