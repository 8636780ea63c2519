"""A command that starts servers of its own, and ends them wherever it is ended."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

ENDED: Final = 128 + signal.SIGTERM
"""The exit status of what SIGTERM ended, as a shell has it."""


class Ended(Exception):
    """SIGTERM came; all that was started is ended too."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do something to the end, on a new event loop.

    Raises:
        Ended: as it says.
    """
    return asyncio.run(_unless_ended(work))


async def _unless_ended(work: Coroutine[Any, Any, T]) -> T:
    running, ended = asyncio.ensure_future(work), False

    def end() -> None:
        nonlocal ended
        ended = True
        running.cancel()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
    try:
        return await running
    except asyncio.CancelledError:
        if ended:
            raise Ended from None
        raise
