"""The components that work on entries of this process's shards, which stop before a shard is another worker's."""

import asyncio
from collections.abc import Collection
from typing import Final, Protocol

_DRAIN_SECONDS: Final = 3.0
"""How long work on a shard may still take before it is handed over."""


class ShardUser(Protocol):
    """A component that works on entries of shards."""

    async def drain_shards(self, shards: Collection[int], seconds: float) -> None:
        """Finish the work on shards of which no new entries are read; drop what is left after ``seconds``."""

    async def abandon_shards(self, shards: Collection[int]) -> None:
        """Stop all work on shards that another worker owns by now."""


class ShardUsers:
    """All of them, with the shards on which they are just ending their work."""

    def __init__(self) -> None:
        self._users: Final[list[ShardUser]] = []
        self.draining: Final[set[int]] = set()
        """Shards that are to be handed over: their new entries are not read any more."""
        self.abandoning: Final[set[int]] = set()
        """Lost shards on which users may still work: they are taken again only after that."""

    def add(self, user: ShardUser) -> None:
        """Add a component."""
        self._users.append(user)

    async def drain_shards(self, shards: Collection[int]) -> None:
        """Have the users finish their work on some shards, which stay in :attr:`draining`."""
        self.draining.update(shards)
        # One after another, as each gives the next something to do: a move that is committed must be announced.
        for user in self._users:
            await user.drain_shards(shards, _DRAIN_SECONDS)

    async def abandon_shards(self, shards: Collection[int]) -> None:
        """Have the users stop all work on some shards, which were noted in :attr:`abandoning`."""
        try:
            await asyncio.gather(*(user.abandon_shards(shards) for user in self._users))
        finally:
            self.abandoning.difference_update(shards)
