"""Shard ownership in Redis: heartbeats, owners' epochs (the fencing tokens), and taking and releasing shards.

A worker refreshes one key as its heartbeat. It owns a shard by writing a new epoch into the shard. Scripts that only
the owner may run compare that epoch; see ``docs/decisions/0014-one-owner-a-shard.md``.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Literal, Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from bot.logs import get_logger
from bot.store import keys, retention
from bot.store.client import is_temporary_error
from bot.store.keys import SHARDS, shard_of_name
from bot.store.scripts import Arguments, Fenced, FencedScript, Script
from bot.store.server_checks import SCHEMA, SchemaChanged
from bot.workers.shard_reader import OwnedShard

log = get_logger(__name__)

ALIVE_SECONDS: Final = 6.0  # how long a worker counts as alive after its heartbeat was last seen to change

_LOOK_GAP_SECONDS: Final = 2.5
"""After a longer gap between looks, all times start again: perhaps the other workers could not reach Redis either."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The live workers, this one included."""

    active: frozenset[str]  # those that take a share of the shards
    leaving: frozenset[str]  # those that are shutting down and still hand over shards
    has_duplicate_name: bool = False  # whether another process has used this one's name since its last heartbeat

    def __contains__(self, worker: object) -> bool:
        return worker in self.active or worker in self.leaving


class FailureDetector:
    """Distinguishes live workers from dead ones by their heartbeats."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds: Final = seconds
        self._seen: dict[str, tuple[str, float]] = {}  # each worker's last heartbeat, and when that was first seen
        self._looked_at = float("-inf")
        self.dead_workers: Mapping[str, str] = {}  # those that the last look found dead, with their heartbeats

    def update_membership(self, signs: Mapping[str, str], *, has_duplicate_name: bool) -> Membership:
        """Compare all workers' present heartbeats with the last ones; return the live workers."""
        now = self._seconds()
        gap, self._looked_at = now - self._looked_at > _LOOK_GAP_SECONDS, now
        gone = {name: seen for name, seen in self._seen.items() if name not in signs and self._is_alive(seen[1])}
        before, self._seen = self._seen, gone
        for name, value in signs.items():
            former, since = before.get(name, ("", now))
            self._seen[name] = value, now if gap or value != former else since
        alive = {name: value for name, (value, since) in self._seen.items() if self._is_alive(since)}
        self.dead_workers = {name: value for name, value in signs.items() if name not in alive}
        here = frozenset(name for name, value in alive.items() if name in signs and value.startswith("here "))
        return Membership(here, frozenset(alive) - here, has_duplicate_name)

    def _is_alive(self, since: float) -> bool:
        return self._seconds() - since < ALIVE_SECONDS


UNFENCED_EPOCH: Final = "alone"
"""The epoch that disables fencing: for tools that run while no bot does, or that cannot harm it."""

_MAX_OWN_EPOCHS: Final = 16 * SHARDS
_REMIND_SECONDS: Final = 30.0  # how often it is logged that free shards of this worker's share cannot be taken
MemberState = Literal["here", "leaving", ""]  # a worker's state: it takes its share, hands it over, or has ended


class OwnedShards(Protocol):
    """The shards that this process owns."""

    @property
    def epochs(self) -> Mapping[int, str]:
        """The shards, each with this process's epoch."""

    @property
    def readable_epochs(self) -> Mapping[int, str]:
        """The shards whose new entries this process reads: all except those being handed over."""

    def report_lost(self, shard: int, epoch: str) -> None:
        """Note that a script refused ``epoch`` because another worker owns the shard."""


class UnfencedShards:
    """All shards, for processes without other workers."""

    epochs: Final[Mapping[int, str]] = dict.fromkeys(range(SHARDS), UNFENCED_EPOCH)
    readable_epochs: Final = epochs

    def report_lost(self, shard: int, epoch: str) -> None:
        """Never called: scripts do not fence these shards."""
        raise AssertionError(f"shard {shard} was lost by {epoch}")


class ShardNotOwned(Exception):
    """Another worker owns the shard; nothing was changed."""

    def __init__(self, shard: int) -> None:
        super().__init__(f"another worker owns shard {shard}")
        self.shard: Final = shard


def new_epoch(worker: str) -> str:
    """A new random epoch of a worker."""
    return f"{worker}#{secrets.token_hex(8)}"


def worker_of_epoch(epoch: str) -> str:
    """The name of the worker that made an epoch."""
    return epoch.rpartition("#")[0]


class ShardOwnership:
    """Membership and ownership in Redis; ``worker`` is a name unique among live workers, and kept over restarts."""

    def __init__(self, client: Redis, worker: str, seconds: Callable[[], float] = monotonic) -> None:
        self._client: Final = client
        self._failure_detector: Final = FailureDetector(seconds)
        self._signs_sent = 0  # how many heartbeats this process has sent
        self.worker: Final = worker
        self._alive_script: Final = Script("renew_membership")
        self._own_script: Final = Script("acquire_shard")
        self._process_id: Final = secrets.token_hex(8)
        self._own_epochs: Final[deque[str]] = deque(maxlen=_MAX_OWN_EPOCHS)  # the latest epochs that this process made

    def is_own_epoch(self, epoch: str) -> bool:
        """Whether this process made an epoch; it may not expect it, after a lost reply or a fail-over."""
        return epoch in self._own_epochs

    async def renew_membership(self, state: MemberState = "here") -> Membership:
        """Send a heartbeat with this worker's state; returns the live workers."""
        self._signs_sent += 1
        dead: list[str | int] = [part for pair in self._failure_detector.dead_workers.items() for part in pair]
        arguments = (keys.member(""), self.worker, state, self._process_id, self._signs_sent, *dead)
        former, *found = [
            word.decode() for word in await self._alive_script(self._client, (keys.members(),), arguments)
        ]
        return self._failure_detector.update_membership(
            dict(zip(found[::2], found[1::2], strict=True)), has_duplicate_name=former not in {"", self._process_id}
        )

    async def renew_schema(self) -> bool:
        """Write the schema if it is missing, which is abnormal, so that a start finds it; return whether it was."""
        return bool(await self._client.set(keys.schema(), SCHEMA, nx=True))

    async def load_owners(self, shards: Collection[int]) -> dict[int, str]:
        """The epoch of each shard's owner; empty for a free shard. Shards with a broken key are left out."""
        pipe = self._client.pipeline(transaction=False)
        for shard in shards:
            pipe.get(keys.shard_owner(shard))
        found = dict(zip(shards, await pipe.execute(raise_on_error=False), strict=True))
        for error in filter(is_temporary_error, found.values()):
            raise error
        return {
            shard: (epoch or b"").decode() for shard, epoch in found.items() if not isinstance(epoch, ResponseError)
        }

    async def acquire_shards(self, seen: Mapping[int, str]) -> dict[int, str]:
        """Take the shards that still have the owners' epochs in ``seen``; returns those taken, with the new epochs.

        An error at one shard does not prevent taking the others. Raises SchemaChanged; RedisError if Redis is away or
        refuses every shard.
        """
        epochs = {shard: new_epoch(self.worker) for shard in seen}
        self._own_epochs.extend(epochs.values())
        sent = (self._swap_owner(shard, seen[shard], epoch) for shard, epoch in epochs.items())
        done = await asyncio.gather(*sent, return_exceptions=True)
        taken = {shard: epoch for (shard, epoch), one in zip(epochs.items(), done, strict=True) if one is True}
        for one in done:
            if isinstance(one, BaseException) and not (taken and isinstance(one, RedisError)):
                raise one
        return taken

    async def release_shards(self, epochs: Mapping[int, str]) -> None:
        """Release shards; idempotent, and without effect on a shard that another worker owns by now."""
        await asyncio.gather(*(self._swap_owner(shard, epoch, "") for shard, epoch in epochs.items()))

    async def _swap_owner(self, shard: int, seen: str, epoch: str) -> bool:
        due = (keys.deadlines(shard), keys.card_reveals(shard), keys.auto_deletes(shard))
        claims = (part for one in due for part in (one, keys.claims(one)))
        names = (keys.shard_owner(shard), keys.shard_schema(shard), *claims)
        done = await self._own_script(self._client, names, (seen, epoch, retention.LEASE_SECONDS, SCHEMA))
        if done < 0:
            raise SchemaChanged
        return bool(done)


class AcquisitionMonitor:
    """Logs an error if free shards cannot be taken for long."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds: Final = seconds
        self._failing_since: float | None = None  # since when free shards cannot be taken, by `seconds`
        self._warned_at = float("-inf")  # when the failure was last logged

    @property
    def is_healthy(self) -> bool:
        """Whether free shards can be taken, apart from brief failures."""
        return self._failing_since is None or self._seconds() - self._failing_since < _REMIND_SECONDS

    def record_unacquired(self, count: int) -> None:
        """Note how many free shards could not be taken; log an error now and then if that lasts."""
        now = self._seconds()
        if not count:
            self._failing_since = None
        elif self._failing_since is None:
            # At first, another worker may just have been faster.
            self._failing_since = now
        elif now - max(self._failing_since, self._warned_at) >= _REMIND_SECONDS:
            self._warned_at = now
            log.error(
                "shards cannot be taken, and their chats wait: see that the keys are strings that this bot may write",
                count=count,
                keys=keys.shard_owner.pattern,
            )


class RedisStore:
    """A store on a Redis."""

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def _set_or_delete(self, key: str, value: str | bytes | None, seconds: int) -> None:
        if value is None:
            await self._client.delete(key)
        else:
            await self._client.set(key, value, ex=seconds)


class FencedStore(RedisStore):
    """A store whose sharded data only the owner of a shard may use; by default it uses all shards, unfenced.

    ``durable``: a client whose writes return only once replicas have them; by default the client itself.
    """

    def __init__(self, client: Redis, shards: OwnedShards | None = None, durable: Redis | None = None) -> None:
        super().__init__(client)
        self._shards: Final = UnfencedShards() if shards is None else shards
        self._durable: Final = client if durable is None else durable

    @property
    def readable_shards(self) -> AbstractSet[OwnedShard]:
        """The shards whose new entries this process reads: all that it owns, except those being handed over."""
        return dict(self._shards.readable_epochs).items()

    def find_readable(self, shard: int) -> OwnedShard | None:
        """The shard, if it is one of :attr:`readable_shards`."""
        epoch = self._shards.readable_epochs.get(shard)
        return None if epoch is None else (shard, epoch)

    def find_owned(self, shard: int) -> OwnedShard | None:
        """The shard, if this process owns it, even while handing it over."""
        epoch = self._shards.epochs.get(shard)
        return None if epoch is None else (shard, epoch)

    async def _run_fenced(
        self, script: FencedScript, names: Sequence[str], arguments: Arguments, client: Redis | None = None
    ) -> Any:
        """Run a script as the owner of these keys' shard; raises ShardNotOwned if nothing was changed."""
        owned = self.find_owned(shard_of_name(names[0]))
        shards, answer = await self._run_in_shards(script, [owned] if owned else [], lambda _: names, arguments, client)
        if not shards:
            raise ShardNotOwned(shard_of_name(names[0]))
        return answer

    async def _run_in_shards(
        self,
        script: FencedScript,
        shards: Iterable[OwnedShard],
        names_of: Callable[[int], Sequence[str]],
        arguments: Arguments,
        client: Redis | None = None,
    ) -> tuple[Sequence[OwnedShard], Any]:
        """Run a script as the owner of several shards, each touching ``names_of(shard)``.

        Returns the shards still owned, and what the script returned for these; no shards if all are lost.
        """
        left = tuple(shards)
        while left:
            names = [name for shard, _ in left for name in names_of(shard)]
            try:
                return left, await script(client or self._client, left, names, arguments)
            except Fenced as fenced:
                for shard, epoch in fenced.lost:
                    self._shards.report_lost(shard, epoch)
                left = tuple(one for one in left if one not in fenced.lost)
        return (), None
