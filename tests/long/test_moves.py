"""Groups that move, further and back, while people write in them and processes end at any instant."""

from random import Random, SystemRandom

import pytest
from redis.asyncio import Redis

from tests.long.shares import Share
from tests.support.migrations import ROUNDS, wander


@pytest.mark.long
async def test_nothing_that_was_acknowledged_is_lost_while_groups_move(share: Share, redis: Redis) -> None:
    seed = SystemRandom().getrandbits(64)
    print(f"the rounds of {seed}")  # noqa: T201 - shown where it fails
    chance = Random(seed)
    for number in share.rounds():
        for index, moves in enumerate(ROUNDS):
            await wander(redis, chance, len(ROUNDS) * number + index, moves)
            share.count("moves of groups")
