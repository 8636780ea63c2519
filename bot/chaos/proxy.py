"""Between the workers and Redis: a way that can be slow, cut, or cut just after a script was sent to it."""

import asyncio
import contextlib
import time
from typing import Final

_CHUNK: Final = 65_536
_SCRIPTS: Final = (b"EVALSHA", b"EXEC")


class Proxy:
    """Carries bytes between loopback connections and a server's socket.

    Args:
        path: the server's socket.
    """

    def __init__(self, path: str) -> None:
        self._path: Final = path
        self._server: asyncio.Server | None = None
        self._open: Final[set[asyncio.StreamWriter]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.delay = 0.0
        """Seconds that every answer takes longer."""
        self.flows: Final = asyncio.Event()
        """Set where what is asked arrives; where it is not, it waits on the way."""
        self.flows.set()
        self._losing_until = 0.0
        self._halving_until = 0.0
        self.lost_answers = 0
        """Connections that were cut between a script and its answer."""

    async def start(self) -> int:
        """Listen on this machine; the port."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Close everything."""
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Break every connection."""
        for writer in list(self._open):
            writer.transport.abort()

    def lose_answers(self, seconds: float) -> None:
        """For so long, cut the connection of each script once the server has been sent it."""
        self._losing_until = time.monotonic() + seconds

    def halve_answers(self, seconds: float) -> None:
        """For so long, let half of a script's answer through, and cut."""
        self._halving_until = time.monotonic() + seconds

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._path)
        except OSError:
            writer.transport.abort()
            return
        way = _Way()
        self._open.add(writer)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._there(reader, server_writer, way))
                group.create_task(self._back(server_reader, writer, way))
        except* (OSError, _Cut):
            pass
        finally:
            self._open.discard(writer)
            writer.transport.abort()
            server_writer.transport.abort()

    async def _there(self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, way: "_Way") -> None:
        while data := await reader.read(_CHUNK):
            await self.flows.wait()
            way.script = any(name in data for name in _SCRIPTS)
            server.write(data)
            with contextlib.suppress(ConnectionError):
                await server.drain()
        raise _Cut

    async def _back(self, server: asyncio.StreamReader, writer: asyncio.StreamWriter, way: "_Way") -> None:
        while data := await server.read(_CHUNK):
            now = time.monotonic()
            if self.delay:
                await asyncio.sleep(self.delay)
            if way.script and now < self._losing_until:
                self.lost_answers += 1
                raise _Cut
            if way.script and now < self._halving_until:
                self.lost_answers += 1
                writer.write(data[: max(1, len(data) // 2)])
                await writer.drain()
                raise _Cut
            writer.write(data)
            await writer.drain()
        raise _Cut


class _Way:
    """What went over a connection last."""

    script = False


class _Cut(Exception):
    """The connection is over."""
