"""One schedule of retries, loops that go on whatever they meet, leases, and bounded memories."""

import asyncio
import gc
import logging
import weakref

import pytest

from bot.call_errors import ApiUnreachable, RateLimited
from bot.workers.supervisor import MIN_SECONDS_LEFT, Backoff, Lease, LeaseExpired, RetryLoop, keep_running, start_task
from tests.support.timers import RecordedWaits
from tests.support.waiting import PATIENCE, run_until_idle

AWAY = ApiUnreachable("no route")


async def test_waits_grow_to_half_a_minute_and_half_of_each_is_by_chance() -> None:
    async def waited(jitter: float) -> list[float]:
        waits, attempts = RecordedWaits(), iter(range(40))

        async def attempt() -> None:
            if next(attempts) < 39:
                raise OSError

        await RetryLoop("It", (OSError,), pause=waits, jitter=lambda: jitter).run_until_success(attempt)
        return waits.seconds

    longest, shortest = await waited(1.0), await waited(0.0)
    assert longest[:8] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert max(longest) == longest[-1] == 30
    assert shortest == [seconds / 2 for seconds in longest]


async def test_each_key_is_counted_for_itself_until_it_works() -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    retries = Backoff[str](pause=pause, jitter=lambda: 1.0)
    for key in ("one", "one", "other"):
        await retries.wait_after_failure(key, AWAY)
    assert waits == [0.5, 1.0, 0.5]
    assert (retries.failure_count("one"), retries.failure_count("other")) == (2, 1)
    retries.clear_failures("one")
    await retries.wait_after_failure("one", AWAY)
    assert waits[-1] == 0.5


def test_a_wait_that_was_asked_for_is_kept_to_and_is_no_failure() -> None:
    retries = Backoff[str]()
    assert retries.count_failure("one", RateLimited("Flood control exceeded", 7.0)) == 7.0
    assert retries.failure_count("one") == 0


class Picture:
    """Something large that is sent."""


async def test_what_failed_is_not_kept_while_it_waits() -> None:
    """Hundreds of chats wait when Telegram is away; each would keep its picture until garbage is collected."""
    sent: list[weakref.ref[Picture]] = []
    kept: list[bool] = []

    def send(picture: Picture) -> None:
        sent.append(weakref.ref(picture))
        error = OSError("no route")
        try:
            # As libraries do that remember why a connection broke: the error and the frame hold each other.
            raise error
        except OSError as reason:
            raise ApiUnreachable("away") from reason

    async def attempt() -> None:
        if len(sent) < 2:
            send(Picture())

    async def pause(_: float) -> None:
        kept.append(sent[-1]() is not None)

    gc.disable()
    try:
        await RetryLoop("It", (ApiUnreachable,), pause=pause).run_until_success(attempt)
    finally:
        gc.enable()
    assert kept == [False, False]


class FailingLoop:
    """Raises one error after the other, then returns."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)

    async def __call__(self) -> None:
        if self.errors:
            raise self.errors.pop(0)


async def test_a_loop_that_fails_is_logged_and_run_again_ever_later(caplog: pytest.LogCaptureFixture) -> None:
    waits, loop = RecordedWaits(), FailingLoop(OSError("no file"), KeyError("x"), ValueError("y"))
    await keep_running("checks", loop, pause=waits)
    assert not loop.errors
    assert waits.seconds[0] < waits.seconds[1] < waits.seconds[2]
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 3
    assert all("work checks" in record.getMessage() for record in caplog.records)
    assert "no file" in caplog.text


async def test_the_failure_of_a_task_that_nobody_awaits_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    task = start_task(FailingLoop(OSError("no file"))(), name="menus")
    await run_until_idle()
    assert task.done()
    (record,) = caplog.records
    assert "menus" in record.getMessage()
    assert record.levelno == logging.ERROR


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
