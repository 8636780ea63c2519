"""Records what the bot sends to Redis and Telegram for each move; :mod:`bot.bench.replay_recording` repeats it."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import hiredis
import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.bench.fleet.api_server import FleetBotApi
from bot.bench.fleet.launch import launch_fleet
from bot.bench.fleet.socket_proxy import SocketProxy
from bot.bench.make_moves import MoveMaker
from bot.bench.prepared_games import Match, store_games
from bot.bench.replay_recording import ENTRY_ID, RecordedMove, RecordedPicture, RedisRequest
from bot.families.crossword.board_sketches import BoardSketch
from bot.pictures.drawing import DrawingThread
from bot.pictures.sketches import Sketch
from bot.store.connection.connect import connect
from bot.store.server.embedded import socket_path

RECORDED_ACCOUNT: Final = "3:recorded"
PICTURES_VARIABLE: Final = "RECORDED_PICTURES"
"""Names the file for the pictures, in the environment of the recorded bot."""

_RECORDED_PROGRAM: Final = (
    "from bot.bench.record_moves import record_pictures; record_pictures(); from bot.cli import main; main(['run'])"
)
_SETTLE_SECONDS: Final = 0.2
_BLOCKING_COMMANDS: Final = frozenset({b"BLPOP", b"XREAD", b"XREADGROUP"})
"""Who asks these waits for what the next move brings."""


@dataclass(frozen=True, slots=True)
class Recording:
    """Moves, and what Redis held before the first of them."""

    moves: list[RecordedMove]
    keys: list[tuple[bytes, bytes]]
    """Name and content. None of them ends: leases hold on, however slowly the moves are repeated."""
    scripts: list[bytes]

    def write_moves(self, folder: Path) -> Path:
        """The moves as a file of a new folder."""
        folder.mkdir()
        file = folder / "moves"
        file.write_bytes(msgspec.msgpack.encode(self.moves))
        return file

    async def load_into_redis(self, url: str) -> None:
        """Make another server what the recorded one was."""
        async with connect(url) as client:
            for script in self.scripts:
                await client.script_load(script.decode())
            for name, content in self.keys:
                await client.restore(name, 0, content)


class RecordingApi(FleetBotApi):
    """A Bot API server for some accounts and the recorded one, which notes what that posts."""

    def __init__(self, *tokens: str) -> None:
        self.api_calls: list[tuple[str, str, bytes]] = []
        super().__init__(*tokens, RECORDED_ACCOUNT, middlewares=(self._note_call,))

    @web.middleware
    async def _note_call(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        method, posted = request.match_info["method"], self.api_calls
        answer = await handler(request)
        if request.match_info["token"] == RECORDED_ACCOUNT and method != "getUpdates":
            # It has been read by now, and is kept.
            posted.append((method, request.headers.get("Content-Type", ""), await request.read()))
        return answer


async def record_moves(
    api: RecordingApi, folder: Path, warm_up: Sequence[Match], matches: Sequence[Match]
) -> Recording:
    """Have a bot of its own play matches, one move at a time, and note what it does once it is warm.

    Raises:
        StartError: this machine cannot run it, or the bot did not do its work.
    """
    pictures, place = folder.with_suffix(".pictures"), folder.with_suffix(".sock")
    recorded = _RecordedRequests()
    proxy = SocketProxy(socket_path(folder / "redis"), lambda: _RecordedConnection(recorded))
    await proxy.listen_on_socket(place)
    settings = {"REDIS_URL": f"unix://{quote(str(place))}", PICTURES_VARIABLE: str(pictures)}
    try:
        async with launch_fleet(
            api, RECORDED_ACCOUNT, folder, polls=True, program=_RECORDED_PROGRAM, settings=settings
        ) as fleet:
            answers = MoveMaker(fleet.account)
            # Through what records: of each script it has to see the text once.
            await store_games(settings["REDIS_URL"], [*warm_up, *matches])
            for match in warm_up:
                await answers.play_matches((match,))
            await asyncio.sleep(_SETTLE_SECONDS)
            steps, keys = list[RecordedMove](), await _dump_redis(fleet.redis.url)
            for match in matches:
                for move in match.moves:
                    steps.append(RecordedMove([], [], []))
                    recorded.requests, api.api_calls = steps[-1].requests, steps[-1].api_calls
                    await answers.make_move(match.chat, move)
            await asyncio.sleep(_SETTLE_SECONDS)
            fleet.workers[0].send_signal(signal.SIGKILL)
    finally:
        await proxy.stop()
    drawn = [msgspec.json.decode(line, type=RecordedPicture) for line in pictures.read_bytes().splitlines()]
    for step, picture in zip(steps, drawn[-len(steps) :], strict=True):
        step.pictures.append(picture)
    return Recording(_drop_unused_ids(steps), keys, list(recorded.scripts))


def record_pictures() -> None:
    """In the recorded bot's process: keep each board beside its picture, before it is drawn."""
    draw = DrawingThread.draw_sketch

    async def noted(self: DrawingThread, sketch: Sketch) -> bytes:
        if isinstance(sketch, BoardSketch):
            _append_picture(sketch)
        return await draw(self, sketch)

    DrawingThread.draw_sketch = noted  # type: ignore[method-assign]  # the bot is the same but for this


def _append_picture(sketch: BoardSketch) -> None:
    with Path(os.environ[PICTURES_VARIABLE]).open("ab") as file:
        file.write(msgspec.json.encode(RecordedPicture(sketch.theme, sketch.view, sketch.words)) + b"\n")


async def _dump_redis(url: str) -> list[tuple[bytes, bytes]]:
    async with connect(url) as client:
        names = [name async for name in client.scan_iter()]
        return [(name, content) for name in names if (content := await client.dump(name)) is not None]


def _drop_unused_ids(steps: list[RecordedMove]) -> list[RecordedMove]:
    """The same, with none but the ids that a later request names."""
    later: set[bytes] = set()
    for step in reversed(steps):
        for number in reversed(range(len(step.requests))):
            ask = step.requests[number]
            step.requests[number] = RedisRequest(
                ask.request, ask.answer_count, {place: one for place, one in ask.ids.items() if one in later}
            )
            later.update(ENTRY_ID.findall(ask.request))
    return steps


class _RecordedRequests:
    """What was asked of Redis, and which scripts it was given."""

    def __init__(self) -> None:
        self.requests: list[RedisRequest] = []
        self.scripts: Final[dict[bytes, None]] = {}

    def record_request(self, request: bytes, commands: list[list[bytes]], answers: bytes) -> None:
        """Something was asked and answered."""
        self.scripts.update(dict.fromkeys(one[1] for one in commands if one[0].upper() == b"EVAL"))
        if commands[0][0].upper() not in _BLOCKING_COMMANDS:
            ids = dict(enumerate(ENTRY_ID.findall(answers)))
            self.requests.append(RedisRequest(request, len(commands), ids))


class _RecordedConnection:
    """A connection: what was asked on it, and how much of that is answered."""

    def __init__(self, recorded: _RecordedRequests) -> None:
        self._recorded: Final = recorded
        self._requests: Final = hiredis.Reader()
        self._answers: Final = hiredis.Reader()
        self._request = self._answer = b""
        self._commands: list[list[bytes]] = []
        self._open: Final[deque[tuple[bytes, list[list[bytes]]]]] = deque()
        self._answered = 0

    async def pass_request(self, data: bytes) -> bytes:
        """Something is asked; a command that comes in parts is one request with what comes with it."""
        self._request += data
        self._requests.feed(data)
        while (command := self._requests.gets()) is not False:
            self._commands.append(command)
        if not self._requests.has_data():
            self._open.append((self._request, self._commands))
            self._request, self._commands = b"", []
        return data

    async def pass_answer(self, data: bytes) -> bytes:
        """Something is answered."""
        self._answer += data
        self._answers.feed(data)
        while self._answers.gets() is not False:
            self._answered += 1
        while self._open and self._answered >= len(self._open[0][1]):
            request, commands = self._open.popleft()
            self._answered -= len(commands)
            self._recorded.record_request(request, commands, self._answer)
            self._answer = b""
        return data
