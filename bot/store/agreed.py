"""What owning shards stands on: how workers agree and wake each other, and who has something of a shard in hand."""

from collections.abc import Collection, Mapping
from typing import Protocol

from bot.store.living import Living
from bot.store.ownership import State


class Claims(Protocol):
    """How workers agree: :class:`bot.store.ownership.Ownership`."""

    @property
    def worker(self) -> str:
        """This worker's name."""

    def made(self, epoch: str) -> bool:
        """Whether an epoch is this process's own."""

    async def renew(self, state: State = "here") -> Living:
        """Say that this worker lives."""

    async def owners(self, shards: Collection[int]) -> dict[int, str]:
        """Who owns shards."""

    async def take(self, seen: Mapping[int, str]) -> dict[int, str]:
        """Own shards."""

    async def let_go(self, epochs: Mapping[int, str]) -> None:
        """Own shards no longer."""


class Wakes(Protocol):
    """How workers wake each other: :mod:`bot.store.wakes`."""

    def wake(self, worker: str, shard: int | None = None) -> None:
        """Have a worker read a shard, or (``None``) look at what it may take over."""

    async def woken(self, seconds: float) -> tuple[frozenset[int], bool]:
        """Wait until this worker is woken; the shards to read, and whether there are some to take over."""


class Party(Protocol):
    """Whoever has something of a shard in hand."""

    async def drain(self, shards: Collection[int], seconds: float) -> None:
        """Finish what was begun at shards whose new entries are taken no more; drop the rest after that time."""

    async def drop(self, shards: Collection[int]) -> None:
        """Do nothing more for shards that another owns by now."""
