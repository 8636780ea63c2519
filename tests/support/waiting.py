"""How long a test waits for what should come: a minute, so that a busy machine fails no test.

Await what should come by condition, within :data:`PATIENCE`. A shorter limit of real time belongs only where the limit
itself is tried, and only to the call that hangs.
"""

import asyncio
from collections.abc import Callable
from typing import Final


async def wait_until(true: Callable[[], bool]) -> None:
    looks = Looks()
    async with asyncio.timeout(PATIENCE):
        while not true():
            await run_until_idle()
            await looks.pause()


class Looks:
    """The pauses between looks at what tells nobody: none at first, as most of it is there soon, then longer ones."""

    def __init__(self) -> None:
        self._seconds = 0.0

    async def pause(self) -> None:
        await asyncio.sleep(self._seconds)
        self._seconds = min(2 * self._seconds + _FIRST_PAUSE, _LONGEST_PAUSE)


async def run_until_idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


PATIENCE: Final = 60.0
_FIRST_PAUSE: Final = 0.001
_LONGEST_PAUSE: Final = 0.01
