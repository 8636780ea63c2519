"""A run of chaos: the fleet, the crowd, the faults, the quiet after them, and the audit."""

import asyncio
import signal
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos import audit, dossiers, kept, worker
from bot.chaos.audit import Audited
from bot.chaos.crowd import Crowd
from bot.chaos.faults import Monkey
from bot.chaos.findings import Finding, Findings
from bot.chaos.leaks import Text
from bot.chaos.ledger import Ledger
from bot.chaos.proxy import Proxy
from bot.chaos.stage import LONG_AFTER, Stage
from bot.chaos.told import Said
from bot.chaos.watch import Watch
from bot.config import StartError
from bot.fleet.calls import Entry
from bot.fleet.running import Fleet, running
from bot.fleet.server import BotApi, serving
from bot.fleet.stores import OneServer
from bot.store.connect import connect

TOKEN: Final = f"7:{'chaos' * 7}"
PASSWORD: Final = "chaos-is-no-password-of-anybody"  # noqa: S105 - a word to look for
_QUIET_SECONDS: Final = 120.0
_SENDS: Final = frozenset({"sendMessage", "sendPhoto", "sendDocument"})
_SAMPLE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run is to be like.

    Args:
        seconds: for how long things break.
        updates: ends it earlier once so many are sent; 0 for no end but time's.
        workers: how many processes.
        cluster: whether Redis is a cluster.
        seed: of all chance but the processes' own.
        tables: how many are played at a time.
        sleepers: at how many more nobody plays.
        faults: whether anything is broken.
    """

    seconds: float
    updates: int = 0
    workers: int = 1
    cluster: bool = False
    seed: str = "1"
    tables: int = 60
    sleepers: int = 40
    faults: bool = True


class Report(Struct, frozen=True, kw_only=True):
    """What came of a run; counts but for ``seconds`` and ``by_fault``."""

    kills: int
    redis_kills: int
    faults: int
    duplicates: int
    updates: int
    moves: int
    lost: int
    doubled: int
    leaked: int
    out_of_order: int
    stuck: int
    dead: int
    seconds: float
    """From the first update to the last fault."""
    timeouts: int
    """Moves of the clock among the entries of the logs."""
    tables: int
    seed: str
    by_fault: dict[str, int]

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not any((self.lost, self.doubled, self.leaked, self.out_of_order, self.stuck))


@dataclass(slots=True)
class Heard:
    """What left the processes by way of Telegram, as little of each as an audit needs."""

    chats: defaultdict[int, list[tuple[int | None, Said]]] = field(default_factory=lambda: defaultdict(list))
    """Messages that were carried out, by chat: the topic, and what was said."""
    texts: list[Text] = field(default_factory=list)
    pressed: dict[str, int] = field(default_factory=dict)

    def hear(self, entry: Entry) -> None:
        """Note a call."""
        call, given = entry.call, entry.call.parameters
        text = f"{call.text}\n{given['reply_markup']}" if given.get("reply_markup") else call.text
        if not text:
            return
        reader = call.chat
        if call.method == "answerCallbackQuery":
            reader = self.pressed.get(str(given.get("callback_query_id")), 0)
        self.texts.append(Text(f"{call.method} {entry.number}", text, 0 if reader is None else reader))
        if entry.shown and call.method in _SENDS and call.chat is not None:
            said = Said(call.text, call.method == "sendPhoto")
            self.chats[call.chat].append((given.get("message_thread_id"), said))


async def run(plan: Plan, folder: Path) -> tuple[Report, Sequence[Finding]]:
    """Play, break, wait, audit; what is left in the folder are the workers' logs and Redis's data.

    Raises:
        StartError: this machine cannot run it.
    """
    async with AsyncExitStack() as stack:
        api = await stack.enter_async_context(serving(TOKEN))
        account = api.accounts[TOKEN]
        account.journal.keep = False
        heard = Heard()
        account.journal.listeners.append(heard.hear)
        clock = folder / "clock"
        fleet, proxy = await stack.enter_async_context(_fleet(plan, api, folder, clock))
        client = connect(fleet.stores.url)
        stack.push_async_callback(client.aclose)
        ledger, began = Ledger(), time.monotonic()
        stage = Stage(account, ledger, Random(f"{plan.seed}:stage"))  # noqa: S311 - of what is played alone
        heard.pressed = stage.pressed
        watch = Watch(client)
        monkey = Monkey(fleet, api, client, proxy, clock, Random(f"{plan.seed}:faults"), folder / "faults.txt")  # noqa: S311 - as above
        watching = asyncio.create_task(watch.run())
        sampling = asyncio.create_task(_sample(client, heard))
        try:
            await _break(plan, stage, Crowd(stage, watch, plan.seed, plan.tables, plan.sleepers), monkey)
            seconds = time.monotonic() - began
            findings = Findings()
            await _until_quiet(client, stage, findings)
        finally:
            watching.cancel()
            sampling.cancel()
        for one in fleet.workers:
            await one.end(signal.SIGTERM)
        audited = await audit.audit(client, ledger, heard.chats, findings)
        audit.search(audited, _left(heard, fleet), (TOKEN, PASSWORD), findings)
        _file(folder, audited, findings)
        return _report(plan, monkey, ledger, audited, findings, seconds), findings.all


@asynccontextmanager
async def _fleet(plan: Plan, api: BotApi, folder: Path, clock: Path) -> AsyncIterator[tuple[Fleet, Proxy]]:
    """The workers, on Redis behind the proxy."""
    if plan.cluster:
        raise StartError("A cluster cannot be broken here yet: leave --cluster away.")
    path = unquote(urlsplit(f"unix://{folder / 'redis' / 'redis.sock'}").path)
    proxy = Proxy(path)
    port = await proxy.start()
    settings = {
        "REDIS_URL": f"redis://default:{PASSWORD}@127.0.0.1:{port}/0",
        "LOG_LEVEL": "DEBUG",
        "DEFAULT_LANGUAGE": "tr",
        worker.CLOCK: str(clock),
    }
    try:
        async with running(
            api, TOKEN, folder, workers=plan.workers, settings=settings, program=worker.PROGRAM
        ) as fleet:
            if not isinstance(fleet.stores, OneServer):
                raise StartError("Only a single Redis can be broken here.")
            yield fleet, proxy
    finally:
        await proxy.stop()


async def _break(plan: Plan, stage: Stage, crowd: Crowd, monkey: Monkey) -> None:
    """Let people play while things break, until it is time or enough was sent."""
    playing = asyncio.create_task(crowd.play())
    breaking = asyncio.create_task(monkey.run(stage.stopping)) if plan.faults else None
    until = time.monotonic() + plan.seconds
    while time.monotonic() < until and not playing.done() and not (breaking and breaking.done()):
        if plan.updates and stage.ledger.updates >= plan.updates:
            break
        await asyncio.sleep(0.2)
    stage.stopping.set()
    await playing
    if breaking is not None:
        await breaking


async def _until_quiet(client: Redis, stage: Stage, findings: Findings) -> None:
    """Wait until nothing waits any more; what still does in the end is stuck."""
    until = time.monotonic() + _QUIET_SECONDS
    calm = 0
    while calm < 3 and time.monotonic() < until:  # noqa: PLR2004 - looks in a row
        await asyncio.sleep(0.5)
        waiting = len(stage.ledger.unacknowledged) + sum(map(len, (await _waiting(client)).values()))
        calm = 0 if waiting else calm + 1
    if calm >= 3:  # noqa: PLR2004 - as above
        # The latest copies of updates are still to come, and nothing may come of them.
        await asyncio.sleep(min(LONG_AFTER / 10, 3))
        return
    for number in sorted(stage.ledger.unacknowledged):
        findings.add("stuck", "telegram", f"update {number} was never acknowledged")
    for name, entries in (await _waiting(client)).items():
        for entry, fields in entries:
            findings.add("stuck", name, f"{entry.decode()}: {fields.get(b'update') or fields.get(b'scope')!r}")


async def _waiting(client: Redis) -> dict[str, list[tuple[bytes, dict[bytes, bytes]]]]:
    """What lies in the inbox and in the outbox; something where Redis does not answer."""
    try:
        return {**await kept.streams(client, "inbox"), **await kept.streams(client, "outbox")}
    except (RedisError, OSError) as error:
        return {"redis": [(type(error).__name__.encode(), {})]}


async def _sample(client: Redis, heard: Heard) -> None:
    """Now and then read what waits in the outbox: it is to hold nothing that its chat may not know."""
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        try:
            found = await kept.notices(client)
        except (RedisError, OSError):
            continue
        heard.texts += [Text(name, text, chat, message=False) for name, chat, text in found]


def _file(folder: Path, audited: Audited, findings: Findings) -> None:
    """Keep what was found, and all about the places where it was."""
    if not findings:
        return
    dossiers.write(folder, findings.all)
    wrong = {finding.where for finding in findings}
    for place, steps, said in audited.games:
        if str(place) in wrong:
            dossiers.place(folder / "places", place, steps, said)


def _left(heard: Heard, fleet: Fleet) -> list[Text]:
    """Everything that left the processes: by Telegram, and into the logs."""
    texts = list(heard.texts)
    for one in fleet.workers:
        with one.log.open(encoding="utf-8", errors="replace") as log:
            texts += [Text(f"{one.name}'s log, line {number}", line) for number, line in enumerate(log, start=1)]
    return texts


def _report(plan: Plan, monkey: Monkey, ledger: Ledger, audited: Audited, findings: Findings, seconds: float) -> Report:
    return Report(
        kills=monkey.kills,
        redis_kills=monkey.redis_kills,
        faults=sum(monkey.done.values()),
        duplicates=ledger.duplicates,
        updates=ledger.updates,
        moves=audited.moves,
        lost=findings.count("lost", "wrong"),
        doubled=findings.count("doubled"),
        leaked=findings.count("leaked"),
        out_of_order=findings.count("out_of_order"),
        stuck=findings.count("stuck"),
        dead=audited.dead,
        seconds=round(seconds, 1),
        timeouts=audited.timeouts,
        tables=len(ledger.places),
        seed=plan.seed,
        by_fault=dict(sorted(monkey.done.items())),
    )
