"""A month: thirty days of games on data that an earlier version left, each with its event, measured at rest each night.

At night nobody plays, and all is answered. Then the day's increase of each figure of ``/metrics`` is compared with what
the stand-in for Telegram counted; on a day on which a worker began to count anew only its end is noted.
"""

import asyncio
import tarfile
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.bench.fleet.api_server import serve_bot_api
from bot.bench.fleet.launch import Fleet, launch_fleet
from bot.bench.fleet.worker_process import find_free_port, require_process_clocks
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from tools.month.events import CALENDAR, LAST_RESTART, RESTARTS, Events
from tools.month.figures import (
    Figures,
    StandInCounts,
    count_descriptors,
    differences,
    read_metrics,
    resident_mb,
)
from tools.month.groups import Chats, Group
from tools.month.report import DayFigures, MonthReport, WrongFigure
from tools.try_program import TOKEN
from tools.write_data_directory import BOARD, FOLDER

DAYS: Final = 30
_EARLIER: Final = "schema-2"
"""The data that the month begins with: an upgrade on its first day."""
_FIRST_CHAT: Final = -1_002_000_000_000
_WARM_DAYS: Final = 2
"""After a restart, until caches are full."""
_REST_SECONDS: Final = 0.3
"""Without a call, so that none is on its way; what is deleted later comes one by one."""
_EVENT_AFTER_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class MonthPlan:
    """What is simulated."""

    games: int = 10_000
    groups: int = 200


async def run_month(plan: MonthPlan, folder: Path) -> MonthReport:
    """Simulate a month.

    Raises:
        StartError: this machine cannot run it.
    """
    require_process_clocks()
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        counts = StandInCounts()
        api = await stack.enter_async_context(serve_bot_api(TOKEN, middlewares=[counts.count_request]))
        account = api.accounts[TOKEN]
        account.journal.keeps_entries = False
        account.on_acknowledged = counts.count_update
        chats = Chats(account)
        with tarfile.open(FOLDER / f"{_EARLIER}.tar.xz") as packed:
            packed.extractall(folder / "redis", filter="data")
        settings = {"METRICS_LISTEN": f"127.0.0.1:{find_free_port()}"}
        fleet = await stack.enter_async_context(launch_fleet(api, TOKEN, folder, settings=settings))
        client = connect(fleet.redis.url)
        stack.push_async_callback(client.aclose)
        store = GameStore(client)
        groups = [
            Group(account, chats, store, _FIRST_CHAT - number, counts.count_move) for number in range(plan.groups)
        ]
        old = Group(account, chats, store, BOARD, counts.count_move)
        month = _Month(fleet, counts, groups)
        played_on = int(await old.play_on())
        for day in range(1, DAYS + 1):
            await month.live_day(day, plan.games * day // DAYS)
        return MonthReport(
            games=month.games,
            moves=month.moves,
            updates=counts.update_count,
            unfinished=month.unfinished,
            old_games_played_on=played_on,
            days=month.days,
            compared=month.compared,
            wrong=month.wrong,
            flat_since=LAST_RESTART + _WARM_DAYS,
            seconds=time.monotonic() - began,
        )


class _Month:
    def __init__(self, fleet: Fleet, counts: StandInCounts, groups: Sequence[Group]) -> None:
        self._fleet: Final = fleet
        self._counts: Final = counts
        self._groups: Final = groups
        self._events: Final = Events(fleet)
        self._seen: tuple[Figures, Figures] | None = None
        self._next_group = 0
        self.games = self.unfinished = self.compared = 0
        self.days: Final[list[DayFigures]] = []
        self.wrong: Final[list[WrongFigure]] = []

    @property
    def moves(self) -> int:
        """Turns that were taken."""
        return self._counts.move_count

    async def live_day(self, day: int, games: int) -> None:
        """Play until so many games have ended since the month began, then measure."""
        event = CALENDAR.get(day, "")
        async with asyncio.TaskGroup() as group:
            if event:
                group.create_task(self._have_event(event))
            for players in self._share_games(games - self.games - self.unfinished):
                group.create_task(players)
        await self._rest()
        await self._compare(day, is_new_count=event in RESTARTS)
        pids = [worker.pid for worker in self._fleet.workers]
        self.days.append(
            DayFigures(
                day=day,
                event=event,
                games=self.games,
                moves=self.moves,
                memory_mb=max(map(resident_mb, pids)),
                descriptors=max(map(count_descriptors, pids)),
            )
        )

    def _share_games(self, games: int) -> list[Coroutine[Any, Any, None]]:
        """Have groups play so many games, one after another in each, the groups in turn."""
        shares: Counter[int] = Counter()
        for _ in range(games):
            shares[self._next_group] += 1
            self._next_group = (self._next_group + 1) % len(self._groups)
        return [self._play(self._groups[number], count) for number, count in shares.items()]

    async def _play(self, group: Group, games: int) -> None:
        for _ in range(games):
            try:
                await group.play_game()
            except TimeoutError:
                self.unfinished += 1
            else:
                self.games += 1

    async def _have_event(self, event: str) -> None:
        await asyncio.sleep(_EVENT_AFTER_SECONDS)
        await self._events.bring_about(event)

    async def _rest(self) -> None:
        """Wait until no update waits and no call comes any more."""
        account, calls = self._fleet.account, -1
        while calls != account.call_count or account.waiting_updates:
            calls = account.call_count
            await asyncio.sleep(_REST_SECONDS)

    async def _compare(self, day: int, *, is_new_count: bool) -> None:
        told = await read_metrics(worker.settings["METRICS_LISTEN"] for worker in self._fleet.workers)
        counted = self._counts.figures.copy()
        if self._seen is not None and not is_new_count:
            bot, stand_in = Counter(told), Counter(counted)
            bot.subtract(self._seen[0])
            stand_in.subtract(self._seen[1])
            self.compared += len(bot.keys() | stand_in.keys())
            self.wrong.extend(
                WrongFigure(day=day, what=what, bot=one, stand_in=other)
                for what, (one, other) in differences(bot, stand_in).items()
            )
        self._seen = told, counted
