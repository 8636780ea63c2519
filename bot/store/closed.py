"""Private chats that the bot was not let into a moment ago, so that not each tap has a picture drawn and sent in vain.

Kept in Redis, as the worker that handles ``/start`` may be another one than the group's.
"""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention


class ClosedChats:
    """One a person; losing it costs a refused message.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def noted(self, user: int) -> bool:
        """Whether somebody's private chat was closed to the bot a moment ago."""
        return bool(await self._client.exists(keys.closed(user)))

    async def note(self, user: int) -> None:
        """Remember that it is closed."""
        await self._client.set(keys.closed(user), b"", ex=retention.CLOSED_SECONDS)

    async def forget(self, user: int) -> None:
        """Somebody has opened it."""
        await self._client.delete(keys.closed(user))
