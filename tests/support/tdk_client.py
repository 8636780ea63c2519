"""A client of the live dictionary, at a double of the service."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis

from bot.judges.entries import Finding
from bot.judges.tdk import Limits, Tdk
from tests.support.loop_time import LoopTime, standing_still
from tests.support.patience import PATIENCE
from tests.support.tdk import TdkDouble, entry

LIMITS = Limits(whole_seconds=3 * PATIENCE, attempt_seconds=PATIENCE, answer_bytes=20_000)
SHIPPED = Limits()


KALEM = entry("kalem", "Yazma aracı")


VALID = Finding(valid=True, meaning="Yazma aracı")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def service() -> AsyncIterator[TdkDouble]:
    async with TdkDouble({"kalem": [KALEM], "ışık": [entry("ışık", "Aydınlık")]}) as double:
        yield double


@pytest.fixture
async def loop_time() -> AsyncIterator[LoopTime]:
    """What a limit on a look-up goes by."""
    with standing_still() as time:
        yield time


@pytest.fixture
def clock() -> Clock:
    return Clock()


Asking = Callable[..., Tdk]


@pytest.fixture
async def asking(service: TdkDouble, redis: Redis, clock: Clock) -> AsyncIterator[Asking]:
    async with AsyncExitStack() as stack:

        def make(url: str = "", limits: Limits = LIMITS, client: Redis = redis) -> Tdk:
            tdk = Tdk(url or service.url, client, limits, clock=clock, pause=lambda: 0.0)
            stack.push_async_callback(tdk.close)
            return tdk

        yield make


def passing(time: LoopTime, seconds: float, redis: Redis | None = None) -> Callable[[], Awaitable[None]]:
    """What lets so much time pass, once something is remembered in Redis if that is given."""

    async def pass_() -> None:
        while redis is not None and not await redis.dbsize():
            pass
        time.pass_(seconds)

    return pass_


def nothing(word: str) -> bool:
    del word
    return False
