"""The order of work in a chat: a lane for its actions, one for its look-ups, one for each user's taps.

- Actions and taps keep the order of arrival. Look-ups go in rounds of one per user, and equal ones share an answer.
- A user has a token bucket for each kind of request. Requests beyond it get a throttle notice now and then; of those
  that may be moves, the newest is tried every two seconds. A try may cost a call to a judge or Telegram, so a flood
  gets few tries, but its last message still counts.
- Later actions never overtake one that waits for a try: otherwise a pass sent during another player's turn could be
  applied in the sender's own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec.structs import replace
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.logs import get_logger
from bot.store.client import is_permanent_error
from bot.store.commits import UpdateContext
from bot.store.inbox import Inbox
from bot.store.keys import Scope, shard_of
from bot.store.streams import InboxEntry
from bot.telegram.requests import Command, PlainText, Request, Tap
from bot.telegram.send_queue import TokenBucket, fair_index
from bot.telegram.updates import parse_update
from bot.workers.lanes import Lanes
from bot.workers.recent import NewestDict, RecentKeys
from bot.workers.sending import Priority, Requester
from bot.workers.supervisor import Backoff, cancel_tasks

log = get_logger(__name__)

_REMEMBERED_SECONDS: Final = 60.0  # how long an entry that was read may take to reach a lane


class InFlightEntries:
    """The entries in flight. A failed acknowledgement is retried when the entry is delivered again."""

    def __init__(self, inbox: Inbox, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._inbox: Final = inbox
        self._dead_letter_backoff: Final[Backoff[tuple[int, str]]] = Backoff(pause=pause)
        self._acks: Final[set[asyncio.Task[None]]] = set()
        self._entries: Final[dict[tuple[Scope | None, int], tuple[int, str]]] = {}
        """Each entry's shard and id, by the table to which it was forwarded and the update id."""
        self._settled: Final = RecentKeys(_REMEMBERED_SECONDS)
        """Recently handled updates, and entries that became dead letters; both may be delivered again."""

    def add_entry(self, entry: InboxEntry) -> None:
        """Mark an entry as in flight; a stream may deliver it again."""
        self._entries.setdefault(_update_key(entry), _entry_key(entry))

    def discard_entry(self, entry: InboxEntry) -> None:
        """Mark an entry as no longer in flight."""
        if self.has_entry(entry):
            del self._entries[_update_key(entry)]

    def has_entry(self, entry: InboxEntry) -> bool:
        """Whether an entry is in flight here."""
        return self._entries.get(_update_key(entry)) == _entry_key(entry)

    def drop_shards(self, shards: Collection[int]) -> None:
        """Drop the entries of shards that another worker owns now."""
        for update in [update for update, key in self._entries.items() if key[0] in shards]:
            del self._entries[update]

    async def absorb_redelivery(self, entry: InboxEntry) -> bool:
        """Whether an entry is already in flight or was just handled; if so, it must not be handled again.

        The redelivery does not count as a crash while handling it. If Telegram sent an update twice, the other entry is
        in flight or was handled; then this one is acknowledged by itself.
        """
        if self.has_entry(entry):
            try:
                await self._inbox.renew_claim(entry)
            except RedisError as error:
                log.warning("an update was given out once more", update=entry.update_id, error=error)
            return True
        is_copy = _update_key(entry) in self._entries
        if is_copy or self._settled.is_recent(_update_key(entry)) or self._settled.is_recent(_entry_key(entry)):
            await self._try_ack(entry)
            return True
        return False

    async def forward_entry(self, entry: InboxEntry, scope: Scope) -> None:
        """Forward an update; after a RedisError it may be in both inboxes."""
        await self._inbox.forward_update(entry, scope)
        self.mark_acked(entry)

    async def ack_entry(self, entry: InboxEntry) -> None:
        """Acknowledge an update that was handled."""
        self.mark_acked(entry)
        await self._try_ack(entry)

    def ack_soon(self, entry: InboxEntry) -> None:
        """Acknowledge an update in the background."""
        task = asyncio.create_task(self.ack_entry(entry), name=f"acknowledge update {entry.update_id}")
        self._acks.add(task)
        task.add_done_callback(self._acks.discard)

    async def _try_ack(self, entry: InboxEntry) -> None:
        try:
            await self._inbox.ack_updates([entry])
        except RedisError as error:
            log.warning("an update comes again", update=entry.update_id, error=error)

    def mark_acked(self, entry: InboxEntry) -> None:
        """Note that a commit has deleted an update from the inbox."""
        self.discard_entry(entry)
        self._settled.check_and_note(_update_key(entry))

    async def dead_letter(self, entry: InboxEntry, reason: str) -> bool:
        """Move an update to the dead letters, waiting for Redis; ``False`` if it refuses, or another worker owns it."""
        while True:
            try:
                if not await self._inbox.dead_letter(entry, reason):
                    log.info("an update is another process's by now", update=entry.update_id)
                    return False
            except RedisError as error:
                log.warning("an update could not be put aside", update=entry.update_id, error=error)
                if is_permanent_error(error):
                    return False
                await self._dead_letter_backoff.wait_after_failure(_entry_key(entry), error)
            else:
                break
        self._dead_letter_backoff.clear_failures(_entry_key(entry))
        # The entry is noted, not the update: an operator may replay the update.
        self._settled.check_and_note(_entry_key(entry))
        return True


def _entry_key(entry: InboxEntry) -> tuple[int, str]:
    return entry.shard, entry.id


def _update_key(entry: InboxEntry) -> tuple[Scope | None, int]:
    return entry.forwarded_to, entry.update_id


Lane = tuple[int, Literal["play", "look_up"] | int]
"""A chat, and its kind of work or, for taps, the user: a tap's answer does not wait for others' pictures."""

SendSlotOwner = Literal["chat", "person"]
"""The chat whose send slot a reply waits for: that of the request, or the user's private chat."""

QuotaName = Literal["action", "look_up", "tap", "talk"]
"""The kinds of quotas; events of a chat itself have none. ``talk``: words that may be moves or mere talk, which get no
throttle notice.
"""


@dataclass(frozen=True, slots=True)
class RequestKind:
    """How a request is queued, limited and answered."""

    yields_to_actions: bool  # whether it changes no game, and its reply may wait for those to actions
    coalesce_key: str | None  # requests with the same key share a reply; `None` for a reply of its own
    quota: QuotaName | None
    tried_beyond_quota: bool = False
    """Whether it may be a good move; beyond the quota, the user's latest one is tried every two seconds."""

    awaits_send_slot_of: SendSlotOwner | None = None
    """The chat whose send slot it waits for before its reply is composed, so that the reply shows the state of that
    moment.
    """


@dataclass(slots=True, eq=False)
class Job:
    """The work for an update or, if several share a reply, for the newest of them."""

    entry: InboxEntry
    request: Request
    kind: RequestKind
    over_limit: bool = False  # whether it exceeds its sender's quota: a legal move is played, a refusal is not sent
    is_throttle_notice: bool = False  # whether it only says that something was not done
    crowded: bool = False  # whether the throttle notice concerns several users, or is not the user's fault
    taken_at: float = 0.0  # when it was taken from the inbox, by the event loop's clock
    start_counted: bool = False  # whether this attempt was counted, since the update was delivered very often
    update_id: int = field(init=False)  # the update that the job was made for, even if it serves a newer one now

    def __post_init__(self) -> None:
        self.update_id = self.request.update.id

    @property
    def person(self) -> tuple[int, int]:
        """The chat and the user id."""
        return self.request.venue.scope.chat, self.request.sender.user

    @property
    def lane(self) -> Lane:
        """The lane: one for a chat's actions, one for its look-ups, one for each user's taps."""
        if self.entry.forwarded_to is not None and not self.is_throttle_notice:
            return self.entry.forwarded_to.chat, "play"
        chat, user = self.person
        if isinstance(self.request, Tap):
            return chat, user
        return chat, "look_up" if self.kind.yields_to_actions else "play"

    @property
    def arrived_ms(self) -> int:
        """When the update reached the bot, in milliseconds by the server's clock."""
        return self.entry.arrived_ms

    def age_at(self, now: float) -> float:
        """Seconds since its update reached the bot; ``now`` is by the event loop's clock."""
        return self.entry.waited_seconds + now - self.taken_at

    @property
    def written_at(self) -> float:
        """When the message was written, in seconds: after downtime, old and new messages arrive together."""
        at = self.request.sent_at if isinstance(self.request, (Command, PlainText)) else self.request.arrived_at
        return 0.0 if at is None else at.timestamp()

    @property
    def priority(self) -> Priority:
        """The priority of its reply."""
        yields = self.kind.yields_to_actions and not self.is_throttle_notice
        return Priority.LOOK_UP if yields else Priority.ANSWER

    @property
    def chat_of_awaited_send_slot(self) -> int | None:
        """The chat whose send slot it awaits before the reply is composed; ``None`` if it does not wait."""
        chat, user = self.person
        return {None: None, "chat": chat, "person": user}[self.kind.awaits_send_slot_of]

    @property
    def requester(self) -> Requester | None:
        """The user to answer; ``None`` for a throttle notice."""
        return (
            None if self.is_throttle_notice else Requester(*self.person, self.request.update.id, muted=self.over_limit)
        )

    def absorb(self, other: "Job") -> InboxEntry:
        """Serve a newer job too; return the entry of the two that no longer needs a reply of its own."""
        served = self.entry
        self.crowded |= other.crowded or self.person != other.person
        self.entry, self.request = other.entry, other.request
        return served

    def to_throttle_notice(self, *, crowded: bool) -> "Job":
        """The throttle notice that replaces the job: one for a chat, but one for each user who taps."""
        return Job(
            self.entry,
            replace(self.request, update=UpdateContext(self.request.update.id, self.entry)),
            RequestKind(
                yields_to_actions=True,
                coalesce_key=None if isinstance(self.request, Tap) else f"{self.person[0]} throttled",
                quota=None,
            ),
            is_throttle_notice=True,
            crowded=crowded,
        )


@dataclass(frozen=True, slots=True, eq=False)
class DueWork:
    """Work at a table because a deadline has passed."""

    run: Callable[[], Awaitable[None]]
    arrived_ms: int  # when the deadline was found passed, in milliseconds by the server's clock


LaneItem = Job | DueWork  # what a lane holds


class RequestReader:
    """Reads the request of an inbox entry, and its kind."""

    def __init__(self, bot: Bot, classify: Callable[[Request], RequestKind | None]) -> None:
        self._bot: Final = bot
        self._classify: Final = classify

    def read_request(self, entry: InboxEntry) -> tuple[Request, RequestKind] | None:
        """The request and its kind; ``None`` if nothing is to be done. Any exception means an unreadable entry."""
        request = parse_update(entry.raw, self._bot.bot, UpdateContext(entry.update_id, entry))
        kind = None if request is None else self._classify(request)
        return None if request is None or kind is None else (request, kind)

    def is_action(self, entry: InboxEntry) -> bool:
        """Whether an inbox entry is an action."""
        try:
            found = self.read_request(entry)
        except Exception:  # noqa: BLE001 - the consumer reads it again, dead-letters it and logs why
            return False
        return found is not None and (isinstance(found[0], Tap) or not found[1].yields_to_actions)


TRY_SECONDS: Final = 2.0  # how long a user's next try (a move beyond the quota) waits after a try
NOTICE_INTERVAL_SECONDS: Final = 30.0  # how long a user gets no further throttle notice after one

_MOST_LOOK_UPS: Final = 200
"""The most look-ups that wait in one chat; beyond that, the last one of the last round is dropped."""

_MOST_ACTIONS: Final = 2000  # the most actions that wait in one chat
_MOST_BUCKETS: Final = 16_384  # the most token buckets kept, newest first

_QUOTAS: Final[dict[QuotaName, tuple[int, float]]] = {
    "action": (10, 2.0),
    "look_up": (6, 5.0),
    "tap": (20, 1.0),
    "talk": (6, 5.0),
}
"""A user's quota in one chat: the burst, and the seconds until one more."""

_Person = tuple[QuotaName | None, int, int]  # a user in a chat, and the kind of request


class ChatQueues:
    """Decides when, and whether, a job enters its lane; ``work`` is the lanes' function."""

    def __init__(
        self,
        work: Callable[[Lane, Sequence[LaneItem]], Awaitable[int]],
        in_flight: InFlightEntries,
        pause: Callable[[float], Awaitable[None]],
        *,
        with_quotas: bool,
    ) -> None:
        self.lanes: Final[Lanes[Lane, LaneItem]] = Lanes(
            work, lambda lane: _MOST_LOOK_UPS if lane[1] == "look_up" else _MOST_ACTIONS, index_of=_index_of
        )
        self._in_flight: Final = in_flight
        self._pause: Final = pause
        self._with_quotas: Final = with_quotas
        self._buckets: Final[NewestDict[_Person, TokenBucket]] = NewestDict(_MOST_BUCKETS)
        self._notified_at: Final[NewestDict[_Person, float]] = NewestDict(_MOST_BUCKETS)
        self._joinable: Final[dict[str, Job]] = {}
        """Jobs waiting in lanes whose reply equal jobs can share, by coalesce key."""
        self._tries: Final[dict[tuple[Lane, int], Job]] = {}
        """Each user's latest job beyond the quota, which waits for its try, in order of arrival."""
        self._pacers: Final[dict[tuple[Lane, int], asyncio.Task[None]]] = {}
        """Timers for the next tries of users who had one recently."""

    @property
    def is_busy(self) -> bool:
        """Whether any job is in a lane or waits for a try."""
        return bool(self.lanes.busy_keys or self._tries)

    async def submit(self, job: Job) -> None:
        """Put a job into its lane, now or at its user's next try; or skip it if it is beyond the quota."""
        entry, place = job.entry, (job.lane, job.request.sender.user)
        # A forwarded update was counted in the chat that it came from.
        job.over_limit = entry.over_limit if entry.hops else not self._take_quota(job)
        if job.over_limit and not entry.hops:
            if not job.kind.tried_beyond_quota:
                await self.turn_away(job)
                return
            if place in self._pacers:
                former = self._tries.pop(place, None)
                self._tries[place] = job
                self._in_flight.add_entry(entry)
                if former is not None:
                    await self.turn_away(former)
                return
            self._pacers[place] = asyncio.create_task(self._pace_tries(place), name=f"tries of {place}")
        await self._enqueue_tries(job.lane)
        await self._enqueue(job)

    async def turn_away(self, job: Job, *, crowded: bool = False) -> None:
        """Skip an update; send a throttle notice unless its user had one lately."""
        if self._is_notice_due(job):
            await self._enqueue(job.to_throttle_notice(crowded=crowded))
        else:
            await self._in_flight.ack_entry(job.entry)

    async def enqueue_waiting(self, chat: int) -> None:
        """Put a chat's jobs that wait for their tries into its lane now, so that a timeout comes after them."""
        for lane in {lane for lane, _ in self._tries if lane[0] == chat}:
            await self._enqueue_tries(lane)

    def mark_started(self, job: Job) -> None:
        """Let no more jobs join this one."""
        if job.kind.coalesce_key is not None and self._joinable.get(job.kind.coalesce_key) is job:
            del self._joinable[job.kind.coalesce_key]

    def finish(self, job: Job) -> None:
        """Note that a job is done or was dropped."""
        self.mark_started(job)
        self._in_flight.discard_entry(job.entry)

    async def stop_shards(self, shards: Collection[int], seconds: float) -> None:
        """Let running jobs of some shards continue for ``seconds``, then drop the rest."""
        for place in [place for place, job in self._tries.items() if job.entry.shard in shards]:
            del self._tries[place]
        await self.lanes.stop_lanes(lambda lane: shard_of(lane[0]) in shards, seconds)
        for key in [key for key, job in self._joinable.items() if job.entry.shard in shards]:
            del self._joinable[key]
        self._in_flight.drop_shards(shards)

    async def finish_started(self, seconds: float) -> None:
        """Start no more tries, and let all lanes finish within ``seconds``; the rest is delivered again."""
        await cancel_tasks(tuple(self._pacers.values()))
        await self.lanes.finish_all(seconds)

    def _bucket_of(self, job: Job) -> TokenBucket | None:
        if job.kind.quota is None or not self._with_quotas:
            return None
        capacity, refill_seconds = _QUOTAS[job.kind.quota]
        key = (job.kind.quota, *job.person)
        bucket = self._buckets.get(key) or TokenBucket(capacity, 1 / refill_seconds, job.written_at)
        self._buckets[key] = bucket
        return bucket

    def _take_quota(self, job: Job) -> bool:
        """Charge a job to its user's quota; returns whether the quota allows it. A redelivered job always passes."""
        bucket = self._bucket_of(job)
        if bucket is None or job.entry.deliveries > 1:
            return True
        if bucket.level(job.written_at) < 1:
            return False
        bucket.take(job.written_at)
        return True

    def _is_notice_due(self, job: Job) -> bool:
        if job.kind.quota == "talk" or self._bucket_of(job) is None:
            return job.kind.quota != "talk"
        key = (job.kind.quota, *job.person)
        if job.written_at - self._notified_at.get(key, float("-inf")) < NOTICE_INTERVAL_SECONDS:
            return False
        self._notified_at[key] = job.written_at
        return True

    async def _pace_tries(self, place: tuple[Lane, int]) -> None:
        try:
            await self._pause(TRY_SECONDS)
            while (job := self._tries.get(place)) is not None:
                await self._enqueue_tries(job.lane, job)
                await self._pause(TRY_SECONDS)
        finally:
            del self._pacers[place]

    async def _enqueue_tries(self, lane: Lane, last: Job | None = None) -> None:
        """Enqueue the jobs of a lane that wait for tries, up to ``last``, since they came before what enters it now."""
        for place in [place for place in self._tries if place[0] == lane]:
            if (job := self._tries.pop(place, None)) is not None:
                await self._enqueue(job)
            if last is not None and job is last:
                return

    async def _enqueue(self, job: Job) -> None:
        self._in_flight.add_entry(job.entry)
        key = job.kind.coalesce_key
        if key is not None and (waiting := self._joinable.setdefault(key, job)) is not job:
            await self._in_flight.ack_entry(waiting.absorb(job))
            return
        # An update that was in a lane before a restart, or of a dead process, keeps its place.
        always = job.is_throttle_notice or job.kind.quota is None or job.entry.deliveries > 1
        left_out = self.lanes.enqueue(job.lane, job, always=always)
        if isinstance(left_out, Job):
            log.warning("a chat asks for more than can be done", update=left_out.request.update.id)
            self.finish(left_out)
            await self.turn_away(left_out, crowded=True)


def _index_of(lane: Lane, items: Sequence[LaneItem], item: LaneItem) -> int:
    """The position of an item in its lane: by rounds for look-ups, else by arrival."""
    if lane[1] == "look_up":
        return fair_index([_turn_of(other) for other in items], _turn_of(item))
    at = len(items)
    while at and items[at - 1].arrived_ms > item.arrived_ms:
        at -= 1
    return at


def _turn_of(item: LaneItem) -> tuple[int, int] | None:
    """The user, as chat and id, whom an item serves in a round of look-ups; throttle notices cost no user theirs."""
    return None if isinstance(item, DueWork) or item.is_throttle_notice else item.person
