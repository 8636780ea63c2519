"""What goes wrong, chosen by chance and undone after a while: workers, Redis, the way there, Telegram, clocks."""

import asyncio
import contextlib
import signal
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos.redises import Breakable, Troubles, a_while
from bot.config import StartError
from bot.fleet.calls import Call
from bot.fleet.faults import Fault, too_fast
from bot.fleet.processes import Worker
from bot.fleet.running import Fleet
from bot.fleet.server import BotApi
from bot.store import keys
from bot.store.ownership import new_epoch

_PAST_LEASE: Final = (7.0, 10.0)
"""How long a worker is stopped: longer than its key lives."""
_STARTS: Final = 5


class Monkey:
    """Breaks one thing after another, each with its own undoing.

    Args:
        fleet: the workers and their Redis.
        api: Telegram.
        client: to Redis itself, past whatever stands before it.
        redis: breaks it.
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
        client: Redis,
        redis: Breakable,
        clock: Path,
        chance: Random,
        diary: Path,
        pause: tuple[float, float],
        only: tuple[str, ...] = (),
    ) -> None:
        self._fleet: Final = fleet
        self._api: Final = api
        self._client: Final = client
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
        names = list(self.kinds)
        weights = [self.kinds[name][0] for name in names]
        try:
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._chance.uniform(*self._pause)):
                        await stop.wait()
                if stop.is_set():
                    return
                [name] = self._chance.choices(names, weights)
                self.done[name] = self.done.get(name, 0) + 1
                self._note(f"{name} ...")
                await self.kinds[name][1]()
                self._note(f"... {name}")
        finally:
            await self.mend()

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
        """Some shards are somebody's who is not there, all of a sudden and in the midst of commits."""
        for shard in self._chance.sample(range(keys.SHARDS), self._chance.randint(1, 16)):
            with contextlib.suppress(RedisError):
                await self._client.set(keys.owner(shard), new_epoch("nobody"))
        await a_while(self._chance)

    async def _set_clock(self) -> None:
        """Redis's clock is set, by the workers' reckoning, and some time later back."""
        ahead = self._chance.choice((-7200, -60, 45, 600, 90_000))
        self._clock.write_text(str(ahead), "ascii")
        await a_while(self._chance, _PAST_LEASE)
        self._clock.write_text("0", "ascii")
