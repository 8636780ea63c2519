"""What the audit reads of Redis is what the bot means by it."""

from redis.asyncio import Redis

from bot.chaos import kept
from bot.store.heartbeat import Heartbeat
from bot.tables.served import Served


async def test_served_time_is_read_as_the_bot_tells_it_however_the_clock_was_set(redis: Redis) -> None:
    ahead = 0.0
    served = Served(Heartbeat(redis, "worker", now=lambda: 1_800_000_000.0 + ahead).beat)
    await served.beat(returning=True)
    for ahead in (7200.0, -14400.0):  # noqa: B007 - what the clock tells
        await served.beat(returning=False)
        assert abs(await kept.served(redis) - served().timestamp()) < 1
