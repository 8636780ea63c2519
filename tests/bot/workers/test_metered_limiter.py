"""Waits for our own rate limits are observed, each with its priority."""

import asyncio

import pytest

from bot.metrics.meters import NO_METERS, Meters
from bot.workers.limiter import Limiter, RateLimits
from bot.workers.metered_limiter import MeteredLimiter, build_limiter
from bot.workers.sending import Priority, Sending

LIMITS = RateLimits(30, 1, 20)


class Waits(Meters):
    def __init__(self) -> None:
        self.seen: list[tuple[str, float]] = []

    def observe_send_wait(self, priority: str, seconds: float) -> None:
        self.seen.append((priority, seconds))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_what_goes_at_once_has_not_waited_and_what_waits_says_how_long() -> None:
    waits, clock = Waits(), Clock()
    limiter = MeteredLimiter(LIMITS, clock, waits)
    for _ in range(3):
        await limiter.wait_for_send_slot(5)
    assert waits.seen == []
    waiting = asyncio.create_task(limiter.wait_for_send_slot(5, Sending(Priority.LOOK_UP)))
    await asyncio.sleep(0)
    clock.now = 7.0
    limiter.return_send_slot(5)
    await waiting
    assert waits.seen == [("look_up", 7.0)]


async def test_a_wait_that_is_given_up_counts() -> None:
    waits, clock = Waits(), Clock()
    limiter = MeteredLimiter(LIMITS, clock, waits)
    limiter.block_chat(5, 600)
    waiting = asyncio.create_task(limiter.wait_until_sendable(5))
    await asyncio.sleep(0)
    clock.now = 2.0
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert waits.seen == [("play", 2.0)]


def test_a_limiter_whose_waits_nobody_reads_is_the_plain_one() -> None:
    assert type(build_limiter(LIMITS, Clock(), NO_METERS)) is Limiter
