"""The same evening with the bot killed in every step of it: the group is told once, and holds the same in the end."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.playground.server_version import VERSIONS
from tests.e2e.bot_stage import run_bot_stage
from tests.e2e.chat_room import Json
from tests.e2e.evening import Evening
from tests.e2e.evening_games import make_group_of_five, play_evening
from tests.support import set_clock_program
from tests.support.bot_process import ForkServer

pytestmark = pytest.mark.long(seconds=25)


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
async def test_an_evening_is_the_same_however_often_the_bot_is_killed(
    redis: Redis, redis_url: str, tmp_path: Path, fork_server: ForkServer, version: str
) -> None:
    folders = [tmp_path / "killed", tmp_path / "well"]
    for folder in folders:
        folder.mkdir()

    async def spent(folder: Path, *, kills: bool) -> tuple[list[Json], list[tuple[str, int]]]:
        await redis.flushall()
        settings = {"REDIS_URL": redis_url, set_clock_program.FOLDER_VARIABLE: str(folder)}
        async with run_bot_stage(folder, settings, fork_server, set_clock_program.PROGRAM) as stage:
            stage.playground.world.server.version = version
            evening = Evening(stage, await make_group_of_five(stage), folder, kills_bot=kills)
            return await play_evening(evening)

    held, told = await spent(folders[0], kills=True)
    held_well, told_well = await spent(folders[1], kills=False)
    assert told == told_well
    assert held == held_well
