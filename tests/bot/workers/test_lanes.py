"""Lanes: order within a key, no waiting across keys, and a bound that a full lane keeps to itself."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.workers.lanes import LaneHold, Lanes
from tests.support.scripted_source import LaneWork
from tests.support.waiting import PATIENCE


@pytest.fixture
def work() -> LaneWork:
    return LaneWork()


async def test_the_items_of_a_key_are_done_in_order(work: LaneWork) -> None:
    lanes = Lanes(work)
    assert [lanes.enqueue("a", number) for number in range(5)] == [None] * 5
    await lanes.finish_all(5)
    assert work.finished_items == [("a", number) for number in range(5)]


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
    monkeypatch.setattr("bot.workers.retry_policy._FIRST_SECONDS", 0.0)
    lanes = Lanes(work)
    for item in (-1, 1):
        lanes.enqueue("bad", item)
    await lanes.finish_all(PATIENCE)
    assert work.finished_items == [("bad", 1)]
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 3


async def test_work_that_did_nothing_is_asked_again_with_all_that_came_since() -> None:
    asked: list[tuple[int, ...]] = []
    begun = asyncio.Event()

    async def work(_: str, waiting: Sequence[int], __: LaneHold) -> int:
        asked.append(tuple(waiting))
        begun.set()
        await asyncio.sleep(0)
        return len(waiting) if len(asked) > 1 else 0

    lanes = Lanes(work)
    lanes.enqueue("a", 1)
    await begun.wait()
    lanes.enqueue("a", 2)
    await lanes.finish_all(5)
    assert asked == [(1,), (1, 2)]


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


class ReleasingWork:
    """Lets the others go on, then does the rest when the test says so."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.rest = asyncio.Event()
        self.tries = 0

    async def __call__(self, _: str, waiting: Sequence[int], hold: LaneHold) -> int:
        number = waiting[0]
        self.begun.append(number)
        if number == 1:
            hold.release()
            hold.release()
            await self.rest.wait()
            self.tries += 1
            if self.tries == 1:
                return 0
        self.done.append(number)
        return 1


async def test_work_that_lets_the_others_go_on_is_done_beside_them_and_again_alone() -> None:
    work = ReleasingWork()
    lanes = Lanes(work, may_release=lambda _: True)
    for number in range(4):
        lanes.enqueue("a", number)
    await lanes.wait_until_idle("a")
    assert work.done == [0, 2, 3]
    assert lanes.busy_keys == ()
    work.rest.set()
    await lanes.finish_all(5)
    assert work.done == [0, 2, 3, 1]
    assert work.begun == [0, 1, 2, 3, 1]


async def test_a_lane_that_may_not_let_go_keeps_its_order() -> None:
    work = ReleasingWork()
    lanes = Lanes(work, may_release=lambda key: key != "a")
    for number in range(4):
        lanes.enqueue("a", number)
    work.rest.set()
    await lanes.finish_all(5)
    assert work.done == [0, 1, 2, 3]


async def test_what_one_lane_puts_into_another_does_not_let_the_first_go_on() -> None:
    inner_done, order = asyncio.Event(), []

    async def inside(_: str, waiting: Sequence[int], hold: LaneHold) -> int:
        hold.release()
        order.append("inside")
        inner_done.set()
        return len(waiting)

    inner = Lanes(inside)

    async def outside(_: str, waiting: Sequence[int], __: LaneHold) -> int:
        if waiting[0] == 1:
            inner.enqueue("b", 1)
            await inner_done.wait()
        order.append(f"outside {waiting[0]}")
        return 1

    lanes = Lanes(outside, may_release=lambda _: True)
    lanes.enqueue("a", 1)
    lanes.enqueue("a", 2)
    await lanes.finish_all(5)
    assert order == ["inside", "outside 1", "outside 2"]


async def test_a_lane_is_idle_when_it_holds_nothing_and_not_before(work: LaneWork) -> None:
    lanes = Lanes(work)
    await lanes.wait_until_idle("a")
    work.held_keys["a"] = asyncio.Event()
    lanes.enqueue("a", 1)
    idle = asyncio.create_task(lanes.wait_until_idle("a"))
    await work.started.wait()
    assert lanes.busy_keys == ("a",)
    assert not idle.done()
    work.held_keys["a"].set()
    await asyncio.wait_for(idle, PATIENCE)
    assert work.finished_items == [("a", 1)]


def lanes_with_turns(work: LaneWork, most: int = 9) -> Lanes[str, int]:
    """Lanes in which people are served in turn; whose an item is its tens tell, and those below ten are nobody's."""
    return Lanes(work, lambda _: most, fairness_key_of=lambda _, item: item // 10 or None)


async def test_people_are_served_in_turn_and_each_in_order(work: LaneWork) -> None:
    lanes = lanes_with_turns(work)
    for number in (11, 12, 13, 21, 31, 22):
        assert lanes.enqueue("a", number) is None
    await lanes.finish_all(5)
    assert [number for _, number in work.finished_items] == [11, 21, 31, 12, 22, 13]


async def test_what_has_begun_stays_first_and_nobody_s_comes_last(work: LaneWork) -> None:
    lanes = lanes_with_turns(work)
    work.held_keys["a"] = asyncio.Event()
    lanes.enqueue("a", 11)
    await work.started.wait()
    for number in (12, 1, 21, 13):
        lanes.enqueue("a", number)
    work.held_keys["a"].set()
    await lanes.finish_all(5)
    assert [number for _, number in work.finished_items] == [11, 21, 12, 1, 13]


async def test_a_full_lane_leaves_out_whose_turn_is_farthest(work: LaneWork) -> None:
    lanes = lanes_with_turns(work, most=3)
    assert [lanes.enqueue("a", number) for number in (11, 12, 13, 14, 21, 31, 41)] == [None, None, None, 14, 13, 12, 41]
    assert lanes.enqueue("a", 15, always=True) is None
    await lanes.finish_all(5)
    assert [number for _, number in work.finished_items] == [11, 21, 31, 15]


async def test_what_has_not_begun_may_be_taken_out_again(work: LaneWork) -> None:
    lanes = Lanes(work)
    work.held_keys["a"] = asyncio.Event()
    for number in (1, 2, 3):
        lanes.enqueue("a", number)
    await work.started.wait()
    assert [lanes.withdraw("a", number) for number in (1, 2, 4)] == [False, True, False]
    assert not lanes.withdraw("b", 1)
    work.held_keys["a"].set()
    await lanes.finish_all(5)
    assert work.finished_items == [("a", 1), ("a", 3)]


async def test_an_item_goes_ahead_of_those_that_came_later_unless_they_have_begun(work: LaneWork) -> None:
    lanes, work.held_keys["a"] = Lanes(work), asyncio.Event()
    for number in (5, 1, 6, 7):
        lanes.enqueue("a", number)
    lanes.enqueue("a", 3, ahead_of=lambda other: other > 3)
    lanes.enqueue("a", 4, ahead_of=lambda other: other > 4)
    lanes.enqueue("a", 0, ahead_of=lambda other: other > 1)
    await work.started.wait()
    work.held_keys["a"].set()
    await lanes.finish_all(5)
    assert [number for _, number in work.finished_items] == [5, 1, 0, 3, 4, 6, 7]


async def test_a_lane_is_worked_off_in_the_order_in_which_it_is_arranged_before_each_call() -> None:
    done: list[int] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work(_: str, waiting: Sequence[int], __: LaneHold) -> int:
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
