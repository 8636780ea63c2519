"""The store's one way of changing a game: all of a commit or nothing, once an update, and one winner a race."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.commits import Commit, Committed, Conflict, Duplicate, Loaded, TableNumber, UpdateContext
from bot.store.games import GameStore
from bot.store.housekeeping import Quarantine
from bot.store.inbox import Inbox
from bot.store.keys import Scope, ScopeKey
from tests.support.stored_tables import load_stored_log
from tests.support.streams import OwnedShards, count_entries_and_pending, read_new_entries, set_shard_owner

GROUP = Scope(-1001234567890)
TOPIC = Scope(-1001234567890, 7)
ONE_OPEN = {1: TableNumber(is_open=True, is_told=False)}


@pytest.fixture
def store(redis: Redis) -> GameStore:
    return GameStore(redis)


def commit_of(
    state: bytes | None = b"state",
    expected: int = 0,
    update_id: int | None = 1,
    *,
    scope: Scope = GROUP,
    deadline: float | None = None,
    log: tuple[bytes, ...] = (),
    reset_log: bool = False,
    short_retention: bool = False,
    words: bytes | None = None,
) -> Commit:
    return Commit(
        scope=scope,
        expected_version=expected,
        update_id=update_id,
        state=state,
        log=log,
        outbox=(b"told",),
        deadline=deadline,
        reset_log=reset_log,
        short_retention=short_retention,
        custom_words=words,
    )


async def snapshot_redis(redis: Redis) -> dict[object, object]:
    return {key: await redis.dump(key) for key in await redis.keys()}


async def outbox_entries(redis: Redis, scope: Scope) -> list[tuple[bytes, bytes]]:
    entries: Any = await redis.xrange(keys.outbox(keys.shard_of(scope.chat)))
    return [(fields[b"scope"], fields[b"payload"]) for _, fields in entries]


async def test_a_commit_is_read_back_with_the_next_version(store: GameStore) -> None:
    assert await store.load_table(GROUP, 5) == Loaded(0, None, {}, duplicate=False)
    assert await store.commit(commit_of(b"\x00\xffstate", update_id=10)) == Committed(1)
    assert await store.load_table(GROUP, 10) == Loaded(1, b"\x00\xffstate", {}, duplicate=True, numbers=ONE_OPEN)
    assert await store.load_table(GROUP, 11) == Loaded(1, b"\x00\xffstate", {}, duplicate=False, numbers=ONE_OPEN)
    assert await store.commit(commit_of(b"later", expected=1, update_id=11)) == Committed(2)
    assert (await store.load_table(TOPIC)).state is None, "a topic has a game of its own"


async def test_a_commit_without_state_removes_the_game_and_counts_on(store: GameStore) -> None:
    await store.commit(commit_of())
    assert await store.commit(commit_of(None, expected=1, update_id=2)) == Committed(2)
    loaded = await store.load_table(GROUP)
    assert (loaded.version, loaded.state) == (2, None)
    assert not loaded.numbers[1].is_open


async def test_words_stay_with_the_game_that_they_were_committed_with(store: GameStore) -> None:
    await store.commit(commit_of(words=b"words"))
    await store.commit(commit_of(expected=1, update_id=2))
    assert (await store.load_table(GROUP)).custom_words == b"words"
    await store.commit(commit_of(expected=2, update_id=3, reset_log=True))
    assert (await store.load_table(GROUP)).custom_words is None, "those of a new game are others"


async def test_the_same_update_changes_nothing_twice(redis: Redis, store: GameStore) -> None:
    await store.commit(commit_of(b"first", update_id=10, deadline=50.0, log=(b"a",)))
    before = await snapshot_redis(redis)
    again = commit_of(b"second", expected=1, update_id=10, log=(b"b",), reset_log=True)
    assert await store.commit(again) == Duplicate(1)
    assert await snapshot_redis(redis) == before


async def test_an_update_that_was_done_before_leaves_the_inbox(redis: Redis, store: GameStore) -> None:
    await store.commit(commit_of(update_id=10))
    inbox, stream = Inbox(redis), keys.inbox(keys.shard_of(GROUP.chat))
    await inbox.append_update(10, GROUP.chat, b'{"update_id":10}')
    [entry] = await read_new_entries(inbox)
    update = UpdateContext(10, entry, GROUP.chat)
    assert await store.commit(commit_of(b"second", expected=1, update_id=10), update) == Duplicate(1)
    assert update.acked
    assert await count_entries_and_pending(redis, stream) == (0, 0)


async def test_a_lost_race_changes_nothing(redis: Redis, store: GameStore) -> None:
    await store.commit(commit_of(b"first", update_id=10, deadline=50.0, log=(b"a",)))
    before = await snapshot_redis(redis)
    assert await store.commit(commit_of(b"second", expected=0, update_id=11, log=(b"b",))) == Conflict(1)
    assert await store.commit(commit_of(b"second", expected=2, update_id=11, reset_log=True)) == Conflict(1)
    assert await snapshot_redis(redis) == before


async def test_without_an_update_only_the_version_decides(redis: Redis, store: GameStore) -> None:
    assert await store.commit(commit_of(update_id=None)) == Committed(1)
    assert await store.commit(commit_of(update_id=None, expected=1)) == Committed(2)
    assert await redis.exists(keys.seen_updates(GROUP.chat)) == 0


async def test_of_fifty_commits_on_one_version_one_wins(redis: Redis, store: GameStore) -> None:
    commits = (commit_of(str(number).encode(), update_id=number, log=(b"move",)) for number in range(50))
    results = await asyncio.gather(*map(store.commit, commits))
    assert results.count(Committed(1)) == 1
    assert results.count(Conflict(1)) == 49
    winner = results.index(Committed(1))
    assert await store.load_table(GROUP, winner) == Loaded(
        1, str(winner).encode(), {}, duplicate=True, numbers=ONE_OPEN
    )
    assert await load_stored_log(store, GROUP) == [b"move"]
    assert len(await outbox_entries(redis, GROUP)) == 1


async def test_the_log_grows_until_it_is_begun_anew(store: GameStore) -> None:
    await store.commit(commit_of(log=(b"1", b"2")))
    await store.commit(commit_of(expected=1, update_id=2, log=(b"3",)))
    assert await load_stored_log(store, GROUP) == [b"1", b"2", b"3"]
    await store.commit(commit_of(expected=2, update_id=3, log=(b"new",), reset_log=True))
    assert await load_stored_log(store, GROUP) == [b"new"]


async def test_a_log_is_read_with_the_game_it_belongs_to_or_not_at_all(store: GameStore) -> None:
    await store.commit(commit_of(log=(b"1",)))
    assert await store.load_log(GROUP, 1) == [b"1"]
    await store.commit(commit_of(expected=1, update_id=2, log=(b"another table",), reset_log=True))
    assert await store.load_log(GROUP, 1) == []
    assert await store.load_log(TOPIC, 0) == []


async def test_the_outbox_says_where_it_belongs(redis: Redis, store: GameStore) -> None:
    await store.commit(commit_of(scope=TOPIC))
    assert await outbox_entries(redis, TOPIC) == [(b"-1001234567890:7", b"told")]


async def test_an_unfinished_game_waits_a_year_and_a_finished_one_a_month(redis: Redis, store: GameStore) -> None:
    async def kept(*further: ScopeKey) -> list[int]:
        return [await redis.ttl(key(GROUP)) for key in (keys.game, *further)]

    await store.commit(commit_of(log=(b"1",), words=b"words"))
    assert await kept(keys.game_log, keys.game_words) == pytest.approx([retention.IDLE_SECONDS] * 3, abs=5)
    await store.commit(commit_of(expected=1, update_id=2, short_retention=True))
    assert await kept(keys.game_log, keys.game_words) == pytest.approx([retention.FINISHED_SECONDS] * 3, abs=5)
    await store.commit(commit_of(expected=2, update_id=3, log=(b"1",), reset_log=True))
    assert await kept(keys.game_log) == pytest.approx([retention.IDLE_SECONDS] * 2, abs=5)
    await store.commit(commit_of(None, expected=3, update_id=4))
    assert await kept(keys.game_log) == pytest.approx([retention.FINISHED_SECONDS] * 2, abs=5)


async def test_the_newest_updates_are_known(redis: Redis, store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "SEEN_NEWEST", 3)
    for version in range(5):
        await store.commit(commit_of(expected=version, update_id=100 - version))
    seen = await redis.hgetall(keys.seen_updates(GROUP.chat))
    assert seen == {b"count": b"5", **{f"{101 - n}".encode(): f"{n} {GROUP} {n}".encode() for n in (3, 4, 5)}}
    assert await redis.ttl(keys.seen_updates(GROUP.chat)) == pytest.approx(retention.SEEN_SECONDS, abs=5)
    assert await store.commit(commit_of(expected=5, update_id=96)) == Duplicate(5)


async def test_a_due_deadline_is_claimed_once_and_comes_again_after_the_lease(store: GameStore) -> None:
    scopes = [Scope(-number, number % 2 or None) for number in range(1, 21)]
    for scope in scopes:
        await store.commit(commit_of(scope=scope, deadline=1000.5))
    assert await store.claim_timeouts(1000.4, 100) == []
    claims = await asyncio.gather(*(store.claim_timeouts(1000.5, 100) for _ in range(2)))
    assert sorted(map(str, claims[0] + claims[1])) == sorted(map(str, scopes))
    later = 1000.5 + retention.LEASE_SECONDS
    assert await store.claim_timeouts(later - 0.1, 100) == []
    assert len(await store.claim_timeouts(later, 100)) == 20


async def test_a_claim_that_is_given_back_ends_unless_something_came_of_it(store: GameStore) -> None:
    done, again, other = (Scope(GROUP.chat, topic) for topic in (None, 4, 5))
    for number, scope in enumerate((done, again, other), 11):
        await store.commit(commit_of(scope=scope, update_id=number, deadline=10.0))
    assert len(await store.claim_timeouts(10.0, 9)) == 3
    await store.commit(commit_of(scope=done, expected=1, update_id=2, deadline=500.0))
    for scope in (done, again):
        await store.release_timeout(scope, 10.0, 11.0)
    await store.release_timeout(other, 9.0, 11.0)
    assert await store.claim_timeouts(10.9, 9) == []
    assert await store.claim_timeouts(11.0, 9) == [again]
    await store.release_timeout(again, 10.0, 11.0)
    assert await store.claim_timeouts(11.0 + retention.LEASE_SECONDS, 9) == [other, again], "by claims that still hold"


async def test_a_deadline_comes_as_the_newest_commit_says_or_as_it_is_put_off(store: GameStore) -> None:
    await store.commit(commit_of(deadline=10.0))
    await store.postpone_timeout(GROUP, 13.0)
    assert await store.claim_timeouts(12.9, 9) == []
    assert await store.claim_timeouts(13.0, 9) == [GROUP]
    await store.commit(commit_of(expected=1, update_id=2, deadline=10.0))
    await store.postpone_timeout(GROUP, 13.0)
    await store.commit(commit_of(expected=2, update_id=3, deadline=11.0))
    assert await store.claim_timeouts(10.9, 9) == []
    assert await store.claim_timeouts(11.0, 9) == [GROUP]
    await store.commit(commit_of(expected=3, update_id=4, deadline=None))
    assert await store.claim_timeouts(1e9, 9) == []


async def test_the_scripts_come_back_after_they_were_flushed(redis: Redis, store: GameStore) -> None:
    await store.commit(commit_of(deadline=1.0))
    await redis.script_flush()
    assert (await store.load_table(GROUP)).version == 1
    await redis.script_flush()
    assert await store.commit(commit_of(expected=1, update_id=2, deadline=1.0)) == Committed(2)
    await redis.script_flush()
    assert await store.claim_timeouts(1.0, 1) == [GROUP]


async def test_a_table_that_came_meanwhile_is_not_put_aside(redis: Redis) -> None:
    owned = OwnedShards(await set_shard_owner(redis, "a#1", TOPIC.chat))
    store = GameStore(redis, shards=owned)
    for version in (0, 1):
        await store.commit(commit_of(expected=version, update_id=None, scope=TOPIC, log=(b"entry",), deadline=5.0))
    before = await snapshot_redis(redis)
    assert not await Quarantine(redis, owned).quarantine_table(TOPIC, 1)
    assert await snapshot_redis(redis) == before
    assert await Quarantine(redis, owned).quarantine_table(TOPIC, 2)
    assert await redis.hget(keys.quarantined_game(TOPIC, 2), "state") == b"state"
    assert not await Quarantine(redis, owned).quarantine_table(TOPIC, 2), "there is none any more"
    assert (await store.load_table(TOPIC)).version == 3, "what was asked of it is not done at the next"
    assert await store.commit(commit_of(b"next", 3, None, scope=TOPIC)) == Committed(4)


async def test_no_table_of_a_group_that_has_moved_is_put_aside(redis: Redis) -> None:
    group = Scope(-4001).at_table(2)
    owned = OwnedShards(await set_shard_owner(redis, "a#1", group.chat))
    store = GameStore(redis, shards=owned)
    await store.commit(commit_of(update_id=None, scope=group))
    await store.close_chat(group.chat, -1_001_000_004_001)
    before = await snapshot_redis(redis)
    assert not await Quarantine(redis, owned).quarantine_table(group, 1)
    assert await snapshot_redis(redis) == before
