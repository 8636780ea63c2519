"""The same evening of five tables, longer, on every server, the bot killed in every third step."""

from pathlib import Path

import pytest

from bot.playground.server_version import VERSIONS
from tests.e2e.side_by_side import run_side_by_side
from tests.support.bot_process import ForkServer


@pytest.mark.long(seconds=60)
@pytest.mark.parametrize("version", VERSIONS)
async def test_a_long_evening_of_five_tables_is_played_where_it_is_meant(
    redis_url: str, tmp_path: Path, fork_server: ForkServer, version: str
) -> None:
    evening = await run_side_by_side(redis_url, tmp_path, fork_server, version=version, rounds=8, kill_every=3)
    evening.check_played(rounds=8)
