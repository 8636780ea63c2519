"""How far tables have come, read from Redis for all who wait at once."""

import asyncio
import contextlib
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos import kept
from bot.chaos.ledger import Place
from bot.store import keys
from bot.tables.codec import decode_table
from engine.game import Table

_EVERY_SECONDS: Final = 0.1
_AGAIN_SECONDS: Final = 0.2


class Watch:
    """Looks at Redis past all faults on the way there; where it is down, later.

    Args:
        client: to the server itself.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._waiting: Final[dict[Place, tuple[int, asyncio.Event]]] = {}

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(_EVERY_SECONDS)
            waiting = list(self._waiting.items())
            if not waiting:
                continue
            with contextlib.suppress(RedisError, OSError):
                found = await kept.versions(self._client, [place for place, _ in waiting])
                for (_, (version, event)), now in zip(waiting, found, strict=True):
                    if now >= version:
                        event.set()

    async def until(self, place: Place, version: int, seconds: float) -> bool:
        """Wait until so many actions are committed at a place; whether they were in time."""
        event = asyncio.Event()
        self._waiting[place] = (version, event)
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        finally:
            del self._waiting[place]
        return True

    async def table(self, place: Place) -> tuple[int, Table | None]:
        """The version of a place and its table, noted there too."""
        while True:
            try:
                version, state = await self._client.hmget(keys.game(place.scope), "version", "state")
            except (RedisError, OSError):
                await asyncio.sleep(_AGAIN_SECONDS)
                continue
            table = decode_table(bytes(state)) if isinstance(state, bytes) else None
            if table is not None:
                place.ruleset, place.secret = table.ruleset, table.secret
            return int(version or 0), table
