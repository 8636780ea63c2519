"""How this process is: since when it runs, its memory, whether Telegram answers it, and how often not at once."""

import resource
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Final

from bot.outcomes import TooFast, Undone
from bot.store.vitals import Vital

OUTAGE_SECONDS: Final = 60.0
"""How long Telegram may be silent before owners are told that it was."""
_HOUR: Final = 3600.0
_STATUS: Final = Path("/proc/self/statm")


class Pulse:
    """Of this process.

    Args:
        probe: asks Telegram for nothing but an answer.
        held_back: tells how often Telegram has wanted messages to wait, since the start.
        clock: seconds of the epoch.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        probe: Callable[[], Awaitable[None]],
        held_back: Callable[[], int],
        clock: Callable[[], float],
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._probe: Final = probe
        self._held_back: Final = held_back
        self._clock: Final = clock
        self._seconds: Final = seconds
        self._since: Final = int(clock())
        self._counts: Final[deque[tuple[float, int]]] = deque()
        self._silent_since: float | None = None
        self._was_silent = 0.0

    async def alive(self) -> None:
        """Ask Telegram for an answer, and remember whether it came; raises as the probe does."""
        try:
            await self._probe()
        except TooFast:
            raise
        except Undone:
            if self._silent_since is None:
                self._silent_since = self._seconds()
            raise
        if self._silent_since is not None:
            silent = self._seconds() - self._silent_since
            self._was_silent = max(self._was_silent, silent if silent >= OUTAGE_SECONDS else 0.0)
            self._silent_since = None

    def silence(self) -> float:
        """For how many seconds Telegram was silent that answers again, 0 where owners know of it or need not."""
        return self._was_silent

    def told(self) -> None:
        """Note that owners know of it."""
        self._was_silent = 0.0

    def vital(self) -> Vital:
        """This process's word."""
        return Vital(version("harfiyen"), self._since, int(self._clock()), _memory(), self._lately())

    def _lately(self) -> int:
        """How often it was held back within an hour."""
        now, count = self._seconds(), self._held_back()
        if not self._counts or now - self._counts[-1][0] >= _HOUR / 60:
            self._counts.append((now, count))
        while len(self._counts) > 1 and now - self._counts[1][0] >= _HOUR:
            self._counts.popleft()
        return count - (self._counts[0][1] if now - self._counts[0][0] >= _HOUR else 0)


def _memory() -> int:
    """Bytes of memory that this process has; where the system does not tell, the most that it had."""
    try:
        return int(_STATUS.read_text("ascii").split()[1]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
