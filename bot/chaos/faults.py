"""What goes wrong, chosen by chance and undone after a while: workers, Redis, the way there, Telegram, clocks."""

import asyncio
import contextlib
import signal
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

from bot.chaos import schedule
from bot.chaos.fence import Fence
from bot.chaos.redises import BRIEF, Breakable, Troubles, a_while
from bot.config import StartError
from bot.fleet.calls import Call
from bot.fleet.faults import Fault, too_fast
from bot.fleet.processes import Worker
from bot.fleet.running import Fleet
from bot.fleet.server import BotApi
from bot.store import keys

_PAST_LEASE: Final = (7.0, 10.0)
"""How long a worker is stopped: longer than its key lives."""
_HANDFUL: Final = (0.5, 1.0)
"""How long Redis answers late before something more happens, so that much is begun and nothing of it done."""
_LEASES_LOST: Final = 3
"""How often all shards are taken the first time."""
_STARTS: Final = 5


def _takes_nothing(call: Call) -> Fault | None:
    return None if call.method in {"setWebhook", "getUpdates"} else Fault(answer="nothing")


class Monkey:
    """Breaks one thing after another, each with its own undoing.

    Args:
        fleet: the workers and their Redis.
        api: Telegram.
        redis: breaks it.
        fence: takes shards from their owners.
        clock: the file that sets the workers' clock.
        chance: decides what, when and for how long.
        diary: the file that says when what was broken.
        pause: least and most seconds between two faults.
        only: by their names those that come; empty for all.
    """

    def __init__(
        self,
        fleet: Fleet,
        *,
        api: BotApi,
        redis: Breakable,
        fence: Fence,
        clock: Path,
        chance: Random,
        diary: Path,
        pause: tuple[float, float],
        only: tuple[str, ...] = (),
    ) -> None:
        self._fleet: Final = fleet
        self._api: Final = api
        self._fence: Final = fence
        self._redis: Final = redis
        self._clock: Final = clock
        self._chance: Final = chance
        self._diary: Final = diary
        self._pause: Final = pause
        self.kills = 0
        self.done: Final[dict[str, int]] = {}
        """How often each fault was brought about, by its name."""
        self.kinds: Troubles = {
            "worker_killed": (6, self._kill),
            "worker_ended": (1, self._end),
            "worker_stopped": (2, self._stop),
            "killed_unsent": (2, self._kill_unsent),
            "killed_undone": (2, self._kill_undone),
            "both_killed": (1, self._kill_both),
            "telegram": (6, self._telegram),
            "clock_set": (1, self._set_clock),
            "leases_lost": (3, self._lose_leases),
            **redis.troubles,
        }
        unknown = set(only) - self.kinds.keys()
        if unknown:
            raise StartError(f"No such fault: {', '.join(sorted(unknown))}; there are {', '.join(self.kinds)}.")
        if only:
            self.kinds = {name: self.kinds[name] for name in only}

    async def run(self, stop: asyncio.Event) -> None:
        """Break things until told to stop, and mend all of them."""
        weights = {name: weight for name, (weight, _) in self.kinds.items()}
        try:
            for step in schedule.steps(weights, self._chance, self._pause):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(step.pause):
                        await stop.wait()
                if stop.is_set():
                    return
                await asyncio.gather(*map(self._bring, step.kinds))
        finally:
            await self.mend()

    async def _bring(self, name: str) -> None:
        """Bring one fault about, to its end."""
        self._note(f"{name} ...")
        await self.kinds[name][1]()
        self.done[name] = self.done.get(name, 0) + 1
        self._note(f"... {name}")

    @property
    def missing(self) -> tuple[str, ...]:
        """The kinds that have not come."""
        return tuple(name for name in self.kinds if name not in self.done)

    def _note(self, what: str) -> None:
        with self._diary.open("a", encoding="ascii") as diary:
            diary.write(f"{datetime.now(UTC):%H:%M:%S.%f} {time.monotonic():.3f} {what}\n")

    async def mend(self) -> None:
        """Undo whatever may be undone."""
        self._api.faults = None
        for worker in self._fleet.workers:
            worker.send(signal.SIGCONT)
        await self._redis.mend()
        for worker in self._fleet.workers:
            await self._start(worker)

    async def _start(self, worker: Worker) -> None:
        """Start a worker that does not run, again where it ended as it started."""
        for _ in range(_STARTS):
            if worker.alive:
                return
            await worker.start()
            with contextlib.suppress(StartError):
                await worker.until_ready()

    async def _kill(self) -> None:
        worker = self._chance.choice(self._fleet.workers)
        await worker.end(signal.SIGKILL)
        self.kills += 1
        if self._chance.random() < 0.5:  # noqa: PLR2004 - either
            await a_while(self._chance)
        await self._start(worker)
        if self._chance.random() < 0.2:  # noqa: PLR2004 - now and then again, in its first moments
            await asyncio.sleep(self._chance.uniform(0, 0.5))
            await worker.end(signal.SIGKILL)
            self.kills += 1
            await self._start(worker)

    async def _end(self) -> None:
        worker = self._chance.choice(self._fleet.workers)
        await worker.end()
        await self._start(worker)

    async def _stop(self) -> None:
        worker = self._chance.choice(self._fleet.workers)
        worker.send(signal.SIGSTOP)
        await a_while(self._chance, _PAST_LEASE)
        worker.send(signal.SIGCONT)

    async def _kill_unsent(self) -> None:
        """Kill a worker while Telegram takes nothing: what is to be told waits in its hands."""
        self._api.faults = _takes_nothing
        await a_while(self._chance)
        worker = self._chance.choice(self._fleet.workers)
        await worker.end(signal.SIGKILL)
        self.kills += 1
        self._api.faults = None
        await self._start(worker)

    async def _kill_undone(self) -> None:
        """Kill a worker while Redis refuses what was begun as it answered late: much is in hand, and nothing done."""
        worker = self._chance.choice(self._fleet.workers)
        async with self._redis.answering_late():
            await a_while(self._chance, _HANDFUL)
            async with self._redis.refusing():
                await a_while(self._chance)
                await worker.end(signal.SIGKILL)
                self.kills += 1
        await self._start(worker)

    async def _kill_both(self) -> None:
        worker = self._chance.choice(self._fleet.workers)
        await worker.end(signal.SIGKILL)
        self.kills += 1
        await self._redis.kill()
        await self._start(worker)

    async def _telegram(self) -> None:
        share = self._chance.choice((0.1, 0.5, 1.0))

        def meets(call: Call) -> Fault | None:
            if call.method in {"setWebhook", "getUpdates"} or self._chance.random() > share:
                return None
            return self._chance.choice(
                (
                    too_fast(1),
                    Fault(answer="error", status=500),
                    Fault(answer="garbage", carried_out=True),
                    Fault(answer="garbage"),
                    Fault(answer="half", carried_out=True),
                    Fault(answer="nothing", carried_out=True),
                    Fault(answer="nothing"),
                    Fault(seconds=1.0),
                )
            )

        self._api.faults = meets
        await a_while(self._chance)
        self._api.faults = None

    async def _lose_leases(self) -> None:
        """Shards are somebody's who is not there, all of a sudden and in the midst of commits.

        The first time all of them, with commits on their way that arrive behind that; then some.
        """
        if "leases_lost" not in self.done:
            for _ in range(_LEASES_LOST):
                async with self._redis.held_up():
                    seized = await self._fence.seize(range(keys.SHARDS))
                    watching = asyncio.create_task(self._fence.watch(seized, BRIEF[0]))
                await watching
            return
        shards = self._chance.sample(range(keys.SHARDS), self._chance.randint(4, 24))
        seconds = self._chance.uniform(*BRIEF)
        if self._chance.random() < 0.5:  # noqa: PLR2004 - either
            await self._fence.take(shards, seconds)
            return
        async with self._redis.answering_late():
            await asyncio.sleep(self._chance.uniform(*_HANDFUL))
            await self._fence.take(shards, seconds)

    async def _set_clock(self) -> None:
        """Redis's clock is set, by the workers' reckoning, and some time later back."""
        ahead = self._chance.choice((-7200, -60, 45, 600, 90_000))
        self._clock.write_text(str(ahead), "ascii")
        await a_while(self._chance, _PAST_LEASE)
        self._clock.write_text("0", "ascii")
