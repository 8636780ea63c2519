"""The supervisor of tasks: loops that survive errors, and tasks whose failure is logged at once."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, TypeVar

from bot.call_errors import RateLimited
from bot.logs import fresh_context, get_logger

log = get_logger(__name__)

STORE_SECONDS: Final = 0.5
"""The longest wait between attempts at work that needs Redis: its connection has a backoff of its own."""

_FIRST_SECONDS: Final = 0.5
_LONGEST_SECONDS: Final = 30.0
_MOST_DOUBLINGS: Final = 10
_T = TypeVar("_T")
_K = TypeVar("_K")


@dataclass(kw_only=True, eq=False)
class Backoff(Generic[_K]):
    """Counts failures by key, for callers with a loop of their own."""

    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.random  # noqa: S311 - a number from 0 to 1; it spreads retries, and is no secret
    longest: float = _LONGEST_SECONDS  # in seconds, unless Telegram says how long to wait
    failures: dict[_K, int] = field(default_factory=dict, init=False)

    def failure_count(self, key: _K) -> int:
        """How often the key has failed since its last success."""
        return self.failures.get(key, 0)

    def count_failure(self, key: _K, error: Exception) -> float:
        """Count a failure; returns the seconds to wait before the next attempt."""
        if isinstance(error, RateLimited):
            return error.seconds
        count = self.failures[key] = self.failure_count(key) + 1
        doubled = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0 ** min(count - 1, _MOST_DOUBLINGS))
        return min(self.longest, doubled * (1 + self.jitter()) / 2)

    async def wait_after_failure(self, key: _K, error: Exception) -> None:
        """Count a failure and wait; while waiting, the error's local variables, such as a picture, are released."""
        seconds = self.count_failure(key, error)
        _release_frames(error)
        await self.pause(seconds)

    def clear_failures(self, key: _K) -> None:
        """Forget the failures after a success or after giving up."""
        self.failures.pop(key, None)


@dataclass(eq=False)
class RetryLoop:
    """Repeats work until it raises none of ``errors``; other errors pass through."""

    work: str  # its name in the log
    errors: tuple[type[Exception], ...]
    _: KW_ONLY
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.random  # noqa: S311 - as above
    longest: float = _LONGEST_SECONDS

    async def run_until_success(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """Call ``attempt`` until it succeeds and return its result; logs when an outage begins and ends."""
        retries = Backoff[None](pause=self.pause, jitter=self.jitter, longest=self.longest)
        failures = 0
        while True:
            try:
                result = await attempt()
            except self.errors as error:
                if not failures:
                    log.warning(
                        "something fails and is tried again until it works",
                        work=self.work,
                        error=str(error) or type(error).__name__,
                    )
                failures += 1
                await retries.wait_after_failure(None, error)
            else:
                if failures:
                    log.info("what had failed works again", work=self.work, failures=failures)
                return result


def _release_frames(error: BaseException) -> None:
    """Drop the tracebacks of an error and its causes, since they hold local variables."""
    chain: list[BaseException | None] = [error]
    while chain:
        one = chain.pop()
        if one is not None and one.__traceback__ is not None:
            one.__traceback__ = None
            chain += (one.__cause__, one.__context__)


_RECANCEL_SECONDS: Final = 0.1


async def cancel_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended.

    It cancels repeatedly: before Python 3.12 ``asyncio.wait_for``, through which every Redis command goes, swallows a
    cancellation that comes as it succeeds.
    """
    left: set[asyncio.Task[Any]] = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_RECANCEL_SECONDS)


_STEADY_SECONDS: Final = 60.0  # after this long at work, the next failure counts as the first


async def keep_running(
    name: str,
    work: Callable[[], Awaitable[None]],
    *,
    ends: tuple[type[Exception], ...] = (),
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Run a loop until it returns, or raises one of ``ends``; log any other error and restart it with backoff."""
    retries = Backoff[None](pause=pause)
    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        try:
            await work()
        except ends:
            raise
        except Exception as error:  # the outermost edge: a temporary failure ends no loop
            log.exception("a loop failed and is run again", work=name)
            if loop.time() - began > _STEADY_SECONDS:
                retries.clear_failures(None)
            await retries.wait_after_failure(None, error)
        else:
            return


def start_task(work: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
    """Start a task, in its own context, that is not awaited; a failure is logged."""
    task = asyncio.create_task(work, name=name, context=fresh_context())
    task.add_done_callback(_log_failure, context=fresh_context())
    return task


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task failed", work=task.get_name(), exc_info=error)


T = TypeVar("T")
MIN_SECONDS_LEFT: Final = 3.0  # the least time of a lease in which anything is begun: more than a healthy send takes

_RECHECK_SECONDS: Final = 0.5
"""How often the lease's remaining time is checked: the event loop's timers stop while the machine is suspended."""


class LeaseExpired(Exception):
    """The work was not begun, or was cancelled: another process may do it now."""

    def __init__(self) -> None:
        super().__init__("another process may be doing it")


class Lease:
    """The time in which no other process may do this process's work; renewable at any time."""

    def __init__(self, seconds_left: Callable[[], float]) -> None:
        self._seconds_left: Final = seconds_left

    async def run_under_lease(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work while the lease lasts; raises LeaseExpired if it ends, or has under :data:`MIN_SECONDS_LEFT`."""
        if (left := self._seconds_left()) == float("inf"):
            return await work
        if left < MIN_SECONDS_LEFT:
            work.close()
            raise LeaseExpired
        doing = asyncio.create_task(work)
        try:
            while not doing.done() and (left := self._seconds_left()) > 0:
                await asyncio.wait((doing,), timeout=min(left, _RECHECK_SECONDS))
        except BaseException:
            await cancel_tasks((doing,))
            raise
        await cancel_tasks((doing,) if not doing.done() else ())
        if doing.cancelled():
            raise LeaseExpired
        return doing.result()


UNLIMITED: Final = Lease(lambda: float("inf"))  # the lease if there are no other processes
