"""The interfaces that the shard coordinator depends on: the ownership registry, notifications, and users of shards."""

from collections.abc import Collection, Mapping
from typing import Protocol

from bot.store.shards.membership import Membership
from bot.store.shards.ownership import MemberState


class OwnershipRegistry(Protocol):
    """Where ownership is agreed: :class:`bot.store.shards.ownership.ShardOwnership`."""

    @property
    def worker(self) -> str:
        """This worker's name."""

    def is_own_epoch(self, epoch: str) -> bool:
        """Whether this process made an epoch."""

    async def renew_membership(self, state: MemberState = "here") -> Membership:
        """Send a sign of life; returns the membership."""

    async def load_owners(self, shards: Collection[int]) -> dict[int, str]:
        """The epochs by which shards are owned."""

    async def acquire_shards(self, seen: Mapping[int, str]) -> dict[int, str]:
        """Take shards that are still owned as was seen; returns those taken, with their epochs."""

    async def release_shards(self, epochs: Mapping[int, str]) -> None:
        """Give shards up."""


class WorkerNotifications(Protocol):
    """How workers notify each other: :mod:`bot.store.shards.notify`."""

    def notify_worker(self, worker: str, shard: int | None = None) -> None:
        """Have a worker read a shard, or (``None``) look for shards to take over."""

    async def wait_for_notification(self, seconds: float) -> tuple[frozenset[int], bool]:
        """Wait for a notification; returns the shards to read, and whether there are some to take over."""


class ShardUser(Protocol):
    """A component that works on entries of shards."""

    async def drain_shards(self, shards: Collection[int], seconds: float) -> None:
        """Finish the work on shards of which no new entries are read; drop what is left after ``seconds``."""

    async def abandon_shards(self, shards: Collection[int]) -> None:
        """Stop all work on shards that another worker owns by now."""
