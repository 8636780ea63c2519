"""The guard of every port: who holds connections, sends half a request or an encoded one takes nothing from others."""

import asyncio
import errno
import gzip
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, web

from bot.app.service import raise_descriptor_limit
from bot.listener import BODY_SECONDS, HEADER_SECONDS, IDLE_SECONDS, open_listener
from tests.support.timers import LoopTime, freeze_loop_time
from tests.support.waiting import run_until_idle

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEAD = b"GET /%s HTTP/1.1\r\nHost: bot\r\n"
REFUSED = b"POST /refused HTTP/1.1\r\nHost: bot\r\n"
READ = b"POST /read HTTP/1.1\r\nHost: bot\r\n"


class GuardedServer:
    """Answers ``/now`` at once, ``/later`` when it is let, ``/read`` once it has the body, ``/refused`` without it."""

    def __init__(self) -> None:
        self.port = 0
        self.asked_later = asyncio.Event()
        self.go_on = asyncio.Event()
        self.bodies_read: list[bytes] = []
        self._time = LoopTime(0.0)
        self._writers: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def serve(self, most_connections: int = 100) -> AsyncIterator["GuardedServer"]:
        application = web.Application(client_max_size=10_000)
        application.add_routes(
            [
                web.get("/now", self._answer),
                web.get("/later", self._answer_later),
                web.post("/read", self._read),
                web.post("/refused", self._refuse),
            ]
        )
        async with open_listener(application, "127.0.0.1", 0, most_connections=most_connections) as address:
            self.port = int(address.rpartition(":")[2])
            with freeze_loop_time() as self._time:
                yield self
            self.go_on.set()
            for writer in self._writers:
                writer.transport.abort()

    async def _answer(self, _: web.Request) -> web.Response:
        return web.Response(text="done")

    async def _answer_later(self, request: web.Request) -> web.Response:
        self.asked_later.set()
        await self.go_on.wait()
        return await self._answer(request)

    async def _read(self, request: web.Request) -> web.Response:
        self.bodies_read.append(await request.read())
        return await self._answer(request)

    async def _refuse(self, _: web.Request) -> web.Response:
        return web.Response(status=401)

    async def connect(self, sent: bytes = b"") -> Connection:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.append(writer)
        writer.write(sent)
        return reader, writer

    async def ask_now(self) -> str:
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}/now") as answer:
            return await answer.text()

    async def pass_time(self, seconds: float) -> None:
        await run_until_idle()
        self._time.advance(seconds)
        await run_until_idle()


async def read_head(connection: Connection) -> bytes:
    return await connection[0].readuntil(b"\r\n\r\n")


async def read_to_end(connection: Connection) -> bytes:
    return await connection[0].read()


@pytest.mark.parametrize("sent", [b"", b"G", HEAD % b"now"], ids=["nothing", "a letter", "half a header"])
async def test_a_connection_without_a_request_is_closed(sent: bytes) -> None:
    async with GuardedServer().serve() as server:
        held = [await server.connect(sent) for _ in range(60)]
        assert await server.ask_now() == "done"
        await server.pass_time(HEADER_SECONDS - 1)
        assert await server.ask_now() == "done"
        assert not any(reader.at_eof() for reader, _ in held)
        await server.pass_time(2)
        assert [await read_to_end(one) for one in held] == [b""] * 60


async def test_a_body_that_does_not_come_to_its_end_is_refused_and_a_slow_answer_is_not() -> None:
    async with GuardedServer().serve() as server:
        half = await server.connect(READ + b"Content-Length: 99\r\n\r\n{")
        waits = await server.connect(HEAD % b"later" + b"\r\n")
        whole = await server.connect(READ + b"Content-Length: 2\r\n\r\n{")
        await server.asked_later.wait()
        await server.pass_time(BODY_SECONDS - 1)
        whole[1].write(b"}")
        assert b" 200 " in await read_head(whole)
        await server.pass_time(2)
        said = await read_head(half)
        assert b" 408 " in said
        assert b"Connection: close" in said
        await server.pass_time(2 * IDLE_SECONDS)
        assert await read_to_end(half) == b""
        server.go_on.set()
        assert b" 200 " in await read_head(waits)
        assert server.bodies_read == [b"{}"]


async def test_a_connection_that_rests_after_a_request_stays_for_a_while() -> None:
    async with GuardedServer().serve() as server:
        answered = await server.connect(HEAD % b"now" + b"\r\n")
        assert (await answered[0].readuntil(b"done")).endswith(b"done")
        await server.pass_time(HEADER_SECONDS + 1)
        # It comes to no end any more.
        answered[1].write(HEAD % b"now" + b"\r\n" + HEAD % b"now")
        assert (await answered[0].readuntil(b"done")).endswith(b"done")
        await server.pass_time(IDLE_SECONDS - 1)
        assert not answered[0].at_eof()
        await server.pass_time(2)
        assert await read_to_end(answered) == b""


async def test_a_full_port_closes_the_oldest_half_request_then_the_longest_rest_and_no_answer_under_way() -> None:
    async with GuardedServer().serve(most_connections=4) as server:
        waits = await server.connect(HEAD % b"later" + b"\r\n")
        await server.asked_later.wait()
        rests = await server.connect(HEAD % b"now" + b"\r\n")
        await rests[0].readuntil(b"done")
        halves = [await server.connect(READ + b"Content-Length: 9\r\n\r\n{"), await server.connect(b"GET")]
        for old in (*halves, rests):
            server.asked_later.clear()
            await server.connect(HEAD % b"later" + b"\r\n")
            await server.asked_later.wait()
            assert await read_to_end(old) == b""
        refused = await server.connect()
        assert await read_to_end(refused) == b""
        server.go_on.set()
        assert b" 200 " in await read_head(waits)
        assert await server.ask_now() == "done"


async def test_a_flood_keeps_nobody_from_an_answer() -> None:
    async with GuardedServer().serve(most_connections=20) as server:
        held = [await server.connect(HEAD % b"now") for _ in range(300)]
        assert await server.ask_now() == "done"
        while sum(reader.at_eof() for reader, _ in held) < 280:
            await run_until_idle()
        assert await server.ask_now() == "done"


@pytest.mark.parametrize("coding", [b"gzip", b"identity, GZIP", b"br\r\nContent-Encoding: identity"])
@pytest.mark.parametrize("request_line", [READ, REFUSED])
async def test_an_encoded_body_is_refused_unread(coding: bytes, request_line: bytes) -> None:
    body = gzip.compress(bytes(1_000_000))
    async with GuardedServer().serve() as server:
        length = b"Content-Length: %d\r\n\r\n" % len(body)
        said = await read_to_end(
            await server.connect(request_line + b"Content-Encoding: " + coding + b"\r\n" + length + body)
        )
        assert b" 415 " in said
        assert b"Connection: close" in said
        plain = await server.connect(READ + b"Content-Encoding: identity\r\n" + length + body)
        assert b" 200 " in await read_head(plain)
        assert server.bodies_read == [body]


@pytest.mark.parametrize("path", [b"refused", b"nowhere"])
async def test_what_follows_a_refusal_is_not_parsed(path: bytes) -> None:
    async with GuardedServer().serve() as server:
        refused = await server.connect(b"POST /%s HTTP/1.1\r\nHost: bot\r\nContent-Length: 3\r\n\r\n1" % path)
        assert b"Connection: close" in await read_head(refused)
        refused[1].write(b"23" + READ + b"Content-Length: 2\r\n\r\n{}")
        await server.pass_time(2)
        assert b"200" not in await read_to_end(refused)
        assert server.bodies_read == []


async def test_a_body_that_is_too_long_is_refused() -> None:
    async with GuardedServer().serve() as server:
        refused = await server.connect(READ + b"Content-Length: 10001\r\n\r\n" + bytes(10_001))
        said = await read_head(refused)
        assert b" 413 " in said
        assert b"Connection: close" in said


async def test_connections_are_accepted_again_once_there_are_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.supervisor._FIRST_SECONDS", 0.0)
    loop = asyncio.get_running_loop()
    accept, failures = loop.sock_accept, [OSError(errno.EMFILE, "Too many open files"), ValueError("anything")]

    async def fail_first(listening: Any) -> Any:
        if failures:
            raise failures.pop(0)
        return await accept(listening)

    monkeypatch.setattr(loop, "sock_accept", fail_first)
    async with GuardedServer().serve() as server:
        assert await server.ask_now() == "done"
    assert not failures


def test_a_start_asks_for_all_descriptors_that_it_may_have() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard - 1, hard))
    try:
        raise_descriptor_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
