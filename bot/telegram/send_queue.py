"""When a message may go: the bot's own rate limits, priorities, and Telegram's "too many requests" (429).

- The limits are token buckets for all chats, for each chat and for each group. Answers to taps and queries to Telegram
  are no messages and have their own buckets.
- News of games goes first. Answers leave half of each bucket to it; an answer that has waited ten seconds gets every
  fourth send slot. Messages that nobody asked for, such as reminders and broadcasts, wait for both.
- People who wait for answers take turns. Of a person's refusals in a chat only the newest waits; likewise of their
  edits of a message. If too many answers wait, the person with most of them loses the newest: its sender gets
  :class:`NotSent`.
- A 429 closes its chat for as long as Telegram says; then answers are sent again, and news is composed anew.
"""

import asyncio
import heapq
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from time import monotonic
from typing import Final, TypeVar

from redis.asyncio import Redis

from bot.call_errors import NotSent, RateLimited
from bot.logs import get_logger
from bot.metrics.meters import NO_METERS, Meters
from bot.store import keys
from bot.store.retention import SEND_RATES_SECONDS
from bot.store.scripts import Script
from bot.workers.recent import NewestDict
from bot.workers.sending import GAME_NEWS, Priority, Sending

log = get_logger(__name__)
T = TypeVar("T")
CallLater = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
_LONG_WAIT_SECONDS: Final = 10.0  # an answer that has waited longer gets every fourth send slot
_MOST_AHEAD: Final = 3  # messages that may overtake an answer which has waited long
_MOST_ANSWERS: Final = 20  # answers that may wait for a chat: as many as a group can get in a minute or two
_MOST_ANSWERS_ALL: Final = 1000
_BURST_SECONDS: Final = 3  # a chat may get as many messages at once, after a quiet time, as otherwise in this time
_MOST_CHATS: Final = 4096  # chats whose limits are remembered, twice as many as can get a message in a minute
_ROOM_MESSAGES: Final = 4  # free messages required by `SendQueue.has_room`: two turns, each with an edit
_WARN_SECONDS: Final = 300.0  # after this wait the operator is warned, and after one in a queue the owners are, too
_SHORTEST_WAIT: Final = 0.001  # in seconds; shorter waits do not count
_DUST: Final = 1e-6  # tolerance for rounding, in tokens or seconds


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Messages a second in all, messages a second to a chat, and messages a minute to a group; each at least 1."""

    all: int
    chat: int
    group: int


class TokenBucket:
    """A bucket that holds at most ``capacity`` tokens and gains ``rate`` a second; its level may become negative."""

    def __init__(self, capacity: float, rate: float, now: float) -> None:
        self.capacity = capacity
        self._rate = rate
        self._level = capacity
        self._refilled_at = now

    def level(self, now: float) -> float:
        """The number of tokens at ``now``; an instant before the last one adds none."""
        return min(self.capacity, self._level + max(0.0, now - self._refilled_at) * self._rate)

    def take(self, now: float, tokens: float = 1) -> None:
        """Take tokens; a negative number gives tokens back."""
        self._level = min(self.capacity, self.level(now) - tokens)
        self._refilled_at = max(now, self._refilled_at)

    def resize(self, capacity: float, rate: float, now: float) -> None:
        """Change capacity and rate."""
        self.capacity = capacity
        self.take(now, 0)
        self._rate = rate

    def seconds_until(self, tokens: float, now: float) -> float:
        """Seconds until the bucket has this many tokens."""
        missing = tokens - self.level(now)
        return missing / self._rate if missing > _DUST else 0.0


def fair_index(waiting: Sequence[Hashable], person: Hashable) -> int:
    """The index for a person's next item among those of ``waiting`` people: each person has one item a round."""
    most, seen = waiting.count(person) + 1, Counter[Hashable]()
    for index, other in enumerate(waiting):
        seen[other] += 1
        if seen[other] > most:
            return index
    return len(waiting)


@dataclass(slots=True, eq=False)
class _Waiter:
    sending: Sending
    since: float
    takes_slot: bool
    granted: asyncio.Future[None]

    @property
    def is_news(self) -> bool:
        return self.sending.priority in {Priority.NOW, Priority.PLAY}

    @property
    def is_answer(self) -> bool:
        return self.sending.priority is Priority.ANSWER or self.sending.requester is not None

    @property
    def person(self) -> tuple[int, int] | None:
        return None if self.sending.requester is None else self.sending.requester.person

    @property
    def newest_alone(self) -> tuple[tuple[int, int], bool, int | None] | None:
        """What waiting messages have in common of which only the newest is sent; ``None`` if all are sent."""
        requester = self.sending.requester
        if requester is None or not (requester.is_refusal or requester.edited_message):
            return None
        return requester.person, requester.is_refusal, requester.edited_message

    @property
    def update(self) -> int:
        return 0 if self.sending.requester is None else self.sending.requester.update


class _Gate:
    def __init__(
        self, clock: Callable[[], float], call_later: CallLater, most_answers: int, *buckets: TokenBucket
    ) -> None:
        self.buckets: Final = buckets
        self._clock: Final = clock
        self._call_later: Final = call_later
        self._most_answers: Final = most_answers
        self._others: Final[list[tuple[Priority, int, _Waiter]]] = []  # a heap of the waiters that are no answers
        self._numbers: Final = count()
        self._answers: Final[list[_Waiter]] = []  # the waiting answers, in sending order
        self._since_answer = 0
        self._taken = 0  # send slots taken since the last `pop_demand`
        self._blocked_until = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, sending: Sending, *, takes_slot: bool = True) -> bool:
        """Wait for a send slot, and take it if ``takes_slot``; returns whether it had to wait. Raises NotSent."""
        waiter = _Waiter(sending, self._clock(), takes_slot, asyncio.get_running_loop().create_future())
        if waiter.is_answer:
            self._add_answer(waiter)
        else:
            heapq.heappush(self._others, (sending.priority, next(self._numbers), waiter))
        self._admit_waiters()
        if waiter.granted.done():
            waiter.granted.result()
            return False
        sending.on_wait()
        try:
            await waiter.granted
        finally:
            if waiter in self._answers:
                self._answers.remove(waiter)
        return True

    def _add_answer(self, waiter: _Waiter) -> None:
        answers = self._answers
        if (alike := waiter.newest_alone) is not None:
            for place, former in enumerate(answers):
                if former.newest_alone == alike:
                    if former.update < waiter.update:
                        waiter.since, answers[place] = former.since, waiter
                        waiter = former
                    _leave_out(waiter, NotSent("a newer answer takes its place"))
                    return
        answers.insert(fair_index([other.person for other in answers], waiter.person), waiter)
        owed = [other for other in answers if other.person is not None]
        if len(owed) > self._most_answers:
            answers.remove(owed[-1])
            _leave_out(owed[-1], NotSent("more answers wait than there is room for", crowded=True))

    def give_back(self) -> None:
        for bucket in self.buckets:
            bucket.take(self._clock(), -1)
        self._admit_waiters()

    def block(self, seconds: float) -> None:
        self._blocked_until = max(self._blocked_until, self._clock() + seconds)
        self._admit_waiters()

    def pop_demand(self) -> int:
        taken, self._taken = self._taken, 0
        return taken + len(self._others) + len(self._answers)

    @property
    def has_room(self) -> bool:
        now = self._clock()
        return not (self._others or self._answers or self._blocked_until > now) and all(
            bucket.level(now) + _DUST >= min(_ROOM_MESSAGES, bucket.capacity) for bucket in self.buckets
        )

    def _seconds_until_slot(self, now: float, *, spares_half: bool) -> float:
        needed = ((bucket, 1 + (bucket.capacity // 2 if spares_half else 0)) for bucket in self.buckets)
        return max(0.0, self._blocked_until - now, *(bucket.seconds_until(tokens, now) for bucket, tokens in needed))

    def _next_waiter(self, now: float) -> _Waiter | None:
        while self._others and self._others[0][2].granted.done():
            heapq.heappop(self._others)
        while self._answers and self._answers[0].granted.done():
            self._answers.pop(0)
        other, answer = (self._others[0][2] if self._others else None), (self._answers[0] if self._answers else None)
        if answer is None or other is None or self._goes_ahead(answer, now):
            return answer or other
        return other if other.is_news else answer

    def _goes_ahead(self, answer: _Waiter, now: float) -> bool:
        has_waited_long = now - answer.since >= _LONG_WAIT_SECONDS - _DUST
        return has_waited_long and self._since_answer >= _MOST_AHEAD

    def _admit_waiters(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._clock()
        while (waiter := self._next_waiter(now)) is not None:
            is_answer = waiter.is_answer
            spares_half = not (waiter.is_news or (is_answer and self._goes_ahead(waiter, now)))
            if wait := self._seconds_until_slot(now, spares_half=spares_half):
                if self._answers and (long := self._answers[0].since + _LONG_WAIT_SECONDS - now) > _DUST:
                    wait = min(wait, long)
                self._timer = self._call_later(wait, self._admit_waiters)
                return
            if is_answer:
                self._answers.pop(0)
            else:
                heapq.heappop(self._others)
            if waiter.takes_slot:
                self._since_answer = 0 if is_answer else self._since_answer + 1
                self._taken += 1
                for bucket in self.buckets:
                    bucket.take(now)
            waiter.granted.set_result(None)


def _leave_out(waiter: _Waiter, error: NotSent) -> None:
    if not waiter.granted.done():
        waiter.granted.set_exception(error)


class SendQueue:
    """Makes each call when the rate limits allow it; one instance an account."""

    def __init__(
        self,
        rate_limits: RateLimits | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        call_later: CallLater = lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call),
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        meters: Meters = NO_METERS,
    ) -> None:
        self._rate_limits: Final = rate_limits
        self._clock: Final = clock
        self._call_later: Final[CallLater] = call_later
        self._pause: Final = pause
        self._meters: Final = meters
        self._chat_gates: Final[NewestDict[int, _Gate]] = NewestDict(_MOST_CHATS)
        self._messages, self._taps, self._queries = (self._new_gate_of_all() for _ in range(3))
        self.throttled_count = 0

    async def send_when_allowed(
        self, chat: int | None, send: Callable[[], Awaitable[T]], sending: Sending = GAME_NEWS
    ) -> T:
        """Send when the limits allow it; ``chat`` is ``None`` for calls that count for no chat, as answers to taps.

        An answer to which Telegram says "too many requests" is sent again when Telegram allows it. For notices and
        broadcasts, :class:`RateLimited` is raised, so that the caller composes them anew. Raises NotSent if a newer
        refusal or edit replaces the message, or too many wait.
        """
        has_send_slot = sending.use_send_slot(chat)
        if not has_send_slot:
            await self.wait_for_send_slot(chat, sending)
        while True:
            try:
                return await send()
            except RateLimited as error:
                self.throttled_count += 1
                write = log.warning if error.seconds >= _WARN_SECONDS else log.info
                write("Telegram takes nothing more for a chat", chat=chat, seconds=error.seconds)
                if chat is not None:
                    self.block_chat(chat, error.seconds)
                if has_send_slot or sending.priority not in {Priority.ANSWER, Priority.LOOK_UP}:
                    raise
                sending.on_wait()
                await self._pause(error.seconds)
            await self.wait_for_send_slot(chat, sending)

    async def compose_when_allowed(
        self, chat: int, compose_and_send: Callable[[Sending], Awaitable[T]], sending: Sending = GAME_NEWS
    ) -> T:
        """Wait for a send slot, then call ``compose_and_send``, so that the message is up to date.

        If Telegram says "too many requests", both are repeated. ``compose_and_send`` gets a sending whose first message
        to that chat needs no further wait. Raises NotSent if the message is no longer wanted.
        """
        while True:
            await self.wait_for_send_slot(chat, sending)
            reserved = {chat}
            try:
                return await compose_and_send(replace(sending, reserved=reserved))
            except RateLimited as error:
                wait = error.seconds
            finally:
                if reserved:
                    for gate in self._gates_of(chat):
                        gate.give_back()
            await self._pause(wait)

    def admit_api_query(self) -> None:
        """Count a query to Telegram, without waiting. Raises :class:`RateLimited` if it may not be made now."""
        for bucket in self._queries.buckets:
            if seconds := bucket.seconds_until(1, self._clock()):
                raise RateLimited("as much was asked as we may", seconds)
            bucket.take(self._clock())

    async def wait_for_send_slot(self, chat: int | None, sending: Sending = GAME_NEWS) -> None:
        """Wait for a send slot and take it; arguments and errors as for :meth:`send_when_allowed`."""
        began = self._clock()
        try:
            for gate in self._gates_of(chat):
                await gate.wait(sending)
        finally:
            self._observe_wait(sending, began)

    async def wait_until_sendable(self, chat: int) -> bool:
        """Wait, taking no send slot, until a chat may get news of its game; return whether it had to wait."""
        began, has_waited = self._clock(), False
        try:
            for gate in self._gates_of(chat)[:1]:
                has_waited = await gate.wait(GAME_NEWS, takes_slot=False)
        finally:
            self._observe_wait(GAME_NEWS, began)
        return has_waited

    def has_room(self, chat: int) -> bool:
        """Whether a chat may get several messages at once, so that an additional one delays none."""
        return all(gate.has_room for gate in self._gates_of(chat)[:1])

    def block_chat(self, chat: int, seconds: float) -> None:
        """Send nothing to a chat for a time, as Telegram demands."""
        for gate in self._gates_of(chat)[:1]:
            gate.block(seconds)

    @property
    def limit_of_all(self) -> int | None:
        """How many messages a second all processes together may send; ``None`` without limits."""
        return None if self._rate_limits is None else self._rate_limits.all

    def limit_to(self, share: int, queries: int) -> None:
        """Set this process's limits a second, each at least 1: of messages in all and of queries; chats keep theirs."""
        for gate, limit in ((self._messages, share), (self._taps, share), (self._queries, queries)):
            for bucket in gate.buckets:
                bucket.resize(*_bucket_size(limit), self._clock())

    def pop_demand(self) -> int:
        """How many messages, or answers to taps if these are more, were sent since the last call or wait now."""
        return max(gate.pop_demand() for gate in (self._messages, self._taps))

    def _observe_wait(self, sending: Sending, began: float) -> None:
        waited = self._clock() - began
        if waited >= _SHORTEST_WAIT:
            self._meters.observe_send_wait(sending.priority.name.lower(), waited)

    def _new_gate_of_all(self) -> _Gate:
        limits, now = self._rate_limits, self._clock()
        buckets = () if limits is None else (TokenBucket(*_bucket_size(limits.all), now),)
        return _Gate(self._clock, self._call_later, _MOST_ANSWERS_ALL, *buckets)

    def _gates_of(self, chat: int | None) -> tuple[_Gate, ...]:
        limits = self._rate_limits
        if limits is None:
            return ()
        if chat is None:
            return (self._taps,)
        gate = self._chat_gates[chat] = self._chat_gates.get(chat) or self._new_chat_gate(chat, limits)
        return gate, self._messages

    def _new_chat_gate(self, chat: int, limits: RateLimits) -> _Gate:
        buckets = [TokenBucket(limits.chat * _BURST_SECONDS, limits.chat, self._clock())]
        if chat < 0:
            burst = -(-limits.group // 4)
            buckets.append(TokenBucket(burst, max(1, limits.group - burst) / 60, self._clock()))
        return _Gate(self._clock, self._call_later, _MOST_ANSWERS, *buckets)


def _bucket_size(limit: int) -> tuple[float, float]:
    """The capacity and rate of a bucket for ``limit`` a second, a tenth of which (at most three) may go at once.

    Answers leave half of the capacity free; with a capacity of one or two, every delay of a timer would be lost.
    """
    burst = max(-(-limit // 10), min(3, limit // 5))
    return burst, max(1, limit - burst)


class SharedLimit:
    """Divides the limit for all chats among the workers, once a second, by what each has to send.

    A quiet worker keeps two thirds of an equal part and lends the rest to workers that want more than theirs: a large
    group in which all answer at once belongs to one worker. Limits of queries stay equal, as queries never wait.
    """

    _share_script: Final = Script("share_rate")

    def __init__(self, client: Redis, queue: SendQueue) -> None:
        self._client: Final = client
        self._queue: Final = queue

    async def renew(self, worker: str, workers: Collection[str]) -> None:
        """Apply this worker's share among all active workers. Raises redis.exceptions.RedisError."""
        if (whole := self._queue.limit_of_all) is None:
            return
        demand, share = self._queue.pop_demand(), whole
        equal = max(1, whole // max(1, len(workers)))
        if len(workers) > 1:
            numbers = (whole, equal, max(1, equal // 3), demand + demand // 4, SEND_RATES_SECONDS)
            share = int(await self._share_script(self._client, (keys.send_rates(),), (worker, *numbers, *workers)))
        self._queue.limit_to(share, equal)
