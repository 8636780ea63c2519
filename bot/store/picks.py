"""Cards that a player has chosen by buttons and not yet turned up: a sorted set per turning up, in the order chosen.

A choice is no part of the game: losing it costs a few taps.
"""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import Scope
from bot.store.scripts import Script

_KEEP_SECONDS: Final = 24 * 60 * 60
"""Longer than anybody thinks about a card; the next turning up has a set of its own."""


class Picks:
    """Chosen positions.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._toggle: Final = Script("pick")

    async def toggle(self, scope: Scope, turn: str, position: int, update: int) -> tuple[int, ...]:
        """Choose a position, or no longer; all that are chosen then, in the order of choosing.

        Args:
            scope: where the game is.
            turn: names one turning up of one game.
            position: from 1.
            update: the tap's id; the same tap again changes nothing.
        """
        chosen = await self._toggle(self._client, (keys.picks(scope, turn),), (update, position, _KEEP_SECONDS))
        return tuple(int(one) for one in chosen)
