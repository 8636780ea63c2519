"""Going on through an outage: how long to wait before the next attempt, and what the log says meanwhile.

Owns waiting and the two log lines of an outage. What is attempted, and which errors end it, is the caller's.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final, TypeVar

from telegram.error import RetryAfter

_LOG: Final = logging.getLogger(__name__)
_FIRST_SECONDS: Final = 0.5
_LONGEST_SECONDS: Final = 30.0
_MOST_DOUBLINGS: Final = 10

_T = TypeVar("_T")


class Patience:
    """Repeats one kind of work until it succeeds, waiting longer each time, at most half a minute.

    `work` names it in the log; `errors` are those worth another attempt, any other passes through. `pause`
    waits that many seconds, and `jitter` gives a number from 0 to 1: half of each wait is by chance, so that
    many processes do not come back at the same instant.
    """

    def __init__(
        self,
        work: str,
        errors: tuple[type[Exception], ...],
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._work = work
        self._errors = errors
        self._pause = pause
        self._jitter = jitter

    async def until_done(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """What `attempt` returns once it succeeds; an outage is logged when it begins and when it is over."""
        failures = 0
        while True:
            try:
                result = await attempt()
            except self._errors as error:
                if not failures:
                    _LOG.warning("%s fails, trying again until it works: %s", self._work, _described(error))
                await self._pause(self._seconds(error, failures))
                failures += 1
            else:
                if failures:
                    _LOG.info("%s works again after %d failures", self._work, failures)
                return result

    def _seconds(self, error: Exception, failures: int) -> float:
        if isinstance(error, RetryAfter):
            return asked_seconds(error)
        longest = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0 ** min(failures, _MOST_DOUBLINGS))
        return longest * (1 + self._jitter()) / 2


def asked_seconds(error: RetryAfter) -> float:
    """How long Telegram asks to wait."""
    asked = error.retry_after  # a timedelta or seconds, by the environment variable PTB_TIMEDELTA
    return asked.total_seconds() if isinstance(asked, timedelta) else float(asked)


def _described(error: Exception) -> str:
    return str(error) or type(error).__name__
