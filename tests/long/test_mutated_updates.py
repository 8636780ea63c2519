"""Nothing from outside ends a loop, however much of it comes."""

from pathlib import Path
from random import Random

import pytest

from tests.long.time_shares import TimeShare
from tests.support.attacked_bot import (
    BATCH,
    DAMAGED_FIELDS,
    check_damages_stay_local,
    check_survives,
    run_attacked_bot,
    update_mutations,
)


@pytest.mark.long(shares=10)
async def test_updates_of_every_kind_mutated(
    redis_url: str, tmp_path: Path, time_share: TimeShare, chance: Random, caplog: pytest.LogCaptureFixture
) -> None:
    """Some 20,000 in four minutes of long runs on two cores."""
    async with run_attacked_bot(redis_url, tmp_path) as attacked:
        made = update_mutations(attacked, chance)
        for _ in time_share.rounds():
            await check_survives(attacked, made, BATCH, caplog)
            for _ in range(BATCH):
                time_share.count_try("mutated updates")


@pytest.mark.long(seconds=5)
async def test_no_field_of_a_game_is_in_anybody_elses_way_whatever_is_there(
    redis_url: str, tmp_path: Path, time_share: TimeShare
) -> None:
    await check_damages_stay_local(redis_url, tmp_path, DAMAGED_FIELDS)
    for _ in DAMAGED_FIELDS:
        time_share.count_try("damaged fields")
