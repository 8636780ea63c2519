"""The table that somebody wants to open in a group that they are about to choose in private, a short time."""

import zlib
from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention


class Wanted:
    """One a person; losing it costs typing it again. What the text says is its caller's.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def keep(self, user: int, text: str | None) -> None:
        """Keep what somebody wants, in place of what they wanted before; ``None`` for nothing in particular."""
        if text is None:
            await self._client.delete(keys.wanted(user))
        else:
            await self._client.set(keys.wanted(user), text, ex=retention.WANTED_SECONDS)

    async def of(self, user: int) -> str | None:
        """What somebody wants; ``None`` for nothing in particular."""
        stored = await self._client.get(keys.wanted(user))
        return stored if stored is None or isinstance(stored, str) else stored.decode()


def mark(text: str) -> str:
    """Eight digits by which a button tells what was wanted when it was drawn."""
    return f"{zlib.crc32(text.encode()):08x}"
