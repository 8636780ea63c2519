"""What runs out takes its place behind all that came for its table before, in its chat or from its players in private.

Owns the waiting for that. When something is due, and what comes of it, is for :mod:`bot.tables.deadlines`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.ingress.beyond import Beyond
from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job, Lane
from bot.store.entries import InboxEntry
from bot.store.keys import Scope
from bot.store.streams import Inbox
from bot.workers.lanes import Lanes, end

log = logging.getLogger(__name__)

WAIT_SECONDS: Final = 5.0
"""How long what runs out waits for what came before it, from when it was found due; Telegram may be away, or whoever
has that in hand.
"""
_LOOK_SECONDS: Final = 0.05
_MOST_WAITING: Final = 256
"""How many tables wait at a time for what came before; each keeps asking. The others stay unclaimed until then."""

Work = Callable[[], Awaitable[None]]


class DueTurns:
    """Finds the place of what runs out.

    Args:
        inbox: where what came before lies until it is handled, or sent on.
        held: knows what of it waits in the lanes here.
        beyond: lets in what waits for its try.
        lanes: where it gets its place.
        counts: whether an entry is more than a look, so that its order matters.
        ready: whether all that lay in the inbox is in the lanes.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        *,
        inbox: Inbox,
        held: HeldEntries,
        beyond: Beyond,
        lanes: Lanes[Lane, Job | Work],
        counts: Callable[[InboxEntry], bool],
        ready: Callable[[], bool],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._inbox: Final = inbox
        self._held: Final = held
        self._beyond: Final = beyond
        self._lanes: Final = lanes
        self._counts: Final = counts
        self._ready: Final = ready
        self._pause: Final = pause
        self._waiting: Final[set[asyncio.Task[None]]] = set()

    def __bool__(self) -> bool:
        """Whether anything waits here that has no place yet."""
        return bool(self._waiting)

    @property
    def room(self) -> int:
        """For how many more tables there is room to wait."""
        return max(0, _MOST_WAITING - len(self._waiting))

    async def put(self, scope: Scope, work: Work, again: Callable[[], None], players: Collection[int]) -> None:
        """Have something done at a table once what came before is done, or it is that late; nobody waits for it here.

        What comes later goes ahead of it only where it has begun by then.

        Args:
            scope: the table's.
            work: to be done.
            again: done instead where its turn does not come, so that it is looked for again.
            players: whose private chats may hold what is about the table.

        Raises:
            RedisError: Redis is away.
        """
        until, found = asyncio.get_running_loop().time() + WAIT_SECONDS, await self._inbox.now(scope.chat)
        waiting = self._line_up(scope, work, again, players, until, found)
        task = asyncio.create_task(waiting, name=f"what is due at {scope}")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def close(self) -> None:
        """Give nothing more its place: it comes again."""
        await end(tuple(self._waiting))

    async def _line_up(  # noqa: PLR0917 - what is put, and when
        self, scope: Scope, work: Work, again: Callable[[], None], players: Collection[int], until: float, found: int
    ) -> None:
        try:
            async with asyncio.timeout_at(until):
                # In this order: what is sent on is written there before it is taken away here.
                await self._none(players, self._unsettled)
                await self._none((scope.chat,), self._unseen)
        except TimeoutError:
            log.info("%s: what is due goes ahead of what waits elsewhere", scope)
        except RedisError as error:
            log.warning("%s: what is due comes again: %s", scope, error)
            again()
            return
        await self._beyond.ahead_in(scope.chat)
        due = partial(self._run_out, scope.chat, work, again, until)
        if self._lanes.put((scope.chat, "play"), due, ahead_of=partial(came_after, found)) is not None:
            log.warning("what is due at %s comes again: its lane is full", scope)
            again()

    async def _none(self, chats: Collection[int], before: Callable[[InboxEntry], bool]) -> None:
        """Wait until nothing is left in the inbox for some chats of what is ``before``, whatever comes meanwhile."""
        for chat in chats:
            await self._beyond.ahead_in(chat)
        left: set[int] | None = None
        while left is None or left:
            now = {entry.update_id for entry in await self._inbox.lying(chats) if before(entry) and self._counts(entry)}
            left = now if left is None else left & now
            if left:
                await self._pause(_LOOK_SECONDS)

    def _unsettled(self, entry: InboxEntry) -> bool:
        """Whether something from a private chat may still be about the table, and does not only wait to be told."""
        if entry.about is not None:
            return False
        if not self._held.holds(entry):
            return True
        return any(chat == entry.chat and lane != "look" for chat, lane in self._lanes.busy)

    def _unseen(self, entry: InboxEntry) -> bool:
        """Whether something is to come into the table's lanes, or is in another process's."""
        return not self._held.holds(entry)

    async def _run_out(self, chat: int, work: Work, again: Callable[[], None], until: float) -> None:
        """Do what is due once the taps that came before it are done, or it is that late by the event loop's clock.

        Where an answer of Redis was lost meanwhile, what came before may lie unread; what is due then comes again.
        """
        taps = [self._lanes.idle(lane) for lane in self._lanes.busy if lane[0] == chat and isinstance(lane[1], int)]
        try:
            async with asyncio.timeout_at(until):
                await asyncio.gather(*taps)
        except TimeoutError:
            log.info("chat %s: what is due goes ahead of taps that wait", chat)
        if not self._ready():
            log.info("chat %s: what is due comes again: the inbox is to be read first", chat)
            again()
            return
        try:
            await work()
        except RedisError as error:
            log.warning("chat %s: what is due comes again: %s", chat, error)
            again()


def came_after(instant: int, other: Job | Work) -> bool:
    """Whether what waits in a lane reached the bot after an instant, in milliseconds by the server's clock."""
    return isinstance(other, Job) and other.entry.arrived > instant
