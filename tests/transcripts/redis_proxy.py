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
class CommandKillPoint:
    """Where the bot is to end: at which command that holds some bytes, before or behind it."""

    marker: bytes
    commands_left: int
    """How many such commands are still to come, this one included."""
    after_command: bool
    on_reached: Callable[[], None]
    """Is called there; it closes the way."""


class RedisProxy:
    """Carries commands from a socket of its own to the server's.

    Args:
        server: the server's socket.
        folder: where its own will be.
    """

    def __init__(self, server: Path, folder: Path) -> None:
        self._server_path: Final = server
        self._path: Final = folder / "way.sock"
        self._server: asyncio.Server | None = None
        self._open_writers: Final[set[asyncio.StreamWriter]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.is_closed = False
        """Whether nobody comes through."""
        self.kill_point: CommandKillPoint | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"unix://{quote(str(self._path))}"

    async def start_proxy(self) -> None:
        """Listen."""
        self._server = await asyncio.start_unix_server(self._serve_connection, self._path)

    async def stop_proxy(self) -> None:
        """Close everything."""
        if self._server is not None:
            self._server.close()
        self.break_connections()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def break_connections(self) -> None:
        """Let nobody through any more, and break what is open."""
        self.is_closed = True
        for writer in list(self._open_writers):
            writer.transport.abort()

    async def _serve_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self.is_closed:
            writer.transport.abort()
            return
        answers, server = await asyncio.open_unix_connection(str(self._server_path))
        self._open_writers.update((writer, server))
        back = asyncio.create_task(self._forward_replies(answers, writer))
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while not self.is_closed:
                    await self._forward_command(await _read_command(reader), server, answers, back)
        finally:
            back.cancel()
            for one in (writer, server):
                self._open_writers.discard(one)
                one.transport.abort()

    async def _forward_command(
        self, command: bytes, server: asyncio.StreamWriter, answers: asyncio.StreamReader, back: asyncio.Task[None]
    ) -> None:
        """Hand a command on, unless the bot is to end before it."""
        point = self.kill_point
        if self.is_closed:
            return
        if point is None or point.marker not in command:
            server.write(command)
            return
        point.commands_left -= 1
        if point.commands_left:
            server.write(command)
            return
        self.kill_point = None
        if point.after_command:
            # Nobody hears what came of it, but it is done when the server has answered what comes behind it.
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
            server.write(command + _ECHO)
            await answers.readuntil(_END)
        point.on_reached()

    async def _forward_replies(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await answers.read(_CHUNK):
                writer.write(data)
        writer.transport.abort()


async def _read_command(reader: asyncio.StreamReader) -> bytes:
    """A whole command, as the client wrote it."""
    head = await reader.readuntil(b"\r\n")
    parts = [head]
    for _ in range(int(head[1:])):
        size = await reader.readuntil(b"\r\n")
        parts += [size, await reader.readexactly(int(size[1:]) + 2)]
    return b"".join(parts)
