"""Whether new games may begin: kept where all workers look, so that it holds for all of them at once."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys


class Closed(Struct, frozen=True):
    """No new games."""

    by: int
    """The owner who said so."""
    until: int | None = None
    """The end, in seconds of the epoch; ``None`` where nobody has said."""


class Maintenance:
    """It holds until it is ended, or its end has come.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def begin(self, closed: Closed, seconds: int | None = None) -> None:
        """Let no new games begin, for so many seconds or until that is ended; in place of what was said before."""
        await self._client.set(keys.MAINTENANCE, msgspec.json.encode(closed), ex=seconds)

    async def end(self) -> bool:
        """Let them begin again; ``False`` where they might already."""
        return bool(await self._client.delete(keys.MAINTENANCE))

    async def now(self) -> Closed | None:
        """What holds; ``None`` where games may begin."""
        found: Any = await self._client.get(keys.MAINTENANCE)
        return None if found is None else msgspec.json.decode(found, type=Closed)
