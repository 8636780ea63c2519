"""What the bot's owners were told of troubles, and which of them have a menu of their own."""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct

from bot.store import keys
from bot.store.shards.ownership import RedisStore


class OwnerAlert(Struct, frozen=True):
    """What the owners were told of one kind of trouble."""

    told: float
    """When they were last told, in Unix seconds."""
    lasts: bool
    """Whether they were not yet told that it is over."""
    known: int = 0
    """Up to which event they were told, if the trouble consists of single events."""


class OwnerAlertStore(RedisStore):
    """The alerts of all kinds of trouble."""

    async def load_owner_alerts(self) -> dict[str, OwnerAlert]:
        """What owners were told, by the kind of trouble."""
        found: Any = await self._client.hgetall(keys.owner_alerts())
        return {kind.decode(): msgspec.json.decode(word, type=OwnerAlert) for kind, word in found.items()}

    async def save_owner_alert(self, kind: str, alert: OwnerAlert) -> None:
        """Save what owners were told of a kind of trouble."""
        await self._client.hset(keys.owner_alerts(), kind, msgspec.json.encode(alert).decode())


class OwnerMenus(RedisStore):
    """The owners whose private chats have a menu of their own."""

    async def load_menu_owners(self) -> set[int]:
        """The owners whose private chats have a menu of their own commands."""
        found: Any = await self._client.smembers(keys.owner_menus())
        return set(map(int, found))

    async def save_menu_owners(self, owners: Collection[int], former: Collection[int]) -> None:
        """Save which owners have such a menu, and remove those who have none any more."""
        if owners:
            await self._client.sadd(keys.owner_menus(), *map(str, owners))
        if former:
            await self._client.srem(keys.owner_menus(), *map(str, former))
