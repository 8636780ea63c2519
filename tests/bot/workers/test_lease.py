"""What cannot be taken back is begun and gone on with only while nobody else may do it."""

import asyncio

import pytest

from bot.workers.supervisor import MIN_SECONDS_LEFT, Lease, LeaseExpired
from tests.support.waiting import PATIENCE, run_until_idle


class EndlessWork:
    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.free = asyncio.Event()
        self.ended = ""

    async def __call__(self) -> str:
        self.begun.set()
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            await run_until_idle()
            self.ended = "broken off"
            raise
        self.ended = "done"
        return "sent"


async def fail_later() -> None:
    raise ArithmeticError


@pytest.mark.parametrize("left", [float("inf"), MIN_SECONDS_LEFT])
async def test_it_is_done_while_enough_is_left(left: float) -> None:
    work = EndlessWork()
    work.free.set()
    assert await Lease(lambda: left).run_under_lease(work()) == "sent"
    with pytest.raises(ArithmeticError):
        await Lease(lambda: left).run_under_lease(fail_later())


@pytest.mark.parametrize("left", [MIN_SECONDS_LEFT - 0.01, 0, -1])
async def test_it_is_not_begun_with_too_little_left(left: float) -> None:
    work = EndlessWork()
    work.free.set()
    with pytest.raises(LeaseExpired):
        await Lease(lambda: left).run_under_lease(work())
    assert not work.begun.is_set()


async def test_it_is_broken_off_at_the_end() -> None:
    work, left = EndlessWork(), iter([MIN_SECONDS_LEFT, 0.001])
    with pytest.raises(LeaseExpired):
        async with asyncio.timeout(PATIENCE):
            await Lease(lambda: next(left, 0)).run_under_lease(work())
    assert (work.begun.is_set(), work.ended) == (True, "broken off")


async def test_it_goes_on_where_it_was_lengthened_meanwhile() -> None:
    work, asked = EndlessWork(), list[float]()

    def left() -> float:
        asked.append(1)
        if len(asked) == 5:
            work.free.set()
        return MIN_SECONDS_LEFT if len(asked) == 1 else 0.001

    async with asyncio.timeout(PATIENCE):
        assert await Lease(left).run_under_lease(work()) == "sent"
    assert len(asked) >= 5


async def test_what_is_done_just_as_it_ends_counts() -> None:
    async def stubborn() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "sent"
        raise AssertionError

    left = iter([MIN_SECONDS_LEFT, 0.001])
    assert await Lease(lambda: next(left, 0)).run_under_lease(stubborn()) == "sent"


async def test_it_has_ended_where_its_caller_was_told_to_end() -> None:
    """Whoever hands a chat over waits for its lane: then nothing of it may still go out."""
    work = EndlessWork()
    keeping = asyncio.create_task(Lease(lambda: 60).run_under_lease(work()))
    await work.begun.wait()
    keeping.cancel()
    await asyncio.wait((keeping,))
    assert keeping.cancelled()
    assert work.ended == "broken off"
