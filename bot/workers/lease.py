"""Doing what cannot be taken back only as long as nobody else may do it too."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from bot.workers.lanes import end

T = TypeVar("T")

LEAST_SECONDS: Final = 3.0
"""How much must be left for anything to begin: more than a send takes where all is well."""

_LOOK_SECONDS: Final = 0.5
"""How often it is looked how much is left: timers of the event loop stand still while the machine is suspended."""


class LeaseOver(Exception):
    """It was not begun, or broken off: somebody else may do it by now."""

    def __init__(self) -> None:
        super().__init__("another process may be doing it")


class Lease:
    """For how long nobody else may do what this process does.

    Args:
        left: tells for how many seconds that is so yet; it may be lengthened at any time.
    """

    def __init__(self, left: Callable[[], float]) -> None:
        self._left: Final = left

    async def keeping(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that goes out, while it lasts.

        Raises:
            LeaseOver: it is not begun, as less than :data:`LEAST_SECONDS` are left; or it was broken off at the end.
        """
        if (left := self._left()) == float("inf"):
            return await work
        if left < LEAST_SECONDS:
            work.close()
            raise LeaseOver
        doing = asyncio.create_task(work)
        try:
            while not doing.done() and (left := self._left()) > 0:
                await asyncio.wait((doing,), timeout=min(left, _LOOK_SECONDS))
        except BaseException:
            await end((doing,))
            raise
        await end((doing,) if not doing.done() else ())
        if doing.cancelled():
            raise LeaseOver
        return doing.result()


UNLIMITED: Final = Lease(lambda: float("inf"))
"""Where nobody else is."""
