"""Who is banned by the owners, people and chats alike; and whether they were told so today."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys, retention


class Ban(Struct, frozen=True):
    """A ban: ``who`` is a person above zero, a chat below."""

    who: int
    by: int
    """The owner."""
    at: int
    """When, in seconds of the epoch."""


_decode: Final = msgspec.json.Decoder(Ban).decode


class Bans:
    """All of them.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def all(self) -> dict[int, Ban]:
        """Those that hold, by whom they are about."""
        found: Any = await self._client.hgetall(keys.BANS)
        return {ban.who: ban for ban in map(_decode, found.values())}

    async def put(self, ban: Ban) -> bool:
        """Let a ban hold; ``False`` where one held already, which stays as it is."""
        return bool(await self._client.hsetnx(keys.BANS, str(ban.who), msgspec.json.encode(ban).decode()))

    async def lift(self, who: int) -> bool:
        """Let a ban hold no longer; ``False`` where there was none."""
        lifted = bool(await self._client.hdel(keys.BANS, str(who)))
        await self._client.delete(keys.ban_told(who))
        return lifted

    async def to_tell(self, who: int) -> bool:
        """Whether somebody who is banned is to be told so now; notes that they are."""
        return bool(await self._client.set(keys.ban_told(who), 1, nx=True, ex=retention.BAN_TOLD_SECONDS))
