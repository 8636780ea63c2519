"""Loops that go on whatever they meet, and tasks whose failure is told."""

import asyncio
import logging

import pytest

from bot.workers.supervisor import keep_running, start_task
from tests.support.timers import RecordedWaits
from tests.support.waiting import run_until_idle


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


async def test_what_is_to_end_the_process_passes_through() -> None:
    with pytest.raises(LookupError):
        await keep_running("updates", FailingLoop(OSError(), LookupError()), ends=(LookupError,), pause=RecordedWaits())


async def test_a_cancelled_loop_ends() -> None:
    task = asyncio.create_task(keep_running("checks", asyncio.Event().wait))  # type: ignore[arg-type] # what it returns is nobody's
    await run_until_idle()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_failure_of_a_task_that_nobody_waits_for_is_told_while_it_is_kept(
    caplog: pytest.LogCaptureFixture,
) -> None:
    task = start_task(FailingLoop(OSError("no file"))(), name="menus")
    await run_until_idle()
    assert task.done()
    (record,) = caplog.records
    assert "menus" in record.getMessage()
    assert record.levelno == logging.ERROR
