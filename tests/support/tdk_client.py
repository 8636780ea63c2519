"""A client of the live dictionary, at a double of the service."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis

from bot.judges.entries import Finding
from bot.judges.tdk import Limits, Tdk
from tests.support.tdk import TdkDouble, entry

LIMITS = Limits(answer_bytes=20_000)


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


def nothing(word: str) -> bool:
    del word
    return False
