"""How long the bot's own server lets its append-only file grow before it writes it anew, with what it holds by then.

A move adds some 5 kB to the file, of which a tenth is kept.
"""

from typing import Final

from redis.asyncio import Redis

PERCENT: Final = 100
"""By how much the file may grow before the server writes it anew with nothing but what there is."""
LEAST_BYTES: Final = 16 * 2**20
"""Up to which size it may grow without that: a shorter file costs nobody anything."""


async def shorten(client: Redis) -> bool:
    """Have a server that has just started write a long file anew, in the background; whether it does.

    By itself it takes the file that it finds for the shortest there can be: where a server is started often, that
    would grow for ever.

    Raises:
        redis.exceptions.RedisError: it cannot be asked.
    """
    long = int((await client.info("persistence"))["aof_current_size"])
    held = int((await client.info("memory"))["used_memory_dataset"])
    if long < LEAST_BYTES or long < 2 * held:
        return False
    await client.bgrewriteaof()
    return True
