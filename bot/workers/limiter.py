"""How fast the bot may send: so many messages a second in all, to a chat, and to a group a minute.

Owns the counting and who goes first where several wait; what is sent is the caller's. A limit is a bucket that fills
again as time goes on, so that a few messages may go at once, and never more than the limit in any second or minute.
Answers to taps and questions to Telegram are no messages, and have buckets of their own.
Answers leave some of each bucket to what happens in games, until they have waited long (:mod:`bot.workers.queue`).
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.workers.lanes import let_go
from bot.workers.queue import Queue, Waiter
from bot.workers.urgency import Urgency, asking, urgency

_MINUTE: Final = 60.0
_BURST: Final = 3
"""Messages that a chat may get at once before it is a second for each."""
_MOST_CHATS: Final = 4096
_MOST_ANSWERS: Final = 20
"""Answers that may wait for one chat: what a group can be sent in a minute or two."""
_MOST_ANSWERS_ALL: Final = 1000
"""Answers whose chats may be sent them, and that wait for the limit of all."""
_SEVERAL: Final = 4
"""How many messages are several: a turn's own, with what it changes in the one before, and the next turn's."""
_DUST: Final = 1e-6
"""What rounding may lack of a message."""

Later = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Calls a function after so many seconds, unless what it returns is cancelled."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Messages: a second in all, a second to one chat, a minute to one group; each from 1."""

    all: int
    chat: int
    group: int


class _Bucket:
    """Holds ``most`` at most and gets ``rate`` a second."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self._most = most
        self._rate = rate
        self._level = most
        self._at = now

    def _now(self, now: float) -> float:
        return min(self._most, self._level + (now - self._at) * self._rate)

    def at(self, most: float, rate: float, now: float) -> None:
        """Hold and get more or less from now on."""
        self._level, self._at = min(self._now(now), most), now
        self._most, self._rate = most, rate

    def wait(self, now: float, *, spares: bool) -> float:
        """Seconds until one may be taken; ``spares``: and half of the bucket is left."""
        needed = 1 + (self._most // 2 if spares else 0)
        missing = needed - self._now(now)
        return missing / self._rate if missing > _DUST else 0.0

    def take(self, now: float) -> None:
        self._level, self._at = self._now(now) - 1, now

    def give_back(self, now: float) -> None:
        self._level, self._at = min(self._most, self._now(now) + 1), now

    def holds(self, messages: int, now: float) -> bool:
        """Whether so many may be taken at once; of one that never holds so many, whether it is full."""
        return self._now(now) + _DUST >= min(messages, self._most)

    def is_full(self, now: float) -> bool:
        return self._now(now) >= self._most


def _bucket(limit: int, seconds: float, now: float, burst: int) -> _Bucket:
    """One that gives out no more than ``limit`` in any ``seconds``, ``burst`` of them at once."""
    return _Bucket(burst, max(1, limit - burst) / seconds, now)


def _burst_of(limit: int) -> int:
    """How many of a second's messages may go at once."""
    return -(-limit // 10)


class _Gate:
    """Lets through what its buckets allow, in the queue's order."""

    def __init__(self, buckets: Sequence[_Bucket], most: int, clock: Callable[[], float], later: Later) -> None:
        self._buckets: Final = buckets
        self._clock: Final = clock
        self._later: Final = later
        self._queue: Final = Queue(most)
        self._timer: asyncio.TimerHandle | None = None
        self._shut = float("-inf")

    def shut(self, seconds: float) -> None:
        """Let nobody through for so long."""
        self._shut = max(self._shut, self._clock() + seconds)
        self._look()

    async def passed(self, urgency: Urgency, *, takes: bool = True) -> bool:
        """Wait for one's turn, and take from the buckets; whether there was anything to wait for.

        Raises:
            Unsaid: there is no more to wait for.
        """
        turn = asyncio.get_running_loop().create_future()
        waiter = Waiter(urgency, self._clock(), turn, takes, asking())
        self._queue.add(waiter)
        self._look()
        if turn.done():
            turn.result()
            return False
        let_go()
        try:
            await turn
        finally:
            self._queue.discard(waiter)
        return True

    def at_once(self) -> float:
        """Take from the buckets without waiting; how many seconds there would be to wait, where there are any."""
        now = self._clock()
        wait = self._due(now, spares=False)
        if not wait:
            self._take(now)
        return wait

    @property
    def has_room(self) -> bool:
        """Whether several messages may go at once, and nobody waits to."""
        now = self._clock()
        return not self._queue and self._shut <= now and all(bucket.holds(_SEVERAL, now) for bucket in self._buckets)

    def give_back(self) -> None:
        """Put back into the buckets what was taken and not needed: who waits may have it."""
        now = self._clock()
        for bucket in self._buckets:
            bucket.give_back(now)
        self._look()

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be forgotten with it."""
        now = self._clock()
        return not self._queue and self._shut <= now and all(bucket.is_full(now) for bucket in self._buckets)

    def _due(self, now: float, *, spares: bool) -> float:
        return max(0.0, self._shut - now, *(bucket.wait(now, spares=spares) for bucket in self._buckets))

    def _take(self, now: float) -> None:
        for bucket in self._buckets:
            bucket.take(now)

    def _look(self) -> None:
        """Let through who may go, and look again when the next one may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._clock()
        while (found := self._queue.next(now)) is not None:
            waiter, spares = found
            if waiter.turn.done():
                # Whoever waited has gone, and is about to say so.
                self._queue.discard(waiter)
                continue
            if wait := self._due(now, spares=spares):
                self._timer = self._later(min(wait, self._queue.waits_long_in(now)), self._look)
                return
            self._queue.passes(waiter)
            if waiter.takes:
                self._take(now)
            waiter.turn.set_result(None)


class Limiter:
    """Keeps the limits of one process.

    Args:
        limits: ``None`` for none.
        clock: monotonic seconds.
        later: see :data:`Later`; the event loop's own by default.
    """

    def __init__(
        self, limits: Limits | None, *, clock: Callable[[], float] = monotonic, later: Later | None = None
    ) -> None:
        self._limits: Final = limits
        self._clock: Final = clock
        self._later: Final[Later] = _by_the_loop if later is None else later
        self._chats: Final[dict[int, _Gate]] = {}
        self._most = _MOST_CHATS
        """How many chats may be remembered before those that are quiet again are looked for."""

        self._in_all: Final[list[_Bucket]] = []

        def in_all() -> Sequence[_Bucket]:
            if limits is None:
                return ()
            self._in_all.append(_bucket(limits.all, 1, clock(), _burst_of(limits.all)))
            return self._in_all[-1:]

        self._all: Final = _Gate(in_all(), _MOST_ANSWERS_ALL, clock, self._later)
        self._taps: Final = _Gate(in_all(), _MOST_ANSWERS_ALL, clock, self._later)
        """Answers that no chat sees, which Telegram does not count: so many beside the messages as of those."""
        self._asked: Final = _Gate(in_all(), 0, clock, self._later)
        """The same of what Telegram is asked."""

    def share(self, processes: int) -> None:
        """Leave the limit of all to so many processes, from 1, of which this is one; limits of chats stay its own."""
        if self._limits is not None:
            limit = max(1, self._limits.all // processes)
            for bucket in self._in_all:
                bucket.at(_burst_of(limit), max(1.0, limit - _burst_of(limit)), self._clock())

    async def slot(self, chat: int | None, hurry: Urgency | None = None) -> None:
        """Wait until one message may be sent.

        Args:
            chat: where to; ``None`` for an answer that no chat sees, and that takes no message's slot.
            hurry: how urgent it is; by default as what the caller is doing (:func:`.urgency.urgent`).

        Raises:
            Unsaid: it is not to be sent any more: a newer refusal tells the same person, or too many wait.
        """
        if self._limits is None:
            return
        hurry = urgency() if hurry is None else hurry
        if chat is None:
            await self._taps.passed(hurry)
            return
        await self._gate(chat, self._limits).passed(hurry)
        await self._all.passed(hurry)

    def has_room(self, chat: int) -> bool:
        """Whether a chat may be sent several messages at once, so that one more keeps nothing waiting."""
        return self._limits is None or self._gate(chat, self._limits).has_room

    def give_back(self, chat: int) -> None:
        """Nothing was sent in the slot that somebody had waited for."""
        if self._limits is not None:
            self._gate(chat, self._limits).give_back()
            self._all.give_back()

    def asked(self) -> float:
        """Count a question to Telegram; 0, or the seconds after which it may be asked, and then it is not counted."""
        return self._asked.at_once()

    async def ready(self, chat: int) -> bool:
        """Wait until a chat may be sent what plays, without sending; whether there was anything to wait for."""
        return self._limits is not None and await self._gate(chat, self._limits).passed(Urgency.PLAY, takes=False)

    def refused(self, chat: int, seconds: float) -> None:
        """Send nothing to a chat for so long: Telegram has said so."""
        if self._limits is not None:
            self._gate(chat, self._limits).shut(seconds)

    def _gate(self, chat: int, limits: Limits) -> _Gate:
        gate = self._chats.get(chat)
        if gate is None:
            if len(self._chats) >= self._most:
                for idle in [other for other, known in self._chats.items() if known.is_idle]:
                    del self._chats[idle]
                self._most = max(_MOST_CHATS, 2 * len(self._chats))
            now = self._clock()
            # Bursts are let be as long as the seconds around them are quiet.
            buckets = [_Bucket(limits.chat * _BURST, limits.chat, now)]
            if chat < 0:
                buckets.append(_bucket(limits.group, _MINUTE, now, -(-limits.group // 4)))
            gate = self._chats[chat] = _Gate(buckets, _MOST_ANSWERS, self._clock, self._later)
        return gate


def _by_the_loop(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, call)
