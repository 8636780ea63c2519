"""A database is one bot's: whoever comes first, until a restore frees it."""

import pytest
from redis.asyncio import Redis

from bot.store import export, restore_keys
from bot.store.database import WrongTenant, claim_tenant


async def test_a_database_stays_the_bots_that_came_first(redis: Redis) -> None:
    await claim_tenant(redis, 1)
    await claim_tenant(redis, 1)
    with pytest.raises(WrongTenant):
        await claim_tenant(redis, 2)
    await claim_tenant(redis, 1)


async def test_what_is_noted_names_no_bot(redis: Redis) -> None:
    await claim_tenant(redis, 123456789)
    [name] = await redis.keys()
    assert "123456789" not in str(await redis.get(name))


async def test_whoever_comes_first_after_a_restore_has_it(redis: Redis) -> None:
    """A backup that is restored may be for another bot: its file does not say whose it was."""
    await claim_tenant(redis, 1)
    assert [group async for group in export.Exporter(redis).export_groups()] == []
    assert await restore_keys.is_database_empty(redis)
    await restore_keys.delete_all_keys(redis)
    await claim_tenant(redis, 2)
