"""A proxy before a server's socket, whose connections can record, delay, change or drop bytes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Protocol

_CHUNK: Final = 65_536


class ConnectionCut(Exception):
    """The connection is cut; ``last_bytes`` still arrive."""

    def __init__(self, last_bytes: bytes = b"") -> None:
        super().__init__()
        self.last_bytes: Final = last_bytes


class ProxiedConnection(Protocol):
    """Filters one connection: each method gets the bytes sent and returns those to deliver, or raises ConnectionCut."""

    async def pass_request(self, data: bytes) -> bytes:
        """Return the bytes for the server."""

    async def pass_answer(self, data: bytes) -> bytes:
        """Return the bytes for the client."""


class SocketProxy:
    def __init__(self, path: Path | str, make_connection: Callable[[], ProxiedConnection]) -> None:
        self._path: Final = path
        self._make_connection: Final = make_connection
        self._server: asyncio.Server | None = None
        self._open: Final[set[asyncio.StreamWriter]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def listen_on_port(self) -> int:
        self._server = await asyncio.start_server(self._serve_connection, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def listen_on_socket(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._serve_connection, path)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut_connections()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut_connections(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._path)
        except OSError:
            writer.transport.abort()
            return
        connection = self._make_connection()
        self._open.add(writer)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(_carry_bytes(reader, server_writer, connection.pass_request))
                group.create_task(_carry_bytes(server_reader, writer, connection.pass_answer))
        except* (OSError, ConnectionCut):
            pass
        finally:
            self._open.discard(writer)
            writer.transport.abort()
            server_writer.transport.abort()


async def _carry_bytes(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pass_on: Callable[[bytes], Awaitable[bytes]]
) -> None:
    while data := await reader.read(_CHUNK):
        try:
            writer.write(await pass_on(data))
        except ConnectionCut as cut:
            writer.write(cut.last_bytes)
            await writer.drain()
            raise
        await writer.drain()
    raise ConnectionCut
