"""Judges of words for a chat: with the lists alone, and with a double of the live service."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis

from bot.judges import TdkClient, WordJudge
from engine.lexicon import load_lexicon
from tests.support.tdk_service import PATIENT_LIMITS, TdkService, tdk_entry

CHAT = -100123
TR = load_lexicon("tr")
BUILT_IN = f"tr@{TR.hash[:8]}"


@pytest.fixture
async def service() -> AsyncIterator[TdkService]:
    async with TdkService(
        {"kalem": [tdk_entry("kalem", "Yazma aracı")], "yenisöz": [tdk_entry("yenisöz", "Yeni")]}
    ) as double:
        yield double


@pytest.fixture
def judges(redis: Redis) -> WordJudge:
    return WordJudge(redis)


@pytest.fixture
async def live_judges(redis: Redis, service: TdkService) -> AsyncIterator[WordJudge]:
    async with AsyncExitStack() as stack:
        tdk = TdkClient(service.url, redis, PATIENT_LIMITS, pause=lambda: 0.0)
        stack.push_async_callback(tdk.close)
        yield WordJudge(redis, tdk)
