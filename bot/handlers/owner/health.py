"""This process's health: uptime, memory, whether Telegram answers and updates come in, how often it throttles."""

import resource
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Final

from bot.call_errors import CallFailed, RateLimited, TokenRejected
from bot.ingress.reception import UpdateReception
from bot.store.worker_status import WorkerStatus

OUTAGE_SECONDS: Final = 60.0
"""Seconds of Telegram's silence from which owners are told of it."""
_HOUR: Final = 3600.0
_PROC_STATM: Final = Path("/proc/self/statm")


class WorkerHealth:
    """The health of this process.

    Args:
        ping_telegram: asks Telegram for an answer and nothing else.
        throttled_count: how often Telegram has throttled this process since its start.
        reception: whether updates can come in.
        clock: Unix seconds.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        ping_telegram: Callable[[], Awaitable[None]],
        throttled_count: Callable[[], int],
        reception: UpdateReception,
        clock: Callable[[], float],
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._ping_telegram: Final = ping_telegram
        self._throttled_count: Final = throttled_count
        self.reception: Final = reception
        self._clock: Final = clock
        self._seconds: Final = seconds
        self._version: Final = version("harfiyen")
        """Read once: it is a file, which cannot always be opened."""
        self._started_at: Final = int(clock())
        self._counts: Final[deque[tuple[float, int]]] = deque()
        self._silent_since: float | None = None
        self.ended_outage_seconds = 0.0
        """The length in seconds of an outage of Telegram that is over; 0 if there is none to report."""
        self.is_token_rejected = False
        """Whether Telegram refused the token when it was asked last."""

    @property
    def update_obstacle(self) -> str:
        """Why updates cannot come in although Telegram answers, in a few words; empty if they can."""
        return self.reception.obstacle if self._silent_since is None else ""

    @property
    def obstacle(self) -> str:
        """Why nobody can play by this process as far as Telegram is concerned, in a few words; empty if people can."""
        if self.is_token_rejected:
            return "Telegram refuses BOT_TOKEN"
        if self._silent_since is not None:
            return "Telegram does not answer"
        return f"updates cannot come in ({self.reception.obstacle})" if self.reception.obstacle else ""

    async def check_telegram(self) -> None:
        """Ping Telegram, and remember whether it answered; raises what the ping raises."""
        try:
            await self._ping_telegram()
        except RateLimited:
            raise
        except CallFailed as error:
            self.is_token_rejected = isinstance(error, TokenRejected)
            if self._silent_since is None:
                self._silent_since = self._seconds()
            raise
        self.is_token_rejected = False
        if self._silent_since is not None:
            silent = self._seconds() - self._silent_since
            self.ended_outage_seconds = max(self.ended_outage_seconds, silent if silent >= OUTAGE_SECONDS else 0.0)
            self._silent_since = None

    def mark_outage_reported(self) -> None:
        """Note that the outage was reported."""
        self.ended_outage_seconds = 0.0

    def worker_status(self) -> WorkerStatus:
        """This process's status."""
        return WorkerStatus(
            self._version, self._started_at, int(self._clock()), _memory_bytes(), self._throttled_last_hour()
        )

    def _throttled_last_hour(self) -> int:
        """How often Telegram throttled this process within the last hour."""
        now, count = self._seconds(), self._throttled_count()
        if not self._counts or now - self._counts[-1][0] >= _HOUR / 60:
            self._counts.append((now, count))
        while len(self._counts) > 1 and now - self._counts[1][0] >= _HOUR:
            self._counts.popleft()
        return count - (self._counts[0][1] if now - self._counts[0][0] >= _HOUR else 0)


def _memory_bytes() -> int:
    """The memory of this process in bytes; its peak if the system does not tell the current size."""
    try:
        return int(_PROC_STATM.read_text("ascii").split()[1]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
