"""Following the streams of some shards as their owner: what was left there, what comes, what an answer lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final, Generic, Protocol, TypeVar

from redis.exceptions import RedisError

from bot.workers.patience import STORE_SECONDS, Retries

log = logging.getLogger(__name__)

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

_BATCH: Final = 64
_LOOK_SECONDS: Final = 1.0
"""How long nothing is looked for without a wake: one may be lost."""
_NEVER: Final = -1
"""For a count of breaks: what is pending has not been looked at since."""

Place = tuple[int, int, int]
"""Of an entry: its shard, and then its place in the stream of that, as two numbers that grow."""


async def without_news(seconds: float) -> Collection[int]:
    """Wait so long; nobody tells of anything."""
    await asyncio.sleep(seconds)
    return ()


class HandedOver(Protocol[E_co]):
    """Where what this process writes itself comes out again."""

    def to(self, epochs: Mapping[int, str], take: Callable[[Sequence[E_co]], Awaitable[None]]) -> None:
        """Give that of those shards, and of no others, to a worker from now on: what came with one answer together."""


class Source(Protocol[E]):
    """A stream a shard, read by the shard's owner, such as the inbox and the outbox.

    Its entries are hashable, and equal however often they were given out.
    """

    @property
    def breaks(self) -> int:
        """How often answers were lost with a connection."""

    @property
    def handed_over(self) -> HandedOver[E]:
        """To whom goes at once what this process writes."""

    @property
    def reading(self) -> Mapping[int, str]:
        """The shards of this process, by the epochs that it owns them by."""

    def place(self, entry: E) -> Place:
        """Where an entry stands."""

    async def inherit(self, epochs: Mapping[int, str]) -> Sequence[E]:
        """Take all that was taken before and not finished, by this or a former owner."""

    async def read(self, epochs: Mapping[int, str], count: int, take: Callable[[list[E]], Awaitable[None]]) -> None:
        """Take new entries; ``take`` gets what each answer brings as soon as it comes."""


class Follower(Generic[E]):
    """Takes entries until told to stop: of each shard first what former owners left, then what is new.

    Once what lay in a shard is taken, what this process writes there itself is handed over as it is written. Where
    answers were lost with a connection, or a read failed, what they gave out is looked for before anything newer is
    taken; what came meanwhile and is found there too comes once. An entry that is slow to finish may come twice then;
    whoever takes them must know what it holds.

    Args:
        source: the streams.
        take: gets each entry.
        until_news: waits until there may be something new, for so many seconds at most, and says in which shards; in
            all where it names none.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        source: Source[E],
        take: Callable[[E], Awaitable[None]],
        until_news: Callable[[float], Awaitable[Collection[int]]] = without_news,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._source: Final = source
        self._take: Final = take
        self._until_news: Final = until_news
        self._pause: Final = pause
        self._turn: Final = asyncio.Lock()
        """Held while what came with one answer is taken, so that nothing of a later one comes between."""
        self._looked = _NEVER
        """After how many breaks what is pending was looked at."""
        self._followed: dict[int, str] = {}
        """The shards of which all that lay there was taken."""
        self._behind: list[E] = []
        """What came while something older may lie unread."""
        self._failed = 0
        """How many looks failed."""
        self._read = 0
        """How many entries the newest look brought."""
        self._again = False
        """Whether the newest look left out shards of which there may be news."""
        self._all_at = float("-inf")
        """When all shards were last looked at, by the event loop's clock."""

    @property
    def lost(self) -> int:
        """How often answers were lost so far: as long as that stays, nothing came behind what is newer than it."""
        return self._source.breaks + self._failed

    @property
    def followed(self) -> Mapping[int, str]:
        """The shards of which all that lay there is taken, with no answer lost since; none where one was."""
        return self._followed if self._looked == self._source.breaks else {}

    @property
    def abreast(self) -> bool:
        """Whether that is so of all shards of this process."""
        return self._source.reading.keys() <= self.followed.keys()

    async def run(self, stop: asyncio.Event) -> None:
        """Take entries until told to stop."""
        retries = Retries[None](pause=self._pause, longest=STORE_SECONDS)
        news: Collection[int] = ()
        try:
            while not stop.is_set():
                self._read, self._again = 0, False
                try:
                    await self._look(news)
                except RedisError as error:
                    log.warning("Redis cannot be reached, trying again: %s", error)
                    self._failed += 1
                    self._forget()
                    await retries.wait(None, error)
                    continue
                retries.over(None)
                if self._again or self._read >= _BATCH or self._looked != self._source.breaks:
                    continue
                news = await self._until_news(_LOOK_SECONDS)
        finally:
            self._forget()

    def leave(self, shards: Collection[int]) -> None:
        """Take nothing more of shards that this process is about to lose, or has lost, without waiting for a look."""
        self._followed = {shard: epoch for shard, epoch in self._followed.items() if shard not in shards}
        self._hand_over()

    async def _look(self, news: Collection[int]) -> None:
        source, breaks, reading = self._source, self._source.breaks, dict(self._source.reading)
        if breaks != self._looked:
            self._followed = {}
        self._followed = {shard: epoch for shard, epoch in self._followed.items() if reading.get(shard) == epoch}
        self._hand_over()
        fresh = {shard: epoch for shard, epoch in reading.items() if shard not in self._followed}
        if not fresh and breaks == self._looked:
            await source.read(self._with(news), _BATCH, self._take_page)
            return
        self._again = True
        found = list(await source.inherit(fresh))
        more = True
        while more:
            new: list[E] = []
            await source.read(fresh, _BATCH, _into(new))
            found += new
            more = len(new) >= _BATCH
        self._read += len(found)
        async with self._turn:
            if source.breaks != breaks:
                return
            self._looked = breaks
            behind, self._behind = self._behind, []
            # What was written with answers that come only now was given out after the one look, and before the other.
            for entry in sorted(dict.fromkeys((*found, *behind)), key=source.place):
                if self._owns(entry, fresh):
                    await self._take(entry)
            owned = source.reading
            self._followed.update((shard, epoch) for shard, epoch in fresh.items() if owned.get(shard) == epoch)
            self._hand_over()

    def _owns(self, entry: E, epochs: Mapping[int, str]) -> bool:
        """Whether an entry is in a shard that is still this process's by that epoch: else its next owner finds it."""
        shard, *_ = self._source.place(entry)
        return shard in epochs and self._source.reading.get(shard) == epochs[shard]

    def _with(self, news: Collection[int]) -> Mapping[int, str]:
        """The shards to look at: those with news, and all where there is none or that was not done for long."""
        now = asyncio.get_running_loop().time()
        some = {shard: epoch for shard, epoch in self._followed.items() if shard in news}
        if some and now < self._all_at + _LOOK_SECONDS:
            return some
        self._all_at = now
        return self._followed

    async def _take_page(self, entries: list[E]) -> None:
        self._read += len(entries)
        await self._take_together(entries)

    async def _take_together(self, entries: Sequence[E]) -> None:
        """Take what came with one answer, in one turn: else the next answer's may come between two of them."""
        async with self._turn:
            for entry in entries:
                await self._take_in_turn(entry)

    async def _take_in_turn(self, entry: E) -> None:
        """Take an entry now, or once what may lie before it is found; not what is another's by now, who finds it."""
        if self._owns(entry, self.followed):
            await self._take(entry)
        elif self._owns(entry, self._source.reading):
            self._behind.append(entry)

    def _hand_over(self) -> None:
        self._source.handed_over.to(self._followed, self._take_together)

    def _forget(self) -> None:
        self._looked, self._followed = _NEVER, {}
        self._hand_over()


def _into(found: list[E]) -> Callable[[list[E]], Awaitable[None]]:
    async def take(entries: list[E]) -> None:
        found.extend(entries)

    return take
