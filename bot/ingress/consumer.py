"""Works the inbox off: every update is handled in its chat's order, and leaves the inbox only once it is done.

What plays goes ahead of what only looks, in lanes of their own; of looks that wait, those alike are answered once.
Whoever asks too much is told so once. What runs out takes its place behind all that came before it. What a dead
process had taken comes again, first of all. An update that keeps failing is put aside with its reason, and the chat is
told once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import msgspec
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.ingress.jobs import Job, Lane, key_of, lane_of
from bot.ingress.kinds import Counted, Kind
from bot.logs import where
from bot.outcomes import Gone, Refused, TooFast, Undone, Unreachable
from bot.store.keys import Scope
from bot.store.streams import Inbox, InboxEntry
from bot.surroundings import utc
from bot.telegram.inbound import Command, Reply, Request, read
from bot.workers.follow import follow
from bot.workers.haste import Answer, Haste
from bot.workers.lanes import Lanes
from bot.workers.limiter import Urgency, urgent
from bot.workers.patience import Retries

log = logging.getLogger(__name__)
MOST_DELIVERIES: Final = 10
"""How often an update is given out before it is put aside unhandled: whatever waited while the process was killed
counts as given out, not only what killed it.
"""
_MOST_RETRIES: Final = 2
"""How often a failing update is tried again before it is put aside."""
_MOST_UNREACHED: Final = 11
"""The same where Telegram cannot be reached, which the update is not to blame for: about two minutes."""

_MOST_WAITING: Final = 200
"""Items of one lane: with everybody's share counted, more come only from a crowd."""
_TAPS_SECONDS: Final = 5.0
"""How long what runs out waits for taps that came before it; Telegram may be away."""


_Work = Callable[[], Awaitable[None]]


class Consumer:
    """Takes updates from the inbox to ``handle``; one instance a process.

    Args:
        bot: initialised, for reading updates.
        inbox: where they come from.
        handle: does what a request asks.
        kind_of: of which kind a request is; ``None`` of one that asks for nothing.
        apologise: tells a chat, once, that its update could not be handled.
        calm: tells whoever asks too much to be slower.
        name: this process among all that share the inbox; the same after a restart, so that it finds its own again.
        shares: how much a person may ask for in a chat; without them there is no limit.
        clock: the instant, in UTC.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        *,
        bot: Bot,
        inbox: Inbox,
        handle: Callable[[Request], Awaitable[None]],
        kind_of: Callable[[Request], Kind | None],
        apologise: Callable[[Request], Awaitable[None]],
        calm: Callable[[Request], Awaitable[None]],
        name: str,
        shares: Mapping[Counted, Haste] | None = None,
        clock: Callable[[], datetime] = utc,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._bot: Final = bot
        self._inbox: Final = inbox
        self._handle: Final = handle
        self._kind_of: Final = kind_of
        self._apologise: Final = apologise
        self._calm: Final = calm
        self._name: Final = name
        self._shares: Final = shares or {}
        self._clock: Final = clock
        # A look that waits to be sent keeps its lane, so that those like it gather behind it.
        self._lanes: Final[Lanes[Lane, Job | _Work]] = Lanes(
            self._work, _MOST_WAITING, lets_go=lambda lane: lane[1] != "look"
        )
        self._open: Final[dict[str, Job]] = {}
        """Looks that wait, by what others like them have in common."""
        self._held: Final[set[tuple[int, str]]] = set()
        """Entries in the lanes: a stream may give out again what is slow."""
        self._pause: Final = pause
        self._retries: Final[Retries[int]] = Retries(pause=pause)
        self._outages: Final[Retries[int]] = Retries(pause=pause)
        """Of Redis, which are no reason to put an update aside."""

    async def run(self, stop: asyncio.Event) -> None:
        """Handle updates until told to stop."""
        await follow(self._inbox, self._name, stop, self._take, pause=self._pause)

    async def settle(self, seconds: float) -> None:
        """Let what was begun finish."""
        await self._lanes.settle(seconds)

    @property
    def busy(self) -> bool:
        """Whether anything waits in a lane."""
        return bool(self._lanes.busy)

    @property
    def ready(self) -> bool:
        """Whether all that lay in the inbox is in the lanes, so that nothing can be overtaken unseen."""
        return self._inbox.handed_over.consumer == self._name

    async def put(self, scope: Scope, work: _Work) -> None:
        """Do something about a table behind all that came for its chat before."""
        if not self._lanes.put((scope.chat, "play"), work):
            log.warning("what is due at %s comes again: its lane is full", scope)

    async def _take(self, entry: InboxEntry) -> None:
        if key_of(entry) in self._held:
            await self._keep(entry)
            return
        try:
            request = read(entry.raw, self._bot.bot)
            kind = None if request is None else self._kind_of(request)
            if request is None or kind is None:
                await self._inbox.ack([entry])
                return
            request = replace(request, arrived=self._clock() - timedelta(seconds=entry.waited))
            answer = self._share(entry, request, kind)
            if answer == "silence":
                await self._inbox.ack([entry])
                return
        except RedisError as error:
            log.warning("update %s is looked at again later: %s", entry.update_id, error)
            return
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end the loop
            # Without a traceback: from outside as many of them may come as anybody likes.
            reason = str(error) if isinstance(error, msgspec.MsgspecError) else where(error)
            log.warning("update %s cannot be read: %s", entry.update_id, reason)
            await self._bury(entry, f"{type(error).__name__}: {error}")
            return
        if entry.deliveries > MOST_DELIVERIES:
            reason = f"taken {entry.deliveries} times by processes that ended"
            await self._give_up(Job([entry], request, kind), reason)
            return
        await self._line_up(Job([entry], request, kind, hasty=answer == "tell"))

    async def _keep(self, entry: InboxEntry) -> None:
        """Let an update that waits in its lane not count as one that a process ended over."""
        try:
            await self._inbox.keep(entry, self._name)
        except RedisError as error:
            log.warning("update %s was given out once more: %s", entry.update_id, error)

    def _share(self, entry: InboxEntry, request: Request, kind: Kind) -> Answer:
        """Whether somebody may ask for this as well; what was let in before a restart still may."""
        share = None if kind.counted is None else self._shares.get(kind.counted)
        if share is None or entry.deliveries > 1 or request.arrived is None:
            return "do"
        # When it was written: after an absence much comes at the same instant that was not.
        at = request.sent if isinstance(request, (Command, Reply)) else request.arrived
        return share.asked((request.place.scope.chat, request.sender.user), at.timestamp())

    async def _line_up(self, job: Job) -> None:
        [entry], request, alike = job.entries, job.request, job.kind.alike
        if alike is not None and not job.hasty:
            if (waiting := self._open.get(alike)) is not None:
                waiting.entries.append(entry)
                waiting.request = request
                self._held.add(key_of(entry))
                return
            self._open[alike] = job
        self._held.add(key_of(entry))
        # What was let in before a restart, or by a process that died, comes at once and has its place already.
        if self._lanes.put(lane_of(job), job, always=entry.deliveries > 1):
            return
        self._begun(job)
        job.hasty = True
        if not self._lanes.put((request.place.scope.chat, "look"), job):
            self._held.discard(key_of(entry))
            log.warning("update %s is put aside: its chat asks for more than can be done", entry.update_id)
            await self._bury(entry, "its chat asks for more than can be done")

    def _begun(self, job: Job) -> None:
        """From now on others like it wait for the next answer."""
        if self._open.get(job.kind.alike or "") is job:
            del self._open[job.kind.alike or ""]

    async def _work(self, lane: Lane, waiting: Sequence[Job | _Work]) -> int:
        job = waiting[0]
        if not isinstance(job, Job):
            await self._run_out(lane[0], job)
            return 1
        update = job.request.update
        try:
            if lane[1] == "look":
                await self._lanes.idle((lane[0], "play"))
            self._begun(job)
            with urgent(Urgency.LOOK if job.hasty or job.kind.looks else Urgency.ANSWER):
                await self._answer(job)
        except TooFast as error:
            await self._retries.wait(update, error)
            return 0
        except RedisError as error:
            log.warning("update %s waits for Redis: %s", update, error)
            await self._outages.wait(update, error)
            return 0
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end its chat's lane
            return await self._failed(job, error)
        self._forget(job)
        return 1

    async def _run_out(self, chat: int, work: _Work) -> None:
        """Do what is due once the taps that came before it are done."""
        taps = [self._lanes.idle(lane) for lane in self._lanes.busy if lane[0] == chat and isinstance(lane[1], int)]
        try:
            async with asyncio.timeout(_TAPS_SECONDS):
                await asyncio.gather(*taps)
        except TimeoutError:
            log.info("chat %s: what is due goes ahead of taps that wait", chat)
        try:
            await work()
        except RedisError as error:
            log.warning("chat %s: what is due comes again: %s", chat, error)

    async def _answer(self, job: Job) -> None:
        """Handle an update and let it go, also where its chat takes no answer."""
        try:
            await (self._calm if job.hasty else self._handle)(job.request)
        except (Gone, Refused) as error:
            chat = job.request.place.scope.chat
            log.warning("update %s: chat %s takes no answer: %s", job.request.update, chat, error.message)
        await self._inbox.ack(job.entries)

    def _forget(self, job: Job) -> None:
        self._retries.over(job.request.update)
        self._outages.over(job.request.update)
        self._held.difference_update(map(key_of, job.entries))

    async def _failed(self, job: Job, error: Exception) -> int:
        update = job.request.update
        tries = self._retries.failures(update) + 1
        if isinstance(error, Unreachable):
            log.warning("update %s waits for Telegram (try %s): %s", update, tries, error.message)
        else:
            log.error("update %s failed (try %s)", update, tries, exc_info=error)
        if tries <= (_MOST_UNREACHED if isinstance(error, Unreachable) else _MOST_RETRIES):
            await self._retries.wait(update, error)
            return 0
        self._forget(job)
        await self._give_up(job, f"{type(error).__name__}: {error}")
        return 1

    async def _give_up(self, job: Job, reason: str) -> None:
        """Put updates aside and say so; a chat that cannot even be told stays untold."""
        if not all([await self._bury(entry, reason) for entry in job.entries]):
            return
        try:
            await self._apologise(job.request)
        except Undone as error:
            log.warning("update %s: its chat could not be told: %s", job.request.update, error.message)
        except Exception:  # the outermost edge: what cannot even be told may not end the loop, or its chat's lane
            log.exception("update %s: its chat could not be told", job.request.update)

    async def _bury(self, entry: InboxEntry, reason: str) -> bool:
        """Put an update aside; where Redis is away it comes again later."""
        try:
            await self._inbox.bury(entry, reason)
        except RedisError as error:
            log.warning("update %s could not be put aside: %s", entry.update_id, error)
            return False
        return True
