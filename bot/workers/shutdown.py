"""Shutting work down: cancelling tasks."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

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
