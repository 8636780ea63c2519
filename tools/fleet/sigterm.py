"""Run a coroutine that starts servers, and let SIGTERM cancel it, so that they are ended too."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

EXIT_TERMINATED: Final = 128 + signal.SIGTERM


class Terminated(Exception):
    """SIGTERM came, and the coroutine has ended its servers."""


def run_until_sigterm(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on a new event loop. Raises Terminated if SIGTERM comes."""
    return asyncio.run(_cancel_on_sigterm(work))


async def _cancel_on_sigterm(work: Coroutine[Any, Any, T]) -> T:
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
            raise Terminated from None
        raise
