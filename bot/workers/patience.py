"""Trying again: the one schedule of the whole program, and two ways to keep to it.

After the first failure half a second passes, then twice as long each time, half a minute at most; half of each wait is
by chance, so that many processes do not come back at the same instant. Where Telegram says how long to wait, that is
kept to instead, and is no failure.

Owns waiting, counting, and the two log lines of an outage. What is attempted, and which errors end it, is the caller's.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from bot.outcomes import TooFast

_LOG: Final = logging.getLogger(__name__)
STORE_SECONDS: Final = 0.5
"""The most seconds between two attempts at what waits for Redis: its own connection paces those that reach out."""
_FIRST_SECONDS: Final = 0.5
_LONGEST_SECONDS: Final = 30.0
_MOST_DOUBLINGS: Final = 10

_T = TypeVar("_T")
_K = TypeVar("_K")


def seconds_after(failures: int, chance: float) -> float:
    """How long to wait when so many attempts have failed, at least one; ``chance`` is from 0 to 1."""
    longest = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0 ** min(failures - 1, _MOST_DOUBLINGS))
    return longest * (1 + chance) / 2


class Retries(Generic[_K]):
    """Counts the failures of many things, each by its key, for callers that keep the loop to themselves.

    `pause` waits that many seconds, and `jitter` gives a number from 0 to 1. `longest` is for what must not be late:
    the most seconds between two attempts, but where Telegram says how long to wait.
    """

    def __init__(
        self,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
        longest: float = _LONGEST_SECONDS,
    ) -> None:
        self._pause = pause
        self._jitter = jitter
        self._longest = longest
        self._failures: dict[_K, int] = {}

    def failures(self, key: _K) -> int:
        """How often this has failed since it last worked."""
        return self._failures.get(key, 0)

    def failed(self, key: _K, error: Exception) -> float:
        """Count a failure; how many seconds to wait before the next attempt."""
        if isinstance(error, TooFast):
            return error.seconds
        count = self._failures[key] = self.failures(key) + 1
        return min(self._longest, seconds_after(count, self._jitter()))

    async def wait(self, key: _K, error: Exception) -> None:
        """Count a failure, and wait."""
        await self._pause(self.failed(key, error))

    def over(self, key: _K) -> None:
        """Forget the failures: it worked, or was given up."""
        self._failures.pop(key, None)


class Patience:
    """Repeats one kind of work until it succeeds.

    `work` names it in the log; `errors` are those worth another attempt, any other passes through. `pause`
    waits that many seconds, `jitter` gives a number from 0 to 1, and `longest` is as that of `Retries`.
    """

    def __init__(
        self,
        work: str,
        errors: tuple[type[Exception], ...],
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
        longest: float = _LONGEST_SECONDS,
    ) -> None:
        self._work = work
        self._errors = errors
        self._pause = pause
        self._jitter = jitter
        self._longest = longest

    async def until_done(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """What `attempt` returns once it succeeds; an outage is logged when it begins and when it is over."""
        retries: Final = Retries[None](pause=self._pause, jitter=self._jitter, longest=self._longest)
        failures = 0
        while True:
            try:
                result = await attempt()
            except self._errors as error:
                if not failures:
                    _LOG.warning("%s fails, trying again until it works: %s", self._work, _described(error))
                failures += 1
                await retries.wait(None, error)
            else:
                if failures:
                    _LOG.info("%s works again after %d failures", self._work, failures)
                return result


def _described(error: Exception) -> str:
    return str(error) or type(error).__name__
