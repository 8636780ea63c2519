"""Restrictions by the bot's owners: bans of people and chats, and maintenance, during which no games may start."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.store import keys, retention
from bot.store.shards.ownership import RedisStore


class Ban(Struct, frozen=True):
    """A ban; ``who`` above zero is a person, below zero a chat."""

    who: int
    by: int
    """The owner."""
    at: int
    """When, in Unix seconds."""


_decode_ban: Final = msgspec.json.Decoder(Ban).decode


class Bans(RedisStore):
    """All bans."""

    async def load_bans(self) -> dict[int, Ban]:
        """The bans in force, by who is banned."""
        found: Any = await self._client.hgetall(keys.bans())
        return {ban.who: ban for ban in map(_decode_ban, found.values())}

    async def add_ban(self, ban: Ban) -> bool:
        """Add a ban; ``False`` if there is one already, which stays as it is."""
        return bool(await self._client.hsetnx(keys.bans(), str(ban.who), msgspec.json.encode(ban).decode()))

    async def lift_ban(self, who: int) -> bool:
        """Lift a ban; ``False`` if there is none."""
        lifted = bool(await self._client.hdel(keys.bans(), str(who)))
        await self._client.delete(keys.ban_notified(who))
        return lifted

    async def claim_ban_notice(self, who: int) -> bool:
        """Whether to tell somebody now that they are banned; the next call says no for a day."""
        return bool(await self._client.set(keys.ban_notified(who), 1, nx=True, ex=retention.BAN_NOTICE_SECONDS))


class MaintenanceWindow(Struct, frozen=True):
    """A time in which no games may start."""

    by: int
    """The owner who started it."""
    until: int | None = None
    """Its end, in Unix seconds; ``None`` if it is open."""


class Maintenance(RedisStore):
    """The maintenance window; it lasts until it is ended or its end has come."""

    async def start_maintenance(self, window: MaintenanceWindow, seconds: int | None = None) -> None:
        """Start maintenance for so many seconds, or until it is ended; replaces the former window."""
        await self._client.set(keys.maintenance(), msgspec.json.encode(window), ex=seconds)

    async def end_maintenance(self) -> bool:
        """End maintenance; ``False`` if there is none."""
        return bool(await self._client.delete(keys.maintenance()))

    async def load_maintenance(self) -> MaintenanceWindow | None:
        """The present window; ``None`` if games may start."""
        found: Any = await self._client.get(keys.maintenance())
        return None if found is None else msgspec.json.decode(found, type=MaintenanceWindow)
