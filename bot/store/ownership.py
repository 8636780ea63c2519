"""Who lives, and who owns which shard: what workers write of it, and what of it a process goes by.

A worker keeps one key alive, and owns a shard by an epoch of its own making, written once, in the slot of the shard.
Scripts that read or write what only the owner may compare that; see ``docs/decisions/0014-one-owner-a-shard.md``.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Collection, Mapping
from time import monotonic
from typing import Final, Literal, Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys, retention
from bot.store.faults import is_away
from bot.store.keys import SHARDS
from bot.store.living import Living, Watch
from bot.store.schema import SCHEMA, Outdated
from bot.store.scripts import Script

ALONE: Final = "alone"
"""Stands for an epoch where nothing is fenced: for tools that know that no bot runs, or do no harm to it."""

_MOST_MADE: Final = 16 * SHARDS

State = Literal["here", "leaving", ""]
"""Of a worker: whether it takes its share, gives it up, or lives no more."""


class Shards(Protocol):
    """Which shards are this process's."""

    @property
    def epochs(self) -> Mapping[int, str]:
        """By what it owns each."""

    @property
    def reading(self) -> Mapping[int, str]:
        """Those of them whose new entries it takes: not what it is about to hand over."""

    def lost(self, shard: int, epoch: str) -> None:
        """A script said that another owns a shard by now, and not by that epoch."""


class Unfenced:
    """All shards, for whoever knows that nobody else is there."""

    epochs: Final[Mapping[int, str]] = dict.fromkeys(range(SHARDS), ALONE)
    reading: Final = epochs

    def lost(self, shard: int, epoch: str) -> None:
        """It cannot be: scripts do not ask whose such a shard is."""
        raise AssertionError(f"shard {shard} was lost by {epoch}")


class NotOwned(Exception):
    """A shard is another worker's by now; nothing was changed."""

    def __init__(self, shard: int) -> None:
        super().__init__(f"shard {shard} is another worker's")
        self.shard: Final = shard


def new_epoch(worker: str) -> str:
    """One that no worker had before."""
    return f"{worker}#{secrets.token_hex(8)}"


def worker_of(epoch: str) -> str:
    """Whose an epoch is."""
    return epoch.rpartition("#")[0]


class Ownership:
    """What all workers on a Redis agree by.

    Args:
        client: answers in bytes.
        worker: this one's name, its own among all that live, and the same after a restart.
        seconds: the process's monotonic clock.
    """

    def __init__(self, client: Redis, worker: str, seconds: Callable[[], float] = monotonic) -> None:
        self._client: Final = client
        self._watch: Final = Watch(seconds)
        self._said = 0
        """How often this process has said that it lives."""
        self.worker: Final = worker
        self._alive: Final = Script("alive")
        self._own: Final = Script("own")
        self._process: Final = secrets.token_hex(8)
        self._made: Final[deque[str]] = deque(maxlen=_MOST_MADE)
        """The epochs of this process, the newest ones."""

    def made(self, epoch: str) -> bool:
        """Whether an epoch is this process's: an answer may be lost, or a fail-over bring back an older one."""
        return epoch in self._made

    async def renew(self, state: State = "here") -> Living:
        """Say that this worker lives, or how; who lives besides.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        self._said += 1
        dead: list[str | int] = [part for pair in self._watch.dead.items() for part in pair]
        arguments = (keys.alive(""), self.worker, state, self._process, self._said, *dead)
        former, *found = [word.decode() for word in await self._alive(self._client, (keys.LIVING,), arguments)]
        return self._watch.look(dict(zip(found[::2], found[1::2], strict=True)), twin=former not in {"", self._process})

    async def owners(self, shards: Collection[int]) -> dict[int, str]:
        """By which epoch each of some shards is owned; empty where by none, left out where it is no owner.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached, or can say nothing for the moment.
        """
        pipe = self._client.pipeline(transaction=False)
        for shard in shards:
            pipe.get(keys.owner(shard))
        found: list[bytes | RedisError | None] = await pipe.execute(raise_on_error=False)
        for answer in found:
            if isinstance(answer, RedisError) and is_away(answer):
                raise answer
        known = (
            (shard, epoch) for shard, epoch in zip(shards, found, strict=True) if not isinstance(epoch, RedisError)
        )
        return {shard: (epoch or b"").decode() for shard, epoch in known}

    async def take(self, seen: Mapping[int, str]) -> dict[int, str]:
        """Own shards from now on, each if it is still owned as was seen; those that it now does, by epoch.

        What Redis refuses of one shard keeps none of the others from being taken.

        Raises:
            Outdated: they are of another schema.
            redis.exceptions.RedisError: none was taken, as Redis is away or refuses it.
        """
        epochs = {shard: new_epoch(self.worker) for shard in seen}
        self._made.extend(epochs.values())
        sent = (self._set(shard, seen[shard], epoch) for shard, epoch in epochs.items())
        done = await asyncio.gather(*sent, return_exceptions=True)
        taken = {shard: epoch for (shard, epoch), one in zip(epochs.items(), done, strict=True) if one is True}
        for one in done:
            if isinstance(one, BaseException) and not (taken and isinstance(one, RedisError)):
                raise one
        return taken

    async def let_go(self, epochs: Mapping[int, str]) -> None:
        """Own shards no longer; again, or where another owns one by now, is harmless."""
        await asyncio.gather(*(self._set(shard, epoch, "") for shard, epoch in epochs.items()))

    async def _set(self, shard: int, seen: str, epoch: str) -> bool:
        due = (keys.deadlines(shard), keys.reveals(shard), keys.fades(shard))
        claims = (part for one in due for part in (one, keys.claims(one)))
        names = (keys.owner(shard), keys.shard_schema(shard), *claims)
        done = await self._own(self._client, names, (seen, epoch, retention.LEASE_SECONDS, SCHEMA))
        if done < 0:
            raise Outdated
        return bool(done)
