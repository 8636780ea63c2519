"""The way to Redis that faults are brought about on: it carries bytes, is slow, or breaks where it is told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tools.chaos.redis_proxy import RedisProxy

ANSWER = b"+OK 0123456789\r\n"
SCRIPT = b"*3\r\n$7\r\nEVALSHA\r\n"


class Server:
    """Answers everything alike, and remembers what it was sent."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self.came = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1000):
            self.heard += data
            self.came.set()
            writer.write(ANSWER)
        writer.close()


@asynccontextmanager
async def way(folder: Path) -> AsyncIterator[tuple[Server, RedisProxy, asyncio.StreamReader, asyncio.StreamWriter]]:
    server, path = Server(), str(folder / "s")
    listening = await asyncio.start_unix_server(server.serve, path)
    proxy = RedisProxy(path)
    reader, writer = await asyncio.open_connection("127.0.0.1", await proxy.listen_on_port())
    try:
        yield server, proxy, reader, writer
    finally:
        writer.close()
        await proxy.stop()
        listening.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that still comes, until the connection ends in whatever way."""
    read = b""
    try:
        while data := await reader.read(1000):
            read += data
    except ConnectionResetError:
        pass
    return read


async def test_it_carries_what_is_said_both_ways(tmp_path: Path) -> None:
    async with way(tmp_path) as (server, _, reader, writer):
        writer.write(SCRIPT)
        assert await reader.readexactly(len(ANSWER)) == ANSWER
        assert server.heard == SCRIPT


async def test_a_cut_ends_every_connection(tmp_path: Path) -> None:
    async with way(tmp_path) as (_, proxy, reader, writer):
        writer.write(b"PING")
        await reader.readexactly(len(ANSWER))
        proxy.cut_connections()
        assert await rest(reader) == b""


@pytest.mark.parametrize("halved", [False, True])
async def test_the_answer_of_a_script_that_was_carried_out_is_lost(tmp_path: Path, *, halved: bool) -> None:
    async with way(tmp_path) as (server, proxy, reader, writer):
        (proxy.halve_answers if halved else proxy.lose_answers)(60)
        writer.write(b"PING")
        assert await reader.readexactly(len(ANSWER)) == ANSWER
        server.came.clear()
        writer.write(SCRIPT)
        await server.came.wait()
        assert await rest(reader) == (ANSWER[: len(ANSWER) // 2] if halved else b"")
        assert server.heard.endswith(SCRIPT)
        assert proxy.lost_answer_count == 1


async def test_without_a_server_the_connection_is_refused(tmp_path: Path) -> None:
    proxy = RedisProxy(str(tmp_path / "none"))
    reader, writer = await asyncio.open_connection("127.0.0.1", await proxy.listen_on_port())
    assert await rest(reader) == b""
    writer.close()
    await proxy.stop()


async def test_what_is_asked_waits_on_the_way_until_it_flows_again(tmp_path: Path) -> None:
    async with way(tmp_path) as (server, proxy, reader, writer):
        proxy.requests_pass.clear()
        writer.write(SCRIPT)
        await asyncio.sleep(0.2)
        assert not server.heard
        proxy.requests_pass.set()
        assert await reader.readexactly(len(ANSWER)) == ANSWER
        assert server.heard == SCRIPT
