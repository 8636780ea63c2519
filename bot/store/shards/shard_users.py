"""The components that work on entries of this process's shards, which stop before a shard is another worker's."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final

_DRAIN_SECONDS: Final = 3.0
"""How long work on a shard may still take before it is handed over."""


StopShards = Callable[[Collection[int], float], Awaitable[None]]
"""Has a component take nothing new of some shards, finish what was begun within so many seconds, and drop the rest."""


class ShardUsers:
    """All of them, with the shards on which they are just ending their work."""

    def __init__(self) -> None:
        self._users: Final[list[StopShards]] = []
        self.draining: Final[set[int]] = set()
        """Shards that are to be handed over: their new entries are not read any more."""
        self.abandoning: Final[set[int]] = set()
        """Lost shards on which users may still work: they are taken again only after that."""

    def add(self, stop_shards: StopShards) -> None:
        """Add a component, by what stops its work."""
        self._users.append(stop_shards)

    async def drain_shards(self, shards: Collection[int]) -> None:
        """Have the users finish their work on some shards, which stay in :attr:`draining`."""
        self.draining.update(shards)
        # One after another, as each gives the next something to do: a move that is committed must be announced.
        for stop_shards in self._users:
            await stop_shards(shards, _DRAIN_SECONDS)

    async def abandon_shards(self, shards: Collection[int]) -> None:
        """Have the users stop all work on some shards, which were noted in :attr:`abandoning`."""
        try:
            await asyncio.gather(*(stop_shards(shards, 0) for stop_shards in self._users))
        finally:
            self.abandoning.difference_update(shards)
