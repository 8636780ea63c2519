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

from bot.config import StartError
from bot.store.connection.connect import connect
from tools.chaos import audit, players, redis_reader, worker
from tools.chaos.cluster_faults import ClusterBreaker
from tools.chaos.fault_injector import FaultInjector
from tools.chaos.fencing_check import FencingCheck
from tools.chaos.findings import Finding, Findings
from tools.chaos.ledger import Ledger
from tools.chaos.outputs import TelegramOutput, iterate_outputs, read_dead_letters, sample_outbox
from tools.chaos.play_all import AllTables
from tools.chaos.redis_faults import RedisBreaker
from tools.chaos.redis_proxy import RedisProxy
from tools.chaos.report import Report, make_report, write_evidence
from tools.chaos.server_faults import ServerBreaker
from tools.chaos.table_watcher import TableWatcher
from tools.chaos.update_sender import LATE_COPY_SECONDS, UpdateSender
from tools.fleet.api_server import FleetBotApi
from tools.fleet.launch import Fleet, launch_fleet
from tools.fleet.redis_servers import ClusterServers, SingleServer

TOKEN: Final = f"7:{'chaos' * 7}"


PASSWORD: Final = "chaos-is-no-password-of-anybody"  # noqa: S105 - a word to look for


_QUIET_SECONDS: Final = 120.0
"""For how long what waits may not become less."""


_EXTENSION_FACTOR: Final = 3
"""By how many times its seconds a run lasts longer where a kind of fault has not come."""


_REPLICAS: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChaosPlan:
    """What a run is to be like.

    Args:
        seconds: for how long things break, and longer, up to four times that, until each kind of fault has come.
        updates: ends it earlier once so many are sent; 0 for no end but time's.
        workers: how many processes.
        cluster: whether Redis is a cluster.
        seed: of all chance but the processes' own.
        tables: how many are played at a time.
        sleepers: at how many more nobody plays.
        tables_per_chat: how many of both are in one chat or topic at a time.
        faults: what is broken, by the names in :mod:`tools.chaos.fault_injector`; empty for everything.
        pause: least and most seconds between two faults.
    """

    seconds: float
    updates: int = 0
    workers: int = 1
    cluster: bool = False
    seed: str = "1"
    tables: int = 60
    sleepers: int = 300
    tables_per_chat: int = 1
    faults: tuple[str, ...] = ()
    pause: tuple[float, float] = (1.0, 5.0)


async def run_chaos(plan: ChaosPlan, folder: Path) -> tuple[Report, Sequence[Finding]]:
    """Play, break, wait, audit; what is left in the folder are the workers' logs and Redis's data.

    Raises:
        StartError: this machine cannot run it.
    """
    async with AsyncExitStack() as stack:
        api = await stack.enter_async_context(FleetBotApi(TOKEN))
        account = api.accounts[TOKEN]
        account.journal.keeps_entries = False
        account.member_status, account.username_of = players.member_status, players.username_of
        heard = TelegramOutput()
        account.journal.listeners.append(heard.record_call)
        clock = folder / "clock"
        proxy = (
            None if plan.cluster else RedisProxy(unquote(urlsplit(f"unix://{folder / 'redis' / 'redis.sock'}").path))
        )
        fleet = await stack.enter_async_context(_launch_workers(plan, api, folder, clock, proxy))
        client = connect(fleet.redis.url)
        stack.push_async_callback(client.aclose)
        ledger, findings, began = Ledger(), Findings(), time.monotonic()
        stage = UpdateSender(account, ledger, Random(f"{plan.seed}:stage"))  # noqa: S311 - of what is played alone
        heard.user_by_query = stage.user_by_query
        watch = TableWatcher(client, _REPLICAS if plan.cluster else 0)
        stack.push_async_callback(watch.close)
        faults = Random(f"{plan.seed}:faults")  # noqa: S311 - as above
        everybody = AllTables(
            stage,
            watch,
            plan.seed,
            plan.tables,
            plan.sleepers,
            tables_per_chat=plan.tables_per_chat,
            output=heard,
        )
        redis = _make_redis_breaker(fleet, proxy, client, faults)
        monkey = FaultInjector(
            fleet,
            redis=redis,
            fencing=FencingCheck(client, ledger, findings),
            clock_file=clock,
            rng=faults,
            log_file=folder / "faults.txt",
            only=plan.faults,
            pause=plan.pause,
        )
        looking = [
            asyncio.create_task(looks)
            for looks in (
                watch.look_until_cancelled(),
                sample_outbox(client, heard),
                redis_reader.sample_seen_updates(client, ledger),
            )
        ]
        try:
            await _play_and_break(plan, stage, everybody, monkey)
            seconds = time.monotonic() - began
            await _wait_until_quiet(client, stage, findings)
        finally:
            for task in looking:
                task.cancel()
        ending = await redis_reader.read_served_time(client)
        for one in fleet.workers:
            await one.terminate(signal.SIGTERM)
        audited = await audit.audit_everything(client, ledger, heard, findings, ending)
        left = chain(await read_dead_letters(client), iterate_outputs(heard, fleet.workers))
        audit.search_for_leaks(audited, left, (TOKEN, PASSWORD), findings)
        write_evidence(folder, audited, findings)
        report = make_report(
            monkey,
            redis.kill_count,
            ledger,
            audited,
            findings,
            seconds=seconds,
            seed=plan.seed,
            tables_per_chat=plan.tables_per_chat,
        )
        return report, findings.all


@asynccontextmanager
async def _launch_workers(
    plan: ChaosPlan, api: FleetBotApi, folder: Path, clock: Path, proxy: RedisProxy | None
) -> AsyncIterator[Fleet]:
    """The workers, on a cluster or on a Redis behind the proxy."""
    settings = {"LOG_LEVEL": "DEBUG", "DEFAULT_LANGUAGE": "tr", worker.CLOCK_VARIABLE: str(clock)}
    async with AsyncExitStack() as stack:
        if proxy is not None:
            port = await proxy.listen_on_port()
            stack.push_async_callback(proxy.stop)
            settings["REDIS_URL"] = f"redis://default:{PASSWORD}@127.0.0.1:{port}/0"
        yield await stack.enter_async_context(
            launch_fleet(
                api,
                TOKEN,
                folder,
                workers=plan.workers,
                cluster=plan.cluster,
                settings=settings,
                program=worker.WORKER_PROGRAM,
            )
        )


def _make_redis_breaker(fleet: Fleet, proxy: RedisProxy | None, client: Redis, rng: Random) -> RedisBreaker:
    """What breaks the Redis of a fleet.

    Raises:
        StartError: nothing does.
    """
    match fleet.redis:
        case SingleServer(server=server) if proxy is not None:
            return ServerBreaker(server, proxy, client, rng)
        case ClusterServers(cluster=cluster):
            return ClusterBreaker(cluster, rng)
        case _:
            raise StartError("This Redis cannot be broken here.")


async def _play_and_break(plan: ChaosPlan, sender: UpdateSender, players: AllTables, injector: FaultInjector) -> None:
    """Let people play while things break, until it is time or enough was sent.

    A slow machine is given longer, until each kind of fault has come.
    """
    playing = asyncio.create_task(players.play_until_stopped())
    breaking = asyncio.create_task(injector.inject_until_stopped(sender.stopping))
    until = time.monotonic() + plan.seconds
    while not playing.done() and not breaking.done():
        if time.monotonic() >= until + (plan.seconds * _EXTENSION_FACTOR if injector.missing_faults else 0.0):
            break
        if plan.updates and sender.ledger.update_count >= plan.updates:
            break
        await asyncio.sleep(0.2)
    sender.stopping.set()
    await playing
    await breaking


async def _wait_until_quiet(client: Redis, sender: UpdateSender, findings: Findings) -> None:
    """Wait until nothing waits any more; what still does once it has not become less for a while is stuck."""
    until, least, calm = time.monotonic() + _QUIET_SECONDS, math.inf, 0
    while calm < 3 and time.monotonic() < until:  # noqa: PLR2004 - looks in a row
        await asyncio.sleep(0.5)
        waiting = len(sender.ledger.unacknowledged_updates) + sum(map(len, (await _read_waiting(client)).values()))
        calm = 0 if waiting else calm + 1
        if waiting < least:
            until, least = time.monotonic() + _QUIET_SECONDS, waiting
    if calm >= 3:  # noqa: PLR2004 - as above
        # The latest copies of updates are still to come, and nothing may come of them.
        await asyncio.sleep(min(LATE_COPY_SECONDS / 10, 3))
        return
    for number in sorted(sender.ledger.unacknowledged_updates):
        findings.add_finding("stuck", "telegram", f"update {number} was never acknowledged")
    for name, entries in (await _read_waiting(client)).items():
        for entry in entries:
            findings.add_finding("stuck", name, entry)


async def _read_waiting(client: Redis) -> dict[str, list[str]]:
    """What lies in the inbox and in the outbox, and what is late; something where Redis does not answer."""
    try:
        streams = {
            **await redis_reader.read_streams(client, "inbox"),
            **await redis_reader.read_streams(client, "outbox"),
        }
        late = await redis_reader.read_overdue(client, audit.LATE_SECONDS / 3)
    except (RedisError, OSError) as error:
        return {"redis": [type(error).__name__]}
    waiting = {
        name: [f"{entry.decode()}: {fields.get(b'update') or fields.get(b'scope')!r}" for entry, fields in entries]
        for name, entries in streams.items()
    }
    return waiting | {name: [f"{scope.decode()} is due" for scope, _ in found] for name, found in late.items()}
