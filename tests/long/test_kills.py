"""The bot is killed at instants that nobody chose, as often as there is time; no move is lost and none counts twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.e2e.stage import Stage, opened
from tests.e2e.test_crashes import begun, laid, played, restart
from tests.long.shares import Share
from tests.support.warm import Warm

INSTANTS = ("", "getUpdates", "sendPhoto")
"""The call after which a kill comes: none, the one that fetches the move, or the one that tells of it."""
LATEST = 0.1
"""How many seconds later it comes at the most; a move takes some hundredths of one."""


@pytest.fixture
async def stage(redis_url: str, tmp_path: Path, warm: Warm) -> AsyncIterator[Stage]:
    async with opened(tmp_path, {"REDIS_URL": redis_url}, warm) as made:
        yield made


@pytest.mark.long(shares=3)
async def test_kills_at_any_instant_lose_and_double_nothing(stage: Stage, share: Share, chance: Random) -> None:
    game = await begun(stage, 0)
    for _ in share.rounds():
        rack = await game.rack()
        move = game.solver.best(rack)
        if move is None or game.empties(move, rack):
            game = await begun(stage, 0)
            move = await game.find()
        before, instant = stage.calls, chance.choice(INSTANTS)
        await game.type(move)
        if instant:
            await stage.call(instant, after=before)
        await asyncio.sleep(chance.uniform(0, LATEST))
        await stage.bot.kill()
        share.count("kills")
        await restart(stage, game)
        await game.check(await game.hear(move), game.told(move))
        assert await played(stage, game.room) == laid(game)
