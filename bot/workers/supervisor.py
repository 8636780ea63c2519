"""The supervisor of tasks: loops that go on whatever they meet, and tasks whose failure the log tells at once."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final, TypeVar

from bot.logs.logger import fresh_context, get_logger
from bot.workers.retry_policy import Backoff

_RECANCEL_SECONDS: Final = 0.1


async def cancel_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended.

    It cancels again and again: before Python 3.12 ``asyncio.wait_for``, through which every Redis command goes,
    swallows a cancellation that comes as it succeeds.
    """
    left: set[asyncio.Task[Any]] = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_RECANCEL_SECONDS)


log = get_logger(__name__)

_STEADY_SECONDS: Final = 60.0
"""After so long at work, a failure counts as the first again."""


async def keep_running(
    name: str,
    work: Callable[[], Awaitable[None]],
    *,
    ends: tuple[type[Exception], ...] = (),
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Run a loop until it returns; whenever it raises, log that and run it again after a backoff.

    Args:
        name: tells the loop in the log.
        work: begins the loop, any number of times.
        ends: what is raised instead, as it is to end the process.
        pause: waits that many seconds.
    """
    retries = Backoff[None](pause=pause)
    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        try:
            await work()
        except ends:
            raise
        except Exception as error:  # the outermost edge: what fails for a moment ends no loop
            log.exception("a loop failed and is run again", work=name)
            if loop.time() - began > _STEADY_SECONDS:
                retries.clear_failures(None)
            await retries.wait_after_failure(None, error)
        else:
            return


def start_task(work: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
    """Start a task whose result nobody waits for, in a context of its own; the log tells if it fails."""
    task = asyncio.create_task(work, name=name, context=fresh_context())
    task.add_done_callback(_log_failure, context=fresh_context())
    return task


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task failed", work=task.get_name(), exc_info=error)


T = TypeVar("T")

MIN_SECONDS_LEFT: Final = 3.0
"""How much must be left for anything to begin: more than a healthy send takes."""

_RECHECK_SECONDS: Final = 0.5
"""How often the rest is checked: timers of the event loop stand still while the machine is suspended."""


class LeaseExpired(Exception):
    """The work was not begun, or was cancelled, as another process may do it by now."""

    def __init__(self) -> None:
        super().__init__("another process may be doing it")


class Lease:
    """The time in which no other process may do this process's work.

    Args:
        seconds_left: gives how many seconds are left; the lease may be renewed at any time.
    """

    def __init__(self, seconds_left: Callable[[], float]) -> None:
        self._seconds_left: Final = seconds_left

    async def run_under_lease(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work while the lease lasts.

        Raises:
            LeaseExpired: less than :data:`MIN_SECONDS_LEFT` were left, so it was not begun; or it was cancelled at the
                lease's end.
        """
        if (left := self._seconds_left()) == float("inf"):
            return await work
        if left < MIN_SECONDS_LEFT:
            work.close()
            raise LeaseExpired
        doing = asyncio.create_task(work)
        try:
            while not doing.done() and (left := self._seconds_left()) > 0:
                await asyncio.wait((doing,), timeout=min(left, _RECHECK_SECONDS))
        except BaseException:
            await cancel_tasks((doing,))
            raise
        await cancel_tasks((doing,) if not doing.done() else ())
        if doing.cancelled():
            raise LeaseExpired
        return doing.result()


UNLIMITED: Final = Lease(lambda: float("inf"))
"""For where there is no other process."""
