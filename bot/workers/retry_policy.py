"""The retry policy of the whole program: an exponential backoff, and two ways to use it.

The first wait is half a second; each further one is twice as long, half a minute at most. Half of each wait is random,
so that processes do not come back at the same instant. If Telegram says how long to wait, that is used instead and
counts as no failure.

It owns waiting, counting, and the two log lines of an outage. The caller decides what is attempted and which errors end
it.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from bot.call_errors import RateLimited
from bot.logs.logger import get_logger

_LOG: Final = get_logger(__name__)
STORE_SECONDS: Final = 0.5
"""The longest wait between attempts at what needs Redis: the connection to Redis has a backoff of its own."""
_FIRST_SECONDS: Final = 0.5
_LONGEST_SECONDS: Final = 30.0
_MOST_DOUBLINGS: Final = 10

_T = TypeVar("_T")
_K = TypeVar("_K")


def backoff_seconds(failures: int, chance: float) -> float:
    """How long to wait after so many failures, from 1; ``chance`` is a random number from 0 to 1."""
    longest = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0 ** min(failures - 1, _MOST_DOUBLINGS))
    return longest * (1 + chance) / 2


class Backoff(Generic[_K]):
    """Counts failures by key, for callers with a loop of their own.

    `pause` waits that many seconds, and `jitter` gives a number from 0 to 1. `longest` is the longest wait in seconds,
    except where Telegram says how long to wait.
    """

    def __init__(
        self,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,  # noqa: S311 - it spreads tries, and is no secret
        longest: float = _LONGEST_SECONDS,
    ) -> None:
        self._pause = pause
        self._jitter = jitter
        self._longest = longest
        self._failures: dict[_K, int] = {}

    def failure_count(self, key: _K) -> int:
        """How often the key has failed since its last success."""
        return self._failures.get(key, 0)

    def count_failure(self, key: _K, error: Exception) -> float:
        """Count a failure; returns the seconds to wait before the next attempt."""
        if isinstance(error, RateLimited):
            return error.seconds
        count = self._failures[key] = self.failure_count(key) + 1
        return min(self._longest, backoff_seconds(count, self._jitter()))

    async def wait_after_failure(self, key: _K, error: Exception) -> None:
        """Count a failure, and wait; meanwhile the error keeps nothing of what failed, such as a picture."""
        seconds = self.count_failure(key, error)
        _release_frames(error)
        await self._pause(seconds)

    def clear_failures(self, key: _K) -> None:
        """Forget the failures: it worked, or was given up."""
        self._failures.pop(key, None)


class RetryLoop:
    """Repeats work until it succeeds.

    `work` names it in the log. `errors` are those that are retried; any other passes through. `pause`, `jitter` and
    `longest` are as those of `Backoff`.
    """

    def __init__(
        self,
        work: str,
        errors: tuple[type[Exception], ...],
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,  # noqa: S311 - it spreads tries, and is no secret
        longest: float = _LONGEST_SECONDS,
    ) -> None:
        self._work = work
        self._errors = errors
        self._pause = pause
        self._jitter = jitter
        self._longest = longest

    async def run_until_success(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """Call `attempt` until it succeeds and return its result; logs when an outage begins and ends."""
        retries: Final = Backoff[None](pause=self._pause, jitter=self._jitter, longest=self._longest)
        failures = 0
        while True:
            try:
                result = await attempt()
            except self._errors as error:
                if not failures:
                    _LOG.warning(
                        "something fails and is tried again until it works",
                        work=self._work,
                        error=str(error) or type(error).__name__,
                    )
                failures += 1
                await retries.wait_after_failure(None, error)
            else:
                if failures:
                    _LOG.info("what had failed works again", work=self._work, failures=failures)
                return result


def _release_frames(error: BaseException) -> None:
    """Drop the tracebacks of an error and of those behind it, which hold the local variables of what failed."""
    chain: list[BaseException | None] = [error]
    while chain:
        one = chain.pop()
        if one is not None and one.__traceback__ is not None:
            one.__traceback__ = None
            chain += (one.__cause__, one.__context__)
