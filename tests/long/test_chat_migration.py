"""Groups that become supergroups while people write in them and processes end at any instant."""

from random import Random

import pytest
from redis.asyncio import Redis

from tests.long.time_shares import TimeShare
from tests.support.chat_migrations import race_migration


@pytest.mark.long
async def test_nothing_that_was_acknowledged_is_lost_while_groups_move(
    time_share: TimeShare, chance: Random, redis: Redis
) -> None:
    for number in time_share.rounds():
        await race_migration(redis, chance, number)
        time_share.count_try("moves of groups")
