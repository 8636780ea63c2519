"""Lanes: one queue per key, each processed in order by its own task, so no key waits for another."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from typing import Final, Generic, TypeVar

from bot.logs import error_location, get_logger
from bot.workers.supervisor import Backoff, cancel_tasks

log = get_logger(__name__)
_MOST_TRIES: Final = 3  # how often failing work is tried before its item is dropped
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Lanes(Generic[K, T]):
    """One queue per key, processed by its own task while it holds items.

    ``work`` gets a lane's key and all its items, and returns how many from the front are done, or 0 to be called again.
    It handles its own errors; others are logged. ``capacity`` gives the most items of a key's lane; a full lane delays
    no other. ``index_of`` gives the position of a new item, by default the last; the first item stays first, as its
    work may have begun. ``arrange`` orders a lane's items before each call.
    """

    def __init__(
        self,
        work: Callable[[K, Sequence[T]], Awaitable[int]],
        capacity: Callable[[K], int] | None = None,
        *,
        index_of: Callable[[K, Sequence[T], T], int] = lambda _, items, __: len(items),
        arrange: Callable[[K, Sequence[T]], Sequence[T]] | None = None,
    ) -> None:
        self._work: Final = work
        self._capacity: Final = capacity
        self._index_of: Final = index_of
        self._arrange: Final = arrange
        self._lanes: Final[dict[K, list[T]]] = {}
        self._runners: Final[dict[K, asyncio.Task[None]]] = {}  # the task of each lane
        self._idle_events: Final[dict[K, asyncio.Event]] = {}  # set when a lane that is waited for ends
        self._tasks: Final[dict[asyncio.Task[None], K]] = {}  # the runners, and work that has released its lane
        self._retries: Final[Backoff[K]] = Backoff()

    @property
    def busy_keys(self) -> Sequence[K]:
        """The keys of the lanes that hold items."""
        return tuple(self._lanes)

    def all_items(self) -> Iterator[T]:
        """The items of all lanes."""
        return (item for lane in self._lanes.values() for item in lane)

    def enqueue(self, key: K, item: T, *, always: bool = False) -> T | None:
        """Add an item to a key's lane; returns the item that a full lane drops, which is none with ``always``."""
        if (lane := self._lanes.get(key)) is None:
            lane = self._lanes[key] = []
            self._start_lane(key)
        lane.insert(max(1, self._index_of(key, lane, item)), item)
        is_full = self._capacity is not None and len(lane) > self._capacity(key)
        return lane.pop() if is_full and not always else None

    def release(self, key: K, item: T) -> None:
        """Let the lane's next item begin although work on its first, ``item``, is not finished."""
        lane = self._lanes.get(key)
        if lane and lane[0] is item:
            del lane[0]
            if lane:
                self._start_lane(key)
            else:
                self._close_lane(key)

    async def wait_until_idle(self, key: K) -> None:
        """Wait until a key's lane is empty."""
        while key in self._lanes:
            await self._idle_events.setdefault(key, asyncio.Event()).wait()

    def _start_lane(self, key: K) -> None:
        task = self._runners[key] = asyncio.create_task(self._run_lane(key), name=f"lane {key}")
        self._tasks[task] = key
        task.add_done_callback(self._tasks.pop)

    def _close_lane(self, key: K) -> None:
        del self._lanes[key], self._runners[key]
        if (ended := self._idle_events.pop(key, None)) is not None:
            ended.set()

    async def _run_lane(self, key: K) -> None:
        lane, this_task = self._lanes[key], asyncio.current_task()
        try:
            while lane:
                if self._arrange is not None:
                    lane[:] = self._arrange(key, tuple(lane))
                first = lane[0]
                done = await self._try_work(key, tuple(lane))
                if self._runners.get(key) is not this_task:
                    while not done:
                        done = await self._try_work(key, (first,))
                    return
                del lane[:done]
        finally:
            if self._runners.get(key) is this_task:
                self._close_lane(key)

    async def _try_work(self, key: K, waiting: Sequence[T]) -> int:
        try:
            done = await self._work(key, waiting)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no item may end its lane
            # The error's message is left out, as it might name a letter.
            log.error("what a lane has to do failed", error=error_location(error))  # noqa: TRY400 - as above
            if self._retries.failure_count(key) < _MOST_TRIES - 1:
                await self._retries.wait_after_failure(key, error)
                return 0
            done = 1
        self._retries.clear_failures(key)
        return done

    async def stop_lanes(self, which: Callable[[K], bool], seconds: float) -> None:
        """Let the lanes of some keys, and work that released them, finish; drop what remains after ``seconds``."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (tasks := [task for task, key in self._tasks.items() if which(key)]) and (
            left := until - loop.time()
        ) > 0:
            await asyncio.wait(tasks, timeout=left)
        await cancel_tasks(tasks)
        # A task cancelled before its start does not close its lane.
        for key in [key for key, task in self._runners.items() if which(key) and task.done()]:
            self._close_lane(key)

    async def finish_all(self, seconds: float) -> None:
        """Let all lanes finish within ``seconds``, then drop what is left, which stays in Redis."""
        await self.stop_lanes(lambda _: True, seconds)
