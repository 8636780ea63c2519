"""What is committed to a shard that was taken from its owner, before anybody owns it again, is found."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from random import Random

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from tests.support.streams import CHAT, OwnedShards, commit_with_notices, set_shard_owner
from tests.support.waiting import PATIENCE
from tools.simulator.faults import FencingCheck, schedule_faults
from tools.simulator.ledger import Findings, Ledger, TableRecord

SCOPE = Scope(CHAT, 7)
SHARD = keys.shard_of(CHAT)
SHORT = 0.2
"""Seconds for which a shard is watched where nothing is to be found."""


async def seize_and_watch(fence: FencingCheck, seconds: float) -> None:
    await fence.watch_seized(await fence.seize_shards([SHARD]), seconds)


@asynccontextmanager
async def taken(redis: Redis, seconds: float) -> AsyncIterator[Findings]:
    """A shard with a game in it is somebody's no more, and watched."""
    ledger, findings = Ledger(), Findings()
    ledger.records.append(TableRecord(SCOPE, "kelimelik"))
    await set_shard_owner(redis, "a#1")
    await commit_with_notices(redis, SCOPE, 0)
    watching = asyncio.create_task(seize_and_watch(FencingCheck(redis, ledger, findings), seconds))
    async with asyncio.timeout(PATIENCE):
        while await redis.get(keys.shard_owner(SHARD)) == b"a#1":  # noqa: ASYNC110 - until it is taken
            await asyncio.sleep(0)
    yield findings
    if seconds == SHORT:
        await watching
    watching.cancel()


async def test_what_a_former_owner_is_refused_is_none(redis: Redis) -> None:
    async with taken(redis, SHORT) as findings:
        with pytest.raises(ShardNotOwned):
            await GameStore(redis, shards=OwnedShards({SHARD: "a#1"})).commit(
                Commit(scope=SCOPE, expected_version=1, update_id=None, state=b"other")
            )
    assert not findings


async def test_what_was_seized_and_is_committed_to_before_it_is_watched_is_found(redis: Redis) -> None:
    ledger, findings = Ledger(), Findings()
    ledger.records.append(TableRecord(SCOPE, "kelimelik"))
    await set_shard_owner(redis, "a#1")
    await commit_with_notices(redis, SCOPE, 0)
    fence = FencingCheck(redis, ledger, findings)
    seized = await fence.seize_shards([SHARD])
    await commit_with_notices(redis, SCOPE, 1)
    await fence.watch_seized(seized, SHORT)
    assert [found.what for found in findings] == [f"version 2 was committed while shard {SHARD} was nobody's"]


def test_each_kind_comes_once_before_any_comes_again_and_kills_come_first() -> None:
    kinds = {"worker_killed": 20, "telegram": 1, "redis_killed": 1, "disk_full": 1}
    found = list(islice(schedule_faults(kinds, Random(1), (1.0, 5.0)), 404))
    assert {kind for _, kind in found[:2]} == {"worker_killed", "redis_killed"}
    assert {kind for _, kind in found[2:4]} == {"telegram", "disk_full"}
    assert all(pause <= 0.5 for pause, _ in found[:4])
    assert all(1.0 <= pause <= 5.0 for pause, _ in found[4:])
    assert Counter(kind for _, kind in found[4:]).most_common(1)[0][0] == "worker_killed"
