"""A run of chaos: the fleet, the crowd, the faults, the quiet after them, and the audit."""

import asyncio
import math
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import unquote, urlsplit

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos import audit, dossiers, kept, people, worker
from bot.chaos.audit import Audited
from bot.chaos.crowd import Crowd
from bot.chaos.faults import Monkey
from bot.chaos.fence import Fence
from bot.chaos.findings import Finding, Findings
from bot.chaos.heard import Heard, dead_letters, everything, sample
from bot.chaos.ledger import Ledger
from bot.chaos.masters import Masters
from bot.chaos.one_redis import OneRedis
from bot.chaos.proxy import Proxy
from bot.chaos.redises import Breakable
from bot.chaos.report import Report, report
from bot.chaos.stage import LONG_AFTER, Stage
from bot.chaos.watch import Watch
from bot.config import StartError
from bot.fleet.running import Fleet, running
from bot.fleet.server import BotApi, serving
from bot.fleet.stores import OneServer, SixServers
from bot.store.connect import connect

TOKEN: Final = f"7:{'chaos' * 7}"
PASSWORD: Final = "chaos-is-no-password-of-anybody"  # noqa: S105 - a word to look for
_QUIET_SECONDS: Final = 120.0
"""For how long what waits may not become less."""
_LONGER: Final = 3
"""By how many times its seconds a run lasts longer where a kind of fault has not come."""
_REPLICAS: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run is to be like.

    Args:
        seconds: for how long things break, and longer, up to four times that, until each kind of fault has come.
        updates: ends it earlier once so many are sent; 0 for no end but time's.
        workers: how many processes.
        cluster: whether Redis is a cluster.
        seed: of all chance but the processes' own.
        tables: how many are played at a time.
        sleepers: at how many more nobody plays.
        faults: what is broken, by the names in :mod:`bot.chaos.faults`; empty for everything.
        pause: least and most seconds between two faults.
    """

    seconds: float
    updates: int = 0
    workers: int = 1
    cluster: bool = False
    seed: str = "1"
    tables: int = 60
    sleepers: int = 300
    faults: tuple[str, ...] = ()
    pause: tuple[float, float] = (1.0, 5.0)


async def run(plan: Plan, folder: Path) -> tuple[Report, Sequence[Finding]]:
    """Play, break, wait, audit; what is left in the folder are the workers' logs and Redis's data.

    Raises:
        StartError: this machine cannot run it.
    """
    async with AsyncExitStack() as stack:
        api = await stack.enter_async_context(serving(TOKEN))
        account = api.accounts[TOKEN]
        account.journal.keep = False
        account.standing, account.called = people.standing, people.username
        heard = Heard()
        account.journal.listeners.append(heard.hear)
        clock = folder / "clock"
        proxy = None if plan.cluster else Proxy(unquote(urlsplit(f"unix://{folder / 'redis' / 'redis.sock'}").path))
        fleet = await stack.enter_async_context(_fleet(plan, api, folder, clock, proxy))
        client = connect(fleet.stores.url)
        stack.push_async_callback(client.aclose)
        ledger, findings, began = Ledger(), Findings(), time.monotonic()
        stage = Stage(account, ledger, Random(f"{plan.seed}:stage"))  # noqa: S311 - of what is played alone
        heard.pressed = stage.pressed
        watch = Watch(client, _REPLICAS if plan.cluster else 0)
        stack.push_async_callback(watch.close)
        faults = Random(f"{plan.seed}:faults")  # noqa: S311 - as above
        redis = _breakable(fleet, proxy, client, faults)
        monkey = Monkey(
            fleet,
            api=api,
            redis=redis,
            fence=Fence(client, ledger, findings),
            clock=clock,
            chance=faults,
            diary=folder / "faults.txt",
            only=plan.faults,
            pause=plan.pause,
        )
        watching = asyncio.create_task(watch.run())
        sampling = asyncio.create_task(sample(client, heard))
        try:
            await _break(plan, stage, Crowd(stage, watch, plan.seed, plan.tables, plan.sleepers), monkey)
            seconds = time.monotonic() - began
            await _until_quiet(client, stage, findings)
        finally:
            watching.cancel()
            sampling.cancel()
        ending = await kept.served(client)
        for one in fleet.workers:
            await one.end(signal.SIGTERM)
        audited = await audit.audit(client, ledger, heard.chats, findings, ending)
        left = chain(await dead_letters(client), everything(heard, fleet.workers))
        audit.search(audited, left, (TOKEN, PASSWORD), findings)
        _file(folder, audited, findings)
        return report(monkey, redis.kills, ledger, audited, findings, seconds=seconds, seed=plan.seed), findings.all


@asynccontextmanager
async def _fleet(plan: Plan, api: BotApi, folder: Path, clock: Path, proxy: Proxy | None) -> AsyncIterator[Fleet]:
    """The workers, on a cluster or on a Redis behind the proxy."""
    settings = {"LOG_LEVEL": "DEBUG", "DEFAULT_LANGUAGE": "tr", worker.CLOCK: str(clock)}
    async with AsyncExitStack() as stack:
        if proxy is not None:
            port = await proxy.start()
            stack.push_async_callback(proxy.stop)
            settings["REDIS_URL"] = f"redis://default:{PASSWORD}@127.0.0.1:{port}/0"
        yield await stack.enter_async_context(
            running(
                api,
                TOKEN,
                folder,
                workers=plan.workers,
                cluster=plan.cluster,
                settings=settings,
                program=worker.PROGRAM,
            )
        )


def _breakable(fleet: Fleet, proxy: Proxy | None, client: Redis, chance: Random) -> Breakable:
    """What breaks the Redis of a fleet.

    Raises:
        StartError: nothing does.
    """
    match fleet.stores:
        case OneServer(server=server) if proxy is not None:
            return OneRedis(server, proxy, client, chance)
        case SixServers(cluster=cluster):
            return Masters(cluster, chance)
        case _:
            raise StartError("This Redis cannot be broken here.")


async def _break(plan: Plan, stage: Stage, crowd: Crowd, monkey: Monkey) -> None:
    """Let people play while things break, until it is time or enough was sent.

    A slow machine is given longer, until each kind of fault has come.
    """
    playing = asyncio.create_task(crowd.play())
    breaking = asyncio.create_task(monkey.run(stage.stopping))
    until = time.monotonic() + plan.seconds
    while not playing.done() and not breaking.done():
        if time.monotonic() >= until + (plan.seconds * _LONGER if monkey.missing else 0.0):
            break
        if plan.updates and stage.ledger.updates >= plan.updates:
            break
        await asyncio.sleep(0.2)
    stage.stopping.set()
    await playing
    await breaking


async def _until_quiet(client: Redis, stage: Stage, findings: Findings) -> None:
    """Wait until nothing waits any more; what still does once it has not become less for a while is stuck."""
    until, least, calm = time.monotonic() + _QUIET_SECONDS, math.inf, 0
    while calm < 3 and time.monotonic() < until:  # noqa: PLR2004 - looks in a row
        await asyncio.sleep(0.5)
        waiting = len(stage.ledger.unacknowledged) + sum(map(len, (await _waiting(client)).values()))
        calm = 0 if waiting else calm + 1
        if waiting < least:
            until, least = time.monotonic() + _QUIET_SECONDS, waiting
    if calm >= 3:  # noqa: PLR2004 - as above
        # The latest copies of updates are still to come, and nothing may come of them.
        await asyncio.sleep(min(LONG_AFTER / 10, 3))
        return
    for number in sorted(stage.ledger.unacknowledged):
        findings.add("stuck", "telegram", f"update {number} was never acknowledged")
    for name, entries in (await _waiting(client)).items():
        for entry in entries:
            findings.add("stuck", name, entry)


async def _waiting(client: Redis) -> dict[str, list[str]]:
    """What lies in the inbox and in the outbox, and what is late; something where Redis does not answer."""
    try:
        streams = {**await kept.streams(client, "inbox"), **await kept.streams(client, "outbox")}
        late = await kept.late(client, audit.LATE_SECONDS / 3)
    except (RedisError, OSError) as error:
        return {"redis": [type(error).__name__]}
    waiting = {
        name: [f"{entry.decode()}: {fields.get(b'update') or fields.get(b'scope')!r}" for entry, fields in entries]
        for name, entries in streams.items()
    }
    return waiting | {name: [f"{scope.decode()} is due" for scope, _ in found] for name, found in late.items()}


def _file(folder: Path, audited: Audited, findings: Findings) -> None:
    """Keep what was found, and all about the places where it was."""
    if not findings:
        return
    dossiers.write(folder, findings.all)
    wrong = {finding.where for finding in findings}
    for place, steps, said in audited.games:
        if str(place) in wrong:
            dossiers.place(folder / "places", place, steps, said)
