"""Ending what was begun for shards that go to another process: in good order, or at once."""

from abc import ABC, abstractmethod
from collections.abc import Collection


class Ceasing(ABC):
    """Has something of shards in hand; see :class:`bot.store.agreed.Party`."""

    async def drain(self, shards: Collection[int], seconds: float) -> None:
        """Finish what was begun for chats of some shards, for so long at most; take nothing new of them."""
        await self._cease(shards, seconds)

    async def drop(self, shards: Collection[int]) -> None:
        """Do nothing more for chats of some shards, which are another process's by now."""
        await self._cease(shards, 0)

    @abstractmethod
    async def _cease(self, shards: Collection[int], seconds: float) -> None:
        """Take nothing new of some shards, let what was begun go on for so long, and hold nothing of them."""
