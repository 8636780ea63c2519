"""Time of the running event loop that passes only when a test says so: limits are tried, and nothing is hurried."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class LoopTime:
    """The seconds that the loop's timers go by."""

    def __init__(self, now: float) -> None:
        self._now = now

    def __call__(self) -> float:
        return self._now

    def pass_(self, seconds: float) -> None:
        """Have so much time pass at once: limits that end by then run out."""
        self._now += seconds


@contextmanager
def standing_still() -> Iterator[LoopTime]:
    """Stop the time of the running loop; sleeps and limits last until a test passes time."""
    loop = asyncio.get_running_loop()
    real = loop.time
    loop.time = time = LoopTime(loop.time())  # type: ignore[method-assign] # the loop asks itself what time it is
    try:
        yield time
    finally:
        loop.time = real  # type: ignore[method-assign] # as it was
