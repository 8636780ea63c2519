"""Commands get their replies, whatever breaks, is late or is given up in between."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from bot.store import keys
from bot.store.client import Client, connect, is_permanent_error
from bot.store.commits import Commit
from bot.store.embedded import EmbeddedRedis
from bot.store.games import GameStore
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.streams import Outbox
from tests.support.streams import (
    CHAT,
    append_updates,
    claim_pending_entries,
    commit_with_notices,
    read_new_entries,
    update_ids,
)
from tests.support.timers import freeze_loop_time
from tests.support.waiting import PATIENCE


@pytest.fixture
async def client(redis_server: EmbeddedRedis, redis: Redis) -> AsyncIterator[Client]:  # noqa: ARG001 - emptied first
    async with connect(redis_server.url) as made:
        yield made


async def unanswered(redis: Redis, client: Client, work: Awaitable[Any]) -> tuple[asyncio.Future[Any], str]:
    number = str(await client.client_id())
    await redis.client_pause(10_000, all=False)
    asked = asyncio.ensure_future(work)
    while not any(one["cmd"] != "client|id" for one in await redis.client_list(client_id=[number])):
        pass
    return asked, number


@pytest.mark.parametrize("together", [False, True])
async def test_what_lost_its_connection_is_sent_again(redis: Redis, client: Client, *, together: bool) -> None:
    pipe = client.pipeline(transaction=False)
    pipe.rpush("a", "1")
    work: Awaitable[Any] = pipe.execute() if together else client.rpush("a", "1")
    asked, number = await unanswered(redis, client, work)
    await redis.client_kill_filter(_id=number)
    await redis.client_unpause()
    assert await asked == ([1] if together else 1)
    assert client.lost_reply_count == 1


@pytest.mark.parametrize("take", [lambda client: client.blpop(["a"]), lambda client: client.xread({"s": "$"}, block=0)])
async def test_blocking_reads_are_sent_once(
    redis: Redis, client: Client, take: Callable[[Client], Awaitable[Any]]
) -> None:
    number = str(await client.client_id())
    taking = asyncio.ensure_future(take(client))
    while not any("b" in one["flags"] for one in await redis.client_list(client_id=[number])):
        pass
    await redis.client_kill_filter(_id=number)
    with pytest.raises(Disconnected):
        await taking
    assert client.lost_reply_count == 1


async def test_a_pop_of_a_lost_reply_is_sent_once(
    redis: Redis, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    await redis.rpush("a", "1", "2")

    async def lose(*_: Any, **__: Any) -> None:
        raise Disconnected("the answer was lost")

    with monkeypatch.context() as patch:
        await client.ping()
        patch.setattr(AbstractConnection, "read_response", lose)
        with pytest.raises(Disconnected):
            await client.lpop("a")
    assert await redis.lrange("a", 0, -1) in ([b"2"], [b"1", b"2"])


async def test_connections_that_broke_while_nobody_asked_count_once(redis: Redis, client: Client) -> None:
    """What the server said last by any of them is in doubt; that each of them finds out later says nothing new."""
    await asyncio.gather(*(client.ping() for _ in range(5)))
    own = str((await redis.client_info())["id"])
    for one in await redis.client_list():
        if one["id"] != own:
            await redis.client_kill_filter(_id=one["id"])
    assert client.lost_reply_count == 0
    await asyncio.sleep(0)
    await asyncio.gather(*(client.ping() for _ in range(5)))
    assert client.lost_reply_count == 1
    await asyncio.gather(*(client.ping() for _ in range(5)))
    assert client.lost_reply_count == 1


async def test_who_gave_up_waiting_shifts_nobodys_answer_and_counts(redis: Redis, client: Client) -> None:
    asked, _ = await unanswered(redis, client, client.set("a", "1"))
    asked.cancel()
    assert await client.echo("mine") == b"mine"
    assert client.lost_reply_count == 1
    await redis.client_unpause()


async def test_a_closed_transport_is_a_broken_connection(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    await client.ping()
    write, refused = asyncio.StreamWriter.writelines, 0

    def refuse(writer: asyncio.StreamWriter, data: Any) -> None:
        nonlocal refused
        refused += 1
        if refused == 1:
            raise RuntimeError("unable to perform operation; the handler is closed")
        write(writer, data)

    monkeypatch.setattr(asyncio.StreamWriter, "writelines", refuse)
    assert await client.ping()
    assert (refused > 1, client.lost_reply_count) == (True, 1)


@asynccontextmanager
async def deaf_server() -> AsyncIterator[str]:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1_000):
            pass
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", 0) as server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(("form", "seconds"), [("redis://{}", 15.0), ("redis+sentinel://{}/words", 2.0)])
async def test_a_silent_server_is_doubted_in_time(form: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_RETRY_SECONDS", "_SENTINEL_RETRY_SECONDS"):
        monkeypatch.setattr(f"bot.store.client.{name}", 0.0)
    async with deaf_server() as address, connect(form.format(address)) as client:
        with freeze_loop_time() as now:
            asked = asyncio.ensure_future(client.ping())
            for _ in range(200):
                await asyncio.sleep(0)
            now.advance(seconds - 0.1)
            for _ in range(50):
                await asyncio.sleep(0)
            assert not asked.done()
            now.advance(0.2)
            async with asyncio.timeout(PATIENCE):
                with pytest.raises((NoAnswer, Disconnected)):
                    await asked


@pytest.mark.repeats(4)
@pytest.mark.parametrize("steps", range(12))
async def test_a_loop_over_commands_ends_whenever_it_is_cancelled(steps: int, redis_server: EmbeddedRedis) -> None:
    async with connect(redis_server.url) as client:

        async def waits() -> None:
            while True:
                with contextlib.suppress(TimeoutError):
                    await client.xread({"stream": "0"}, block=1)

        task = asyncio.create_task(waits())
        for _ in range(3 + steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE)
        cancelled = task.cancelled()
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=0.1)
        assert cancelled


@pytest.mark.repeats(3)
@pytest.mark.parametrize("steps", range(8))
async def test_what_was_connected_is_closed_whenever_it_is_cancelled(steps: int, redis_server: EmbeddedRedis) -> None:
    client = connect(redis_server.url)
    pool, made = client.connection_pool, []
    make = pool.connection_class

    def noted(**options: Any) -> AbstractConnection:
        made.append(make(**options))
        return made[-1]

    pool.connection_class = cast("type[AbstractConnection]", noted)
    over = asyncio.Event()

    async def asks() -> None:
        async with client:
            async with client.pipeline() as pipe:
                pipe.get("a")
                await pipe.execute()
            over.set()

    task = asyncio.create_task(asks())
    await over.wait()
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task], timeout=PATIENCE)
    assert [one.is_connected for one in made] == [False]


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


@pytest.mark.parametrize(
    ("answer", "permanent"),
    [
        ("BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.", False),
        ("MISCONF Redis is configured to save RDB snapshots, but it's unable to persist to disk.", False),
        ("Error running script (call to f_1): @user_script:1: -OOM command not allowed.", False),
        ("Command # 1 (HGET a 'b') of pipeline caused error: ('NOREPLICAS Not enough replicas.',)", False),
        ("@user_script: 5: -READONLY You can't write against a read only replica.", False),
        ("Command # 1 (XADD a raw BUSY ) of pipeline caused error: ('WRONGTYPE Operation',)", True),
    ],
)
def test_what_a_server_does_the_same_later_is_permanent(answer: str, *, permanent: bool) -> None:
    assert is_permanent_error(ResponseError(answer)) is permanent
    assert not is_permanent_error(Disconnected("refused"))


async def test_a_server_that_is_full_or_lacks_replicas_is_no_fault(redis: Redis) -> None:
    async def fails(setting: str, refused: Awaitable[object]) -> bool:
        await redis.config_set(setting, "1")
        try:
            with pytest.raises(ResponseError) as error:
                await refused
        finally:
            await redis.config_set(setting, "0")
        return is_permanent_error(error.value)

    assert not await fails("maxmemory", redis.set("a", "b"))
    assert not await fails("maxmemory", append_updates(Inbox(redis), 1))
    assert not await fails("min-replicas-to-write", GameStore(redis).players.load_user_games(1))
    await redis.set(keys.game(Scope(CHAT)), "junk")
    with pytest.raises(ResponseError) as error:
        await GameStore(redis).load_table(Scope(CHAT))
    assert is_permanent_error(error.value)
