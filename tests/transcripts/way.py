"""The way from the bot to Redis, on which it can be stopped before or behind a command, as by its death."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

_CHUNK: Final = 1 << 16
_END: Final = b"the-end-of-it"
_ECHO: Final = b"*2\r\n$4\r\nECHO\r\n$%d\r\n%b\r\n" % (len(_END), _END)


@dataclass(slots=True)
class Point:
    """Where the bot is to end: at which command that holds some bytes, before or behind it."""

    about: bytes
    left: int
    """How many such commands are still to come, this one included."""
    after: bool
    reached: Callable[[], None]
    """Is called there; it closes the way."""


class Way:
    """Carries commands from a socket of its own to the server's.

    Args:
        server: the server's socket.
        folder: where its own will be.
    """

    def __init__(self, server: Path, folder: Path) -> None:
        self._server_path: Final = server
        self._path: Final = folder / "way.sock"
        self._server: asyncio.Server | None = None
        self._open: Final[set[asyncio.StreamWriter]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.closed = False
        """Whether nobody comes through."""
        self.point: Point | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"unix://{quote(str(self._path))}"

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_unix_server(self._carry, self._path)

    async def stop(self) -> None:
        """Close everything."""
        if self._server is not None:
            self._server.close()
        self.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        """Let nobody through any more, and break what is open."""
        self.closed = True
        for writer in list(self._open):
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self.closed:
            writer.transport.abort()
            return
        answers, server = await asyncio.open_unix_connection(str(self._server_path))
        self._open.update((writer, server))
        back = asyncio.create_task(self._back(answers, writer))
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while not self.closed:
                    await self._pass(await _command(reader), server, answers, back)
        finally:
            back.cancel()
            for one in (writer, server):
                self._open.discard(one)
                one.transport.abort()

    async def _pass(
        self, command: bytes, server: asyncio.StreamWriter, answers: asyncio.StreamReader, back: asyncio.Task[None]
    ) -> None:
        """Hand a command on, unless the bot is to end before it."""
        point = self.point
        if self.closed:
            return
        if point is None or point.about not in command:
            server.write(command)
            return
        point.left -= 1
        if point.left:
            server.write(command)
            return
        self.point = None
        if point.after:
            # Nobody hears what came of it, but it is done when the server has answered what comes behind it.
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
            server.write(command + _ECHO)
            await answers.readuntil(_END)
        point.reached()

    async def _back(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await answers.read(_CHUNK):
                writer.write(data)
        writer.transport.abort()


async def _command(reader: asyncio.StreamReader) -> bytes:
    """A whole command, as the client wrote it."""
    head = await reader.readuntil(b"\r\n")
    parts = [head]
    for _ in range(int(head[1:])):
        size = await reader.readuntil(b"\r\n")
        parts += [size, await reader.readexactly(int(size[1:]) + 2)]
    return b"".join(parts)
