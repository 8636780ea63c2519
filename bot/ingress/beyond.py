"""What people ask for beyond their share and may be a good move: of each person the newest, a try every two seconds.

A try costs a judge or Telegram something, so a flood gets few of them, and the last of it still counts. Nothing that
came later goes ahead of what waits here: a pass in somebody else's turn must not become one in one's own. Owns when
something is tried; what it is paid with, and what is said of what is left out, is the consumer's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job, Lane, lane_of
from bot.workers.lanes import end

TRY_SECONDS: Final = 2.0
"""How long the next one of a person waits after a try."""

_Place = tuple[Lane, int]


class Beyond:
    """Lets in what is beyond people's shares.

    Args:
        held: knows what waits here.
        line_up: puts one into its lane.
        withdraw: takes one out of its lane unless it has begun; whether it did.
        leave_out: does nothing about one but say so, if it is time for a word.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        held: HeldEntries,
        *,
        line_up: Callable[[Job], Awaitable[None]],
        withdraw: Callable[[Job], bool],
        leave_out: Callable[[Job], Awaitable[None]],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._held: Final = held
        self._line_up: Final = line_up
        self._withdraw: Final = withdraw
        self._leave_out: Final = leave_out
        self._pause: Final = pause
        self._lined: Final[dict[_Place, Job]] = {}
        """What waits in lanes: in each the newest of a person."""
        self._next: Final[dict[_Place, Job]] = {}
        """What waits for its try, in the order in which it came."""
        self._rests: Final[dict[_Place, asyncio.Task[None]]] = {}
        """Of whoever had a try a moment ago."""

    def __bool__(self) -> bool:
        """Whether anything waits here."""
        return bool(self._next)

    async def put(self, job: Job) -> None:
        """Have something tried in the place of the person's former that waits, or when it is time."""
        place = _place(job)
        lined = self._lined.get(place)
        if lined is not None and self._withdraw(lined):
            await self._leave_out(lined)
            await self._let_in(job)
        elif place in self._rests:
            former = self._next.pop(place, None)
            self._next[place] = job
            self._held.add(job.entry)
            if former is not None:
                await self._leave_out(former)
        else:
            self._rests[place] = asyncio.create_task(self._rest(place), name=f"tries of {place}")
            await self._let_in(job)

    def begun(self, job: Job) -> None:
        """From now on nothing takes its place."""
        if self._lined.get(place := _place(job)) is job:
            del self._lined[place]

    async def ahead_of(self, job: Job) -> None:
        """Let in at once what came before something into the same lane."""
        for place in [place for place in self._next if place[0] == lane_of(job)]:
            await self._now(place)

    async def ahead_in(self, chat: int) -> None:
        """Let in at once all that waits in a chat: what is due there comes behind it."""
        for place in [place for place in self._next if place[0][0] == chat]:
            await self._now(place)

    def forget(self, shards: Collection[int]) -> None:
        """Have nothing tried any more of shards that are another process's by now."""
        for waiting in (self._next, self._lined):
            for place in [place for place, job in waiting.items() if job.entry.shard in shards]:
                del waiting[place]

    async def close(self) -> None:
        """Let in nothing more; what waits stays in the inbox, and comes again."""
        await end(tuple(self._rests.values()))

    async def _now(self, place: _Place) -> None:
        if (job := self._next.pop(place, None)) is not None:
            await self._put_into_lane(job)

    async def _let_in(self, job: Job) -> None:
        await self.ahead_of(job)
        await self._put_into_lane(job)

    async def _put_into_lane(self, job: Job) -> None:
        self._lined[_place(job)] = job
        await self._line_up(job)

    async def _rest(self, place: _Place) -> None:
        try:
            await self._pause(TRY_SECONDS)
            while place in self._next:
                for before in [other for other in self._next if other[0] == place[0]]:
                    await self._now(before)
                    if before == place:
                        break
                await self._pause(TRY_SECONDS)
        finally:
            del self._rests[place]


def _place(job: Job) -> _Place:
    return lane_of(job), job.request.sender.user
