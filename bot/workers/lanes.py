"""Lanes: items of one key are worked off in order, those of different keys concurrently; what the work is, is open.

:class:`Lanes` runs the work, :class:`FairQueue` orders the items of a lane.
The lanes of chats are named by :func:`bot.ingress.jobs.lane_of`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from bot.logs.logger import get_logger
from bot.logs.masking import error_location
from bot.workers.retry_policy import Backoff
from bot.workers.shutdown import cancel_tasks

log = get_logger(__name__)

_MOST_TRIES: Final = 3
"""How often work is tried that fails; then its item is left out, and what waits behind it goes on."""

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class LaneHold:
    """The hold of a lane's first item on the lane, which its work may release before it is done.

    Args:
        start_next: lets the next item begin; ``None`` in lanes where the work may not.
    """

    def __init__(self, start_next: Callable[[], None] | None) -> None:
        self._start_next: Final = start_next
        self.is_released = False

    @property
    def may_release(self) -> bool:
        """Whether :meth:`release` lets the next item begin."""
        return self._start_next is not None

    def release(self) -> None:
        """Let the lane's next item begin, as the rest of this one's work need not come before it; idempotent."""
        if self._start_next is not None and not self.is_released:
            self.is_released = True
            self._start_next()


class Lanes(Generic[K, T]):
    """A queue for each key; while it holds items, a task of its own works it off.

    Args:
        work: receives a lane's key, all its items and the first one's hold, and returns how many items from the front
            are done. It may return 0 to be called again. It handles its own errors; others are logged.
        capacity: gives the most items of a key's lane; a full lane delays no other.
        fairness_key_of: gives an item's fairness key, which has one item a round; ``None`` in lanes that keep the order
            of arrival; by default always ``None``.
        arrange: gives all items of a key's lane in the order in which they are to be done, before each call of the
            work; by default they stay as they are.
        may_release: tells whether a key's work may release its hold, which needs work that does one item at a time; by
            default none may.
    """

    def __init__(
        self,
        work: Callable[[K, Sequence[T], LaneHold], Awaitable[int]],
        capacity: Callable[[K], int] | None = None,
        *,
        fairness_key_of: Callable[[K, T], Hashable | None] | None = None,
        arrange: Callable[[K, Sequence[T]], Sequence[T]] | None = None,
        may_release: Callable[[K], bool] | None = None,
    ) -> None:
        self._work: Final = work
        self._capacity: Final = capacity
        self._fairness_key_of: Final = fairness_key_of
        self._arrange: Final = arrange
        self._may_release: Final = may_release
        self._lanes: Final[dict[K, FairQueue[T]]] = {}
        self._idle_events: Final[dict[K, asyncio.Event]] = {}
        """Of lanes whose end somebody waits for."""
        self._tasks: Final[dict[asyncio.Task[None], K]] = {}
        self._retries: Final[Backoff[K]] = Backoff()

    @property
    def busy_keys(self) -> Sequence[K]:
        """The keys of the lanes that hold items."""
        return tuple(self._lanes)

    def all_items(self) -> Iterator[T]:
        """The items of all lanes."""
        return (item for lane in self._lanes.values() for item in lane)

    def enqueue(
        self, key: K, item: T, *, always: bool = False, ahead_of: Callable[[T], bool] | None = None
    ) -> T | None:
        """Add an item to a key's lane; returns the item that a full lane drops for it, which may be the same.

        Args:
            key: the lane's key.
            item: the item.
            always: whether a full lane drops nothing for it.
            ahead_of: tells whether it goes ahead of an item that has not begun; asked from the last item forwards. Only
                for lanes without fairness keys.
        """
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = FairQueue()
            self._start_lane(key)
        if ahead_of is None:
            lane.add_to_next_round(item, None if self._fairness_key_of is None else self._fairness_key_of(key, item))
        else:
            lane.add_ahead_of(item, ahead_of)
        return (
            lane.pop_last() if not always and self._capacity is not None and len(lane) > self._capacity(key) else None
        )

    def withdraw(self, key: K, item: T) -> bool:
        """Remove an item that has not begun from a key's lane; returns whether it was there."""
        lane = self._lanes.get(key)
        return lane is not None and lane.remove_waiting(item)

    async def wait_until_idle(self, key: K) -> None:
        """Wait until a key's lane is empty."""
        while key in self._lanes:
            await self._idle_events.setdefault(key, asyncio.Event()).wait()

    def _start_lane(self, key: K) -> None:
        task = asyncio.create_task(self._run_lane(key), name=f"lane {key}")
        self._tasks[task] = key
        task.add_done_callback(self._tasks.pop)

    def _close_lane(self, key: K) -> None:
        del self._lanes[key]
        if (ended := self._idle_events.pop(key, None)) is not None:
            ended.set()

    async def _run_lane(self, key: K) -> None:
        lane = self._lanes[key]
        may_release = self._may_release is not None and self._may_release(key)
        hold = LaneHold(partial(self._start_next, key, lane) if may_release else None)
        try:
            while lane:
                if self._arrange is not None:
                    lane.arrange_items(self._arrange(key, tuple(lane)))
                first, *_ = waiting = tuple(lane)
                done = await self._try_work(key, waiting, hold)
                if hold.is_released:
                    while not done:
                        done = await self._try_work(key, (first,), hold)
                    return
                for _ in range(done):
                    lane.remove_first()
        finally:
            if not hold.is_released:
                self._close_lane(key)

    async def _try_work(self, key: K, waiting: Sequence[T], hold: LaneHold) -> int:
        """Do the work; returns how many items are done, 0 if it is to be called again."""
        try:
            done = await self._work(key, waiting, hold)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no item may end its lane
            # Without its message, which might name a letter.
            log.error("what a lane has to do failed", error=error_location(error))  # noqa: TRY400 - as above
            if self._retries.failure_count(key) < _MOST_TRIES - 1:
                await self._retries.wait_after_failure(key, error)
                return 0
            done = 1
        self._retries.clear_failures(key)
        return done

    def _start_next(self, key: K, lane: "FairQueue[T]") -> None:
        """Go on with a lane in another task, while the work on its first item goes on in its own."""
        lane.remove_first()
        if lane:
            self._start_lane(key)
        else:
            self._close_lane(key)

    async def stop_lanes(self, which: Callable[[K], bool], seconds: float) -> None:
        """Let the lanes of some keys, and work that has released them, finish; drop after ``seconds`` what is left."""

        def tasks() -> tuple[asyncio.Task[None], ...]:
            return tuple(task for task, key in self._tasks.items() if which(key))

        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (left := until - loop.time()) > 0 and (doing := tasks()):
            await asyncio.wait(doing, timeout=left)
        await cancel_tasks(tasks())
        # A task that is cancelled before it has begun does not close its lane.
        begun = set(self._tasks.values())
        for key in [key for key in self._lanes if which(key) and key not in begun]:
            self._close_lane(key)

    async def finish_all(self, seconds: float) -> None:
        """Let all lanes finish within ``seconds``, then drop the rest (it stays in Redis and comes again)."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._tasks and (left := until - loop.time()) > 0:
            await asyncio.wait(self._tasks, timeout=left)
        await cancel_tasks(tuple(self._tasks))


@dataclass(frozen=True, slots=True)
class _QueuedItem(Generic[T]):
    item: T
    fairness_key: Hashable | None
    round_number: int


class FairQueue(Generic[T]):
    """Items in rounds of one a fairness key; the first item keeps its place, as its work may have begun."""

    def __init__(self) -> None:
        self._items: Final[deque[_QueuedItem[T]]] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return (place.item for place in self._items)

    def add_to_next_round(self, item: T, fairness_key: Hashable | None = None) -> None:
        """Add an item to the next round of its fairness key, or (``None``) behind all."""
        places = self._items
        if not places or fairness_key is None:
            places.append(_QueuedItem(item, fairness_key, places[-1].round_number if places else 0))
            return
        own = next(
            (place.round_number + 1 for place in reversed(places) if place.fairness_key == fairness_key),
            places[0].round_number,
        )
        behind = next((index for index, place in enumerate(places) if place.round_number > own), len(places))
        places.insert(behind, _QueuedItem(item, fairness_key, own))

    def add_ahead_of(self, item: T, goes_behind: Callable[[T], bool]) -> None:
        """Add an item ahead of the last items that ``goes_behind`` accepts, but never ahead of the first item."""
        places = self._items
        at = len(places)
        while at > 1 and goes_behind(places[at - 1].item):
            at -= 1
        places.insert(at, _QueuedItem(item, None, places[at - 1].round_number if places else 0))

    def arrange_items(self, items: Sequence[T]) -> None:
        """Put all items, while no work on them is under way, into this order."""
        places = {id(place.item): place for place in self._items}
        self._items.clear()
        self._items.extend(places[id(item)] for item in items)

    def remove_first(self) -> None:
        """Remove the first item."""
        self._items.popleft()

    def pop_last(self) -> T:
        """Remove and return the last item."""
        return self._items.pop().item

    def remove_waiting(self, item: T) -> bool:
        """Remove an item unless it is the first, which may have begun; returns whether it was removed."""
        index = next((index for index, place in enumerate(self._items) if place.item is item), 0)
        if index:
            del self._items[index]
        return bool(index)
