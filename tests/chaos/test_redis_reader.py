"""What the audit reads of Redis is what the bot means by it."""

import pytest
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.heartbeat import Heartbeat
from bot.store.scope import Scope
from bot.tables.served_time import ServedClock
from tools.chaos import redis_reader
from tools.chaos.ledger import Ledger, TableRecord


async def test_served_time_is_read_as_the_bot_tells_it_however_the_clock_was_set(redis: Redis) -> None:
    ahead = 0.0
    served = ServedClock(Heartbeat(redis, "worker", now=lambda: 1_800_000_000.0 + ahead).record_beat)
    await served.record_beat(returning=True)
    for ahead in (7200.0, -14400.0):  # noqa: B007 - what the clock tells
        await served.record_beat(returning=False)
        assert abs(await redis_reader.read_served_time(redis) - served().timestamp()) < 1


async def test_updates_that_the_bot_has_forgotten_are_known_by_what_was_noted_before(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of two equal moves is in the log is then no guess."""
    monkeypatch.setattr(retention, "SEEN_NEWEST", 4)
    store, ledger, scope = GameStore(redis), Ledger(), Scope(-1_002_000_500_000, 3)
    record = ledger.add_record(TableRecord(scope, "kelimelik"))
    for version in range(20):
        await store.commit(Commit(scope=scope, expected_version=version, update_id=100 + version, state=None))
        await redis_reader.record_seen_updates(redis, ledger)
    assert await redis.hlen(keys.seen_updates(scope.chat)) < 10
    (stored,) = await redis_reader.read_tables(redis, [record], ledger.seen_updates)
    assert stored.update_by_version == {version + 1: 100 + version for version in range(20)}
    assert set(stored.scope_by_update) == set(stored.update_by_version.values())


async def test_what_is_there_now_counts_more_than_what_was_noted_of_a_commit_that_was_lost(redis: Redis) -> None:
    """Such as where a master dies before its replica has it."""
    scope = Scope(-1_002_000_500_000, 3)
    await GameStore(redis).commit(Commit(scope=scope, expected_version=0, update_id=7, state=None))
    former = {scope.chat: {b"8": f"1 {scope} 1".encode(), b"7": f"2 {scope} 2".encode()}}
    (stored,) = await redis_reader.read_tables(redis, [TableRecord(scope, "kelimelik")], former)
    assert stored.update_by_version == {1: 7}
