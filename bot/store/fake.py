"""A stand-in for a Redis server inside this process, for trying the bot where no server can be had.

Nothing in it survives the process.
"""

from typing import cast

from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis


def fake_client() -> Redis:
    """A client of its own empty stand-in."""
    return cast("Redis", FakeAsyncRedis(server=FakeServer(version=(6, 2)), protocol=2))
