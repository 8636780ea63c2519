"""Groups that become supergroups while people write in them and processes end at any instant."""

from random import Random

import pytest
from redis.asyncio import Redis

from tests.long.shares import Share
from tests.support.migrations import wander


@pytest.mark.long
async def test_nothing_that_was_acknowledged_is_lost_while_groups_move(
    share: Share, chance: Random, redis: Redis
) -> None:
    for number in share.rounds():
        await wander(redis, chance, number)
        share.count("moves of groups")
