"""What the bot does for each move, recorded on its way to Redis and to the Bot API, for :mod:`bot.bench.floor`."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import hiredis
import msgspec
from aiohttp import web

from bot.bench.answers import Answers
from bot.bench.deals import deal
from bot.bench.floor import ENTRY_ID, Ask, Drawn, Step
from bot.bench.matches import Match
from bot.families.crossword.sketches import BoardSketch
from bot.fleet.running import running
from bot.fleet.server import BotApi
from bot.pictures.drawing import DrawingThread
from bot.pictures.sketches import Sketch
from bot.store.connect import connect
from bot.store.embedded import socket_of

RECORDED: Final = "3:recorded"
PICTURES: Final = "RECORDED_PICTURES"
"""Names the file for the pictures, in the environment of the recorded bot."""

_PROGRAM: Final = (
    "from bot.bench.recording import note_pictures; note_pictures(); from bot.cli import main; main(['run'])"
)
_CHUNK: Final = 65_536
_SETTLE_SECONDS: Final = 0.2
_WAITS: Final = frozenset({b"BLPOP", b"XREAD", b"XREADGROUP"})
"""Who asks these waits for what the next move brings."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Moves, and what Redis held before the first of them."""

    steps: list[Step]
    keys: list[tuple[bytes, bytes]]
    """Name and content. None of them ends: leases hold on, however slowly the moves are repeated."""
    scripts: list[bytes]

    def kept_in(self, folder: Path) -> Path:
        """The moves as a file of a new folder."""
        folder.mkdir()
        file = folder / "moves"
        file.write_bytes(msgspec.msgpack.encode(self.steps))
        return file

    async def put(self, url: str) -> None:
        """Make another server what the recorded one was."""
        async with connect(url) as client:
            for script in self.scripts:
                await client.script_load(script.decode())
            for name, content in self.keys:
                await client.restore(name, 0, content)


class RecordingApi(BotApi):
    """A Bot API server that notes what one bot posts."""

    def __init__(self, tokens: Sequence[str]) -> None:
        super().__init__(tokens)
        self.posted: list[tuple[str, str, bytes]] = []

    async def _call(self, request: web.Request) -> web.Response:
        method, posted = request.match_info["method"], self.posted
        answer = await super()._call(request)
        if request.match_info["token"] == RECORDED and method != "getUpdates":
            # It has been read by now, and is kept.
            posted.append((method, request.headers.get("Content-Type", ""), await request.read()))
        return answer


@asynccontextmanager
async def recording(*tokens: str) -> AsyncIterator[RecordingApi]:
    """A server for these accounts and the recorded one."""
    server = RecordingApi((*tokens, RECORDED))
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def record(api: RecordingApi, folder: Path, warm_up: Sequence[Match], matches: Sequence[Match]) -> Recorded:
    """Have a bot of its own play matches, one move at a time, and note what it does once it is warm.

    Raises:
        StartError: this machine cannot run it, or the bot did not do its work.
    """
    pictures, place = folder.with_suffix(".pictures"), folder.with_suffix(".sock")
    between = _Between(socket_of(folder / "redis"))
    listening = await asyncio.start_unix_server(between.carry, place)
    settings = {"REDIS_URL": f"unix://{quote(str(place))}", PICTURES: str(pictures)}
    try:
        async with running(api, RECORDED, folder, polls=True, program=_PROGRAM, settings=settings) as fleet:
            answers = Answers(fleet.account)
            # Through what records: of each script it has to see the text once.
            await deal(settings["REDIS_URL"], [*warm_up, *matches])
            for match in warm_up:
                await answers.play((match,))
            await asyncio.sleep(_SETTLE_SECONDS)
            steps, keys = list[Step](), await _held(fleet.stores.url)
            for match in matches:
                for move in match.moves:
                    steps.append(Step([], [], []))
                    between.asked, api.posted = steps[-1].asked, steps[-1].posted
                    await answers.answer(match.chat, move)
            await asyncio.sleep(_SETTLE_SECONDS)
            fleet.workers[0].send(signal.SIGKILL)
    finally:
        listening.close()
        await between.close()
    for step, drawn in zip(steps, _kept(pictures)[-len(steps) :], strict=True):
        step.drawn.append(drawn)
    return Recorded(_needed(steps), keys, list(between.scripts))


def note_pictures() -> None:
    """In the recorded bot's process: keep each board beside its picture, before it is drawn."""
    draw = DrawingThread.draw

    async def noted(self: DrawingThread, sketch: Sketch) -> bytes:
        if isinstance(sketch, BoardSketch):
            _keep(sketch)
        return await draw(self, sketch)

    DrawingThread.draw = noted  # type: ignore[method-assign]  # the bot is the same but for this


def _keep(sketch: BoardSketch) -> None:
    with Path(os.environ[PICTURES]).open("ab") as file:
        file.write(msgspec.json.encode(Drawn(sketch.theme, sketch.view, sketch.words)) + b"\n")


def _kept(pictures: Path) -> list[Drawn]:
    return [msgspec.json.decode(line, type=Drawn) for line in pictures.read_bytes().splitlines()]


async def _held(url: str) -> list[tuple[bytes, bytes]]:
    async with connect(url) as client:
        names = [name async for name in client.scan_iter()]
        return [(name, content) for name in names if (content := await client.dump(name)) is not None]


def _needed(steps: list[Step]) -> list[Step]:
    """The same, with none but the ids that a later request names."""
    later: set[bytes] = set()
    for step in reversed(steps):
        for number in reversed(range(len(step.asked))):
            ask = step.asked[number]
            step.asked[number] = Ask(
                ask.request, ask.answers, {place: one for place, one in ask.ids.items() if one in later}
            )
            later.update(ENTRY_ID.findall(ask.request))
    return steps


class _Between:
    """Carries bytes between the bot and Redis, and notes what is asked."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._open: Final[set[asyncio.Task[None]]] = set()
        self.asked: list[Ask] = []
        self.scripts: Final[dict[bytes, None]] = {}

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection of the bot's."""
        way, task = _Way(self), asyncio.current_task()
        assert task is not None  # noqa: S101 - a server's connection is served by a task
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        with closing(writer):
            server_reader, server_writer = await asyncio.open_unix_connection(self._path)
            with closing(server_writer), suppress(OSError, asyncio.CancelledError):
                to_server = asyncio.create_task(_copy(reader, server_writer, way.to_server))
                to_bot = asyncio.create_task(_copy(server_reader, writer, way.to_bot))
                try:
                    await asyncio.gather(to_server, to_bot)
                finally:
                    to_server.cancel()
                    to_bot.cancel()

    async def close(self) -> None:
        """Leave no connection open."""
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def note(self, request: bytes, commands: list[list[bytes]], answers: bytes) -> None:
        """Something was asked and answered."""
        self.scripts.update(dict.fromkeys(one[1] for one in commands if one[0].upper() == b"EVAL"))
        if commands[0][0].upper() not in _WAITS:
            ids = dict(enumerate(ENTRY_ID.findall(answers)))
            self.asked.append(Ask(request, len(commands), ids))


class _Way:
    """A connection: what was asked on it, and how much of that is answered."""

    def __init__(self, between: _Between) -> None:
        self._between: Final = between
        self._requests: Final = hiredis.Reader()
        self._answers: Final = hiredis.Reader()
        self._request = self._answer = b""
        self._commands: list[list[bytes]] = []
        self._open: Final[deque[tuple[bytes, list[list[bytes]]]]] = deque()
        self._answered = 0

    def to_server(self, data: bytes) -> None:
        """Something is asked; a command that comes in parts is one request with what comes with it."""
        self._request += data
        self._requests.feed(data)
        while (command := self._requests.gets()) is not False:
            self._commands.append(command)
        if not self._requests.has_data():
            self._open.append((self._request, self._commands))
            self._request, self._commands = b"", []

    def to_bot(self, data: bytes) -> None:
        """Something is answered."""
        self._answer += data
        self._answers.feed(data)
        while self._answers.gets() is not False:
            self._answered += 1
        while self._open and self._answered >= len(self._open[0][1]):
            request, commands = self._open.popleft()
            self._answered -= len(commands)
            self._between.note(request, commands, self._answer)
            self._answer = b""


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: Callable[[bytes], None]) -> None:
    while data := await reader.read(_CHUNK):
        seen(data)
        writer.write(data)
        await writer.drain()
    writer.close()
