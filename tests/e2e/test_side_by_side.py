"""Five tables at once in a group: every move counts where it was meant, few questions are asked, and little is said."""

from pathlib import Path

import pytest

from bot.playground.server_version import NEWEST, OLDEST
from tests.e2e.side_by_side import run_side_by_side
from tests.support.bot_process import ForkServer


@pytest.mark.repeats(1)
@pytest.mark.parametrize("version", [OLDEST, NEWEST])
async def test_an_evening_of_five_tables_is_played_where_it_is_meant(
    redis_url: str, tmp_path: Path, fork_server: ForkServer, version: str
) -> None:
    evening = await run_side_by_side(redis_url, tmp_path, fork_server, version=version, rounds=2, kill_every=9)
    evening.check_played(rounds=2)
