"""Nothing from outside ends a loop, however much of it comes."""

import logging
import os
from pathlib import Path
from random import Random

import pytest

from tests.long.shares import Share
from tests.support.besieged import BATCH, besieged, mutations, survives

log = logging.getLogger(__name__)


@pytest.mark.long(shares=10)
async def test_updates_of_every_kind_mutated(tmp_path: Path, share: Share, caplog: pytest.LogCaptureFixture) -> None:
    """Some 20,000 in four minutes of long runs on two cores."""
    seed = os.urandom(8).hex()
    async with besieged(tmp_path) as table:
        made = mutations(table, Random(seed))
        for _ in share.rounds():
            try:
                await survives(table, made, BATCH, caplog)
            except BaseException:
                log.warning("mutated updates by the seed %s", seed)
                raise
            for _ in range(BATCH):
                share.count("mutated updates")
