"""Run a chaos simulation: the world, the people, the faults, the wait for quiet, and the audit.

Read :mod:`tools.simulator.playing` for the people, :mod:`tools.simulator.faults` for the faults, and
:mod:`tools.simulator.audit` for the checks.
"""

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from aiohttp import ClientSession
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.playground.server_version import OLDEST
from tools.fleet.launch import end_workers
from tools.simulator import audit, leaks, store
from tools.simulator.faults import FaultInjector, FencingCheck
from tools.simulator.leaks import TelegramOutput
from tools.simulator.ledger import Finding, Findings, Ledger, StepWording
from tools.simulator.pages import WEB_URL, BoardPages
from tools.simulator.people import LATE_COPY_SECONDS, UpdateSender
from tools.simulator.playing import AllTables, Stage
from tools.simulator.redis_servers import PASSWORD
from tools.simulator.report import Report, make_report, write_evidence
from tools.simulator.store import TableWatcher
from tools.simulator.world import TOKEN, SimulatedBot, open_world

_QUIET_SECONDS: Final = 120.0
"""Seconds without progress after which the remaining work counts as stuck."""
_EXTENSION_FACTOR: Final = 3
"""A run is extended by up to this multiple of its seconds while a kind of fault has not come."""
_CALM_LOOKS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ChaosPlan:
    """The options of a run; ``python -m tools.simulator chaos --help`` describes most of them.

    A run lasts up to four times ``seconds``, until each kind of fault has come; ``pause``: seconds between two of them.
    """

    seconds: float
    updates: int = 0
    workers: int = 1
    kill_every: float = 0.0
    sentinels: bool = False
    seed: str = "1"
    tables: int = 60
    sleepers: int = 300
    tables_per_chat: int = 1
    faults: tuple[str, ...] = ()
    pause: tuple[float, float] = (1.0, 5.0)
    api: str = OLDEST
    is_admin: bool = True
    language: str = "tr"


async def run_chaos(plan: ChaosPlan, folder: Path) -> tuple[Report, Sequence[Finding]]:
    """Play, inject faults, wait and audit; the workers' logs and Redis's data stay in the folder."""
    bot, output = SimulatedBot(plan.api, is_admin=plan.is_admin), TelegramOutput()
    bot.journal.listeners.append(output.record_call)
    chance = Random(f"{plan.seed}:faults")  # noqa: S311 - of what breaks alone
    settings = {"LOG_LEVEL": "DEBUG", "DEFAULT_LANGUAGE": plan.language, "WEB_URL": WEB_URL}
    async with (
        open_world(folder, bot, chance, workers=plan.workers, sentinels=plan.sentinels, settings=settings) as world,
        ClientSession() as http,
    ):
        ledger, findings, began = Ledger(), Findings(), time.monotonic()
        sender = UpdateSender(bot, ledger, Random(f"{plan.seed}:stage"), plan.language)  # noqa: S311 - of what is played alone
        output.user_by_query = sender.user_by_query
        pages = BoardPages(http, world, ledger, Random(f"{plan.seed}:pages"))  # noqa: S311 - of what is done there alone
        watcher = TableWatcher(world.client, world.redis.replicas)
        stage = Stage(sender, watcher, output, pages)
        tables = AllTables(stage, plan.seed, plan.tables, plan.sleepers, plan.tables_per_chat)
        injector = FaultInjector(
            world,
            FencingCheck(world.client, ledger, findings),
            chance,
            folder / "faults.txt",
            pause=plan.pause,
            only=plan.faults,
            kill_every=plan.kill_every,
        )
        looking = [
            asyncio.create_task(watcher.look_until_cancelled()),
            asyncio.create_task(leaks.sample_outbox(world.client, output)),
        ]
        try:
            await _play_and_break(plan, sender, tables, injector)
            seconds = time.monotonic() - began
            await _wait_until_quiet(world.client, ledger, findings)
        finally:
            for task in looking:
                task.cancel()
        ending = await store.read_served_time(world.client)
        await end_workers(world.workers)
        wording = StepWording(plan.language)
        audited = await audit.audit_everything(
            world.client, ledger, output, findings, shutdown_time=ending, wording=wording, faults=injector.times
        )
        texts = chain(await leaks.read_dead_letters(world.client), leaks.iterate_outputs(output, world.workers))
        audit.search_for_leaks(audited, texts, (TOKEN, PASSWORD), findings)
        write_evidence(folder, audited, findings)
        has_question = bool(audited.asked_updates) or plan.tables_per_chat == 1
        tried = {"moves": audited.move_count, "questions": has_question}
        report = make_report(
            injector,
            ledger,
            audited,
            findings,
            seconds=round(seconds, 1),
            seed=plan.seed,
            redis_kills=world.redis.kill_count,
            messages_per_action=round(len(output.public_messages) / max(1, audited.action_counts.total()), 2),
            missing=(*injector.missing_faults, *(name for name, came in tried.items() if not came)),
        )
        return report, findings


async def _play_and_break(plan: ChaosPlan, sender: UpdateSender, tables: AllTables, injector: FaultInjector) -> None:
    """Let people play while faults come, until the time is up or enough updates were sent.

    On a slow machine this lasts longer, until each kind of fault has come.
    """
    playing = asyncio.create_task(tables.play_until_stopped())
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


async def _wait_until_quiet(client: Redis, ledger: Ledger, findings: Findings) -> None:
    """Wait until no work is left; report what is left after a while without progress as stuck."""
    until, least, calm = time.monotonic() + _QUIET_SECONDS, math.inf, 0
    while calm < _CALM_LOOKS and time.monotonic() < until:
        await asyncio.sleep(0.5)
        waiting = len(ledger.unacknowledged) + sum(map(len, (await _read_waiting(client)).values()))
        calm = 0 if waiting else calm + 1
        if waiting < least:
            until, least = time.monotonic() + _QUIET_SECONDS, waiting
    if calm >= _CALM_LOOKS:
        # The last duplicates of updates are still to come; they must have no effect.
        await asyncio.sleep(LATE_COPY_SECONDS / 10)
        return
    for number in sorted(ledger.unacknowledged):
        findings.add_finding("stuck", "telegram", f"update {number} was never acknowledged")
    for name, entries in (await _read_waiting(client)).items():
        for entry in entries:
            findings.add_finding("stuck", name, entry)


async def _read_waiting(client: Redis) -> dict[str, list[str]]:
    """Read inbox, outbox and overdue deadlines; the error if Redis does not answer."""
    try:
        streams = {**await store.read_streams(client, "inbox"), **await store.read_streams(client, "outbox")}
        late = await store.read_overdue(client, audit.LATE_SECONDS / 3)
    except (RedisError, OSError) as error:
        return {"redis": [type(error).__name__]}
    waiting = {
        name: [f"{entry.decode()}: {fields.get(b'update') or fields.get(b'scope')!r}" for entry, fields in entries]
        for name, entries in streams.items()
    }
    return waiting | {name: [f"{scope.decode()} is due" for scope in scopes] for name, scopes in late.items()}
