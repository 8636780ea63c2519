"""Works the inbox off: every update is handled in its chat's order, and leaves the inbox only once it is done.

What plays goes ahead of what only looks, in lanes of their own; of looks that wait, those alike are answered once, and
people are served in turn. Whoever asks too much is told so now and then; a move of theirs that is good is played all
the same. What runs out takes its place behind all that came before it. What a dead process had taken comes again, first
of all. An update that keeps failing is put aside with its reason, and the chat is told once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace as changed
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.ingress.alike import Alike
from bot.ingress.beyond import Beyond
from bot.ingress.due import DueTurns, Work, came_after
from bot.ingress.failures import Failures
from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job, Lane, lane_of, whose, word_for
from bot.ingress.kinds import Counted, Kind
from bot.ingress.portions import Portions
from bot.ingress.verdicts import Verdicts
from bot.logs import where
from bot.outcomes import Gone, Refused, Unsaid
from bot.store import keys
from bot.store.entries import InboxEntry
from bot.store.handling import MOST_HOPS, Handling, TableElsewhere, handling
from bot.store.keys import Scope, shard_of
from bot.store.streams import Inbox
from bot.surroundings import utc
from bot.telegram.inbound import Request, Tap
from bot.telegram.reading import read
from bot.workers.ceasing import Ceasing
from bot.workers.follow import Follower, without_news
from bot.workers.haste import Haste
from bot.workers.lanes import Lanes
from bot.workers.urgency import urgent

log = logging.getLogger(__name__)
_MOST_LOOKS: Final = 200
"""Looks that wait in one chat: beyond, those go without whose turn is farthest."""
_MOST_PLAYS: Final = 2000
"""The same of what plays, which is done as fast as it can be."""

InTurn = Callable[[int, Callable[[], Awaitable[None]]], Awaitable[None]]


async def _at_once(_: int, answer: Callable[[], Awaitable[None]]) -> None:
    await answer()


class Consumer(Ceasing):
    """Takes updates from the inbox to ``handle``; one instance a process.

    Args:
        bot: initialised, for reading updates.
        inbox: where they come from.
        handle: does what a request asks.
        kind_of: of which kind a request is; ``None`` of one that asks for nothing.
        apologise: tells a chat, once, that its update could not be handled.
        calm: tells whoever asks too much that this was not done; or several, or who is not to blame, where it is true.
        in_turn: does something when a chat may be sent a message (:meth:`bot.telegram.pace.Pace.in_turn`); at once by
            default.
        shares: how much a person may ask for in a chat; without them there is no limit.
        clock: the instant, in UTC.
        until_news: waits until there may be something new in the inbox; see :class:`bot.workers.follow.Follower`.
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
        calm: Callable[[Request, bool], Awaitable[None]],
        in_turn: InTurn = _at_once,
        shares: Mapping[Counted, Haste] | None = None,
        clock: Callable[[], datetime] = utc,
        until_news: Callable[[float], Awaitable[Collection[int]]] = without_news,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._bot: Final = bot
        self._inbox: Final = inbox
        self._handle: Final = handle
        self._kind_of: Final = kind_of
        self._calm: Final = calm
        self._in_turn: Final = in_turn
        self._portions: Final = Portions(shares or {})
        self._clock: Final = clock
        # A look that waits to be sent keeps its lane, so that those like it gather behind it.
        self._lanes: Final[Lanes[Lane, Job | Work]] = Lanes(
            self._work,
            lambda lane: _MOST_LOOKS if lane[1] == "look" else _MOST_PLAYS,
            whose=whose,
            lets_go=lambda lane: lane[1] != "look",
        )
        self._alike: Final = Alike()
        self._held: Final = HeldEntries(inbox, pause)
        self._beyond: Final = Beyond(
            self._held, line_up=self._line_up, withdraw=self._withdraw, leave_out=self._leave_out, pause=pause
        )
        self._due: Final = DueTurns(
            inbox=inbox,
            held=self._held,
            beyond=self._beyond,
            lanes=self._lanes,
            counts=self._counts,
            ready=lambda: self.ready,
            pause=pause,
        )
        self._verdicts: Final = Verdicts(self._held)
        self._failures: Final = Failures(self._held, self._verdicts, inbox.owns, apologise, pause)
        self._follower: Final = Follower[InboxEntry](inbox, self._take, until_news, pause=pause)

    async def run(self, stop: asyncio.Event) -> None:
        """Handle updates until told to stop."""
        await self._follower.run(stop)

    async def settle(self, seconds: float) -> None:
        """Let what was begun finish."""
        await self._due.close()
        await self._beyond.close()
        await self._lanes.settle(seconds)

    @property
    def busy(self) -> bool:
        """Whether anything waits to be done."""
        return bool(self._lanes.busy or self._beyond or self._due)

    async def _cease(self, shards: Collection[int], seconds: float) -> None:
        self._follower.leave(shards)
        self._beyond.forget(shards)
        await self._lanes.cease(lambda lane: shard_of(lane[0]) in shards, seconds)
        self._alike.forget(shards)
        self._held.forget(shards)

    @property
    def ready(self) -> bool:
        """Whether all that lay in the inbox is in the lanes, so that nothing can be overtaken unseen."""
        return self._follower.abreast

    @property
    def shards(self) -> Mapping[int, str]:
        """The shards of which all that lay in the inbox is in the lanes, by the epochs they are owned by."""
        return self._follower.followed

    @property
    def lost(self) -> int:
        """How often what lay in the inbox was not in the lanes: then it came behind what is newer."""
        return self._follower.lost

    @property
    def room(self) -> int:
        """About how many more tables :meth:`put` may be called yet, while what was put before waits."""
        return self._due.room

    async def put(self, scope: Scope, work: Work, again: Callable[[], None], players: Collection[int] = ()) -> None:
        """Do something about a table behind all that came before, for its chat or from its players in private.

        ``again`` is done instead where its turn does not come.

        Raises:
            RedisError: Redis is away.
        """
        await self._due.put(scope, work, again, players)

    def _counts(self, entry: InboxEntry) -> bool:
        """Whether an update that lies in the inbox is more than a look."""
        try:
            request = read(entry.raw, self._bot.bot)
        except Exception:  # noqa: BLE001 - whoever takes it puts it aside, and tells why
            return False
        kind = None if request is None else self._kind_of(request)
        return kind is not None and (isinstance(request, Tap) or not kind.looks)

    async def _take(self, entry: InboxEntry) -> None:
        if await self._held.knows(entry):
            return
        try:
            request = read(entry.raw, self._bot.bot)
            kind = None if request is None else self._kind_of(request)
            if request is None or kind is None:
                await self._inbox.ack([entry])
                return
            arrived = self._clock() - timedelta(seconds=entry.waited)
            job = Job(entry, changed(request, arrived=arrived), kind, taken=asyncio.get_running_loop().time())
            # What was sent on was counted where it came from.
            job.over = entry.over if entry.hops else not self._portions.within(job)
        except RedisError as error:
            log.warning("update %s is looked at again later: %s", entry.update_id, error)
            return
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end the loop
            # Without a traceback: from outside as many of them may come as anybody likes.
            reason = str(error) if isinstance(error, msgspec.MsgspecError) else where(error)
            log.warning("update %s cannot be read: %s", entry.update_id, reason)
            await self._held.bury(entry, f"{type(error).__name__}: {error}")
            return
        if job.over and not entry.hops:
            await self._too_much(job)
        else:
            await self._beyond.ahead_of(job)
            await self._line_up(job)

    async def _too_much(self, job: Job) -> None:
        """Have what may be a move done if it can be; the rest is only told of."""
        if self._portions.lends(job):
            await self._beyond.put(job)
        else:
            await self._leave_out(job)

    def _withdraw(self, job: Job) -> bool:
        """Take something out of its lane unless it has begun; whether that was possible."""
        if not self._lanes.drop(lane_of(job), job):
            return False
        self._forget(job)
        return True

    async def _leave_out(self, job: Job, *, crowded: bool = False) -> None:
        """Do nothing about an update but say so, if it is time for a word."""
        if self._portions.tells(job):
            await self._line_up(word_for(job, crowded=crowded))
        else:
            await self._held.ack(job.entry)

    async def _line_up(self, job: Job) -> None:
        self._held.add(job.entry)
        if (served := self._alike.join(job)) is not None:
            await self._held.ack(served)
            return
        # What was let in before a restart, or by a process that died, comes at once and has its place already.
        always = job.word or job.kind.counted is None or job.entry.deliveries > 1
        ahead = partial(came_after, job.entry.arrived) if job.entry.hops and not job.word else None
        left_out = self._lanes.put(lane_of(job), job, always=always, ahead_of=ahead)
        if isinstance(left_out, Job):
            log.warning("update %s: its chat asks for more than can be done", left_out.request.update)
            self._forget(left_out)
            await self._leave_out(left_out, crowded=True)

    def _begun(self, job: Job) -> None:
        """It is no longer waited with; a word to all is one to those too who come meanwhile."""
        self._alike.begun(job)
        self._beyond.begun(job)

    async def _work(self, lane: Lane, waiting: Sequence[Job | Work]) -> int:
        try:
            return await self._do(lane, waiting[0])
        finally:
            self._inbox.ahead.forget(lane[0])

    async def _do(self, lane: Lane, job: Job | Work) -> int:
        """Do one thing in a lane; 0 where it is to be tried again."""
        if not isinstance(job, Job):
            await job()
            return 1
        try:
            if lane[1] == "look":
                await self._lanes.idle((lane[0], "play"))
            unsaid = await self._answer(lane, job)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end its chat's lane
            if not await self._failures.done_with(job, error):
                return 0
            unsaid = None
        self._forget(job)
        if unsaid is not None:
            await self._leave_out(job, crowded=unsaid.crowded)
        return 1

    async def _answer(self, lane: Lane, job: Job) -> Unsaid | None:
        """Handle an update and let it go, also where its chat takes no answer; why one is missing that is owed.

        What is about a table elsewhere is sent on to the lane of that.
        """
        if await self._failures.blamed(job):
            return None
        try:
            with urgent(job.urgency, job.asking):
                if job.room is None:
                    await self._handled(lane, job)
                else:
                    await self._in_turn(job.room, partial(self._handled, lane, job))
            self._portions.borrowed(job)
        except TableElsewhere as error:
            entry = job.entry
            if entry.hops >= MOST_HOPS:
                raise
            waited = entry.waited + asyncio.get_running_loop().time() - job.taken
            await self._held.forward(replace(entry, over=job.over), error.scope, waited)
            return None
        except Unsaid as error:
            log.info("update %s: %s", job.request.update, error.message)
            if job.over or error.crowded:
                return error
        except (Gone, Refused) as error:
            chat = job.request.place.scope.chat
            log.warning("update %s: chat %s takes no answer: %s", job.number, chat, error.message)
        self._begun(job)
        if job.done:
            self._held.gone(job.entry)
        else:
            await self._held.ack(job.entry)
        return None

    async def _handled(self, lane: Lane, job: Job) -> None:
        """Do what an update asks; from now on none like it is served with it, but of a word to all."""
        if not (job.word and job.crowded):
            self._begun(job)
        entry = job.entry
        owed = isinstance(job.request, Tap) or job.request.place.private
        stream = keys.inbox(entry.shard)
        update = Handling(lane[0], entry.update_id, stream, entry.id, entry.about, entry.hops, owed=owed)
        update.refused, update.several = job.refused, job.crowded and not job.word
        # While it waited for room others may have joined it: it answers the newest of them.
        try:
            with self._verdicts.once(job, update), handling(update), urgent(job.urgency, job.asking):
                await (self._calm(job.request, job.crowded) if job.word else self._handle(job.request))
        finally:
            job.done = update.done

    def _forget(self, job: Job) -> None:
        self._begun(job)
        self._failures.over(job)
        self._held.discard(job.entry)
