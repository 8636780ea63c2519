"""Nothing from outside ends a loop, however much of it comes."""

from pathlib import Path
from random import Random

import pytest

from tests.long.shares import Share
from tests.support.besieged import BATCH, besieged, mutations, survives
from tests.support.damaged import DAMAGED_FIELDS, is_in_nobody_elses_way


@pytest.mark.long(shares=10)
async def test_updates_of_every_kind_mutated(
    tmp_path: Path, share: Share, chance: Random, caplog: pytest.LogCaptureFixture
) -> None:
    """Some 20,000 in four minutes of long runs on two cores."""
    async with besieged(tmp_path) as table:
        made = mutations(table, chance)
        for _ in share.rounds():
            await survives(table, made, BATCH, caplog)
            for _ in range(BATCH):
                share.count("mutated updates")


@pytest.mark.long(seconds=5)
async def test_no_field_of_a_game_is_in_anybody_elses_way_whatever_is_there(tmp_path: Path, share: Share) -> None:
    await is_in_nobody_elses_way(tmp_path, DAMAGED_FIELDS)
    for _ in DAMAGED_FIELDS:
        share.count("damaged fields")
