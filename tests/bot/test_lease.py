"""What cannot be taken back is begun and gone on with only while nobody else may do it."""

import asyncio

import pytest

from bot.workers.lease import LEAST_SECONDS, UNLIMITED, Lease, LeaseOver
from tests.support.patience import PATIENCE
from tests.support.timers import settled


class Work:
    """Goes on until it is let end; notes how it ended."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.free = asyncio.Event()
        self.ended = ""

    async def __call__(self) -> str:
        self.begun.set()
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            await settled()
            self.ended = "broken off"
            raise
        self.ended = "done"
        return "sent"


async def failing() -> None:
    raise ArithmeticError


@pytest.mark.parametrize("left", [float("inf"), LEAST_SECONDS])
async def test_it_is_done_while_enough_is_left(left: float) -> None:
    work = Work()
    work.free.set()
    assert await Lease(lambda: left).keeping(work()) == "sent"
    with pytest.raises(ArithmeticError):
        await Lease(lambda: left).keeping(failing())


@pytest.mark.parametrize("left", [LEAST_SECONDS - 0.01, 0, -1])
async def test_it_is_not_begun_with_too_little_left(left: float) -> None:
    work = Work()
    work.free.set()
    with pytest.raises(LeaseOver):
        await Lease(lambda: left).keeping(work())
    assert not work.begun.is_set()


async def test_it_is_broken_off_at_the_end() -> None:
    work, left = Work(), iter([LEAST_SECONDS, 0.001])
    with pytest.raises(LeaseOver):
        async with asyncio.timeout(PATIENCE):
            await Lease(lambda: next(left, 0)).keeping(work())
    assert (work.begun.is_set(), work.ended) == (True, "broken off")


async def test_it_goes_on_where_it_was_lengthened_meanwhile() -> None:
    work, asked = Work(), list[float]()

    def left() -> float:
        asked.append(1)
        if len(asked) == 5:
            work.free.set()
        return LEAST_SECONDS if len(asked) == 1 else 0.001

    async with asyncio.timeout(PATIENCE):
        assert await Lease(left).keeping(work()) == "sent"
    assert len(asked) >= 5


async def test_what_is_done_just_as_it_ends_counts() -> None:
    async def stubborn() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "sent"
        raise AssertionError

    left = iter([LEAST_SECONDS, 0.001])
    assert await Lease(lambda: next(left, 0)).keeping(stubborn()) == "sent"


async def test_it_has_ended_where_its_caller_was_told_to_end() -> None:
    """Whoever hands a chat over waits for its lane: then nothing of it may still go out."""
    work = Work()
    keeping = asyncio.create_task(Lease(lambda: 60).keeping(work()))
    await work.begun.wait()
    keeping.cancel()
    await asyncio.wait((keeping,))
    assert keeping.cancelled()
    assert work.ended == "broken off"


async def test_without_others_it_is_done_as_it_is() -> None:
    work = Work()
    work.free.set()
    assert await UNLIMITED.keeping(work()) == "sent"
