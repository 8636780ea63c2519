"""The simulator finds nothing but what is planted: short runs of chaos and of a month of operation."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import pytest

from bot.playground.server_version import NEWEST
from tests.faults import simulator_faults
from tests.faults.simulator_faults import PLANTED
from tests.long.time_shares import TimeShare
from tools.simulator.month import CALENDAR, DAYS, MonthPlan, run_month
from tools.simulator.run import ChaosPlan, run_chaos
from tools.simulator.worker import HOOK_VARIABLE

SHORT: Mapping[str, Any] = {"seconds": 8, "tables": 20, "sleepers": 10, "pause": (0.2, 1.0)}
WAYS: Mapping[str, Mapping[str, Any]] = {
    "killed": {"kill_every": 7},
    "two workers": {"workers": 2, "kill_every": 20},
    "four tables a chat": {"workers": 2, "tables_per_chat": 4},
    "sentinels": {"sentinels": True},
    "a member on the newest server": {"api": NEWEST, "is_admin": False, "language": "uk"},
}
FEW: Mapping[str, Any] = {"seconds": 30, "tables": 8, "sleepers": 3, "faults": ("redis_cut", "leases_lost")}
_TRIES = 3


@pytest.fixture
def folder() -> Iterator[Path]:
    """A path that is short enough for a socket; what was found stays in it."""
    made = Path(tempfile.mkdtemp(prefix="harfiyen-simulator-"))
    yield made
    if not (made / "findings.jsonl").exists():
        rmtree(made)


@pytest.mark.long(seconds=25)
@pytest.mark.parametrize("way", WAYS)
async def test_nothing_is_lost_doubled_leaked_or_told_out_of_order(
    folder: Path, time_share: TimeShare, chance: Random, way: str
) -> None:
    seed = f"{chance.getrandbits(32):x}"
    report, findings = await run_chaos(ChaosPlan(**{**SHORT, **WAYS[way]}, seed=seed), folder)
    assert report.is_sound, (seed, folder, findings[:10])
    assert report.moves
    for kind, count in (("kills", report.kills + report.redis_kills), ("moves", report.moves)):
        for _ in range(count):
            time_share.count_try(kind)


@pytest.mark.long(seconds=60)
@pytest.mark.parametrize("name", PLANTED)
async def test_what_is_planted_is_found(
    folder: Path, chance: Random, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(HOOK_VARIABLE, simulator_faults.__name__)
    monkeypatch.setenv(simulator_faults.PLANTED_VARIABLE, name)
    fault, found = PLANTED[name], set[str]()
    # Whether a fault meets the instant at which it does harm is chance.
    for number in range(_TRIES):
        plan = ChaosPlan(**FEW, tables_per_chat=fault.tables_per_chat, seed=f"{chance.getrandbits(32):x}")
        (folder / str(number)).mkdir()
        report, _ = await run_chaos(plan, folder / str(number))
        found = {column for column in fault.found_as if getattr(report, column)}
        if found:
            break
    assert found


@pytest.mark.long(seconds=120)
async def test_a_small_month_has_every_event_and_equal_figures(folder: Path, time_share: TimeShare) -> None:
    report = await run_month(MonthPlan(games=60, groups=4), folder)
    assert (report.games, report.unfinished, report.old_games_played_on) == (60, 0, 1)
    assert [one.event for one in report.days if one.event] == list(CALENDAR.values())
    assert report.compared > DAYS
    assert (report.wrong, report.wrong_logs, report.unnoticed_events) == ([], 0, [])
    for _ in report.days:
        time_share.count_try("simulated days")
