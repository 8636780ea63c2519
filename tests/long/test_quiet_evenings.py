"""The same quiet evenings on every server, by every way to play, with the bot as administrator and as member."""

from itertools import product
from pathlib import Path

import pytest

from bot.playground.servers import VERSIONS
from tests.e2e.quiet import MOST, WAYS, Way, spent
from tests.support.warm import Warm

pytestmark = pytest.mark.long(seconds=4)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("server", list(product(VERSIONS, ["administrator", "member"])), ids=" ".join)
async def test_what_stays_of_a_long_evening_is_what_was_played(
    redis_url: str, tmp_path: Path, warm: Warm, server: tuple[str, str], way: Way
) -> None:
    stayed = await spent(redis_url, tmp_path, warm, server=server, way=way, moves=8)
    print(f"{server}, {way}: {stayed:.2f} messages an action stay")  # noqa: T201 - for -s
    assert stayed <= MOST
