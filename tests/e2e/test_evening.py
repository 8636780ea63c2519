"""A whole evening on the oldest and on the newest server: one message an action, and nobody's rack to others."""

from pathlib import Path

import pytest

from bot.playground.servers import VERSIONS
from tests.e2e.evening import Evening, group, spend
from tests.e2e.stage import opened
from tests.support import set_clock
from tests.support.warm import Warm


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
async def test_an_evening_is_told_in_one_message_an_action(
    redis_url: str, tmp_path: Path, warm: Warm, version: str
) -> None:
    settings = {"REDIS_URL": redis_url, set_clock.FOLDER: str(tmp_path)}
    async with opened(tmp_path, settings, warm, set_clock.PROGRAM) as stage:
        stage.playground.world.server.version = version
        evening = Evening(stage, await group(stage), tmp_path)
        await spend(evening)
    print(*(f"{count} {title}" for title, count in evening.told), sep="\n")  # noqa: T201 - for -s
