"""Between the workers and Redis: a way that can be slow, cut, or cut just after a script was sent to it."""

import asyncio
import contextlib
import time
from typing import Final

_CHUNK: Final = 65_536
_SCRIPTS: Final = (b"EVALSHA", b"EXEC")


class RedisProxy:
    """Carries bytes between loopback connections and a server's socket.

    Args:
        path: the server's socket.
    """

    def __init__(self, path: str) -> None:
        self._path: Final = path
        self._server: asyncio.Server | None = None
        self._open: Final[set[asyncio.StreamWriter]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.answer_delay = 0.0
        """Seconds that every answer takes longer."""
        self.requests_pass: Final = asyncio.Event()
        """Set where what is asked arrives; where it is not, it waits on the way."""
        self.requests_pass.set()
        self._losing_until = 0.0
        self._halving_until = 0.0
        self.lost_answer_count = 0
        """Connections that were cut between a script and its answer."""

    async def start(self) -> int:
        """Listen on this machine; the port."""
        self._server = await asyncio.start_server(self._serve_connection, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Close everything."""
        if self._server is not None:
            self._server.close()
        self.cut_connections()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut_connections(self) -> None:
        """Break every connection."""
        for writer in list(self._open):
            writer.transport.abort()

    def lose_answers(self, seconds: float) -> None:
        """For so long, cut the connection of each script once the server has been sent it."""
        self._losing_until = time.monotonic() + seconds

    def halve_answers(self, seconds: float) -> None:
        """For so long, let half of a script's answer through, and cut."""
        self._halving_until = time.monotonic() + seconds

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
        way = _ConnectionState()
        self._open.add(writer)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._forward_requests(reader, server_writer, way))
                group.create_task(self._forward_answers(server_reader, writer, way))
        except* (OSError, _ConnectionCut):
            pass
        finally:
            self._open.discard(writer)
            writer.transport.abort()
            server_writer.transport.abort()

    async def _forward_requests(
        self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, way: "_ConnectionState"
    ) -> None:
        while data := await reader.read(_CHUNK):
            await self.requests_pass.wait()
            way.is_script = any(name in data for name in _SCRIPTS)
            server.write(data)
            with contextlib.suppress(ConnectionError):
                await server.drain()
        raise _ConnectionCut

    async def _forward_answers(
        self, server: asyncio.StreamReader, writer: asyncio.StreamWriter, way: "_ConnectionState"
    ) -> None:
        while data := await server.read(_CHUNK):
            now = time.monotonic()
            if self.answer_delay:
                await asyncio.sleep(self.answer_delay)
            if way.is_script and now < self._losing_until:
                self.lost_answer_count += 1
                raise _ConnectionCut
            if way.is_script and now < self._halving_until:
                self.lost_answer_count += 1
                writer.write(data[: max(1, len(data) // 2)])
                await writer.drain()
                raise _ConnectionCut
            writer.write(data)
            await writer.drain()
        raise _ConnectionCut


class _ConnectionState:
    """What went over a connection last."""

    is_script = False


class _ConnectionCut(Exception):
    """The connection is over."""
