"""Things that fail are counted each for itself, and wait by the schedule of the whole program."""

import gc
import weakref

import pytest

from bot.call_errors import ApiUnreachable, RateLimited
from bot.workers.supervisor import Backoff, RetryLoop, backoff_seconds
from tests.support.timers import RecordedWaits

AWAY = ApiUnreachable("no route")


@pytest.mark.parametrize(
    ("failures", "longest"), [(1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0), (5, 8.0), (6, 16.0), (7, 30.0), (5000, 30.0)]
)
def test_waits_double_to_half_a_minute_and_half_of_each_is_by_chance(failures: int, longest: float) -> None:
    assert (backoff_seconds(failures, 1.0), backoff_seconds(failures, 0.0)) == (longest, longest / 2)


async def test_waits_grow_to_half_a_minute_and_half_of_each_is_by_chance() -> None:
    async def waited(jitter: float) -> list[float]:
        waits, attempts = RecordedWaits(), iter(range(40))

        async def attempt() -> None:
            if next(attempts) < 39:
                raise OSError

        await RetryLoop("It", (OSError,), pause=waits, jitter=lambda: jitter).run_until_success(attempt)
        return waits.seconds

    longest, shortest = await waited(1.0), await waited(0.0)
    assert longest[:8] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert max(longest) == longest[-1] == 30
    assert shortest == [seconds / 2 for seconds in longest]


async def test_each_key_is_counted_for_itself_until_it_works() -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    retries = Backoff[str](pause=pause, jitter=lambda: 1.0)
    for key in ("one", "one", "other"):
        await retries.wait_after_failure(key, AWAY)
    assert waits == [0.5, 1.0, 0.5]
    assert (retries.failure_count("one"), retries.failure_count("other")) == (2, 1)
    retries.clear_failures("one")
    await retries.wait_after_failure("one", AWAY)
    assert waits[-1] == 0.5


def test_a_wait_that_was_asked_for_is_kept_to_and_is_no_failure() -> None:
    retries = Backoff[str]()
    assert retries.count_failure("one", RateLimited("Flood control exceeded", 7.0)) == 7.0
    assert retries.failure_count("one") == 0


class Picture:
    """Something large that is sent."""


async def test_what_failed_is_not_kept_while_it_waits() -> None:
    """Hundreds of chats wait when Telegram is away; each would keep its picture until garbage is collected."""
    sent: list[weakref.ref[Picture]] = []
    kept: list[bool] = []

    def send(picture: Picture) -> None:
        sent.append(weakref.ref(picture))
        error = OSError("no route")
        try:
            # As libraries do that remember why a connection broke: the error and the frame hold each other.
            raise error
        except OSError as reason:
            raise ApiUnreachable("away") from reason

    async def attempt() -> None:
        if len(sent) < 2:
            send(Picture())

    async def pause(_: float) -> None:
        kept.append(sent[-1]() is not None)

    gc.disable()
    try:
        await RetryLoop("It", (ApiUnreachable,), pause=pause).run_until_success(attempt)
    finally:
        gc.enable()
    assert kept == [False, False]
