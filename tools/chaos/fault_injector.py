"""What goes wrong, chosen by chance and undone after a while: workers, Redis, the way there, Telegram, clocks."""

import asyncio
import contextlib
import signal
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

from bot.config import StartError
from bot.playground.bot_api.calls import ApiCall
from bot.playground.bot_api.faults import Fault
from bot.store import keys
from tools.chaos import fault_schedule
from tools.chaos.fencing_check import FencingCheck
from tools.chaos.redis_faults import FAULT_SECONDS, RedisBreaker, WeightedFaults, sleep_for_fault
from tools.fleet.launch import Fleet
from tools.fleet.worker_process import WorkerProcess

_BEYOND_LEASE_SECONDS: Final = (7.0, 10.0)
"""How long a worker is stopped: longer than its key lives."""
_BUILD_UP_SECONDS: Final = (0.5, 1.0)
"""How long Redis answers late before something more happens, so that much is begun and nothing of it done."""
_TOTAL_LEASE_LOSSES: Final = 3
"""How often all shards are taken the first time."""
_MAX_STARTS: Final = 5


def _drop_call(call: ApiCall) -> Fault | None:
    return None if call.method in {"setWebhook", "getUpdates"} else Fault(kind="close")


class FaultInjector:
    """Breaks one thing after another, each with its own undoing.

    Args:
        fleet: the workers and their Redis.
        redis: breaks it.
        fencing: takes shards from their owners.
        clock_file: the file that sets the workers' clock.
        rng: decides what, when and for how long.
        log_file: the file that says when what was broken.
        pause: least and most seconds between two faults.
        only: by their names those that come; empty for all.
    """

    def __init__(
        self,
        fleet: Fleet,
        *,
        redis: RedisBreaker,
        fencing: FencingCheck,
        clock_file: Path,
        rng: Random,
        log_file: Path,
        pause: tuple[float, float],
        only: tuple[str, ...] = (),
    ) -> None:
        self._fleet: Final = fleet
        self._fencing: Final = fencing
        self._redis: Final = redis
        self._clock_file: Final = clock_file
        self._rng: Final = rng
        self._log_file: Final = log_file
        self._pause: Final = pause
        self.kill_count = 0
        self.injected: Final[dict[str, int]] = {}
        """How often each fault was brought about, by its name."""
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
            **redis.faults,
        }
        unknown = set(only) - self.faults.keys()
        if unknown:
            raise StartError(f"No such fault: {', '.join(sorted(unknown))}; there are {', '.join(self.faults)}.")
        if only:
            self.faults = {name: self.faults[name] for name in only}

    async def inject_until_stopped(self, stop: asyncio.Event) -> None:
        """Break things until told to stop, and mend all of them."""
        weights = {name: weight for name, (weight, _) in self.faults.items()}
        try:
            for step in fault_schedule.schedule_faults(weights, self._rng, self._pause):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(step.pause):
                        await stop.wait()
                if stop.is_set():
                    return
                await asyncio.gather(*map(self._inject, step.kinds))
        finally:
            await self.undo_all()

    async def _inject(self, name: str) -> None:
        """Bring one fault about, to its end."""
        self._log(f"{name} ...")
        await self.faults[name][1]()
        self.injected[name] = self.injected.get(name, 0) + 1
        self._log(f"... {name}")

    @property
    def missing_faults(self) -> tuple[str, ...]:
        """The kinds that have not come."""
        return tuple(name for name in self.faults if name not in self.injected)

    def _log(self, what: str) -> None:
        with self._log_file.open("a", encoding="ascii") as diary:
            diary.write(f"{datetime.now(UTC):%H:%M:%S.%f} {time.monotonic():.3f} {what}\n")

    async def undo_all(self) -> None:
        """Undo whatever may be undone."""
        self._fleet.account.faults.chooser = None
        for worker in self._fleet.workers:
            worker.send_signal(signal.SIGCONT)
        await self._redis.undo_all()
        for worker in self._fleet.workers:
            await self._ensure_started(worker)

    async def _ensure_started(self, worker: WorkerProcess) -> None:
        """Start a worker that does not run, again where it ended as it started."""
        for _ in range(_MAX_STARTS):
            if worker.is_alive:
                return
            await worker.start()
            with contextlib.suppress(StartError):
                await worker.wait_until_ready()

    async def _kill_worker(self) -> None:
        worker = self._rng.choice(self._fleet.workers)
        await worker.terminate(signal.SIGKILL)
        self.kill_count += 1
        if self._rng.random() < 0.5:  # noqa: PLR2004 - either
            await sleep_for_fault(self._rng)
        await self._ensure_started(worker)
        if self._rng.random() < 0.2:  # noqa: PLR2004 - now and then again, in its first moments
            await asyncio.sleep(self._rng.uniform(0, 0.5))
            await worker.terminate(signal.SIGKILL)
            self.kill_count += 1
            await self._ensure_started(worker)

    async def _restart_worker(self) -> None:
        worker = self._rng.choice(self._fleet.workers)
        await worker.terminate()
        await self._ensure_started(worker)

    async def _suspend_worker(self) -> None:
        worker = self._rng.choice(self._fleet.workers)
        worker.send_signal(signal.SIGSTOP)
        await sleep_for_fault(self._rng, _BEYOND_LEASE_SECONDS)
        worker.send_signal(signal.SIGCONT)

    async def _kill_with_unsent_notices(self) -> None:
        """Kill a worker while Telegram takes nothing: what is to be told waits in its hands."""
        self._fleet.account.faults.chooser = _drop_call
        await sleep_for_fault(self._rng)
        worker = self._rng.choice(self._fleet.workers)
        await worker.terminate(signal.SIGKILL)
        self.kill_count += 1
        self._fleet.account.faults.chooser = None
        await self._ensure_started(worker)

    async def _kill_with_unfinished_work(self) -> None:
        """Kill a worker while Redis refuses what was begun as it answered late: much is in hand, and nothing done."""
        worker = self._rng.choice(self._fleet.workers)
        async with self._redis.delay_answers():
            await sleep_for_fault(self._rng, _BUILD_UP_SECONDS)
            async with self._redis.refuse_writes():
                await sleep_for_fault(self._rng)
                await worker.terminate(signal.SIGKILL)
                self.kill_count += 1
        await self._ensure_started(worker)

    async def _kill_worker_and_redis(self) -> None:
        worker = self._rng.choice(self._fleet.workers)
        await worker.terminate(signal.SIGKILL)
        self.kill_count += 1
        await self._redis.kill_server()
        await self._ensure_started(worker)

    async def _break_telegram(self) -> None:
        share = self._rng.choice((0.1, 0.5, 1.0))

        def meets(call: ApiCall) -> Fault | None:
            if call.method in {"setWebhook", "getUpdates"} or self._rng.random() > share:
                return None
            return self._rng.choice(
                (
                    Fault(kind="retry_after", retry_after=1),
                    Fault(kind="error", status=500),
                    Fault(kind="garbage", after=True),
                    Fault(kind="garbage"),
                    Fault(kind="half", after=True),
                    Fault(kind="close", after=True),
                    Fault(kind="close"),
                    Fault(kind="delay", delay=1.0),
                )
            )

        self._fleet.account.faults.chooser = meets
        await sleep_for_fault(self._rng)
        self._fleet.account.faults.chooser = None

    async def _lose_leases(self) -> None:
        """Shards are somebody's who is not there, all of a sudden and in the midst of commits.

        The first time all of them, with commits on their way that arrive behind that; then some.
        """
        if "leases_lost" not in self.injected:
            for _ in range(_TOTAL_LEASE_LOSSES):
                async with self._redis.hold_up_requests():
                    seized = await self._fencing.seize_shards(range(keys.SHARDS))
                    watching = asyncio.create_task(self._fencing.watch_seized(seized, FAULT_SECONDS[0]))
                await watching
            return
        shards = self._rng.sample(range(keys.SHARDS), self._rng.randint(4, 24))
        seconds = self._rng.uniform(*FAULT_SECONDS)
        if self._rng.random() < 0.5:  # noqa: PLR2004 - either
            await self._fencing.seize_and_watch(shards, seconds)
            return
        async with self._redis.delay_answers():
            await asyncio.sleep(self._rng.uniform(*_BUILD_UP_SECONDS))
            await self._fencing.seize_and_watch(shards, seconds)

    async def _set_clock(self) -> None:
        """Redis's clock is set, by the workers' reckoning, and some time later back."""
        # Less than a day: that long the number of a table rests, and a new table may have it afterwards.
        ahead = self._rng.choice((-7200, -60, 45, 600, 80_000))
        self._clock_file.write_text(str(ahead), "ascii")
        await sleep_for_fault(self._rng, _BEYOND_LEASE_SECONDS)
        self._clock_file.write_text("0", "ascii")
