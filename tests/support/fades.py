"""Messages that do not stay, as a test has their time come."""

import asyncio

from bot.store import keys
from tests.support.chats import House


async def sweep(house: House, seconds: float = 0.0) -> None:
    """Let time pass, and what is to be deleted by then go."""
    await house.pass_time(seconds)
    now = house.clock.now.timestamp()
    shards = range(keys.SHARDS)

    async def left() -> int:
        return sum([await house.redis.zcount(keys.fades(shard), "-inf", now) for shard in shards])

    async with asyncio.timeout(10):
        while await left():
            house.bell.ring()
            await asyncio.sleep(0.005)
