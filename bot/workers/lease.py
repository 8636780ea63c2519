"""The lease: work that cannot be undone runs only while no other process may do it too."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from bot.workers.supervisor import cancel_tasks

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
