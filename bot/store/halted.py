"""Chats that cannot be reached: where in them clocks were stopped until the bot is back, and what they need no more."""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope


class Halted:
    """The scopes of chats that wait for the bot's return.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def timed(self, chat: int) -> list[Scope]:
        """Where in a chat something is due at some time."""
        timed: list[str | bytes] = await self._client.zrange(keys.deadlines(keys.shard_of(chat)), 0, -1)  # type: ignore[assignment]  # no scores
        return [scope for scope in keys.scopes(timed) if scope.chat == chat]

    async def note(self, scope: Scope) -> None:
        """Note that the clocks of a scope stand still until the bot is back, and forget its picture's file."""
        key = keys.halted(scope.chat)
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.sadd(key, str(scope))
            pipe.expire(key, retention.IDLE_SECONDS)
            pipe.hdel(keys.game(scope), "photo")
            await pipe.execute()

    async def of(self, chat: int) -> list[Scope]:
        """Where in a chat the clocks stand still until the bot is back."""
        return keys.scopes(await self._client.smembers(keys.halted(chat)))

    async def forget(self, scope: Scope) -> None:
        """Note that a scope no longer waits; again is harmless."""
        await self._client.srem(keys.halted(scope.chat), str(scope))
