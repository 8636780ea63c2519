"""When a failing service is left alone, and when it is tried again."""

import pytest

from bot.judges.breaker import Breaker, Open


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> Breaker:
    breaker = Breaker(clock, failures=3, pause=30.0)
    for _ in range(3):
        breaker.enter()
        breaker.failed()
    return breaker


def test_it_opens_after_three_failures_in_a_row() -> None:
    breaker = opened(Clock())
    assert breaker.state == "open"
    with pytest.raises(Open):
        breaker.enter()


def test_a_success_between_failures_begins_the_count_anew() -> None:
    breaker = Breaker(Clock(), failures=3)
    for outcome in ("failed", "failed", "succeeded", "failed", "failed"):
        breaker.enter()
        getattr(breaker, outcome)()
    assert breaker.state == "closed"


def test_after_the_pause_one_probe_passes_and_no_second() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 29.9
    with pytest.raises(Open):
        breaker.enter()
    clock.now += 0.1
    breaker.enter()
    assert breaker.state == "half-open"
    with pytest.raises(Open):
        breaker.enter()


def test_a_probe_that_succeeds_closes_it() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 30
    breaker.enter()
    breaker.succeeded()
    breaker.enter()
    breaker.failed()
    assert breaker.state == "closed"


@pytest.mark.parametrize("outcome", ["failed", "abandoned"])
def test_a_probe_that_fails_or_is_given_up_opens_it_for_another_pause(outcome: str) -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 30
    breaker.enter()
    getattr(breaker, outcome)()
    clock.now += 29
    with pytest.raises(Open):
        breaker.enter()
    clock.now += 1
    breaker.enter()


def test_calls_given_up_while_it_is_closed_count_for_nothing() -> None:
    breaker = Breaker(Clock(), failures=1)
    breaker.enter()
    breaker.abandoned()
    assert breaker.state == "closed"
