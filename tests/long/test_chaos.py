"""A short form of ``harfiyen chaos``: games of all kinds while everything breaks, with one worker and with two."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from bot.chaos.run import Plan, run
from tests.long.shares import Share

SECONDS = 20


@pytest.fixture
def folder() -> Iterator[Path]:
    """A path that is short enough for a socket; what was found stays in it."""
    made = Path(tempfile.mkdtemp(prefix="harfiyen-chaos-"))
    yield made
    if not (made / "findings.jsonl").exists():
        rmtree(made)


@pytest.mark.long(shares=2)
@pytest.mark.parametrize("workers", [1, 2])
async def test_nothing_is_lost_doubled_leaked_or_told_out_of_order(
    folder: Path, share: Share, chance: Random, workers: int
) -> None:
    for number in share.rounds():
        seed = f"{chance.getrandbits(32):x}"
        plan = Plan(seconds=SECONDS, workers=workers, seed=seed, tables=20, sleepers=10)
        report, findings = await run(plan, folder / str(number))
        assert report.clean, (seed, folder, findings[:10])
        assert report.moves
        for kind, count in (
            ("kills", report.kills + report.redis_kills),
            ("faults", report.faults),
            ("moves", report.moves),
        ):
            for _ in range(count):
                share.count(kind)
