"""Lanes: order within a key, no waiting across keys, and a bound that a full lane keeps to itself."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.workers.lanes import Lanes, let_go
from tests.support.laned import Work
from tests.support.patience import PATIENCE


@pytest.fixture
def work() -> Work:
    return Work()


async def test_the_items_of_a_key_are_done_in_order(work: Work) -> None:
    lanes = Lanes(work)
    assert [lanes.put("a", number) for number in range(5)] == [None] * 5
    await lanes.settle(5)
    assert work.done == [("a", number) for number in range(5)]


async def test_a_held_key_keeps_no_other_waiting(work: Work) -> None:
    lanes = Lanes(work)
    work.held["slow"] = asyncio.Event()
    lanes.put("slow", 1)
    await work.begun.wait()
    lanes.put("quick", 2)
    await work.ended.wait()
    assert work.done == [("quick", 2)]
    work.held["slow"].set()
    await lanes.settle(5)
    assert work.done == [("quick", 2), ("slow", 1)]


async def test_a_full_lane_refuses_at_once_and_only_its_own(work: Work) -> None:
    lanes = Lanes(work, lambda _: 2)
    work.held["full"] = asyncio.Event()
    assert [lanes.put("full", number) for number in range(3)] == [None, None, 2]
    assert lanes.put("other", 7) is None
    work.held["full"].set()
    await lanes.settle(5)
    assert sorted(work.done) == [("full", 0), ("full", 1), ("other", 7)]
    assert lanes.put("full", 3) is None
    await lanes.settle(5)
    assert work.done[-1] == ("full", 3)


async def test_work_that_raises_ends_its_own_lane_alone(work: Work) -> None:
    lanes = Lanes(work)
    lanes.put("bad", -1)
    lanes.put("good", 1)
    await lanes.settle(5)
    lanes.put("bad", 2)
    await lanes.settle(5)
    assert work.done == [("good", 1), ("bad", 2)]


async def test_work_that_did_nothing_is_asked_again_with_all_that_came_since() -> None:
    asked: list[tuple[int, ...]] = []
    begun = asyncio.Event()

    async def work(_: str, waiting: Sequence[int]) -> int:
        asked.append(tuple(waiting))
        begun.set()
        await asyncio.sleep(0)
        return len(waiting) if len(asked) > 1 else 0

    lanes = Lanes(work)
    lanes.put("a", 1)
    await begun.wait()
    lanes.put("a", 2)
    await lanes.settle(5)
    assert asked == [(1,), (1, 2)]


async def test_what_is_late_is_dropped_in_the_end(work: Work) -> None:
    lanes = Lanes(work)
    work.held["a"] = asyncio.Event()
    lanes.put("a", 1)
    await work.begun.wait()
    await lanes.settle(0)
    work.held["a"].set()
    lanes.put("a", 2)
    await lanes.settle(5)
    assert work.done == [("a", 2)]


class Letting:
    """Lets the others go on, then does the rest when the test says so."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.rest = asyncio.Event()
        self.tries = 0

    async def __call__(self, _: str, waiting: Sequence[int]) -> int:
        number = waiting[0]
        self.begun.append(number)
        if number == 1:
            let_go()
            let_go()
            await self.rest.wait()
            self.tries += 1
            if self.tries == 1:
                return 0
        self.done.append(number)
        return 1


async def test_work_that_lets_the_others_go_on_is_done_beside_them_and_again_alone() -> None:
    work = Letting()
    lanes = Lanes(work, lets_go=lambda _: True)
    for number in range(4):
        lanes.put("a", number)
    await lanes.idle("a")
    assert work.done == [0, 2, 3]
    assert lanes.busy == ()
    work.rest.set()
    await lanes.settle(5)
    assert work.done == [0, 2, 3, 1]
    assert work.begun == [0, 1, 2, 3, 1]


async def test_a_lane_that_may_not_let_go_keeps_its_order() -> None:
    work = Letting()
    lanes = Lanes(work, lets_go=lambda key: key != "a")
    for number in range(4):
        lanes.put("a", number)
    work.rest.set()
    await lanes.settle(5)
    assert work.done == [0, 1, 2, 3]


async def test_what_one_lane_puts_into_another_does_not_let_the_first_go_on() -> None:
    inner_done, order = asyncio.Event(), []

    async def inside(_: str, waiting: Sequence[int]) -> int:
        let_go()
        order.append("inside")
        inner_done.set()
        return len(waiting)

    inner = Lanes(inside)

    async def outside(_: str, waiting: Sequence[int]) -> int:
        if waiting[0] == 1:
            inner.put("b", 1)
            await inner_done.wait()
        order.append(f"outside {waiting[0]}")
        return 1

    lanes = Lanes(outside, lets_go=lambda _: True)
    lanes.put("a", 1)
    lanes.put("a", 2)
    await lanes.settle(5)
    assert order == ["inside", "outside 1", "outside 2"]


async def test_a_lane_is_idle_when_it_holds_nothing_and_not_before(work: Work) -> None:
    lanes = Lanes(work)
    await lanes.idle("a")
    work.held["a"] = asyncio.Event()
    lanes.put("a", 1)
    idle = asyncio.create_task(lanes.idle("a"))
    await work.begun.wait()
    assert lanes.busy == ("a",)
    assert not idle.done()
    work.held["a"].set()
    await asyncio.wait_for(idle, PATIENCE)
    assert work.done == [("a", 1)]


def turns(work: Work, most: int = 9) -> Lanes[str, int]:
    """Lanes in which people are served in turn; whose an item is its tens tell, and those below ten are nobody's."""
    return Lanes(work, lambda _: most, whose=lambda _, item: item // 10 or None)


async def test_people_are_served_in_turn_and_each_in_order(work: Work) -> None:
    lanes = turns(work)
    for number in (11, 12, 13, 21, 31, 22):
        assert lanes.put("a", number) is None
    await lanes.settle(5)
    assert [number for _, number in work.done] == [11, 21, 31, 12, 22, 13]


async def test_what_has_begun_stays_first_and_nobody_s_comes_last(work: Work) -> None:
    lanes = turns(work)
    work.held["a"] = asyncio.Event()
    lanes.put("a", 11)
    await work.begun.wait()
    for number in (12, 1, 21, 13):
        lanes.put("a", number)
    work.held["a"].set()
    await lanes.settle(5)
    assert [number for _, number in work.done] == [11, 21, 12, 1, 13]


async def test_a_full_lane_leaves_out_whose_turn_is_farthest(work: Work) -> None:
    lanes = turns(work, most=3)
    assert [lanes.put("a", number) for number in (11, 12, 13, 14, 21, 31, 41)] == [None, None, None, 14, 13, 12, 41]
    assert lanes.put("a", 15, always=True) is None
    await lanes.settle(5)
    assert [number for _, number in work.done] == [11, 21, 31, 15]


async def test_what_has_not_begun_may_be_taken_out_again(work: Work) -> None:
    lanes = Lanes(work)
    work.held["a"] = asyncio.Event()
    for number in (1, 2, 3):
        lanes.put("a", number)
    await work.begun.wait()
    assert [lanes.drop("a", number) for number in (1, 2, 4)] == [False, True, False]
    assert not lanes.drop("b", 1)
    work.held["a"].set()
    await lanes.settle(5)
    assert work.done == [("a", 1), ("a", 3)]


async def test_an_item_goes_ahead_of_those_that_came_later_unless_they_have_begun(work: Work) -> None:
    lanes, work.held["a"] = Lanes(work), asyncio.Event()
    for number in (5, 1, 6, 7):
        lanes.put("a", number)
    lanes.put("a", 3, ahead_of=lambda other: other > 3)
    lanes.put("a", 4, ahead_of=lambda other: other > 4)
    lanes.put("a", 0, ahead_of=lambda other: other > 1)
    await work.begun.wait()
    work.held["a"].set()
    await lanes.settle(5)
    assert [number for _, number in work.done] == [5, 1, 0, 3, 4, 6, 7]
