"""A server that is away is tried by one for all, at growing pauses; what is back is found at once."""

import asyncio

import pytest
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from bot.store.connection import reconnect
from bot.store.connection.connect import connect
from bot.store.connection.reconnect import Reconnector


class CountingServer:
    """May be away; counts who tries."""

    def __init__(self, *failures: Exception) -> None:
        self.tries = 0
        self.failures = list(failures)
        self.tried = asyncio.Event()

    async def connect(self) -> None:
        self.tries += 1
        self.tried.set()
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.pop(0)


@pytest.fixture(autouse=True)
def recorded_pauses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Those that are made, by how many failures; they are short."""
    made: list[int] = []

    class Short:
        def compute(self, failures: int) -> float:
            made.append(failures)
            return 0.001

    monkeypatch.setattr(reconnect, "_PAUSES", Short())
    return made


def short_deadline() -> float:
    return asyncio.get_running_loop().time() + 60


async def test_all_who_wait_are_served_by_one_attempt() -> None:
    server = CountingServer()
    line = Reconnector(server.connect)
    await asyncio.gather(*(line.wait_connected() for _ in range(100)))
    assert server.tries == 1


async def test_who_cannot_wait_fails_with_the_attempt_and_the_others_go_on(recorded_pauses: list[int]) -> None:
    server = CountingServer(Disconnected("away"), Disconnected("away"))
    line = Reconnector(server.connect)
    impatient, *patient = await asyncio.gather(
        line.wait_connected(), *(line.wait_connected(short_deadline()) for _ in range(50)), return_exceptions=True
    )
    assert isinstance(impatient, Disconnected)
    assert patient == [None] * 50
    assert server.tries == 3
    assert recorded_pauses == [1, 2]


async def test_who_comes_in_a_pause_and_cannot_wait_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Long:
        def compute(self, _: int) -> float:
            return 60.0

    monkeypatch.setattr(reconnect, "_PAUSES", Long())
    server = CountingServer(Disconnected("away"))
    line = Reconnector(server.connect)
    for _ in range(3):
        with pytest.raises(Disconnected, match="away"):
            await line.wait_connected()
    assert server.tries == 1


async def test_an_answer_ends_the_pauses(recorded_pauses: list[int]) -> None:
    server = CountingServer(Disconnected("away"), Disconnected("away"))
    line = Reconnector(server.connect)
    await line.wait_connected(short_deadline())
    line.record_success()
    server.failures = [Disconnected("away")]
    await line.wait_connected(short_deadline())
    assert recorded_pauses == [1, 2, 1]


async def test_what_no_other_attempt_mends_is_told_to_all() -> None:
    line = Reconnector(CountingServer(ResponseError("NOAUTH")).connect)
    said = await asyncio.gather(
        line.wait_connected(short_deadline()), line.wait_connected(short_deadline()), return_exceptions=True
    )
    assert [type(one) for one in said] == [ResponseError] * 2
    assert said[0] is not said[1]


async def test_where_nobody_waits_any_more_nobody_tries() -> None:
    server = CountingServer(Disconnected("away"), Disconnected("away"))
    line = Reconnector(server.connect)
    waiting = asyncio.create_task(line.wait_connected(short_deadline()))
    await server.tried.wait()
    waiting.cancel()
    await asyncio.wait([task for task in asyncio.all_tasks() if task.get_name() == "connecting to Redis"])
    assert server.tries == 1


async def test_who_waits_is_told_of_the_end() -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    line = Reconnector(never)
    waiting = asyncio.create_task(line.wait_connected(short_deadline()))
    await asyncio.sleep(0)
    line.close()
    with pytest.raises(Disconnected, match="closed"):
        await waiting
    with pytest.raises(Disconnected, match="closed"):
        await line.wait_connected()
    await line.close_and_wait()


async def test_a_connection_looks_up_nothing_as_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's version alone costs milliseconds of reading and parsing."""
    async with connect("unix:///nowhere") as client:
        monkeypatch.setattr("redis.utils.metadata.version", pytest.fail)
        client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
