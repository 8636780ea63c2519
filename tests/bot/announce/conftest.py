"""The bot's account as another process has it, and a Redis where no cards wait to be turned face down."""

from collections.abc import AsyncIterator

import pytest_asyncio
from redis.asyncio import Redis
from telegram import Bot

from bot.store import keys
from bot.telegram.transport import AiohttpRequest
from tests.support.chat_harness import BotHarness


@pytest_asyncio.fixture(loop_scope="module")
async def redis_without_reveals(redis_of_bot: Redis) -> Redis:
    await redis_of_bot.delete(*(keys.card_reveals(shard) for shard in range(keys.SHARDS)))
    return redis_of_bot


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def other_process_bot(harness: BotHarness) -> AsyncIterator[Bot]:
    """The bot's account as another process has it."""
    playground = harness.playground
    async with Bot(playground.token, base_url=f"{playground.api_url}/bot", request=AiohttpRequest()) as bot:
        yield bot
