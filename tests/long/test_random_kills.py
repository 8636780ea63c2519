"""The bot is killed at instants that nobody chose, as often as there is time; no move is lost and none counts twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.test_crashes import begun, laid, played, restart
from tests.long.time_shares import TimeShare
from tests.support.bot_process import ForkServer

INSTANTS = ("", "getUpdates", "sendPhoto")
"""The call after which a kill comes: none, the one that fetches the move, or the one that tells of it."""
LATEST = 0.1
"""How many seconds later it comes at the most; a move takes some hundredths of one."""


@pytest.fixture
async def stage(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path, {"REDIS_URL": redis_url}, fork_server) as made:
        yield made


@pytest.mark.long(shares=3)
async def test_kills_at_any_instant_lose_and_double_nothing(
    stage: BotStage, time_share: TimeShare, chance: Random
) -> None:
    game = await begun(stage, 0)
    for _ in time_share.rounds():
        rack = await game.look_at_rack()
        move = game.solver.find_best(rack)
        if move is None or game.empties_rack(move, rack):
            game = await begun(stage, 0)
            move = await game.find_move()
        before, instant = stage.last_call_number, chance.choice(INSTANTS)
        await game.type_turn(move)
        if instant:
            await stage.wait_call(instant, after=before)
        await asyncio.sleep(chance.uniform(0, LATEST))
        await stage.bot.kill_bot()
        time_share.count_try("kills")
        await restart(stage, game)
        await game.check_turn_message(await game.wait_turn_message(move), game.turn_lines(move))
        assert await played(stage, game.room) == laid(game)
