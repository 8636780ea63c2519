"""What lies in the streams of all shards of one server, counted in one request: tests ask it all the time."""

from collections.abc import Callable, Sequence
from functools import cache

from redis.asyncio import Redis

from bot.store import keys


async def count_entries(redis: Redis, *streams: Callable[[int], str]) -> list[int]:
    """How many entries the streams of all shards hold, kind by kind."""
    return [int(count) for count in await redis.register_script(_script_of(streams))()]


@cache
def _script_of(rows: Sequence[Callable[[int], str]]) -> str:
    """A script that adds up, row by row; the names are in it and not sent along."""
    names = ", ".join(f"{{{', '.join(repr(row(shard)) for shard in range(keys.SHARDS))}}}" for row in rows)
    return (
        f"local sums = {{}} for place, row in ipairs({{{names}}}) do sums[place] = 0 "
        "for _, key in ipairs(row) do sums[place] = sums[place] + redis.call('XLEN', key) end end return sums"
    )
