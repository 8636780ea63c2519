"""A client of the live dictionary, at a double of the service."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis

from bot.judges.tdk import Finding, TdkClient, TdkLimits
from tests.support.tdk_service import TdkService, tdk_entry
from tests.support.timers import LoopTime, freeze_loop_time
from tests.support.waiting import PATIENCE

PATIENT_LIMITS = TdkLimits(max_seconds=3 * PATIENCE, attempt_seconds=PATIENCE, answer_bytes=20_000)
DEFAULT_LIMITS = TdkLimits()
KALEM = tdk_entry("kalem", "Yazma aracı")
VALID_FINDING = Finding(valid=True, meaning="Yazma aracı")


class SecondsClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def service() -> AsyncIterator[TdkService]:
    async with TdkService({"kalem": [KALEM], "ışık": [tdk_entry("ışık", "Aydınlık")]}) as double:
        yield double


@pytest.fixture
async def loop_time() -> AsyncIterator[LoopTime]:
    """What a limit on a look-up goes by."""
    with freeze_loop_time() as time:
        yield time


@pytest.fixture
def clock() -> SecondsClock:
    return SecondsClock()


MakeTdk = Callable[..., TdkClient]


@pytest.fixture
async def asking(service: TdkService, redis: Redis, clock: SecondsClock) -> AsyncIterator[MakeTdk]:
    async with AsyncExitStack() as stack:

        def make(url: str = "", limits: TdkLimits = PATIENT_LIMITS, client: Redis = redis) -> TdkClient:
            tdk = TdkClient(url or service.url, client, limits, clock=clock, pause=lambda: 0.0)
            stack.push_async_callback(tdk.close)
            return tdk

        yield make


def time_advancer(time: LoopTime, seconds: float, redis: Redis | None = None) -> Callable[[], Awaitable[None]]:
    """What lets so much time pass, once something is remembered in Redis if that is given."""

    async def pass_() -> None:
        while redis is not None and not await redis.dbsize():
            pass
        time.advance(seconds)

    return pass_


def knows_no_word(word: str) -> bool:
    del word
    return False
