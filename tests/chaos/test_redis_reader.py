"""What the audit reads of Redis is what the bot means by it."""

from redis.asyncio import Redis

from bot.store.heartbeat import Heartbeat
from bot.tables.served_time import ServedClock
from tools.chaos import redis_reader


async def test_served_time_is_read_as_the_bot_tells_it_however_the_clock_was_set(redis: Redis) -> None:
    ahead = 0.0
    served = ServedClock(Heartbeat(redis, "worker", now=lambda: 1_800_000_000.0 + ahead).record_beat)
    await served.record_beat(returning=True)
    for ahead in (7200.0, -14400.0):  # noqa: B007 - what the clock tells
        await served.record_beat(returning=False)
        assert abs(await redis_reader.read_served_time(redis) - served().timestamp()) < 1
