"""Finds the chats that remember something."""

from redis.asyncio import Redis

from bot.store import keys

_PAGE = 1_000


async def list_chats_with_records(client: Redis) -> list[int]:
    """The chats that have records or something that was derived from some; one that gets its first meanwhile may lack.

    Args:
        client: answers in bytes.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    found: set[int] = set()
    async for name in client.scan_iter(match="hf:*:records*", count=_PAGE):
        for row in (keys.records, keys.record_progress):
            if (parts := row.parse_name(name.decode())) is not None:
                found.add(int(parts["chat"]))
    return sorted(found)
