"""The same quiet evenings on every server, by every way to play, with the bot as administrator and as member."""

from itertools import product
from pathlib import Path

import pytest

from bot.playground.server_version import VERSIONS
from tests.e2e.quiet_evening import MOST_MESSAGES_PER_ACTION, WAYS, Way, run_quiet_evening
from tests.support.bot_process import ForkServer

pytestmark = pytest.mark.long(seconds=4)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("server", list(product(VERSIONS, ["administrator", "member"])), ids=" ".join)
async def test_what_stays_of_a_long_evening_is_what_was_played(
    redis_url: str, tmp_path: Path, fork_server: ForkServer, server: tuple[str, str], way: Way
) -> None:
    stayed = await run_quiet_evening(redis_url, tmp_path, fork_server, server=server, way=way, moves=8)
    print(f"{server}, {way}: {stayed:.2f} messages an action stay")  # noqa: T201 - for -s
    assert stayed <= MOST_MESSAGES_PER_ACTION
