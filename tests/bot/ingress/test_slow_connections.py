"""Who holds connections and sends no request is cut off; who sends requests is not, however long they take."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, web

from bot.ingress.slow_connections import ConnectionGuard
from tests.support.waiting import PATIENCE

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEAD = b"GET /%s HTTP/1.1\r\nHost: bot\r\n"


class GuardedServer:
    """A server that answers at ``/now`` at once, and at ``/later`` when it is let."""

    def __init__(self, **seconds: Any) -> None:
        self.guard = ConnectionGuard(look_seconds=0.01, **seconds)
        self.go_on = asyncio.Event()
        self.port = 0

    async def _answer(self, request: web.Request) -> web.Response:
        if request.path == "/later":
            await self.go_on.wait()
        return web.Response(text="done")

    @asynccontextmanager
    async def serve(self) -> AsyncIterator["GuardedServer"]:
        application = web.Application(middlewares=[self.guard.note_request])
        application.add_routes([web.get("/now", self._answer), web.get("/later", self._answer)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.port = runner.addresses[0][1]
        try:
            async with self.guard.watch_server(runner):
                yield self
        finally:
            await runner.cleanup()

    async def connect(self, sent: bytes = b"") -> Connection:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(sent)
        await writer.drain()
        return reader, writer


async def wait_closed(connection: Connection) -> bytes:
    """Wait until the server has closed a connection; what it had said."""
    async with asyncio.timeout(PATIENCE):
        said = await connection[0].read()
    connection[1].close()
    return said


@pytest.mark.parametrize("sent", [b"", b"G", HEAD % b"now"], ids=["nothing", "a letter", "half a header"])
async def test_a_connection_without_a_request_is_closed(sent: bytes) -> None:
    async with GuardedServer(header_seconds=0.05).serve() as server:
        held = [await server.connect(sent) for _ in range(60)]
        async with ClientSession() as session:
            for _ in range(20):
                async with session.get(f"http://127.0.0.1:{server.port}/now") as answer:
                    assert await answer.text() == "done"
                await asyncio.sleep(0.01)
        assert [await wait_closed(one) for one in held] == [b""] * 60


async def test_a_connection_that_is_answered_or_rests_after_a_request_stays() -> None:
    async with GuardedServer(header_seconds=0.02).serve() as server:
        answered = await server.connect(HEAD % b"now" + b"\r\n")
        assert b"200" in await answered[0].readline()
        waits = await server.connect(HEAD % b"later" + b"\r\n")
        await wait_closed(await server.connect())
        await wait_closed(await server.connect())
        server.go_on.set()
        assert b"200" in await waits[0].readline()
        answered[1].write(HEAD % b"now" + b"\r\n")
        while b"200" not in await answered[0].readline():
            pass
        for _, writer in (answered, waits):
            writer.close()


async def test_a_connection_that_rests_for_long_is_closed_also_amid_a_header() -> None:
    async with GuardedServer(idle_seconds=0.05).serve() as server:
        held = await server.connect(HEAD % b"now" + b"\r\n" + HEAD % b"now")
        assert (await wait_closed(held)).endswith(b"done")


async def test_of_too_many_connections_without_a_request_the_oldest_are_closed() -> None:
    async with GuardedServer(most_unused=5).serve() as server:
        used = await server.connect(HEAD % b"now" + b"\r\n")
        assert b"200" in await used[0].readline()
        held = [await server.connect() for _ in range(8)]
        for one in held[:3]:
            await wait_closed(one)
        for reader, writer in held[3:]:
            writer.write(HEAD % b"now" + b"\r\n")
            assert b"200" in await reader.readline()
            writer.close()
        used[1].close()
