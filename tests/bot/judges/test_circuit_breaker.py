"""When a failing service is left alone, and when it is tried again."""

import pytest

from bot.judges.tdk import CircuitBreaker, CircuitOpen


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def open_breaker(clock: Clock) -> CircuitBreaker:
    breaker = CircuitBreaker(clock, failures=3, open_seconds=30.0)
    for _ in range(3):
        breaker.begin_call()
        breaker.record_failure()
    return breaker


def test_it_opens_after_three_failures_in_a_row() -> None:
    breaker = open_breaker(Clock())
    assert breaker.state == "open"
    with pytest.raises(CircuitOpen):
        breaker.begin_call()


def test_a_success_between_failures_begins_the_count_anew() -> None:
    breaker = CircuitBreaker(Clock(), failures=3)
    for outcome in ("record_failure", "record_failure", "record_success", "record_failure", "record_failure"):
        breaker.begin_call()
        getattr(breaker, outcome)()
    assert breaker.state == "closed"


def test_after_the_pause_one_probe_passes_and_no_second() -> None:
    clock = Clock()
    breaker = open_breaker(clock)
    clock.now += 29.9
    with pytest.raises(CircuitOpen):
        breaker.begin_call()
    clock.now += 0.1
    breaker.begin_call()
    assert breaker.state == "half-open"
    with pytest.raises(CircuitOpen):
        breaker.begin_call()


def test_a_probe_that_succeeds_closes_it() -> None:
    clock = Clock()
    breaker = open_breaker(clock)
    clock.now += 30
    breaker.begin_call()
    breaker.record_success()
    breaker.begin_call()
    breaker.record_failure()
    assert breaker.state == "closed"


@pytest.mark.parametrize("outcome", ["record_failure", "record_abandoned"])
def test_a_probe_that_fails_or_is_given_up_opens_it_for_another_pause(outcome: str) -> None:
    clock = Clock()
    breaker = open_breaker(clock)
    clock.now += 30
    breaker.begin_call()
    getattr(breaker, outcome)()
    clock.now += 29
    with pytest.raises(CircuitOpen):
        breaker.begin_call()
    clock.now += 1
    breaker.begin_call()


def test_calls_given_up_while_it_is_closed_count_for_nothing() -> None:
    breaker = CircuitBreaker(Clock(), failures=1)
    breaker.begin_call()
    breaker.record_abandoned()
    assert breaker.state == "closed"
