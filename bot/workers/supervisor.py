"""The supervisor of tasks: loops that go on whatever they meet, and tasks whose failure the log tells at once."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final

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
