"""Work in order per key, and side by side across keys. Knows nothing of what the work is."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context, ContextVar
from typing import Any, Final, Generic, TypeVar

from bot.workers.rounds import Rounds

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_AGAIN_SECONDS: Final = 0.1


_LET_GO: Final[ContextVar[Callable[[], None] | None]] = ContextVar("let_go", default=None)


def let_go() -> None:
    """Let the next of this lane begin: what the caller is still to do need not come before it.

    Does nothing outside of lanes that allow it, and nothing more when it is called again.
    """
    if (others := _LET_GO.get()) is not None:
        others()


@contextmanager
def letting_go(first: Callable[[], None]) -> Iterator[None]:
    """Within it, ``first`` is called before the next of this lane is let begin, each time that is asked."""
    others = _LET_GO.get()
    if others is None:
        yield
        return
    begin = others

    def both() -> None:
        first()
        begin()

    token = _LET_GO.set(both)
    try:
        yield
    finally:
        _LET_GO.reset(token)


class Lanes(Generic[K, T]):
    """A queue per key, each worked off by a task of its own while it holds anything.

    Args:
        work: gets a lane's key and everything that waits in it, and returns how many items from the front are done.
            It may return 0 to be called again. It handles its own errors.
        most: of a key, how many items may wait in its lane; a full lane keeps nobody else's waiting.
        whose: of a key and an item, whose it is in a lane in which people are served in turn; the order is that in
            which items came where it is ``None``, as by default.
        lets_go: of a key, whether its work, which then does one item at a time, may call :func:`let_go`; none may
            by default.
    """

    def __init__(
        self,
        work: Callable[[K, Sequence[T]], Awaitable[int]],
        most: Callable[[K], int] | None = None,
        *,
        whose: Callable[[K, T], Hashable | None] | None = None,
        lets_go: Callable[[K], bool] | None = None,
    ) -> None:
        self._work: Final = work
        self._most: Final = most
        self._whose: Final = whose
        self._lets_go: Final = lets_go
        self._lanes: Final[dict[K, Rounds[T]]] = {}
        self._ends: Final[dict[K, asyncio.Event]] = {}
        """Of lanes that somebody waits for."""
        self._tasks: Final[dict[asyncio.Task[None], K]] = {}

    @property
    def busy(self) -> Sequence[K]:
        """The keys of the lanes that hold anything."""
        return tuple(self._lanes)

    def put(self, key: K, item: T, *, always: bool = False, ahead_of: Callable[[T], bool] | None = None) -> T | None:
        """Add an item to a key's lane; what a full lane leaves out for it, which may be the item itself.

        Args:
            key: the lane's.
            item: to be done there.
            always: whether it leaves out nothing.
            ahead_of: whether it goes ahead of another that has not begun, asked of one after the other from behind; in
                lanes in which people are not served in turn.
        """
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = Rounds()
            self._begin(key)
        if ahead_of is None:
            lane.add(item, None if self._whose is None else self._whose(key, item))
        else:
            lane.add_ahead(item, ahead_of)
        return lane.last() if not always and self._most is not None and len(lane) > self._most(key) else None

    def drop(self, key: K, item: T) -> bool:
        """Take an item that has not begun out of a key's lane; whether it was there."""
        lane = self._lanes.get(key)
        return lane is not None and lane.drop(item)

    async def idle(self, key: K) -> None:
        """Wait until a key's lane holds nothing."""
        while key in self._lanes:
            await self._ends.setdefault(key, asyncio.Event()).wait()

    def _begin(self, key: K) -> None:
        # A context of its own: whoever puts an item here may be at work in another lane.
        task = asyncio.create_task(self._run(key), name=f"lane {key}", context=Context())
        self._tasks[task] = key
        task.add_done_callback(self._tasks.pop)

    def _end(self, key: K) -> None:
        del self._lanes[key]
        if (ended := self._ends.pop(key, None)) is not None:
            ended.set()

    async def _run(self, key: K) -> None:
        lane = self._lanes[key]
        gone = False

        def others() -> None:
            nonlocal gone
            if not gone:
                gone = True
                lane.done()
                if lane:
                    self._begin(key)
                else:
                    self._end(key)

        if self._lets_go is not None and self._lets_go(key):
            _LET_GO.set(others)
        try:
            while lane:
                first, *_ = waiting = tuple(lane)
                done = await self._work(key, waiting)
                if gone:
                    while not done:
                        done = await self._work(key, (first,))
                    return
                for _ in range(done):
                    lane.done()
        finally:
            if not gone:
                self._end(key)

    async def cease(self, which: Callable[[K], bool], seconds: float) -> None:
        """Let the lanes of some keys finish, and what let the next begin there; drop after that time what is left."""

        def tasks() -> tuple[asyncio.Task[None], ...]:
            return tuple(task for task, key in self._tasks.items() if which(key))

        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (left := until - loop.time()) > 0 and (doing := tasks()):
            await asyncio.wait(doing, timeout=left)
        await end(tasks())
        # A task that is cancelled before it has begun ends nothing itself.
        begun = set(self._tasks.values())
        for key in [key for key in self._lanes if which(key) and key not in begun]:
            self._end(key)

    async def settle(self, seconds: float) -> None:
        """Let what waits finish, for so long at most; then drop the rest (it stays in Redis and comes again)."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._tasks and (left := until - loop.time()) > 0:
            await asyncio.wait(self._tasks, timeout=left)
        await end(tuple(self._tasks))


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended.

    Once is not enough: before Python 3.12 ``asyncio.wait_for``, through which every Redis command goes, loses a
    cancellation that comes as it succeeds.
    """
    left: set[asyncio.Task[Any]] = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_SECONDS)
