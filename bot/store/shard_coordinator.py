"""The shard coordinator: takes this process's share of the shards, hands over the others, and keeps the lease.

Every second it sends a heartbeat and learns which workers are alive. The membership alone determines which worker
should own a shard (:func:`assigned_worker`); the shard's key says which one does (:mod:`bot.store.shard_ownership`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from hashlib import blake2b
from time import monotonic
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.logs import fresh_context, get_logger
from bot.store import keys
from bot.store.keys import SHARDS
from bot.store.shard_ownership import (
    ALIVE_SECONDS,
    AcquisitionMonitor,
    Membership,
    MemberState,
    ShardOwnership,
    worker_of_epoch,
)
from bot.workers.recent import RecentKeys
from bot.workers.supervisor import cancel_tasks, keep_running, start_task

log = get_logger(__name__)


def assigned_worker(shard: int, workers: Collection[str]) -> str | None:
    """The worker that should own a shard; ``None`` if there are no workers."""
    weights = {worker: blake2b(f"{shard} {worker}".encode(), digest_size=8).digest() for worker in workers}
    return max(workers, key=lambda worker: (weights[worker], worker), default=None)


def assigned_shards(worker: str, workers: Collection[str], shards: int) -> frozenset[int]:
    """The shards (from 0 to ``shards`` - 1) that a worker should own."""
    return frozenset(shard for shard in range(shards) if assigned_worker(shard, workers) == worker)


_DRAIN_SECONDS: Final = 3.0  # how long work on a shard may take before it is handed over

StopShards = Callable[[Collection[int], float], Awaitable[None]]
"""Makes a component take nothing new of some shards, finish running work within some seconds, and drop the rest."""


class ShardUsers:
    """All components that use shards, and the shards that are being drained or abandoned."""

    def __init__(self) -> None:
        self._users: Final[list[StopShards]] = []
        self.draining: Final[set[int]] = set()
        """Shards about to be handed over, whose new entries are not read any more."""
        self.abandoning: Final[set[int]] = set()
        """Lost shards that components may still be working on; they are not taken again before that ends."""

    def add(self, stop_shards: StopShards) -> None:
        """Add a component by the function that makes it stop using shards."""
        self._users.append(stop_shards)

    async def drain_shards(self, shards: Collection[int]) -> None:
        """Make all components finish their work on some shards, which stay in :attr:`draining`."""
        self.draining.update(shards)
        # In order, as each gives work to the next: a committed move must still be announced.
        for stop_shards in self._users:
            await stop_shards(shards, _DRAIN_SECONDS)

    async def abandon_shards(self, shards: Collection[int]) -> None:
        """Make all components stop working on some shards, which must be in :attr:`abandoning`."""
        try:
            await asyncio.gather(*(stop_shards(shards, 0) for stop_shards in self._users))
        finally:
            self.abandoning.difference_update(shards)


_TAKE_OVER: Final = "take"
"""The notification that there are shards to take over; any other notification is the number of a shard with new
entries.
"""

_MAX_NOTIFICATIONS: Final = 256  # how many notifications are read at once, at most
_KEEP_SECONDS: Final = 10  # how long notifications wait if their worker does not read them


class WorkerNotifier:
    """Sends and receives a worker's notifications; those for one worker are batched."""

    def __init__(self, client: Redis, worker: str) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._outgoing: Final[dict[str, set[str]]] = {}  # notifications to send, by worker
        self._sending: Final[dict[str, asyncio.Task[None]]] = {}

    def notify_worker(self, worker: str, shard: int | None = None) -> None:
        """Notify a worker soon that a shard has new entries or, with ``None``, that there are shards to take over."""
        self._outgoing.setdefault(worker, set()).add(_TAKE_OVER if shard is None else str(shard))
        if worker not in self._sending:
            self._sending[worker] = asyncio.create_task(
                self._send_notifications(worker), name=f"notifications of {worker}", context=fresh_context()
            )

    async def _send_notifications(self, worker: str) -> None:
        try:
            while words := self._outgoing.pop(worker, None):
                pipe = self._client.pipeline(transaction=False)
                pipe.rpush(keys.worker_notifications(worker), *words)
                pipe.expire(keys.worker_notifications(worker), _KEEP_SECONDS)
                await pipe.execute()
        except RedisError as error:
            log.debug("another worker is not notified", worker=worker, error=error)
        finally:
            del self._sending[worker]

    async def wait_for_notification(self, seconds: float) -> tuple[frozenset[int], bool]:
        """The shards with new entries, and whether there are shards to take over; empty after ``seconds``."""
        name = keys.worker_notifications(self._worker)
        found: Any = await self._client.blpop([name], timeout=seconds)
        if found is None:
            return frozenset(), False
        # All other notifications at once, without waiting.
        others: Any = await self._client.lpop(name, _MAX_NOTIFICATIONS)
        words = {word.decode() for word in (found[1], *(others or ()))}
        return frozenset(int(word) for word in words if word.isdigit()), _TAKE_OVER in words

    async def close(self) -> None:
        """Send nothing more."""
        await cancel_tasks(tuple(self._sending.values()))


class ShardEvents:
    """Events about this process's shards; each is received once."""

    def __init__(self) -> None:
        self._entries_event: Final = asyncio.Event()  # set when shards have new entries, or were gained
        self._shards_with_entries: Final[set[int]] = set()  # the shards that have new entries
        self._gained_event: Final = asyncio.Event()  # set when shards were gained

    def signal_entries(self, shards: Iterable[int]) -> None:
        """Signal that shards have new entries."""
        self._shards_with_entries.update(shards)
        self._entries_event.set()

    def signal_gained(self) -> None:
        """Signal that shards were gained, or that waiting must end."""
        self._entries_event.set()
        self._gained_event.set()

    async def wait_for_entries(self, seconds: float) -> Collection[int]:
        """Wait for new entries or gained shards, at most ``seconds``; returns the shards with new entries."""
        await _wait_for_event(seconds, self._entries_event)
        found = frozenset(self._shards_with_entries)
        self._shards_with_entries.clear()
        return found

    async def wait_for_shards(self, seconds: float) -> Collection[int]:
        """Wait for gained shards, at most ``seconds``; returns no shards, as none has new entries."""
        await _wait_for_event(seconds, self._gained_event)
        return ()


async def _wait_for_event(seconds: float, event: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
    event.clear()


_REBALANCE_SECONDS: Final = 1.0
_DUPLICATE_NAME_SECONDS: Final = 10.0  # how long a process of the same name counts as alive after its heartbeat
_LISTEN_SECONDS: Final = 1.0


class ShardCoordinator:
    """Keeps this process's shards; an ``exclusive`` one is the only worker, and cannot lose a shard."""

    def __init__(
        self,
        ownership: ShardOwnership,
        notifier: WorkerNotifier,
        *,
        exclusive: bool = False,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._ownership: Final = ownership
        self._notifier: Final = notifier
        self._exclusive: Final = exclusive
        self._seconds: Final = seconds
        self.epochs: Final[dict[int, str]] = {}
        self.users: Final = ShardUsers()  # the components to drain before a shard is handed over
        self.on_renewed: Callable[[str, Collection[str]], Awaitable[None]] | None = None
        """Called with this worker's name and those of all active workers after each heartbeat."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._lease_until = -1.0  # when the other workers begin to consider this one dead, by `seconds`
        self._membership = Membership(frozenset(), frozenset())
        self._has_left = False
        self._started = False
        """Whether it has taken over the shards of its own name; a process found under that name later is a duplicate.
        """
        self._must_check_data = False  # whether a shard was lost, to another worker or because the data are gone
        self._duplicate_names: Final = RecentKeys(_DUPLICATE_NAME_SECONDS, seconds)
        self._unreleased: Final[dict[int, str]] = {}
        """Shards that could not be released while Redis was away, with their epochs."""
        self._acquisition_monitor: Final = AcquisitionMonitor(seconds)
        self.events: Final = ShardEvents()  # wakes the components that wait for entries or shards
        self._rebalance_now: Final = asyncio.Event()  # set when there are shards to take over

    @property
    def shards(self) -> Collection[int]:
        """The shards that this process owns."""
        return self.epochs.keys()

    @property
    def readable_epochs(self) -> Mapping[int, str]:
        """See :class:`bot.store.shard_ownership.OwnedShards`."""
        if not self.users.draining:
            return self.epochs
        return {shard: epoch for shard, epoch in self.epochs.items() if shard not in self.users.draining}

    @property
    def lease_seconds_left(self) -> float:
        """Seconds in which no other worker can take this process's shards; infinite if there are no other workers."""
        return float("inf") if self._exclusive else self._lease_until - self._seconds()

    @property
    def worker_count(self) -> int:
        """The number of active workers, including this one."""
        return max(1, len(self._membership.active))

    @property
    def is_healthy(self) -> bool:
        """Whether free shards can be taken, apart from brief failures."""
        return self._acquisition_monitor.is_healthy

    def notify_owner(self, shard: int, epoch: str) -> None:
        """Notify a shard's owner, this process or another, that the shard has new entries."""
        if self.epochs.get(shard) != epoch:
            self._notifier.notify_worker(worker_of_epoch(epoch), shard)
        else:
            self.events.signal_entries((shard,))

    def report_lost(self, shard: int, epoch: str) -> None:
        """See :class:`bot.store.shard_ownership.OwnedShards`."""
        if self.epochs.get(shard) != epoch:
            return
        log.warning("a shard is not this worker's any more", shard=shard)
        self._must_check_data = True
        del self.epochs[shard]
        self.users.draining.discard(shard)
        self.users.abandoning.add(shard)
        self._start_task(self.users.abandon_shards((shard,)))

    async def keep_share(self, stop: asyncio.Event) -> None:
        """Keep this process's share until ``stop`` is set."""
        listening = asyncio.create_task(
            keep_running("notifications", self._listen_for_notifications), name="notifications"
        )
        stopping = asyncio.create_task(stop.wait(), name="shards until stopped")
        try:
            while not stop.is_set():
                try:
                    await self.rebalance()
                except RedisError as error:
                    log.warning("this worker's share of the shards waits for Redis", error=error)
                taking = asyncio.create_task(self._rebalance_now.wait())
                await asyncio.wait((stopping, taking), timeout=_REBALANCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                taking.cancel()
                self._rebalance_now.clear()
        finally:
            await cancel_tasks((listening, stopping))

    async def _listen_for_notifications(self) -> None:
        while True:
            try:
                shards, must_rebalance = await self._notifier.wait_for_notification(_LISTEN_SECONDS)
            except RedisError as error:
                log.debug("notifications of other workers cannot be received", error=error)
                await asyncio.sleep(_REBALANCE_SECONDS)
                continue
            if shards:
                self.events.signal_entries(shards)
            if must_rebalance:
                self._rebalance_now.set()

    async def hand_over_all(self) -> None:
        """Hand over all shards and leave the membership; only the first call has an effect."""
        if self._has_left:
            return
        self._has_left = True
        try:
            await self._renew_membership("leaving")
            await self._hand_over_shards(tuple(self.epochs))
            await self._renew_membership("")
        except RedisError as error:
            log.warning("the other workers learn late that this one has ended", error=error)
        except Exception:  # the outermost edge: the rest of the shutdown must go on
            log.exception("this worker's shards could not be handed over in good order")
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _renew_membership(self, state: MemberState = "here") -> None:
        asked = self._seconds()
        late = asked > self._lease_until
        self._membership = await self._ownership.renew_membership(state)
        if self._membership.has_duplicate_name and self._started:
            if not self._duplicate_names.is_recent(self._ownership.worker):
                log.error(
                    "another process calls itself the same: give each an HTTP_LISTEN of its own",
                    worker=self._ownership.worker,
                )
            self._duplicate_names.note_again(self._ownership.worker)
        if late and self.epochs:
            # The lease had run out, so other workers may own these shards: check before relying on it again.
            await self._report_lost_shards()
        self._lease_until = asked + ALIVE_SECONDS
        if self.on_renewed is not None and state == "here":
            await self.on_renewed(self._ownership.worker, self._membership.active)

    async def _report_lost_shards(self) -> None:
        epochs = dict(self.epochs)
        owners = await self._ownership.load_owners(epochs.keys())
        for shard, epoch in epochs.items():
            if owners.get(shard) != epoch:
                self.report_lost(shard, epoch)

    async def rebalance(self) -> None:
        """Send a heartbeat, take the free shards of this process's share, and begin to hand over the others."""
        await self._renew_membership()
        await self._release_shards({})
        share = assigned_shards(self._ownership.worker, self._membership.active, SHARDS)
        if not self._started:
            await self._release_former_shards(share)
        if surplus := self.epochs.keys() - share - self.users.draining:
            self._start_task(self._hand_over_shards(tuple(surplus)))
        if missing := share - self.epochs.keys() - self._unreleased.keys() - self.users.abandoning:
            try:
                await self._acquire_shards(missing)
            except RedisError:
                self._acquisition_monitor.record_unacquired(len(missing))
                raise
        else:
            self._acquisition_monitor.record_unacquired(0)
        self._started = True
        if self._must_check_data:
            if await self._ownership.renew_schema():
                log.error(
                    "Redis has lost the bot's data: it was emptied, or came back without them; games go on only from a"
                    " backup (docs/operate.md#backup)"
                )
            self._must_check_data = False

    async def _acquire_shards(self, missing: Collection[int]) -> None:
        seen = await self._ownership.load_owners(missing)
        free = {shard: epoch for shard, epoch in seen.items() if self._may_acquire(epoch)}
        if free and (taken := await self._ownership.acquire_shards(free)):
            log.info("this worker has taken shards", count=len(taken))
            self.epochs.update(taken)
            self.events.signal_gained()
        self._acquisition_monitor.record_unacquired(len(missing) - len(seen) + len(free.keys() - self.epochs.keys()))

    async def _release_former_shards(self, share: Collection[int]) -> None:
        """Release shards that are no longer in the share: no other worker takes a shard whose owner is alive."""
        seen = await self._ownership.load_owners([shard for shard in range(SHARDS) if shard not in share])
        before = {shard: epoch for shard, epoch in seen.items() if worker_of_epoch(epoch) == self._ownership.worker}
        await self._release_shards(
            {shard: epoch for shard, epoch in before.items() if not self._ownership.is_own_epoch(epoch)}
        )

    def _may_acquire(self, epoch: str) -> bool:
        worker = worker_of_epoch(epoch)
        if not epoch or self._ownership.is_own_epoch(epoch):
            return True
        if worker == self._ownership.worker:
            return not (self._started and self._duplicate_names.is_recent(worker))
        return worker not in self._membership

    async def _hand_over_shards(self, shards: Collection[int]) -> None:
        try:
            await self.users.drain_shards(shards)
            epochs = {shard: self.epochs.pop(shard) for shard in shards if shard in self.epochs}
        finally:
            self.users.draining.difference_update(shards)
        await self._release_shards(epochs)

    async def _release_shards(self, epochs: Mapping[int, str]) -> None:
        self._unreleased.update(epochs)
        if not self._unreleased:
            return
        released = dict(self._unreleased)
        await self._ownership.release_shards(released)
        for shard in released:
            # Two simultaneous calls may have released the same shard.
            self._unreleased.pop(shard, None)
        others = self._membership.active - {self._ownership.worker}
        next_owners = {assigned_worker(shard, others) for shard in released}
        for worker in next_owners:
            if worker is not None:
                self._notifier.notify_worker(worker)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = start_task(work, name="handing over shards")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
