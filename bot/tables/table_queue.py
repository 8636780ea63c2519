"""The table queue: where due actions are queued behind the updates that came before them.

`bot.ingress.timeouts` implements :class:`TableQueue`; :class:`ImmediateQueue` stands in where no updates come in.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Final, Protocol

from bot.store.scope import Scope
from bot.workers.shard_reader import OwnedShard

BATCH: Final = 32
"""How many due tables are queued at once."""

Work = Callable[[], Awaitable[None]]


class TableQueue(Protocol):
    """Queues work at tables behind all updates that came before it."""

    @property
    def is_ready(self) -> bool:
        """Whether the queue has all updates that came before."""

    @property
    def ready_shards(self) -> Collection[OwnedShard] | None:
        """The shards of which the queue has all updates; ``None`` for all that this process reads."""

    @property
    def loss_count(self) -> int:
        """The number of lost replies. When it grows, older updates may be queued behind newer work."""

    @property
    def free_places(self) -> int:
        """How much more work may be queued now."""

    async def queue_work(
        self, scope: Scope, work: Work, requeue: Callable[[], None], players: Collection[int] = ()
    ) -> None:
        """Queue work at a table, also behind what its ``players`` asked in private before.

        If its turn never comes, ``requeue`` is called instead.
        """


class ImmediateQueue:
    """Does all work at once, where nothing else changes the tables."""

    is_ready: Final = True
    loss_count: Final = 0
    free_places: Final = BATCH
    ready_shards: Final = None

    async def queue_work(
        self,
        _: Scope,
        work: Work,
        requeue: Callable[[], None],  # noqa: ARG002 - it never waits
        players: Collection[int] = (),  # noqa: ARG002 - it never waits
    ) -> None:
        """Do the work now."""
        await work()
