"""What Redis's errors mean: that it is away for a while, or that what is stored does not do."""

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from bot.store import keys
from bot.store.client import is_permanent_error
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.redis_streams.inbox import Inbox
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from tests.support.streams import (
    CHAT,
    append_updates,
    claim_pending_entries,
    commit_with_notices,
    read_new_entries,
    update_ids,
)

SCOPE = Scope(CHAT)


@pytest.mark.parametrize(
    "said",
    [
        "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
        "NOREPLICAS Not enough good replicas to write.",
        "Error running script (call to f_1): @user_script:1: -OOM command not allowed when used memory > 'maxmemory'.",
        "Command # 1 (HGET a 'b') of pipeline caused error: ('NOREPLICAS Not enough good replicas to write.',)",
        "@user_script: 5: -READONLY You can't write against a read only replica.",
    ],
)
def test_a_server_that_does_the_same_later_is_no_fault(said: str) -> None:
    assert not is_permanent_error(ResponseError(said))


def test_what_people_wrote_is_no_word_of_the_server_s() -> None:
    said = "Command # 1 (XADD a raw BUSY ) of pipeline caused error: ('WRONGTYPE Operation against a key',)"
    assert is_permanent_error(ResponseError(said))


def test_a_server_that_is_away_is_no_fault() -> None:
    assert not is_permanent_error(Disconnected("refused"))


async def test_a_server_that_is_full_is_no_fault(redis: Redis) -> None:
    await redis.config_set("maxmemory", "1")
    try:
        with pytest.raises(ResponseError) as plain:
            await redis.set("a", "b")
        with pytest.raises(ResponseError) as scripted:
            await append_updates(Inbox(redis), 1)
    finally:
        await redis.config_set("maxmemory", "0")
    assert [is_permanent_error(plain.value), is_permanent_error(scripted.value)] == [False, False]


async def test_a_server_that_refuses_one_of_several_commands_is_no_fault(redis: Redis) -> None:
    await redis.config_set("min-replicas-to-write", "1")
    try:
        with pytest.raises(ResponseError, match="pipeline") as error:
            await GameStore(redis).players.load_user_games(1)
    finally:
        await redis.config_set("min-replicas-to-write", "0")
    assert not is_permanent_error(error.value)


async def test_a_key_of_another_type_is_a_fault(redis: Redis) -> None:
    await redis.set(keys.game(SCOPE), "junk")
    with pytest.raises(ResponseError) as error:
        await GameStore(redis).load_table(SCOPE)
    assert is_permanent_error(error.value)


@pytest.mark.parametrize("name", [keys.inbox, keys.outbox, keys.deadlines])
async def test_a_shard_s_key_of_another_type_is_in_no_other_shard_s_way(redis: Redis, name: object) -> None:
    assert callable(name)
    other = next(chat for chat in range(1, 99) if keys.shard_of(chat) != keys.shard_of(CHAT))
    await redis.set(name(keys.shard_of(CHAT)), "junk")
    await append_updates(Inbox(redis), 1, other)
    await commit_with_notices(redis, Scope(other), 0, b"told")
    due = Commit(scope=Scope(other), expected_version=1, update_id=None, state=b"state", deadline=5.0)
    await GameStore(redis).commit(due)
    assert (await claim_pending_entries(Inbox(redis)), await claim_pending_entries(Outbox(redis))) == ([], [])
    assert update_ids(await read_new_entries(Inbox(redis))) == [0]
    assert [entry.payload for entry in await read_new_entries(Outbox(redis))] == [b"told"]
    assert await GameStore(redis).claim_timeouts(6.0, 10) == [Scope(other)]
