"""One connection for all commands: answers find who asked, whatever breaks, is late or is given up in between."""

import asyncio

import pytest
from redis.asyncio import Connection, ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import DataError, ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from bot.store.connection.client import Client
from bot.store.connection.connect import connect
from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.server.embedded import EmbeddedRedis
from tests.support.redis_clients import connection_number, open_multiplexed
from tests.support.timers import freeze_loop_time
from tests.support.waiting import PATIENCE


def new_connection() -> AbstractConnection:
    """One of those that the bot makes, not connected."""
    pool: ConnectionPool = connect("unix:///nowhere").connection_pool
    one: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
    return one


async def test_everybody_gets_the_own_answer(redis: Redis) -> None:
    words = [f"w{number}" for number in range(500)]
    assert await asyncio.gather(*(redis.echo(word) for word in words)) == [word.encode() for word in words]


async def test_commands_sent_together_are_answered_together(redis: Redis) -> None:
    pipe = redis.pipeline(transaction=False)
    pipe.set("a", "1")
    pipe.lpush("a", "2")
    pipe.get("a")
    first, refused, last = await pipe.execute(raise_on_error=False)
    assert (first, last) == (True, b"1")
    assert isinstance(refused, ResponseError)
    pipe.lpush("a", "2")
    with pytest.raises(ResponseError, match=r"Command # 1 \(LPUSH a 2\) of pipeline"):
        await pipe.execute()
    assert await redis.get("a") == b"1"


async def test_a_transaction_and_a_wait_hold_nobody_up(redis: Redis) -> None:
    await redis.xgroup_create("s", "g", mkstream=True)
    waiting: asyncio.Future[object] = asyncio.ensure_future(redis.xreadgroup("g", "me", {"s": ">"}, block=10_000))
    async with redis.pipeline(transaction=True) as pipe:
        pipe.set("a", "1")
        pipe.get("a")
        assert await pipe.execute() == [True, b"1"]
    async with asyncio.timeout(PATIENCE):
        await redis.xadd("s", {"k": "v"})
        assert await waiting


async def test_who_gave_up_waiting_shifts_nobodys_answer(redis_server: EmbeddedRedis, redis: Redis) -> None:
    async with open_multiplexed(redis_server) as one:
        await one.send_commands([("PING",)])
        await redis.client_pause(100, all=False)
        given_up = asyncio.create_task(one.send_commands([("SET", "a", "1")]))
        kept = asyncio.create_task(one.send_commands([("ECHO", "mine")]))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await kept == [b"mine"]


async def test_a_broken_connection_is_made_again_and_the_command_sent_again(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    async with open_multiplexed(redis_server) as one:
        first = await connection_number(one)
        await redis.client_pause(10_000, all=False)
        asked = asyncio.create_task(one.send_commands([("SET", "a", "1")]))
        await asyncio.sleep(0)
        await redis.client_kill_filter(_id=str(first))
        await redis.client_unpause()
        assert await asked == [b"OK"]
        assert one.lost_reply_count == 1
        assert await connection_number(one) != first


async def test_a_connection_that_a_failed_write_has_closed_is_made_again_once_its_reader_has_ended(
    redis_server: EmbeddedRedis,
) -> None:
    async with open_multiplexed(redis_server) as one:
        assert await one.send_commands([("PING",)]) == [b"PONG"]
        former = one._connection  # noqa: SLF001 - what redis-py closes when it cannot be written to
        assert former is not None
        waiting = asyncio.ensure_future(one.send_commands([("BLPOP", "nothing", "30")]))
        await asyncio.sleep(0)
        await former.disconnect(nowait=True)
        async with asyncio.timeout(PATIENCE):
            answers = await asyncio.gather(*(one.send_commands([("ECHO", f"{number}")]) for number in range(5)))
        assert answers == [[str(number).encode()] for number in range(5)]
        assert not former.is_connected
        assert one._connection is not former  # noqa: SLF001 - as above
        waiting.cancel()


async def test_a_transport_that_will_take_nothing_more_is_a_broken_connection(
    redis_server: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As uvloop's says of itself, between its break and the reader's hearing of that."""
    async with open_multiplexed(redis_server) as one:
        assert await one.send_commands([("PING",)]) == [b"PONG"]
        former = one._connection  # noqa: SLF001 - what breaks
        assert former is not None

        def refuse(*_: object) -> None:
            raise RuntimeError("unable to perform operation; the handler is closed")

        monkeypatch.setattr(former._writer, "writelines", refuse)  # noqa: SLF001 - as above
        with pytest.raises(Disconnected):
            await one.send_once([("PING",)])
        async with asyncio.timeout(PATIENCE):
            assert await one.send_commands([("PING",)]) == [b"PONG"]


async def test_who_asks_a_connection_whose_reader_is_ended_before_it_began_is_told(redis_server: EmbeddedRedis) -> None:
    """A task that is cancelled before its first step runs nothing at all."""
    async with open_multiplexed(redis_server) as one:
        await one._connect()  # noqa: SLF001 - as the first who asks has it done
        assert one._reader is not None  # noqa: SLF001 - as above
        one._reader.cancel()  # noqa: SLF001 - as whoever closes the line does
        async with asyncio.timeout(PATIENCE):
            assert await one.send_commands([("PING",)]) == [b"PONG"]
        assert one.lost_reply_count == 1


async def test_a_connection_that_broke_while_nobody_asked_is_made_again(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    async with open_multiplexed(redis_server) as one:
        await redis.client_kill_filter(_id=str(await connection_number(one)))
        # Whether the line has noticed by now or finds out as it writes: who asks then has not been answered before.
        assert await one.send_commands([("PING",)]) == [b"PONG"]


async def test_what_a_server_said_last_is_in_doubt_though_nobody_waits_as_its_connection_breaks(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    async with open_multiplexed(redis_server) as one:
        number = await connection_number(one)
        assert one.lost_reply_count == 0
        await redis.client_kill_filter(_id=str(number))
        async with asyncio.timeout(PATIENCE):
            while not one.lost_reply_count:  # noqa: ASYNC110 - until the line has noticed
                await asyncio.sleep(0)
        assert one.lost_reply_count == 1


async def test_an_answer_that_does_not_come_is_an_error_in_time(redis_server: EmbeddedRedis, redis: Redis) -> None:
    async with open_multiplexed(redis_server, retry_seconds=0.0, reply_seconds=1.0) as one:
        with freeze_loop_time() as now:
            await one.send_commands([("PING",)])
            await redis.client_pause(10_000, all=False)
            asked = asyncio.create_task(one.send_commands([("SET", "a", "1")]))
            await asyncio.sleep(0)
            now.advance(1.1)
            with pytest.raises(NoAnswer):
                await asked
            await redis.client_unpause()
            assert await one.send_commands([("PING",)]) == [b"PONG"]
        assert one.lost_reply_count > 0


async def test_who_waits_while_the_line_is_closed_is_told(redis_server: EmbeddedRedis, redis: Redis) -> None:
    async with open_multiplexed(redis_server, retry_seconds=0.0) as one:
        await one.send_commands([("PING",)])
        await redis.client_pause(10_000, all=False)
        asked = asyncio.create_task(one.send_commands([("SET", "a", "1")]))
        await asyncio.sleep(0)
        await one.close()
        with pytest.raises(Disconnected):
            await asked
        await redis.client_unpause()


async def test_a_server_that_is_not_there_is_an_error() -> None:
    pool = ConnectionPool.from_url("unix:///nowhere/at/all", retry=Retry(NoBackoff(), 0), protocol=2)
    with pytest.raises(Disconnected):
        await MultiplexedConnection(pool, 0.1, 1.0).send_commands([("PING",)])


async def test_all_who_ask_in_vain_try_together(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = ConnectionPool.from_url("unix:///nowhere/at/all", retry=Retry(NoBackoff(), 0), protocol=2)
    made = 0
    make = pool.make_connection

    def counted() -> AbstractConnection:
        nonlocal made
        made += 1
        return make()  # type: ignore[no-untyped-call, no-any-return]

    monkeypatch.setattr(pool, "make_connection", counted)
    one = MultiplexedConnection(pool, 0.2, 1.0)
    said = await asyncio.gather(*(one.send_commands([("PING",)]) for _ in range(100)), return_exceptions=True)
    assert {type(answer) for answer in said} == {Disconnected}
    assert made <= 5, "by pauses of a twentieth, a tenth, a fifth of a second at most, halved by chance"


async def test_a_server_that_takes_the_call_and_says_nothing_keeps_nobody_waiting() -> None:
    hung_up = asyncio.Event()

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1_000):
            pass
        writer.close()
        hung_up.set()

    async with await asyncio.start_server(deaf, "127.0.0.1", 0) as server:
        address = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        pool = ConnectionPool.from_url(address, socket_timeout=None, retry=Retry(NoBackoff(), 0), protocol=2)
        one = MultiplexedConnection(pool, 0.0, 0.05)
        async with asyncio.timeout(PATIENCE):
            asked = await asyncio.gather(*(one.send_commands([("PING",)]) for _ in range(3)), return_exceptions=True)
            await hung_up.wait()
    assert [type(answer) for answer in asked] == [NoAnswer] * 3


async def test_a_client_tells_of_breaks(redis: Redis) -> None:
    assert isinstance(redis, Client)
    assert redis.lost_reply_count == 0


async def test_nothing_opens_a_line_again_that_was_closed(redis_server: EmbeddedRedis) -> None:
    async with open_multiplexed(redis_server) as one:
        await one.send_commands([("PING",)])
    with pytest.raises(Disconnected):
        await one.send_commands([("PING",)])
    assert one._connection is None  # noqa: SLF001 - nobody would close it


@pytest.mark.parametrize(
    "command",
    [
        ("SET", "a", b"\x00\xff", 1, 2**60, -3, 0.1, 1e22),
        ("XGROUP CREATE", "ş", "g", "$", "MKSTREAM"),
        ("EVALSHA", "0" * 40, 0, "", b"x" * 70_000),
    ],
)
def test_commands_are_packed_as_redis_py_packs_them(command: tuple[str | bytes | float, ...]) -> None:
    assert b"".join(new_connection().pack_command(*command)) == b"".join(Connection().pack_command(*command))


def test_what_redis_takes_no_such_argument_of_is_refused_before_it_is_sent() -> None:
    with pytest.raises(DataError):
        new_connection().pack_command("SET", "a", None)  # type: ignore[arg-type]  # what is tested


async def test_nothing_asked_is_nothing_answered(redis_server: EmbeddedRedis) -> None:
    async with open_multiplexed(redis_server) as one:
        assert await one.send_commands(()) == []
        assert await one.send_commands([("PING",)]) == [b"PONG"]


async def test_where_some_answers_of_several_came_before_it_broke_all_are_asked_for_again(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    async with open_multiplexed(redis_server) as one:
        first = await connection_number(one)
        asked = asyncio.create_task(one.send_commands([("ECHO", "mine"), ("BLPOP", "list", "0")]))
        await wait_for_one_blocked_client(redis)
        await redis.client_kill_filter(_id=str(first))
        await wait_for_one_blocked_client(redis)
        await redis.lpush("list", "1")
        assert await asked == [b"mine", [b"list", b"1"]]
        assert one.lost_reply_count == 1


async def wait_for_one_blocked_client(redis: Redis) -> None:
    """Let the server come to have one client that waits, and no more who was killed."""
    async with asyncio.timeout(PATIENCE):
        while sum("b" in client["flags"] for client in await redis.client_list()) != 1:
            pass


def test_where_there_is_no_hiredis_redis_py_packs_commands_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.connection.transport.pack_command", None)
    assert new_connection().pack_command("PING") == Connection().pack_command("PING")


async def test_an_answer_that_takes_long_is_doubted_again_and_again_and_still_comes(
    redis_server: EmbeddedRedis, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.connection.multiplexed.SLOW_REPLY_SECONDS", 0.02)
    doubts: list[float] = []
    doubted = asyncio.Event()

    def doubt() -> None:
        doubts.append(asyncio.get_running_loop().time())
        if len(doubts) > 1:
            doubted.set()

    pool = ConnectionPool.from_url(redis_server.url, retry=Retry(NoBackoff(), 0), protocol=2)
    one = MultiplexedConnection(pool, 0.0, 15.0, doubt)
    await one.send_commands([("PING",)])
    await redis.client_pause(10_000, all=False)
    asked = asyncio.create_task(one.send_commands([("SET", "a", "1")]))
    async with asyncio.timeout(PATIENCE):
        await doubted.wait()
    await redis.client_unpause()
    assert await asked == [b"OK"]
    assert one.lost_reply_count == 0
    await one.close()
