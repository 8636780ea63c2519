"""A month: thirty days of games on data that an earlier version left, each with its event, measured at rest each night.

At night nobody plays, and all is answered. Then the day's increase of each figure of ``/metrics`` is compared with what
the stand-in for Telegram counted, and turns with those that groups took; on a day on which a worker began to count anew
only its end is noted.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.config import StartError
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from tools.fleet.api_server import FleetBotApi
from tools.fleet.launch import Fleet, launch_fleet
from tools.fleet.worker_process import find_free_port, require_process_clocks
from tools.month.events import CALENDAR, LAST_RESTART, RESTARTS, Events
from tools.month.figures import (
    Figures,
    StandInCounts,
    compared_figures,
    count_descriptors,
    differences,
    read_metrics,
    resident_mb,
)
from tools.month.groups import Chats, Group
from tools.month.report import DayFigures, MonthReport, WrongFigure
from tools.try_program import TOKEN
from tools.write_data_directory import BOARD, FOLDER, unpack

DAYS: Final = 30
_EARLIER: Final = "schema-2"
"""The data that the month begins with: an upgrade on its first day."""
_FIRST_CHAT: Final = -1_002_000_000_000
_WARM_DAYS: Final = 6
"""After a restart, until caches are full."""
_REST_SECONDS: Final = 0.3
"""Without a call, so that none is on its way; what is deleted later comes one by one."""
_LONGEST_UNREST_SECONDS: Final = 300.0
_LONGEST_WAIT_SECONDS: Final = 10.0
"""Seconds after which a day's event comes although nobody has taken a turn."""
_LOOK_SECONDS: Final = 0.01


@dataclass(frozen=True, slots=True)
class MonthPlan:
    """What is simulated."""

    games: int = 10_000
    groups: int = 200


async def run_month(plan: MonthPlan, folder: Path) -> MonthReport:
    """Simulate a month.

    Raises:
        StartError: this machine cannot run it, or as of a day.
    """
    require_process_clocks()
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        counts = StandInCounts()
        api = await stack.enter_async_context(FleetBotApi(TOKEN, middlewares=[counts.count_request]))
        account = api.accounts[TOKEN]
        account.journal.keeps_entries = False
        account.on_acknowledged = counts.count_update
        chats = Chats(account)
        unpack(FOLDER / f"{_EARLIER}.tar.xz", folder / "redis")
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
            warm_moves=month.days[LAST_RESTART + _WARM_DAYS - 1].moves - month.days[LAST_RESTART - 1].moves,
            seconds=time.monotonic() - began,
        )


class _Month:
    def __init__(self, fleet: Fleet, counts: StandInCounts, groups: Sequence[Group]) -> None:
        self._fleet: Final = fleet
        self._counts: Final = counts
        self._groups: Final = groups
        self._events: Final = Events(fleet)
        self._seen: tuple[Figures, Figures] = (Counter(), Counter())
        self._next_group = 0
        self.games = self.unfinished = self.compared = 0
        self.days: Final[list[DayFigures]] = []
        self.wrong: Final[list[WrongFigure]] = []

    @property
    def moves(self) -> int:
        """Turns that were taken."""
        return self._counts.move_count

    async def live_day(self, day: int, games: int) -> None:
        """Play until so many games have ended since the month began, then measure.

        Raises:
            StartError: a worker did not start again, or the bot did not come to rest.
        """
        event, met = CALENDAR.get(day, ""), 0
        try:
            async with asyncio.TaskGroup() as group:
                for players in self._share_games(games - self.games - self.unfinished):
                    group.create_task(players)
                if event:
                    await self._wait_for_turn(self.moves)
                    met = await self._events.bring_about(event)
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        await self._rest()
        await self._compare(day, is_new_count=event in RESTARTS)
        pids = [worker.pid for worker in self._fleet.workers]
        self.days.append(
            DayFigures(
                day=day,
                event=event,
                met=met,
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

    async def _wait_for_turn(self, former: int) -> None:
        """Wait until somebody has taken a turn since there were so many: what happens then happens amid games."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
                while self.moves == former:  # noqa: ASYNC110 - whichever group takes it
                    await asyncio.sleep(_LOOK_SECONDS)

    async def _rest(self) -> None:
        """Wait until no update waits and no call comes any more.

        Raises:
            StartError: that takes too long.
        """
        account, calls = self._fleet.account, -1
        try:
            async with asyncio.timeout(_LONGEST_UNREST_SECONDS):
                while calls != account.call_count or account.waiting_updates:
                    calls = account.call_count
                    await asyncio.sleep(_REST_SECONDS)
        except TimeoutError:
            raise StartError(f"The bot does not come to rest; updates that wait: {account.waiting_updates}") from None

    async def _read_figures(self) -> tuple[Figures, Figures]:
        """Both counts of the same moment: again where something was counted meanwhile."""
        while True:
            counted = self._counts.figures.copy()
            told = await read_metrics(worker.settings["METRICS_LISTEN"] for worker in self._fleet.workers)
            if counted == self._counts.figures:
                return told, counted
            await self._rest()

    async def _compare(self, day: int, *, is_new_count: bool) -> None:
        told, counted = await self._read_figures()
        if not is_new_count:
            bot, stand_in = Counter(told), Counter(counted)
            bot.subtract(self._seen[0])
            stand_in.subtract(self._seen[1])
            self.compared += len(compared_figures(bot, stand_in))
            self.wrong.extend(
                WrongFigure(day=day, what=what, bot=one, stand_in=other)
                for what, (one, other) in differences(bot, stand_in).items()
            )
        self._seen = told, counted
