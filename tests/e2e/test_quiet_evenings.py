"""Short evenings in which people err: what stays in the group is what was played, on old servers and new ones."""

from pathlib import Path

import pytest

from bot.playground.server_version import NEWEST, OLDEST
from tests.e2e.quiet_evening import MOST_MESSAGES_PER_ACTION, Way, run_quiet_evening
from tests.support.bot_process import ForkServer


@pytest.mark.parametrize(
    ("server", "way"),
    [((OLDEST, "administrator"), "word first"), ((NEWEST, "member"), "own boards")],
)
async def test_what_stays_of_an_evening_is_what_was_played(
    redis_url: str, tmp_path: Path, fork_server: ForkServer, server: tuple[str, str], way: Way
) -> None:
    assert (
        await run_quiet_evening(redis_url, tmp_path, fork_server, server=server, way=way, moves=2)
        <= MOST_MESSAGES_PER_ACTION
    )
