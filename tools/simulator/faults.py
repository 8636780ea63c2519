"""Inject faults, chosen by chance and undone after a while: in workers, Redis, its connections, Telegram and clocks."""

import asyncio
import contextlib
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.config import StartError
from bot.playground.dispatch import ApiCall, Fault
from bot.store import keys
from bot.store.shard_ownership import new_epoch
from tools.fleet.launch import WorkerProcess
from tools.simulator.ledger import Findings, Ledger, TableRecord
from tools.simulator.redis_servers import FAULT_SECONDS, WeightedFaults, sleep_for_fault
from tools.simulator.rounds import FaultTime
from tools.simulator.world import World, ensure_started

_FIRST_ROUND_PAUSE: Final = 0.5
_BEYOND_LEASE_SECONDS: Final = (7.0, 10.0)
"""How long a worker is stopped: longer than its lease on shards lasts."""
_BUILD_UP_SECONDS: Final = (0.5, 1.0)
"""How long Redis answers late before the actual fault, so that much work is begun and none finished."""
_TOTAL_LEASE_LOSSES: Final = 3
_LOOK_SECONDS: Final = 0.02
_TAKE_SCRIPT: Final = "redis.call('SET', KEYS[1], ARGV[1]) "
_VERSIONS_SCRIPT: Final = """
local found = {redis.call('GET', KEYS[1])}
for i = 2, #KEYS do
  found[i] = redis.call('HGET', KEYS[i], 'version') or '0'
end
return found
"""


def schedule_faults(weights: Mapping[str, int], rng: Random, pause: tuple[float, float]) -> Iterator[tuple[float, str]]:
    """Yield pauses and kinds of faults without end: first each kind once, kills before others, then by weight."""
    for kind in sorted(rng.sample(tuple(weights), len(weights)), key=lambda kind: "killed" not in kind):
        yield rng.uniform(0, min(_FIRST_ROUND_PAUSE, pause[0])), kind
    while True:
        yield rng.uniform(*pause), rng.choices(tuple(weights), tuple(weights.values()))[0]


class _SeizedShard(NamedTuple):
    shard: int
    places: Sequence[TableRecord]
    epoch: str
    versions: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class FencingCheck:
    """Takes shards from their owners, and checks that no write is committed there until they have an owner again.

    One script takes a shard and reads its tables' versions, which must not change until the key names a worker.
    """

    client: Redis
    ledger: Ledger
    findings: Findings

    async def seize_shards(self, shards: Sequence[int]) -> Sequence[_SeizedShard]:
        """Give shards to a worker that does not exist; return those whose server answered, with their versions."""
        found = await asyncio.gather(*map(self._seize_shard, shards))
        return [seized for seized in found if seized is not None]

    async def watch_seized(self, seized: Sequence[_SeizedShard], seconds: float) -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(self._watch_shard(one, until) for one in seized))
        await asyncio.sleep(max(0.0, until - time.monotonic()))

    async def _seize_shard(self, shard: int) -> _SeizedShard | None:
        # Tables that move with a group that becomes a supergroup change without a commit.
        here = (place for place in self.ledger.records if keys.shard_of(place.scope.chat) == shard)
        places = [place for place in here if place.former_chat is None]
        epoch = new_epoch("nobody")
        found = await self._read_versions(_TAKE_SCRIPT + _VERSIONS_SCRIPT, shard, places, epoch)
        return None if found is None else _SeizedShard(shard, places, epoch, found[1:])

    async def _watch_shard(self, seized: _SeizedShard, until: float) -> None:
        shard, places, epoch, versions = seized
        while time.monotonic() < until:
            await asyncio.sleep(_LOOK_SECONDS)
            found = await self._read_versions(_VERSIONS_SCRIPT, shard, places, epoch)
            if found is None or found[0] != epoch.encode():
                return
            for place, before, after in zip(places, versions, found[1:], strict=True):
                if before != after and place.former_chat is None:
                    what = f"version {after.decode()} was committed while shard {shard} was nobody's"
                    self.findings.add_finding("wrong", place, what)
            versions = found[1:]

    async def _read_versions(
        self, script: str, shard: int, places: Sequence[TableRecord], epoch: str
    ) -> list[bytes] | None:
        names = [keys.shard_owner(shard), *(keys.game(place.scope) for place in places)]
        try:
            found: list[bytes] = await self.client.eval(script, len(names), *names, epoch)
        except (RedisError, OSError):
            return None
        return found


def _drop_call(call: ApiCall) -> Fault | None:
    return None if call.method in {"setWebhook", "getUpdates"} else Fault(kind="close")


class FaultInjector:
    """Injects one fault after another, each of which undoes itself, and logs them in a file.

    ``only``: the kinds of faults, all if empty; ``pause``: least and most seconds between two; ``kill_every``: seconds
    between additional kills of workers, in turn.
    """

    def __init__(
        self,
        world: World,
        fencing: FencingCheck,
        rng: Random,
        log_file: Path,
        *,
        pause: tuple[float, float],
        only: tuple[str, ...] = (),
        kill_every: float = 0.0,
    ) -> None:
        self._world: Final = world
        self._fencing: Final = fencing
        self._redis: Final = world.redis
        self._rng: Final = rng
        self._log_file: Final = log_file
        self._pause: Final = pause
        self._kill_every: Final = kill_every
        self._locks: Final = {worker.name: asyncio.Lock() for worker in world.workers}
        """Held by the fault that ends a worker, until the worker runs again."""
        self.kill_count = 0
        self.injected: Final[Counter[str]] = Counter()
        self.times: Final[list[FaultTime]] = []
        self.faults: WeightedFaults = {
            "worker_killed": (6, self._kill_worker),
            "worker_ended": (1, self._restart_worker),
            "worker_stopped": (2, self._suspend_worker),
            "killed_unsent": (2, self._kill_with_unsent_notices),
            "killed_undone": (2, self._kill_with_unfinished_work),
            "both_killed": (1, self._kill_worker_and_redis),
            "telegram": (6, self._break_telegram),
            "clock_set": (1, self._set_clock),
            "leases_lost": (3, self._lose_leases),
            **world.redis.faults,
        }
        unknown = set(only) - self.faults.keys()
        if unknown:
            raise StartError(f"No such fault: {', '.join(sorted(unknown))}; there are {', '.join(self.faults)}.")
        if only:
            self.faults = {name: self.faults[name] for name in only}

    async def inject_until_stopped(self, stop: asyncio.Event) -> None:
        weights = {name: weight for name, (weight, _) in self.faults.items()}
        killing = asyncio.create_task(self._kill_regularly(stop))
        try:
            for pause, name in schedule_faults(weights, self._rng, self._pause):
                if await _is_set_within(stop, pause):
                    return
                await self._inject(name)
        finally:
            stop.set()
            await killing
            await self.undo_all()

    async def _kill_regularly(self, stop: asyncio.Event) -> None:
        if not self._kill_every:
            return
        for worker in cycle(self._world.workers):
            if await _is_set_within(stop, self._kill_every):
                return
            since = time.time()
            async with self._ended(worker):
                pass
            self.times.append(FaultTime("worker_killed", since, time.time()))

    async def _inject(self, name: str) -> None:
        self._log(f"{name} ...")
        since = time.time()
        await self.faults[name][1]()
        self.times.append(FaultTime(name, since, time.time()))
        self.injected[name] += 1
        self._log(f"... {name}")

    @property
    def missing_faults(self) -> tuple[str, ...]:
        return tuple(name for name in self.faults if name not in self.injected)

    def _log(self, what: str) -> None:
        with self._log_file.open("a", encoding="ascii") as diary:
            diary.write(f"{datetime.now(UTC):%H:%M:%S.%f} {time.monotonic():.3f} {what}\n")

    async def undo_all(self) -> None:
        self._world.bot.faults.chooser = None
        for worker in self._world.workers:
            worker.send_signal(signal.SIGCONT)
        await self._redis.undo_all()
        for worker in self._world.workers:
            await ensure_started(worker)

    def _choose_worker(self) -> WorkerProcess:
        return self._rng.choice(self._world.workers)

    @contextlib.asynccontextmanager
    async def _ended(self, worker: WorkerProcess, number: signal.Signals = signal.SIGKILL) -> AsyncIterator[None]:
        """Run the block, then end a worker and start it again; other faults wait for it."""
        async with self._locks[worker.name]:
            yield
            self.kill_count += worker.is_alive and number == signal.SIGKILL
            await worker.terminate(number)
            await ensure_started(worker)

    async def _kill_worker(self) -> None:
        worker = self._choose_worker()
        async with self._ended(worker):
            pass
        if self._rng.random() < 0.2:  # noqa: PLR2004 - now and then again, in its first moments
            async with self._ended(worker):
                await asyncio.sleep(self._rng.uniform(0, 0.5))

    async def _restart_worker(self) -> None:
        async with self._ended(self._choose_worker(), signal.SIGTERM):
            pass

    async def _suspend_worker(self) -> None:
        worker = self._choose_worker()
        worker.send_signal(signal.SIGSTOP)
        await sleep_for_fault(self._rng, _BEYOND_LEASE_SECONDS)
        worker.send_signal(signal.SIGCONT)

    async def _kill_with_unsent_notices(self) -> None:
        """Kill a worker while Telegram drops its calls, so that it holds unsent notices."""
        worker = self._choose_worker()
        async with self._ended(worker):
            self._world.bot.faults.chooser = _drop_call
            await sleep_for_fault(self._rng)
            worker.send_signal(signal.SIGKILL)
            self._world.bot.faults.chooser = None

    async def _kill_with_unfinished_work(self) -> None:
        """Kill a worker while Redis answers late and then refuses writes: much work is begun and none stored."""
        worker = self._choose_worker()
        async with self._redis.delay_answers():
            await sleep_for_fault(self._rng, _BUILD_UP_SECONDS)
            async with self._redis.refuse_writes():
                await sleep_for_fault(self._rng)
                self.kill_count += worker.is_alive
                worker.send_signal(signal.SIGKILL)
        async with self._ended(worker):
            pass

    async def _kill_worker_and_redis(self) -> None:
        worker = self._choose_worker()
        self.kill_count += worker.is_alive
        worker.send_signal(signal.SIGKILL)
        await self._redis.kill_server()
        async with self._ended(worker):
            pass

    async def _break_telegram(self) -> None:
        share = self._rng.choice((0.1, 0.5, 1.0))
        faults = (
            Fault(kind="retry_after", retry_after=1),
            Fault(kind="error", status=500),
            Fault(kind="garbage", after=True),
            Fault(kind="garbage"),
            Fault(kind="half", after=True),
            Fault(kind="close", after=True),
            Fault(kind="close"),
            Fault(kind="delay", delay=1.0),
        )

        def meets(call: ApiCall) -> Fault | None:
            if call.method in {"setWebhook", "getUpdates"} or self._rng.random() > share:
                return None
            return self._rng.choice(faults)

        self._world.bot.faults.chooser = meets
        await sleep_for_fault(self._rng)
        self._world.bot.faults.chooser = None

    async def _lose_leases(self) -> None:
        """Give shards to a worker that does not exist, in the middle of commits.

        The first time all shards are taken, and delayed commits arrive afterwards; later only some.
        """
        if "leases_lost" not in self.injected:
            for _ in range(_TOTAL_LEASE_LOSSES):
                async with self._redis.hold_up_requests():
                    seized = await self._fencing.seize_shards(range(keys.SHARDS))
                    watching = asyncio.create_task(self._fencing.watch_seized(seized, FAULT_SECONDS[0]))
                await watching
            return
        shards = self._rng.sample(range(keys.SHARDS), self._rng.randint(4, 24))
        async with self._redis.delay_answers() if self._rng.random() < 0.5 else contextlib.nullcontext():  # noqa: PLR2004 - either
            await asyncio.sleep(self._rng.uniform(*_BUILD_UP_SECONDS))
            await self._fencing.watch_seized(
                await self._fencing.seize_shards(shards), self._rng.uniform(*FAULT_SECONDS)
            )

    async def _set_clock(self) -> None:
        # Less than a day, for which the number of a closed table rests before a new one may get it.
        self._world.clock_file.write_text(str(self._rng.choice((-7200, -60, 45, 600, 80_000))), "ascii")
        await sleep_for_fault(self._rng, _BEYOND_LEASE_SECONDS)
        self._world.clock_file.write_text("0", "ascii")


async def _is_set_within(event: asyncio.Event, seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
