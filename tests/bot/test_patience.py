"""Things that fail are counted each for itself, and wait by the schedule of the whole program."""

import pytest

from bot.outcomes import TooFast, Unreachable
from bot.workers.patience import Retries, seconds_after

AWAY = Unreachable("no route")


@pytest.mark.parametrize(
    ("failures", "longest"), [(1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0), (5, 8.0), (6, 16.0), (7, 30.0), (5000, 30.0)]
)
def test_waits_double_to_half_a_minute_and_half_of_each_is_by_chance(failures: int, longest: float) -> None:
    assert (seconds_after(failures, 1.0), seconds_after(failures, 0.0)) == (longest, longest / 2)


async def test_each_key_is_counted_for_itself_until_it_works() -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    retries = Retries[str](pause=pause, jitter=lambda: 1.0)
    for key in ("one", "one", "other"):
        await retries.wait(key, AWAY)
    assert waits == [0.5, 1.0, 0.5]
    assert (retries.failures("one"), retries.failures("other")) == (2, 1)
    retries.over("one")
    await retries.wait("one", AWAY)
    assert waits[-1] == 0.5


def test_a_wait_that_was_asked_for_is_kept_to_and_is_no_failure() -> None:
    retries = Retries[str]()
    assert retries.failed("one", TooFast("Flood control exceeded", 7.0)) == 7.0
    assert retries.failures("one") == 0
