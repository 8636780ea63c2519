"""Simulate a month of operation in some minutes: thirty days of games, on data of an earlier version, with outages.

At night all people stop, and the bot becomes idle. Then the day's increase of each figure of ``/metrics`` is compared
with the stand-in for Telegram, and the turns with those of the groups, except on days on which a worker's counters
start anew. At the end memory must be flat, and each group's log must lead to its table.
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

import aiohttp
from aiohttp import web
from aiohttp.typedefs import Handler
from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

from bot.config import StartError
from bot.playground.chats import Json
from bot.playground.dispatch import Fault
from bot.store.keys import Scope
from engine.crossword.actions import Place
from engine.crossword.rules import apply
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from tools.bench.games import play_as_typed
from tools.fleet.bot_api import FleetPerson
from tools.fleet.launch import find_free_port, require_process_clocks
from tools.simulator import store
from tools.simulator.audit import replay_table_log
from tools.simulator.ledger import Findings, TableRecord
from tools.simulator.people import make_players
from tools.simulator.redis_servers import SingleRedis, fill_disk
from tools.simulator.store import COMMIT_WAIT_SECONDS, TableWatcher
from tools.simulator.world import SimulatedBot, World, ensure_started, open_world
from tools.try_program import TOKEN
from tools.write_data_directory import BOARD, FOLDER, unpack

DAYS: Final = 30
CALENDAR: Final[Mapping[int, str]] = {
    2: "restart",
    3: "worker_killed",
    4: "redis_killed",
    5: "disk_full",
    6: "restart",
    8: "telegram_away",
    10: "redis_away",
    20: "telegram_away",
    26: "redis_away",
    28: "telegram_away",
}
"""The event of a day, which happens during play. After the last restart the worker is never started again."""
_LAST_RESTART: Final = 6
_RESTARTS: Final = ("restart", "worker_killed")
_FLAT_SINCE: Final = _LAST_RESTART + 6
"""From this day on caches are full."""
_WARM_MOVES: Final = 6_000
"""Moves after a worker's start from which on its memory is judged."""
_MEMORY_SHARE: Final = 0.05
"""The share by which a worker's memory may grow over the flat days."""
_DESCRIPTORS: Final = 12
"""How many more files and connections may be open at the end of a day, as their number varies."""
_OUTAGE_SECONDS: Final = 5.0
_EARLIER: Final = "schema-2"
_FIRST_CHAT: Final = -1_002_000_000_000
_FIRST_USER: Final = 1_000_000
_REST_SECONDS: Final = 0.3
"""Seconds without a call, so that none is under way; later deletions come one by one."""
_LONGEST_UNREST_SECONDS: Final = 300.0
_LONGEST_WAIT_SECONDS: Final = 10.0
"""Seconds after which a day's event comes even if no turn was taken."""
_ANSWER_SECONDS: Final = 120.0
"""Seconds after which a game counts as unfinished; longer than every outage."""
_GAMES: Final = ("kelimelik", "wordbox-tr")
_LOOK_UPS: Final = ("/skor", "/tahta", "/torba")
_PLAYS: Final = 5
_MOST_TURNS: Final = 24
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
Figures = Counter[tuple[str, ...]]
UPDATES: Final = "harfiyen_updates_received_total"
REQUESTS: Final = "harfiyen_api_requests_total"
MOVES: Final = "harfiyen_moves_total"
_LABELS: Final = {UPDATES: ("kind",), REQUESTS: ("method", "outcome"), MOVES: ("ruleset",)}
UNREACHABLE: Final = "unreachable"
"""Requests without an answer for the bot: most never arrived, some were answered too late."""
_OUTCOMES: Final = {2: "ok", 4: "refused", 5: "server_error"}
_RATE_LIMITED: Final = 429


class DayFigures(Struct, frozen=True, kw_only=True):
    day: int
    event: str
    met: int
    """What the event affected: processes that ended or stood still, or calls refused; 0 on days without one."""
    games: int
    moves: int
    memory_mb: float
    descriptors: int


class MonthReport(Struct, frozen=True, kw_only=True):
    games: int
    moves: int
    updates: int
    unfinished: int
    """Games that got no answer in time."""
    old_games_played_on: int
    """Games from an earlier version's data in which a move was accepted."""
    days: list[DayFigures]
    compared: int
    wrong: list[str]
    wrong_logs: int
    warm_moves: int
    """Plays and passes between the last restart and the first flat day."""
    seconds: float

    @property
    def growth(self) -> tuple[float, int]:
        """The change in MB of memory from the first two flat days to the last two, and in open descriptors.

        For descriptors, the most in the last third of the flat days is compared with the most in the first.
        """
        flat = self.days[_FLAT_SINCE - 1 :]
        memory, descriptors = [one.memory_mb for one in flat], [one.descriptors for one in flat]
        third = len(flat) // 3
        return sum(memory[-2:]) / 2 - sum(memory[:2]) / 2, max(descriptors[-third:]) - max(descriptors[:third])

    @property
    def unnoticed_events(self) -> list[str]:
        return [f"{one.event} (day {one.day})" for one in self.days if one.event and not one.met]

    @property
    def is_sound(self) -> bool:
        """Whether every game ended, every event had an effect, figures and logs agree, and memory is flat.

        Memory is not judged if too few moves came before.
        """
        wrong = self.unfinished or self.wrong or self.wrong_logs or self.unnoticed_events
        memory, descriptors = self.growth
        flat = self.warm_moves < _WARM_MOVES or memory <= _MEMORY_SHARE * self.days[_FLAT_SINCE - 1].memory_mb
        return not wrong and bool(self.old_games_played_on) and flat and descriptors <= _DESCRIPTORS

    def to_lines(self) -> str:
        days = (
            f"day {one.day:2}  {one.event or '-':16}{one.games:7} games{one.moves:8} moves"
            f"{one.memory_mb:8.1f} MB{one.descriptors:5} descriptors"
            for one in self.days
        )
        sums = (
            f"{self.games} games, {self.moves} moves, {self.updates} updates in {self.seconds:.0f} s",
            f"from day {_FLAT_SINCE} on: {self.growth[0]:+.1f} MB, {self.growth[1]:+} descriptors",
            f"moves until then since the last restart: {self.warm_moves} (memory counts from {_WARM_MOVES} on)",
            f"unfinished games: {self.unfinished}; wrong logs: {self.wrong_logs}",
            f"figures compared: {self.compared}; wrong: {len(self.wrong)}",
            f"games of an earlier version played on: {self.old_games_played_on}",
            f"events that met nothing: {', '.join(self.unnoticed_events) or 'none'}",
        )
        return "\n".join((*days, *sums, *self.wrong))


@dataclass(frozen=True, slots=True)
class MonthPlan:
    games: int = 10_000
    groups: int = 200


async def run_month(plan: MonthPlan, folder: Path) -> MonthReport:
    require_process_clocks()
    began, counts, bot = time.monotonic(), StandInCounts(), SimulatedBot(token=TOKEN)
    bot.on_acknowledged = counts.count_update
    unpack(FOLDER / f"{_EARLIER}.tar.xz", folder / "redis")
    metrics = f"127.0.0.1:{find_free_port()}"
    chance = Random(8)  # noqa: S311 - decides for how long
    settings = {"METRICS_LISTEN": metrics}
    async with open_world(folder, bot, chance, settings=settings, middlewares=[counts.count_request]) as world:
        watcher = TableWatcher(world.client)
        looking = asyncio.create_task(watcher.look_until_cancelled())
        try:
            groups = [Group(bot, watcher, counts, _FIRST_CHAT - number) for number in range(plan.groups)]
            month = _Month(world, counts, groups, metrics)
            played_on = await Group(bot, watcher, counts, BOARD).play_on()
            for day in range(1, DAYS + 1):
                await month.live_day(day, plan.games * day // DAYS)
        finally:
            looking.cancel()
        findings, records = Findings(), [group.record for group in groups]
        for record, stored in zip(records, await store.read_tables(world.client, records), strict=True):
            replay_table_log(record, stored, findings)
    return MonthReport(
        games=month.games,
        moves=counts.total(MOVES),
        updates=counts.total(UPDATES),
        unfinished=month.unfinished,
        old_games_played_on=played_on,
        days=month.days,
        compared=month.compared,
        wrong=month.wrong,
        wrong_logs=len(findings),
        warm_moves=month.days[_FLAT_SINCE - 1].moves - month.days[_LAST_RESTART - 1].moves,
        seconds=time.monotonic() - began,
    )


class Group:
    def __init__(self, bot: SimulatedBot, watcher: TableWatcher, counts: "StandInCounts", chat: int) -> None:
        # A new table continues the version of the one before.
        self.record: Final = TableRecord(Scope(chat), "", former_tables=(TableRecord(Scope(chat), ""),))
        self._bot: Final = bot
        self._watcher: Final = watcher
        self._counts: Final = counts
        self._people: Final = make_players(_FIRST_USER + 10 * (_FIRST_CHAT - chat), 2)
        self._number = 0

    async def play_game(self) -> None:
        self._number += 1
        host, guest = self._people
        async with asyncio.timeout(_ANSWER_SECONDS):
            for person, text in ((host, f"/yeni {_GAMES[self._number % 2]}"), (guest, "/katil"), (host, "/baslat")):
                state = await self._do(person, text)
        self._say(guest, _LOOK_UPS[self._number % len(_LOOK_UPS)])
        draws = Draws(f"month:{self.record.scope.chat}:{self._number}")
        for turn in range(_MOST_TURNS):
            text, draws = _next_turn(state, draws) if turn < _PLAYS else ("/pas", draws)
            async with asyncio.timeout(_ANSWER_SECONDS):
                state = await self._take_turn(state, text)
            if state.outcome is not None:
                return
        raise TimeoutError

    async def play_on(self) -> int:
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER_SECONDS):
                _, table = await self._watcher.read_table(self.record)
                if isinstance(table, GameState) and table.outcome is None:
                    await self._take_turn(table, "/pas")
                    return 1
        return 0

    async def _take_turn(self, state: GameState, text: str) -> GameState:
        user = state.players[state.turn].user
        after = await self._do(FleetPerson(user, "Kiraz"), text, state.number)
        self._counts.count_move(state.ruleset.id)
        return after

    async def _do(self, person: FleetPerson, text: str, turn: int = -1) -> GameState:
        """Send a text, and wait for a commit; with ``turn`` also until a later turn has begun."""
        version, _ = await self._watcher.read_table(self.record)
        self._say(person, text)
        while True:
            if await self._watcher.wait_for_version(self.record, version + 1, COMMIT_WAIT_SECONDS):
                self.record.secret = None
                version, after = await self._watcher.read_table(self.record)
                if turn < 0 or (isinstance(after, GameState) and after.number > turn):
                    return after  # type: ignore[return-value]  # only the last of the start's states is used

    def _say(self, person: FleetPerson, text: str) -> None:
        self._bot.send_text(self.record.scope.chat, person, text)


def _next_turn(state: GameState, draws: Draws) -> tuple[str, Draws]:
    words = load_lexicon(state.ruleset.lexicon)
    action, draws = random_move(state, draws, words, Habits())
    if not isinstance(action, Place):
        return "/pas", draws
    after, _ = apply(state, action, _NOW, words.__contains__)
    return ("/pas" if after.last is None else f"/oyna {play_as_typed(action, after.last.words[0])}"), draws


class _Month:
    def __init__(self, world: World, counts: "StandInCounts", groups: list[Group], metrics: str) -> None:
        self._world: Final = world
        self._counts: Final = counts
        self._groups: Final = cycle(groups)
        self._metrics: Final = metrics
        self._seen: tuple[Figures, Figures] = (Counter(), Counter())
        self.games = self.unfinished = self.compared = 0
        self.days: Final[list[DayFigures]] = []
        self.wrong: list[str] = []

    async def live_day(self, day: int, games: int) -> None:
        event, met = CALENDAR.get(day, ""), 0
        shares = Counter(next(self._groups) for _ in range(games - self.games - self.unfinished))
        try:
            async with asyncio.TaskGroup() as tasks:
                for group, count in shares.items():
                    tasks.create_task(self._play(group, count))
                if event:
                    await self._wait_for_turn(self._counts.total(MOVES))
                    met = await bring_about(self._world, event)
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        await self._rest()
        await self._compare(day, is_new_count=event in _RESTARTS)
        process = Path(f"/proc/{self._world.workers[0].pid}")
        resident = next(line for line in (process / "status").read_text("ascii").splitlines() if "VmRSS:" in line)
        self.days.append(
            DayFigures(
                day=day,
                event=event,
                met=met,
                games=self.games,
                moves=self._counts.total(MOVES),
                memory_mb=1024 * int(resident.split()[1]) / 1_000_000,
                descriptors=len(list((process / "fd").iterdir())),
            )
        )

    async def _play(self, group: Group, games: int) -> None:
        for _ in range(games):
            try:
                await group.play_game()
            except TimeoutError:
                self.unfinished += 1
            else:
                self.games += 1

    async def _wait_for_turn(self, former: int) -> None:
        """Wait until the number of turns is no longer ``former``, so that the event comes during play."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
                while self._counts.total(MOVES) == former:  # noqa: ASYNC110 - whichever group takes it
                    await asyncio.sleep(0.01)

    async def _rest(self) -> None:
        """Wait until no update is queued and no call comes."""
        bot, calls = self._world.bot, -1
        try:
            async with asyncio.timeout(_LONGEST_UNREST_SECONDS):
                while calls != bot.call_count or bot.waiting_updates:
                    calls = bot.call_count
                    await asyncio.sleep(_REST_SECONDS)
        except TimeoutError:
            raise StartError(f"The bot does not come to rest; updates that wait: {bot.waiting_updates}") from None

    async def _compare(self, day: int, *, is_new_count: bool) -> None:
        counted: Figures | None = None
        told: Figures = Counter()
        while counted != self._counts.figures:  # the counts changed during the reading
            await self._rest()
            counted = self._counts.figures.copy()
            told = await read_metrics(self._metrics)
        if not is_new_count:
            bot, stand_in = Counter(told), Counter(counted)
            bot.subtract(self._seen[0])
            stand_in.subtract(self._seen[1])
            self.compared += len(compared_figures(bot, stand_in))
            self.wrong += [f"day {day}: {what}" for what in differences(bot, stand_in)]
        self._seen = told, counted


async def bring_about(world: World, event: str) -> int:
    """Bring about an event of :data:`CALENDAR`; return the number of processes or calls that it affected."""
    (worker,), redis, bot = world.workers, world.redis, world.bot
    server = redis.server if isinstance(redis, SingleRedis) else None
    if server is None:
        raise TypeError("a month is simulated on a single Redis")
    former, calls = server.pid, bot.journal.last_number
    match event:
        case "restart" | "worker_killed":
            await worker.terminate(signal.SIGTERM if event == "restart" else signal.SIGKILL)
            await ensure_started(worker)
            return 1
        case "redis_killed":
            await redis.kill_server()
        case "disk_full":
            await fill_disk(former, Random(8))  # noqa: S311 - decides for how long
            await asyncio.sleep(1)
            await redis.restart_dead()
        case "redis_away":
            os.kill(former, signal.SIGSTOP)
            try:
                await asyncio.sleep(_OUTAGE_SECONDS)
            finally:
                # SIGTERM does not end a stopped server.
                os.kill(former, signal.SIGCONT)
            return 1
        case _:
            bot.faults.chooser = lambda _: Fault(kind="close")
            await asyncio.sleep(_OUTAGE_SECONDS)
            bot.faults.chooser = None
            return bot.journal.last_number - calls
    return int(server.pid != former)


class StandInCounts:
    def __init__(self) -> None:
        self.figures: Final[Figures] = Counter()

    @web.middleware
    async def count_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a request by its method and the outcome, unless its connection was closed before the answer."""
        answer = await handler(request)
        if request.transport is not None and not request.transport.is_closing():
            outcome = "rate_limited" if answer.status == _RATE_LIMITED else _OUTCOMES[answer.status // 100]
            self.figures[REQUESTS, request.match_info["method"], outcome] += 1
        return answer

    def total(self, counter: str) -> int:
        return sum(count for (name, *_), count in self.figures.items() if name == counter)

    def count_move(self, ruleset: str) -> None:
        self.figures[MOVES, ruleset] += 1

    def count_update(self, update: Json) -> None:
        self.figures[UPDATES, next(kind for kind in update if kind != "update_id")] += 1


async def read_metrics(address: str) -> Figures:
    figures: Figures = Counter()
    async with aiohttp.ClientSession() as session, session.get(f"http://{address}/metrics") as answer:
        text = await answer.text()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name in _LABELS:
                labels = (sample.labels[label] for label in _LABELS[sample.name])
                figures[sample.name, *labels] += int(sample.value)
    return figures


def differences(bot: Figures, stand_in: Figures) -> list[str]:
    """Describe the figures that differ, with the bot's count and the stand-in's.

    For each method the stand-in may count as many more requests as got no answer by the bot's count.
    """
    different = []
    unanswered = {method: bot[REQUESTS, method, UNREACHABLE] for _, method, *_ in bot.keys() | stand_in.keys()}
    for name in sorted(compared_figures(bot, stand_in)):
        surplus = stand_in[name] - bot[name]
        if name[0] == REQUESTS and 0 < surplus <= unanswered[name[1]]:
            unanswered[name[1]] -= surplus
        elif surplus:
            different.append(f"{' '.join(name)}: the bot says {bot[name]}, the stand-in {stand_in[name]}")
    return different


def compared_figures(bot: Figures, stand_in: Figures) -> set[tuple[str, ...]]:
    return {name for name in bot.keys() | stand_in.keys() if name[-1] != UNREACHABLE}
