"""In which order players have laid the tiles of their racks, kept for the next time; nobody else is shown it."""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys

_KEEP_SECONDS: Final = 30 * 24 * 60 * 60
"""After the player last laid them so."""


class Arranged:
    """Orders of racks: losing one costs a tap.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def keep(self, user: int, table: str, tiles: tuple[str, ...]) -> None:
        """Keep a player's tiles as they lie from left to right, at the table of that short name."""
        await self._client.set(keys.arranged(user, table), "".join(tiles), ex=_KEEP_SECONDS)

    async def of(self, user: int, table: str) -> tuple[str, ...]:
        """The tiles as they were kept; they may be others by now. Empty where nothing was."""
        stored = await self._client.get(keys.arranged(user, table))
        return () if stored is None else tuple(stored if isinstance(stored, str) else stored.decode())


def order(rack: tuple[str, ...], kept: tuple[str, ...]) -> tuple[int, ...]:
    """The places of a rack's tiles, from 0, from left to right: those kept lie as they did, others behind them."""
    left = list(range(len(rack)))
    found = []
    for tile in kept:
        place = next((each for each in left if rack[each] == tile), None)
        if place is not None:
            left.remove(place)
            found.append(place)
    return (*found, *left)
