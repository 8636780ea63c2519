"""Short evenings in which people err: what stays in the group is what was played, on old servers and new ones."""

from pathlib import Path

import pytest

from bot.playground.servers import NEWEST, OLDEST
from tests.e2e.quiet import MOST, Way, spent
from tests.support.warm import Warm


@pytest.mark.parametrize(
    ("server", "way"),
    [((OLDEST, "administrator"), "word first"), ((NEWEST, "member"), "own boards")],
)
async def test_what_stays_of_an_evening_is_what_was_played(
    redis_url: str, tmp_path: Path, warm: Warm, server: tuple[str, str], way: Way
) -> None:
    assert await spent(redis_url, tmp_path, warm, server=server, way=way, moves=2) <= MOST
