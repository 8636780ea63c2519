"""A stand-in for a Redis server inside this process, for trying the bot where no server can be had.

Nothing in it survives the process.
"""

from typing import Final, cast

from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis

_CONNECTIONS: Final = 10_000
"""As many as there may be commands at once, as each has one of its own here: redis-py refuses what goes beyond."""


def fake_client() -> Redis:
    """A client of its own empty stand-in."""
    server = FakeServer(version=(6, 2))
    return cast("Redis", FakeAsyncRedis(server=server, protocol=2, max_connections=_CONNECTIONS))
