"""The rate limiter: how many messages the bot may send a second in all, a second to a chat, a minute to a group.

It counts messages and orders those that wait; what is sent is the caller's. A limit is a token bucket: a few messages
may go at once, but never more than the limit in any second or minute. Answers to taps and queries to Telegram are no
messages and have buckets of their own. Replies leave half of each bucket to what happens in games, until they have
waited long (:mod:`bot.workers.waiter_queue`).
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.workers.sending import GAME_NEWS, Sending
from bot.workers.waiter_queue import Waiter, WaiterQueue

_MINUTE: Final = 60.0
_BURST: Final = 3
"""Seconds' worth of messages that a chat may get at once."""
_MOST_CHATS: Final = 4096
_MOST_ANSWERS: Final = 20
"""The most replies that wait for one chat: what a group can be sent in a minute or two."""
_MOST_ANSWERS_ALL: Final = 1000
"""The most replies that wait for the limit of all chats."""
_ROOM_MESSAGES: Final = 4
"""How many messages must be free for :attr:`Limiter.has_room`: two turns, each with an edit of the message before."""
_DUST: Final = 1e-6
"""A tolerance for rounding, in messages."""

CallLater = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Calls a function after so many seconds, unless the handle is cancelled."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits, each from 1: messages a second in all, a second to one chat, a minute to one group."""

    all: int
    chat: int
    group: int


class _Bucket:
    """A token bucket that holds ``capacity`` at most and gains ``rate`` a second."""

    def __init__(self, capacity: float, rate: float, now: float) -> None:
        self._capacity = capacity
        self._rate = rate
        self._level = capacity
        self._refilled_at = now

    def _level_at(self, now: float) -> float:
        return min(self._capacity, self._level + (now - self._refilled_at) * self._rate)

    def resize(self, capacity: float, rate: float, now: float) -> None:
        """Change capacity and rate from now on."""
        self._level, self._refilled_at = min(self._level_at(now), capacity), now
        self._capacity, self._rate = capacity, rate

    def seconds_until_one(self, now: float, *, spares_half: bool) -> float:
        """Seconds until a token may be taken; with ``spares_half`` so that half of the bucket is left."""
        needed = 1 + (self._capacity // 2 if spares_half else 0)
        missing = needed - self._level_at(now)
        return missing / self._rate if missing > _DUST else 0.0

    def add_tokens(self, tokens: int, now: float) -> None:
        """Put tokens back; below 0 takes them."""
        self._level, self._refilled_at = min(self._capacity, self._level_at(now) + tokens), now

    def has_messages(self, messages: int, now: float) -> bool:
        """Whether so many tokens are there, or the bucket is full if it never holds so many."""
        return self._level_at(now) + _DUST >= min(messages, self._capacity)

    def is_full(self, now: float) -> bool:
        return self._level_at(now) >= self._capacity


def _new_bucket(limit: int, seconds: float, now: float, burst: int) -> _Bucket:
    """A bucket that gives no more than ``limit`` tokens in any ``seconds``, at most ``burst`` at once."""
    return _Bucket(burst, max(1, limit - burst) / seconds, now)


def _burst_size(limit: int) -> int:
    """How many of a second's messages may go at once: a tenth, rounded up."""
    return -(-limit // 10)


class _SendGate:
    """Admits waiters in the queue's order as its buckets allow."""

    def __init__(
        self, buckets: Sequence[_Bucket], most_answers: int, clock: Callable[[], float], call_later: CallLater
    ) -> None:
        self._buckets: Final = buckets
        self._clock: Final = clock
        self._call_later: Final = call_later
        self._queue: Final = WaiterQueue(most_answers)
        self._timer: asyncio.TimerHandle | None = None
        self._blocked_until = float("-inf")

    def resize(self, capacity: float, rate: float) -> None:
        """Change all buckets from now on."""
        for bucket in self._buckets:
            bucket.resize(capacity, rate, self._clock())

    def block_for(self, seconds: float) -> None:
        """Admit nobody for so long."""
        self._blocked_until = max(self._blocked_until, self._clock() + seconds)
        self._admit_waiters()

    async def wait_for_send_slot(self, sending: Sending, *, takes_send_slot: bool = True) -> bool:
        """Wait for a send slot and take it; returns whether it had to wait.

        Raises:
            NotSent: the message is no longer to be sent.
        """
        granted = asyncio.get_running_loop().create_future()
        waiter = Waiter(sending.priority, self._clock(), granted, takes_send_slot, sending.requester)
        self._queue.add_waiter(waiter)
        self._admit_waiters()
        if granted.done():
            granted.result()
            return False
        sending.on_wait()
        try:
            await granted
        finally:
            self._queue.discard_waiter(waiter)
        return True

    def try_take(self) -> float:
        """Take a send slot if one is free; returns 0, or else how many seconds there would be to wait."""
        now = self._clock()
        wait = self._seconds_until_send_slot(now, spares_half=False)
        if not wait:
            self._take_from_all_buckets(now)
        return wait

    @property
    def has_room(self) -> bool:
        """Whether several messages may go at once and nobody waits."""
        now = self._clock()
        return (
            not self._queue
            and self._blocked_until <= now
            and all(bucket.has_messages(_ROOM_MESSAGES, now) for bucket in self._buckets)
        )

    def return_send_slot(self) -> None:
        """Give back a send slot that was not used; somebody who waits may get it."""
        now = self._clock()
        for bucket in self._buckets:
            bucket.add_tokens(1, now)
        self._admit_waiters()

    @property
    def is_idle(self) -> bool:
        """Whether it may be dropped: nobody waits, nothing is blocked, and all buckets are full."""
        now = self._clock()
        return not self._queue and self._blocked_until <= now and all(bucket.is_full(now) for bucket in self._buckets)

    def _seconds_until_send_slot(self, now: float, *, spares_half: bool) -> float:
        return max(
            0.0,
            self._blocked_until - now,
            *(bucket.seconds_until_one(now, spares_half=spares_half) for bucket in self._buckets),
        )

    def _take_from_all_buckets(self, now: float) -> None:
        for bucket in self._buckets:
            bucket.add_tokens(-1, now)

    def _admit_waiters(self) -> None:
        """Admit those who may go, and set a timer for the next one."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._clock()
        while (found := self._queue.next_waiter(now)) is not None:
            waiter, spares = found
            if waiter.granted.done():
                # The waiter was cancelled and is about to discard itself.
                self._queue.discard_waiter(waiter)
                continue
            if wait := self._seconds_until_send_slot(now, spares_half=spares):
                self._timer = self._call_later(min(wait, self._queue.seconds_until_long_wait(now)), self._admit_waiters)
                return
            self._queue.remove_served(waiter)
            if waiter.takes_send_slot:
                self._take_from_all_buckets(now)
            waiter.granted.set_result(None)


class Limiter:
    """Keeps the rate limits of one process.

    Args:
        rate_limits: the limits; ``None`` for none.
        clock: monotonic seconds.
        call_later: see :data:`CallLater`; the event loop's own by default.
    """

    def __init__(
        self,
        rate_limits: RateLimits | None,
        *,
        clock: Callable[[], float] = monotonic,
        call_later: CallLater | None = None,
    ) -> None:
        self._rate_limits: Final = rate_limits
        self._clock: Final = clock
        self._call_later: Final[CallLater] = _call_by_loop if call_later is None else call_later
        self._chat_gates: Final[dict[int, _SendGate]] = {}
        self._most_chats = _MOST_CHATS
        """How many gates of chats are kept before idle ones are dropped."""

        self._message_gate: Final = self._new_global_gate(_MOST_ANSWERS_ALL)
        self._tap_gate: Final = self._new_global_gate(_MOST_ANSWERS_ALL)
        """For answers that no chat sees, which Telegram does not count as messages: as many, beside those."""
        self._query_gate: Final = self._new_global_gate(0)
        """For queries to Telegram: as many again."""

    def _new_global_gate(self, most_answers: int) -> _SendGate:
        limits, now = self._rate_limits, self._clock()
        buckets = () if limits is None else (_new_bucket(limits.all, 1, now, _burst_size(limits.all)),)
        return _SendGate(buckets, most_answers, self._clock, self._call_later)

    def share_among(self, processes: int) -> None:
        """Divide the limit in all among so many processes, from 1; limits of chats are not divided."""
        if self._rate_limits is not None:
            limit = max(1, self._rate_limits.all // processes)
            for gate in (self._message_gate, self._tap_gate, self._query_gate):
                gate.resize(_burst_size(limit), max(1.0, limit - _burst_size(limit)))

    async def wait_for_send_slot(self, chat: int | None, sending: Sending = GAME_NEWS) -> None:
        """Wait until one message may be sent.

        Args:
            chat: the chat; ``None`` for an answer that no chat sees, which takes no message's send slot.
            sending: how it is sent.

        Raises:
            NotSent: it is no longer to be sent: a newer refusal tells the same person, or too many wait.
        """
        if self._rate_limits is None:
            return
        if chat is None:
            await self._tap_gate.wait_for_send_slot(sending)
            return
        await self._gate_of(chat, self._rate_limits).wait_for_send_slot(sending)
        await self._message_gate.wait_for_send_slot(sending)

    def has_room(self, chat: int) -> bool:
        """Whether a chat may be sent several messages at once, so that one more delays no other."""
        return self._rate_limits is None or self._gate_of(chat, self._rate_limits).has_room

    def return_send_slot(self, chat: int) -> None:
        """Give back a send slot of :meth:`wait_for_send_slot` in which nothing was sent."""
        if self._rate_limits is not None:
            self._gate_of(chat, self._rate_limits).return_send_slot()
            self._message_gate.return_send_slot()

    def try_count_query(self) -> float:
        """Count a query to Telegram; returns 0, or the seconds to wait first, and then it is not counted."""
        return self._query_gate.try_take()

    async def wait_until_sendable(self, chat: int) -> bool:
        """Wait until a chat may be sent news of its game, taking no send slot; returns whether it had to wait."""
        return self._rate_limits is not None and await self._gate_of(chat, self._rate_limits).wait_for_send_slot(
            GAME_NEWS, takes_send_slot=False
        )

    def block_chat(self, chat: int, seconds: float) -> None:
        """Send nothing to a chat for so long, as Telegram demands."""
        if self._rate_limits is not None:
            self._gate_of(chat, self._rate_limits).block_for(seconds)

    def _gate_of(self, chat: int, rate_limits: RateLimits) -> _SendGate:
        gate = self._chat_gates.get(chat)
        if gate is None:
            if len(self._chat_gates) >= self._most_chats:
                for idle in [other for other, known in self._chat_gates.items() if known.is_idle]:
                    del self._chat_gates[idle]
                self._most_chats = max(_MOST_CHATS, 2 * len(self._chat_gates))
            now = self._clock()
            # A burst is allowed if the seconds around it are quiet.
            buckets = [_Bucket(rate_limits.chat * _BURST, rate_limits.chat, now)]
            if chat < 0:
                buckets.append(_new_bucket(rate_limits.group, _MINUTE, now, -(-rate_limits.group // 4)))
            gate = self._chat_gates[chat] = _SendGate(buckets, _MOST_ANSWERS, self._clock, self._call_later)
        return gate


def _call_by_loop(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, call)
