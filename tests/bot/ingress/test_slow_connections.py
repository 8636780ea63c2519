"""Who holds connections and sends no request is cut off; who sends requests is not, however long they take."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession, web

from bot.ingress.slow_connections import HEADER_SECONDS, IDLE_SECONDS, ConnectionGuard
from tests.support.timers import LoopTime, freeze_loop_time

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEAD = b"GET /%s HTTP/1.1\r\nHost: bot\r\n"
_LOOK_STEPS = 10
"""In so many turns of the loop a look that is due has been taken."""


class GuardedServer:
    """A server that answers at ``/now`` at once, and at ``/later`` when it is let; its time passes when it is told."""

    def __init__(self, guard: ConnectionGuard | None = None) -> None:
        self.guard = guard or ConnectionGuard()
        self.asked_later = asyncio.Event()
        self.go_on = asyncio.Event()
        self._time = LoopTime(0.0)
        self._runner: web.AppRunner

    async def _answer(self, request: web.Request) -> web.Response:
        if request.path == "/later":
            self.asked_later.set()
            await self.go_on.wait()
        return web.Response(text="done")

    @asynccontextmanager
    async def serve(self) -> AsyncIterator["GuardedServer"]:
        application = web.Application(middlewares=[self.guard.note_request])
        application.add_routes([web.get("/now", self._answer), web.get("/later", self._answer)])
        self._runner = runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            with freeze_loop_time() as self._time:
                async with self.guard.watch_server(runner):
                    yield self
        finally:
            await runner.cleanup()

    @property
    def port(self) -> int:
        return int(self._runner.addresses[0][1])

    async def connect(self, sent: bytes = b"") -> Connection:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(sent)
        await writer.drain()
        return reader, writer

    async def wait_connections(self, count: int) -> None:
        """Wait until the server has so many, and has looked at them."""
        assert self._runner.server is not None
        while len(self._runner.server.connections) != count:  # noqa: ASYNC110 - aiohttp has no event for it
            await asyncio.sleep(0)
        await self.pass_time(1.0)

    async def pass_time(self, seconds: float) -> None:
        """Have time pass, in steps after each of which the server looks."""
        for _ in range(round(seconds)):
            self._time.advance(1.0)
            for _ in range(_LOOK_STEPS):
                await asyncio.sleep(0)


async def wait_closed(connection: Connection) -> bytes:
    """Wait until the server has closed a connection; what it had said."""
    said = await connection[0].read()
    connection[1].close()
    return said


@pytest.mark.parametrize("sent", [b"", b"G", HEAD % b"now"], ids=["nothing", "a letter", "half a header"])
async def test_a_connection_without_a_request_is_closed(sent: bytes) -> None:
    async with GuardedServer().serve() as server:
        held = [await server.connect(sent) for _ in range(60)]
        await server.wait_connections(60)
        await server.pass_time(HEADER_SECONDS - 2)
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{server.port}/now") as answer:
            assert await answer.text() == "done"
        assert not any(reader.at_eof() for reader, _ in held)
        await server.pass_time(3)
        assert [await wait_closed(one) for one in held] == [b""] * 60


async def test_a_connection_that_is_answered_or_rests_after_a_request_stays() -> None:
    async with GuardedServer().serve() as server:
        answered = await server.connect(HEAD % b"now" + b"\r\n")
        assert b"200" in await answered[0].readline()
        waits = await server.connect(HEAD % b"later" + b"\r\n")
        await server.asked_later.wait()
        silent = await server.connect()
        await server.wait_connections(3)
        await server.pass_time(HEADER_SECONDS + 1)
        assert await wait_closed(silent) == b""
        server.go_on.set()
        assert b"200" in await waits[0].readline()
        answered[1].write(HEAD % b"now" + b"\r\n")
        while b"200" not in await answered[0].readline():
            pass
        for _, writer in (answered, waits):
            writer.close()


async def test_a_request_may_take_longer_than_a_connection_may_rest() -> None:
    async with GuardedServer().serve() as server:
        waits = await server.connect(HEAD % b"later" + b"\r\n")
        await server.asked_later.wait()
        await server.pass_time(2 * IDLE_SECONDS)
        server.go_on.set()
        assert b"200" in await waits[0].readline()
        waits[1].close()


async def test_a_connection_that_rests_for_long_is_closed_also_amid_a_header() -> None:
    async with GuardedServer().serve() as server:
        reader, writer = await server.connect(HEAD % b"now" + b"\r\n" + HEAD % b"now")
        assert (await reader.readuntil(b"done")).endswith(b"done")
        await server.wait_connections(1)
        await server.pass_time(IDLE_SECONDS - 2)
        assert not reader.at_eof()
        await server.pass_time(3)
        assert await wait_closed((reader, writer)) == b""


async def test_of_too_many_connections_without_a_request_the_oldest_are_closed() -> None:
    async with GuardedServer(ConnectionGuard(most_unused=5)).serve() as server:
        used = await server.connect(HEAD % b"now" + b"\r\n")
        assert b"200" in await used[0].readline()
        held = [await server.connect() for _ in range(8)]
        await server.wait_connections(9)
        for one in held[:3]:
            await wait_closed(one)
        for reader, writer in held[3:]:
            writer.write(HEAD % b"now" + b"\r\n")
            assert b"200" in await reader.readline()
            writer.close()
        used[1].close()
