"""A short form of ``make chaos``: games of all kinds while everything breaks, on one Redis and on a cluster."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from tests.long.time_shares import TimeShare
from tools.chaos.run import ChaosPlan, run_chaos

SECONDS = 8
PAUSE = (0.2, 1.0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A path that is short enough for a socket; what was found stays in it."""
    made = Path(tempfile.mkdtemp(prefix="harfiyen-chaos-"))
    yield made
    if not (made / "findings.jsonl").exists():
        rmtree(made)


@pytest.mark.long(seconds=25)
@pytest.mark.parametrize("tables_per_chat", [1, 4])
@pytest.mark.parametrize(("workers", "cluster"), [(1, False), (2, False), (2, True)])
async def test_nothing_is_lost_doubled_leaked_or_told_out_of_order(
    folder: Path, time_share: TimeShare, chance: Random, workers: int, tables_per_chat: int, *, cluster: bool
) -> None:
    seed = f"{chance.getrandbits(32):x}"
    plan = ChaosPlan(
        seconds=SECONDS,
        workers=workers,
        cluster=cluster,
        seed=seed,
        tables=20,
        sleepers=10,
        tables_per_chat=tables_per_chat,
        pause=PAUSE,
    )
    report, findings = await run_chaos(plan, folder)
    assert report.is_sound, (seed, folder, findings[:10])
    assert tables_per_chat > 1 or report.asked == 0
    assert report.moves
    for kind, count in (
        ("kills", report.kills + report.redis_kills),
        ("faults", report.faults),
        ("moves", report.moves),
    ):
        for _ in range(count):
            time_share.count_try(kind)
