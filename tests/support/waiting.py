"""How long a test waits for what should come: a minute, so that a busy machine fails no test.

Await what should come by condition, within :data:`PATIENCE`. A shorter limit of real time belongs only where the limit
itself is tried, and only to the call that hangs.
"""

import asyncio
from collections.abc import Callable
from typing import Final


async def wait_until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await run_until_idle()


async def run_until_idle() -> None:
    """Let every task go on until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)


PATIENCE: Final = 60.0
"""Seconds."""
