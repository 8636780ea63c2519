"""A whole evening on the oldest and on the newest server: one message an action, and nobody's rack to others."""

from pathlib import Path

import pytest

from bot.playground.server_version import VERSIONS
from tests.e2e.bot_stage import run_bot_stage
from tests.e2e.evening import Evening
from tests.e2e.evening_games import make_group_of_five, play_evening
from tests.support import set_clock_program
from tests.support.bot_process import ForkServer


@pytest.mark.repeats(1)
@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
async def test_an_evening_is_told_in_one_message_an_action(
    redis_url: str, tmp_path: Path, fork_server: ForkServer, version: str
) -> None:
    settings = {"REDIS_URL": redis_url, set_clock_program.FOLDER_VARIABLE: str(tmp_path)}
    async with run_bot_stage(tmp_path, settings, fork_server, set_clock_program.PROGRAM) as stage:
        stage.playground.world.server.version = version
        evening = Evening(stage, await make_group_of_five(stage), tmp_path)
        await play_evening(evening)
    print(*(f"{count} {title}" for title, count in evening.messages_per_step), sep="\n")  # noqa: T201 - for -s
