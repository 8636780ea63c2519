"""Following a stream in Redis as one of several workers: what was left, what comes, what the dead had taken."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from redis.exceptions import RedisError

from bot.workers.patience import Retries

log = logging.getLogger(__name__)

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

_BATCH: Final = 64
_BLOCK_MS: Final = 500
_NEVER: Final = -1
"""For a count of breaks: what is pending has not been looked at since."""
_LONGEST_PAUSE: Final = 1.0
"""Seconds between looks for a Redis that cannot be reached: all that people do waits for it."""
CLAIM_EVERY: Final = 30.0
"""Seconds between looks at what other workers left behind."""
CLAIM_IDLE_MS: Final = 120_000
"""How long an entry lies with a worker before that one counts as dead. One that is only slow loses nothing: commits
are applied once whoever brings them.
"""


class HandedOver(Protocol[E_co]):
    """Where what this process writes itself comes out again."""

    def to(self, consumer: str, take: Callable[[E_co], Awaitable[None]] | None) -> None:
        """Give it to a worker from now on, or (``None``) to nobody."""


class Source(Protocol[E_co]):
    """A stream read by a group of workers, such as the inbox and the outbox.

    Its entries are hashable, and equal however often they were given out.
    """

    @property
    def breaks(self) -> int:
        """How often answers were lost with a connection."""

    @property
    def handed_over(self) -> HandedOver[E_co]:
        """To whom goes at once what this process writes."""

    async def pending(self, consumer: str) -> Sequence[E_co]:
        """What a consumer of this name took and did not finish."""

    async def read(self, consumer: str, count: int, block_ms: int) -> Sequence[E_co]:
        """Take new entries."""

    async def claim(self, consumer: str, min_idle_ms: int) -> Sequence[E_co]:
        """Take over what has lain with any consumer too long, this one included."""


class Follower(Generic[E]):
    """Takes entries until told to stop: first what a former process of this name left, then new ones and dead workers'.

    Once what lay there is taken, what this process writes itself is handed over as it is written. Where answers were
    lost with a connection, or a read failed, what they gave out is looked for before anything newer is taken; what came
    meanwhile and is found there too comes once. An entry that is slow to finish may come twice; whoever takes them must
    know what it holds.

    Args:
        source: the stream.
        consumer: this worker's name.
        take: gets each entry.
        renew: says of what is still in hand that it is, before others could count this worker as dead.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        source: Source[E],
        consumer: str,
        take: Callable[[E], Awaitable[None]],
        *,
        renew: Callable[[], Awaitable[None]] | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._source: Final = source
        self._consumer: Final = consumer
        self._take: Final = take
        self._renew: Final = renew
        self._pause: Final = pause
        self._looked = _NEVER
        """After how many breaks what is pending was looked at."""
        self._abreast = _NEVER
        """After how many breaks all that lay there was taken."""
        self._behind: list[E] = []
        """What came while something older may lie unread."""
        self._failed = 0
        """How many looks failed."""

    @property
    def lost(self) -> int:
        """How often answers were lost so far: as long as that stays, nothing came behind what is newer than it."""
        return self._source.breaks + self._failed

    @property
    def abreast(self) -> bool:
        """Whether all that lay there is taken, with no answer lost since."""
        return self._abreast == self._source.breaks

    async def run(self, stop: asyncio.Event) -> None:
        """Take entries until told to stop."""
        source, loop = self._source, asyncio.get_running_loop()
        retries = Retries[None](pause=self._pause, longest=_LONGEST_PAUSE)
        next_claim = loop.time() + CLAIM_EVERY
        caught_up = False
        try:
            while not stop.is_set():
                try:
                    if (breaks := source.breaks) != self._looked:
                        entries = await source.pending(self._consumer)
                        self._looked = breaks
                    elif loop.time() >= next_claim:
                        if self._renew is not None:
                            await self._renew()
                        entries = await source.claim(self._consumer, CLAIM_IDLE_MS)
                        next_claim = loop.time() + CLAIM_EVERY
                    else:
                        entries = await source.read(self._consumer, _BATCH, _BLOCK_MS if caught_up else 0)
                        caught_up = len(entries) < _BATCH
                        retries.over(None)
                except RedisError as error:
                    log.warning("Redis cannot be reached, trying again: %s", error)
                    self._failed += 1
                    self._looked = self._abreast = _NEVER
                    await retries.wait(None, error)
                    continue
                if source.breaks != self._looked:
                    self._behind.extend(entries)
                    continue
                found = set(entries)
                in_turn, self._behind = [*entries, *(entry for entry in self._behind if entry not in found)], []
                for entry in in_turn:
                    await self._take(entry)
                while self._behind and source.breaks == self._looked:
                    await self._take(self._behind.pop(0))
                if caught_up:
                    source.handed_over.to(self._consumer, self._take_in_turn)
                    self._abreast = self._looked
        finally:
            self._abreast = _NEVER
            source.handed_over.to(self._consumer, None)

    async def _take_in_turn(self, entry: E) -> None:
        if self.abreast:
            await self._take(entry)
        else:
            self._behind.append(entry)


async def follow(
    source: Source[E],
    consumer: str,
    stop: asyncio.Event,
    take: Callable[[E], Awaitable[None]],
    *,
    renew: Callable[[], Awaitable[None]] | None = None,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """As :class:`Follower`, for who need not know how far it has come."""
    await Follower(source, consumer, take, renew=renew, pause=pause).run(stop)
