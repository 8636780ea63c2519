"""Which shards this process owns: takes its share, hands over what is another's, knows how long it may rely on that.

Every second it says that it lives, and learns who else does. What the living agree on follows from that alone
(:mod:`bot.workers.rendezvous`); what a shard's own key says counts (:mod:`bot.store.ownership`).
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from time import monotonic
from typing import Any, Final

from redis.exceptions import RedisError

from bot.store.agreed import Claims, Party, Wakes
from bot.store.keys import SHARDS
from bot.store.living import ALIVE_SECONDS, Living
from bot.store.news import News
from bot.store.ownership import State, worker_of
from bot.store.refused import RefusedShards
from bot.workers.lanes import end
from bot.workers.recently import Recently
from bot.workers.rendezvous import owner_of, share_of

log = logging.getLogger(__name__)

_EVERY_SECONDS: Final = 1.0
_TWIN_SECONDS: Final = 10.0
"""How long a process of this one's name is taken to live after it last said so."""
_LISTEN_SECONDS: Final = 5.0
_DRAIN_SECONDS: Final = 3.0
"""How long what was begun at a shard may take until it is handed over."""


class Owners:
    """The shards of this process; a :class:`bot.store.ownership.Shards`.

    Args:
        claims: what is agreed with the other workers.
        wakes: how workers wake each other.
        alone: whether nobody else can be there, as on a Redis of the bot's own: then nothing can be lost to others.
        seconds: monotonic.
    """

    def __init__(
        self,
        claims: Claims,
        wakes: Wakes,
        *,
        alone: bool = False,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._claims: Final = claims
        self._wakes: Final = wakes
        self._alone: Final = alone
        self._seconds: Final = seconds
        self.epochs: Final[dict[int, str]] = {}
        self._leaving: Final[set[int]] = set()
        """Shards that are being handed over."""
        self._parties: Final[list[Party]] = []
        self.changed: Callable[[int], None] | None = None
        """Is told how many workers take a share, when that is another number than before."""
        self._handing: Final[set[asyncio.Task[None]]] = set()
        self._until = -1.0
        """Until when, by ``seconds``, the other workers take this one to live."""
        self._living = Living(frozenset(), frozenset())
        self._left = False
        self._stands = False
        """Whether it has taken what a process of its name had before: what has that name since is another's."""
        self._twins: Final = Recently(_TWIN_SECONDS, seconds)
        self._dropping: Final[set[int]] = set()
        """Shards that were lost, and at which something may still be in hand: to be taken again only after that."""
        self._owed: Final[dict[int, str]] = {}
        """Shards that Redis was not there to let go, by their epochs."""
        self._refused: Final = RefusedShards(seconds)
        self._news: Final = News()
        self._take: Final = asyncio.Event()
        """Set when there is something to take over."""

    @property
    def reading(self) -> Mapping[int, str]:
        """See :class:`bot.store.ownership.Shards`."""
        if not self._leaving:
            return self.epochs
        return {shard: epoch for shard, epoch in self.epochs.items() if shard not in self._leaving}

    @property
    def left(self) -> float:
        """For how many seconds nobody else can own what this process does; infinitely many where nobody else is."""
        return float("inf") if self._alone else self._until - self._seconds()

    @property
    def living(self) -> int:
        """How many workers take a share, this one among them."""
        return max(1, len(self._living.here))

    @property
    def well(self) -> bool:
        """Whether all shards that are to be had could be taken, or that has not lasted yet."""
        return self._refused.passing

    def join(self, party: Party) -> None:
        """Have something in hand of the shards of this process."""
        self._parties.append(party)

    def news(self, shard: int, epoch: str) -> None:
        """Something was put where it is the owner by that epoch, this process or another, to read it."""
        if self.epochs.get(shard) != epoch:
            self._wakes.wake(worker_of(epoch), shard)
        else:
            self._news.put((shard,))

    async def until_news(self, seconds: float) -> Collection[int]:
        """Wait until something is put into shards of this process's, or some are gained, for so long at most.

        Returns:
            Those where something was put.
        """
        return await self._news.until_put(seconds)

    async def until_gained(self, seconds: float) -> Collection[int]:
        """Wait until shards are gained, for so long at most; none."""
        return await self._news.until_gained(seconds)

    def lost(self, shard: int, epoch: str) -> None:
        """See :class:`bot.store.ownership.Shards`."""
        if self.epochs.get(shard) != epoch:
            return
        log.warning("shard %s is another worker's by now", shard)
        del self.epochs[shard]
        self._leaving.discard(shard)
        self._dropping.add(shard)
        self._begin(self._drop((shard,)))

    async def begin(self) -> None:
        """Take this process's share, as far as nobody has it.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        await self._step()

    async def run(self, stop: asyncio.Event) -> None:
        """Keep this process's share until told to stop."""
        listening = asyncio.create_task(self._listen(), name="wakes")
        stopping = asyncio.create_task(stop.wait(), name="owners until stopped")
        try:
            while not stop.is_set():
                try:
                    await self._step()
                except RedisError as error:
                    log.warning("whose shards are whose waits for Redis: %s", error)
                taking = asyncio.create_task(self._take.wait())
                await asyncio.wait((stopping, taking), timeout=_EVERY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                taking.cancel()
                self._take.clear()
        finally:
            await end((listening, stopping))

    async def _listen(self) -> None:
        """Hear of what others have put here or let go."""
        while True:
            try:
                read, take = await self._wakes.woken(_LISTEN_SECONDS)
            except RedisError as error:
                log.debug("nobody can wake this worker: %s", error)
                await asyncio.sleep(_EVERY_SECONDS)
                continue
            if read:
                self._news.put(read)
            if take:
                self._take.set()

    async def leave(self) -> None:
        """Hand everything over: nothing more is begun here; once, however often it is called."""
        if self._left:
            return
        self._left = True
        try:
            await self._renew("leaving")
            await self._hand_over(tuple(self.epochs))
            await self._renew("")
        except RedisError as error:
            log.warning("the other workers learn late that this one has ended: %s", error)
        except Exception:  # the outermost edge: what comes behind it is to be done all the same
            log.exception("this worker's shards could not be handed over in good order")
        await asyncio.gather(*self._handing, return_exceptions=True)

    async def _renew(self, state: State = "here") -> None:
        asked = self._seconds()
        before = self.living
        late = asked > self._until
        self._living = await self._claims.renew(state)
        if self._living.twin and self._stands:
            if not self._twins.noted(self._claims.worker):
                log.error("another process calls itself %s: give each an HTTP_LISTEN of its own", self._claims.worker)
            self._twins.renew(self._claims.worker)
        if late and self.epochs:
            # Others may have taken it all: that comes before anything is relied upon again.
            await self._compare()
        self._until = asked + ALIVE_SECONDS
        if self.changed is not None and self.living != before:
            self.changed(self.living)

    async def _compare(self) -> None:
        """Lose what is another's by now."""
        mine = dict(self.epochs)
        owners = await self._claims.owners(mine.keys())
        for shard, epoch in mine.items():
            if owners.get(shard) != epoch:
                self.lost(shard, epoch)

    async def _step(self) -> None:
        await self._renew()
        await self._let_go({})
        mine = share_of(self._claims.worker, self._living.here, SHARDS)
        if not self._stands:
            await self._look_back(mine)
        if surplus := self.epochs.keys() - mine - self._leaving:
            self._begin(self._hand_over(tuple(surplus)))
        if missing := mine - self.epochs.keys() - self._owed.keys() - self._dropping:
            try:
                await self._take_shards(missing)
            except RedisError:
                self._refused.note(len(missing))
                raise
        else:
            self._refused.note(0)
        self._stands = True

    async def _take_shards(self, missing: Collection[int]) -> None:
        seen = await self._claims.owners(missing)
        free = {shard: epoch for shard, epoch in seen.items() if self._may_take(epoch)}
        if free and (taken := await self._claims.take(free)):
            log.info("%d shards are this worker's", len(taken))
            self.epochs.update(taken)
            self._news.gained()
        self._refused.note(len(missing) - len(seen) + len(free.keys() - self.epochs.keys()))

    async def _look_back(self, mine: Collection[int]) -> None:
        """Let go what was this worker's before it was started again and is another's share by now.

        To the others it is a living worker's: nobody would ever take it.
        """
        seen = await self._claims.owners([shard for shard in range(SHARDS) if shard not in mine])
        before = {shard: epoch for shard, epoch in seen.items() if worker_of(epoch) == self._claims.worker}
        await self._let_go({shard: epoch for shard, epoch in before.items() if not self._claims.made(epoch)})

    def _may_take(self, epoch: str) -> bool:
        """Nobody's, one's own from before a restart, or that of a worker that lives no more."""
        worker = worker_of(epoch)
        if not epoch or self._claims.made(epoch):
            return True
        if worker == self._claims.worker:
            return not (self._stands and self._twins.noted(worker))
        return worker not in self._living

    async def _hand_over(self, shards: Collection[int]) -> None:
        self._leaving.update(shards)
        try:
            # One after another, as each gives the next something to do: what is done is to be told.
            for party in self._parties:
                await party.drain(shards, _DRAIN_SECONDS)
            epochs = {shard: self.epochs.pop(shard) for shard in shards if shard in self.epochs}
        finally:
            self._leaving.difference_update(shards)
        await self._let_go(epochs)

    async def _let_go(self, epochs: Mapping[int, str]) -> None:
        """Own shards no longer, and those that Redis was not there for before; their heirs are woken."""
        self._owed.update(epochs)
        if not self._owed:
            return
        gone = dict(self._owed)
        await self._claims.let_go(gone)
        for shard in gone:
            # Two may have let the same go at a time.
            self._owed.pop(shard, None)
        others = self._living.here - {self._claims.worker}
        heirs = {owner_of(shard, others) for shard in gone}
        for heir in heirs:
            if heir is not None:
                self._wakes.wake(heir)

    async def _drop(self, shards: Collection[int]) -> None:
        try:
            await asyncio.gather(*(party.drop(shards) for party in self._parties))
        finally:
            self._dropping.difference_update(shards)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._handing.add(task)
        task.add_done_callback(self._over)

    def hurry(self) -> None:
        """Let nobody wait for news any longer: there is something else to do."""
        self._news.gained()

    def _over(self, task: asyncio.Task[None]) -> None:
        self._handing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a shard could not be handed over in good order", exc_info=error)
