"""Lanes: order within a key, no waiting across keys, a bound that a full lane keeps to itself, and their end."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.workers.lanes import Lanes
from tests.support.waiting import PATIENCE


class LaneWork:
    """Does one item at a time; a key can be held back."""

    def __init__(self) -> None:
        self.finished_items: list[tuple[str, int]] = []
        self.held_keys: dict[str, asyncio.Event] = {}
        self.started = asyncio.Event()
        self.ended = asyncio.Event()

    async def __call__(self, key: str, waiting: Sequence[int]) -> int:
        self.started.set()
        if key in self.held_keys:
            await self.held_keys[key].wait()
        if waiting[0] < 0:
            raise ArithmeticError(key)
        self.finished_items.append((key, waiting[0]))
        self.ended.set()
        return 1


@pytest.fixture
def work() -> LaneWork:
    return LaneWork()


async def test_a_held_key_keeps_no_other_waiting(work: LaneWork) -> None:
    lanes = Lanes(work)
    work.held_keys["slow"] = asyncio.Event()
    lanes.enqueue("slow", 1)
    await work.started.wait()
    lanes.enqueue("quick", 2)
    await work.ended.wait()
    assert work.finished_items == [("quick", 2)]
    work.held_keys["slow"].set()
    await lanes.finish_all(5)
    assert work.finished_items == [("quick", 2), ("slow", 1)]


async def test_a_full_lane_refuses_at_once_and_only_its_own(work: LaneWork) -> None:
    lanes = Lanes(work, lambda _: 2)
    work.held_keys["full"] = asyncio.Event()
    assert [lanes.enqueue("full", number) for number in range(3)] == [None, None, 2]
    assert lanes.enqueue("other", 7) is None
    work.held_keys["full"].set()
    await lanes.finish_all(5)
    assert sorted(work.finished_items) == [("full", 0), ("full", 1), ("other", 7)]
    assert lanes.enqueue("full", 3) is None
    await lanes.finish_all(5)
    assert work.finished_items[-1] == ("full", 3)


async def test_work_that_raises_is_tried_again_and_what_waits_behind_it_goes_on(
    work: LaneWork, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.workers.supervisor._FIRST_SECONDS", 0.0)
    lanes = Lanes(work)
    for item in (-1, 1):
        lanes.enqueue("bad", item)
    await lanes.finish_all(PATIENCE)
    assert work.finished_items == [("bad", 1)]
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 3


async def test_what_is_late_is_dropped_in_the_end(work: LaneWork) -> None:
    lanes = Lanes(work)
    work.held_keys["a"] = asyncio.Event()
    lanes.enqueue("a", 1)
    await work.started.wait()
    await lanes.finish_all(0)
    work.held_keys["a"].set()
    lanes.enqueue("a", 2)
    await lanes.finish_all(5)
    assert work.finished_items == [("a", 2)]


async def test_work_that_releases_its_lane_is_done_beside_the_others_and_again_alone() -> None:
    begun, done, rest, tries = list[int](), list[int](), asyncio.Event(), list[int]()

    async def work(key: str, waiting: Sequence[int]) -> int:
        number = waiting[0]
        begun.append(number)
        if number == 1:
            lanes.release(key, 1)
            lanes.release(key, 1)
            await rest.wait()
            tries.append(number)
            if len(tries) == 1:
                return 0
        done.append(number)
        return 1

    lanes = Lanes(work)
    for number in range(4):
        lanes.enqueue("a", number)
    await lanes.wait_until_idle("a")
    assert done == [0, 2, 3]
    assert lanes.busy_keys == ()
    rest.set()
    await lanes.finish_all(5)
    assert done == [0, 2, 3, 1]
    assert begun == [0, 1, 2, 3, 1]


async def test_a_lane_is_worked_off_in_the_order_in_which_it_is_arranged_before_each_call() -> None:
    done: list[int] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work(_: str, waiting: Sequence[int]) -> int:
        begun.set()
        await go_on.wait()
        done.append(waiting[0])
        return 1

    lanes = Lanes(work, arrange=lambda _, waiting: sorted(waiting, reverse=True))
    for number in (1, 3, 2):
        lanes.enqueue("a", number)
    await begun.wait()
    lanes.enqueue("a", 9)
    go_on.set()
    await lanes.finish_all(5)
    assert done == [3, 9, 2, 1], "what is under way goes first, whatever comes meanwhile"


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


@pytest.mark.parametrize(("seconds", "ended"), [(30.0, "done"), (0.0, "dropped")])
async def test_what_let_the_next_begin_is_waited_for_and_dropped_like_the_rest(seconds: float, ended: str) -> None:
    free, gone, how = asyncio.Event(), asyncio.Event(), list[str]()

    async def work(key: str, waiting: Sequence[int]) -> int:
        lanes.release(key, waiting[0])
        gone.set()
        try:
            await free.wait()
        except asyncio.CancelledError:
            how.append("dropped")
            raise
        how.append("done")
        return 1

    lanes = Lanes(work)
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
