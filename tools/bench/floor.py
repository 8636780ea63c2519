"""Measure the floor, the least that a move can cost: a process repeats the recorded I/O of the bot and decides nothing.

While a bot makes moves, its traffic with Redis and Telegram is recorded. Then a separate process repeats it, move by
move, as the updates come.
"""

import asyncio
import os
import re
import signal
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

import hiredis
import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler
from msgspec import Struct

from bot.families.crossword.sketches import BoardSketch
from bot.pictures import PICTURE_WIDTH, DrawingThread, Sketch
from bot.store.client import connect
from bot.store.embedded import socket_path
from render import Painter
from tools.bench.games import Match, MoveMaker, store_games
from tools.fleet.bot_api import FleetBotApi
from tools.fleet.launch import launch_fleet
from tools.fleet.socket_proxy import SocketProxy

RECORDED_ACCOUNT: Final = "3:recorded"
FLOOR_PROGRAM: Final = "from tools.bench.floor import replay_moves; replay_moves()"
MOVES_VARIABLE: Final = "RECORDED_MOVES"
RECEIPT_PROGRAM: Final = "from tools.bench.floor import give_receipts; give_receipts()"
REQUESTS_VARIABLE: Final = "REQUESTS_AN_ANSWER"
"""The environment variable for how often :func:`give_receipts` asks Redis for each answer."""
_PICTURES_VARIABLE: Final = "RECORDED_PICTURES"
_RECORDED_PROGRAM: Final = (
    "from tools.bench.floor import record_pictures; record_pictures(); from bot.cli import main; main(['run'])"
)
_SETTLE_SECONDS: Final = 0.2
_POLL_SECONDS: Final = 30
_CHUNK: Final = 65_536
_BLOCKING_COMMANDS: Final = frozenset({b"BLPOP", b"XREAD", b"XREADGROUP"})
"""Commands that wait for the next move, and are not repeated."""
_ENTRY_ID: Final = re.compile(rb"\d{13}-\d+")
"""An entry ID of a Redis stream: it differs in each run, but has the same length."""


class RedisRequest(Struct, frozen=True):
    request: bytes
    answer_count: int
    ids: list[bytes]
    """Entry IDs in the answers, which later requests may name."""


class RecordedMove(Struct):
    requests: list[RedisRequest] = []
    pictures: list[BoardSketch] = []
    api_calls: list[tuple[str, str, bytes]] = []


@dataclass(frozen=True, slots=True)
class Recording:
    moves: list[RecordedMove]
    keys: list[tuple[bytes, bytes]]
    """Names and contents of keys, without expiry: leases stay valid however slowly the moves are repeated."""
    scripts: list[bytes]

    def write_moves(self, file: Path) -> None:
        file.write_bytes(msgspec.msgpack.encode(self.moves))

    async def load_into_redis(self, url: str) -> None:
        async with connect(url) as client:
            for script in self.scripts:
                await client.script_load(script.decode())
            for name, content in self.keys:
                await client.restore(name, 0, content)


class RecordingApi(FleetBotApi):
    def __init__(self, *tokens: str) -> None:
        self.move = RecordedMove()
        self.scripts: Final[dict[bytes, None]] = {}
        super().__init__(*tokens, RECORDED_ACCOUNT, middlewares=(self._note_call,))

    @web.middleware
    async def _note_call(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        method, move = request.match_info["method"], self.move
        answer = await handler(request)
        if request.match_info["token"] == RECORDED_ACCOUNT and method != "getUpdates":
            # The handler has read the body, so aiohttp returns its copy.
            move.api_calls.append((method, request.headers.get("Content-Type", ""), await request.read()))
        return answer

    def note_request(self, request: bytes, commands: list[list[bytes]], answers: bytes) -> None:
        self.scripts.update(dict.fromkeys(one[1] for one in commands if one[0].upper() == b"EVAL"))
        if commands[0][0].upper() not in _BLOCKING_COMMANDS:
            self.move.requests.append(RedisRequest(request, len(commands), _ENTRY_ID.findall(answers)))


async def record_moves(
    api: RecordingApi, folder: Path, warm_up: Sequence[Match], matches: Sequence[Match]
) -> Recording:
    """Let a bot play matches, one move at a time, and record its traffic after the ``warm_up`` matches."""
    pictures, place = folder.with_suffix(".pictures"), folder.with_suffix(".sock")
    proxy = SocketProxy(socket_path(folder / "redis"), lambda: _RecordedConnection(api))
    await proxy.listen_on_socket(place)
    settings = {"REDIS_URL": f"unix://{quote(str(place))}", _PICTURES_VARIABLE: str(pictures)}
    try:
        async with launch_fleet(
            api, RECORDED_ACCOUNT, folder, polls=True, program=_RECORDED_PROGRAM, settings=settings
        ) as fleet:
            move_maker, moves = MoveMaker(fleet.account), list[RecordedMove]()
            # Through the proxy, so that it sees the text of each script once.
            await store_games(settings["REDIS_URL"], [*warm_up, *matches])
            for match in warm_up:
                await move_maker.play_matches((match,))
            await asyncio.sleep(_SETTLE_SECONDS)
            async with connect(fleet.redis.url) as client:
                names = [name async for name in client.scan_iter()]
                keys = [(name, content) for name in names if (content := await client.dump(name)) is not None]
            for match in matches:
                for move in match.moves:
                    api.move = RecordedMove()
                    moves.append(api.move)
                    await move_maker.make_move(match.chat, move)
            await asyncio.sleep(_SETTLE_SECONDS)
            fleet.workers[0].send_signal(signal.SIGKILL)
    finally:
        await proxy.stop()
    drawn = [msgspec.json.decode(line, type=BoardSketch) for line in pictures.read_bytes().splitlines()]
    for recorded, picture in zip(moves, drawn[-len(moves) :], strict=True):
        recorded.pictures.append(picture)
    return Recording(moves, keys, list(api.scripts))


def record_pictures() -> None:
    """Patch the recorded bot's process, so that it notes each board before it is drawn."""
    draw = DrawingThread.draw_sketch

    async def noted(self: DrawingThread, sketch: Sketch) -> bytes:
        if isinstance(sketch, BoardSketch):
            _append_picture(sketch)
        return await draw(self, sketch)

    DrawingThread.draw_sketch = noted  # type: ignore[method-assign]  # the bot is the same but for this


def _append_picture(sketch: BoardSketch) -> None:
    with Path(os.environ[_PICTURES_VARIABLE]).open("ab") as file:
        file.write(msgspec.json.encode(sketch) + b"\n")


class _RecordedConnection:
    def __init__(self, api: RecordingApi) -> None:
        self._api: Final = api
        self._requests: Final = hiredis.Reader()
        self._answers: Final = hiredis.Reader()
        self._request = self._answer = b""
        self._commands: list[list[bytes]] = []
        self._open: Final[deque[tuple[bytes, list[list[bytes]]]]] = deque()
        self._answered = 0

    async def pass_request(self, data: bytes) -> bytes:
        """Pass data on to Redis; a command that arrives in parts forms one request with those beside it."""
        self._request += data
        self._requests.feed(data)
        while (command := self._requests.gets()) is not False:
            self._commands.append(command)
        if not self._requests.has_data():
            self._open.append((self._request, self._commands))
            self._request, self._commands = b"", []
        return data

    async def pass_answer(self, data: bytes) -> bytes:
        self._answer += data
        self._answers.feed(data)
        while self._answers.gets() is not False:
            self._answered += 1
        while self._open and self._answered >= len(self._open[0][1]):
            request, commands = self._open.popleft()
            self._answered -= len(commands)
            self._api.note_request(request, commands, self._answer)
            self._answer = b""
        return data


def replay_moves() -> None:
    """Run a process that repeats one recorded move for each update, until it is ended."""
    moves = iter(msgspec.msgpack.decode(Path(os.environ[MOVES_VARIABLE]).read_bytes(), type=list[RecordedMove]))
    redis = _RedisConnection(os.environ["REDIS_URL"])
    api = _ApiConnection(os.environ["BOT_API_URL"], os.environ["BOT_TOKEN"])
    painters: dict[str, Painter] = {}
    for _ in _fetch_updates(api):
        move = next(moves)
        for request in move.requests:
            redis.send_request(request)
        for picture in move.pictures:
            if picture.theme not in painters:
                painters[picture.theme] = Painter(picture.theme, PICTURE_WIDTH)
            picture.paint(painters[picture.theme])
        for method, kind, body in move.api_calls:
            api.call_method(method, kind, body)


def give_receipts() -> None:
    """Run a process that sends a receipt for each answer of a round, until it is ended; it decides nothing."""
    redis = _RedisConnection(os.environ["REDIS_URL"])
    api = _ApiConnection(os.environ["BOT_API_URL"], os.environ["BOT_TOKEN"])
    requests, ping = int(os.environ[REQUESTS_VARIABLE]), RedisRequest(b"PING\r\n", 1, [])
    for update in _fetch_updates(api):
        for _ in range(requests):
            redis.send_request(ping)
        if (tap := update.get("callback_query")) is not None:
            _call_with(api, "answerCallbackQuery", callback_query_id=tap["id"])
            place = {"chat_id": tap["message"]["chat"]["id"], "message_id": tap["message"]["message_id"]}
            _call_with(api, "editMessageCaption", **place, caption=tap["data"])
        else:
            _call_with(api, "sendMessage", chat_id=update["message"]["chat"]["id"], text=update["message"]["text"])


def _fetch_updates(api: "_ApiConnection") -> Iterator[dict[str, Any]]:
    offset = 0
    while True:
        for update in _call_with(api, "getUpdates", offset=offset, timeout=_POLL_SECONDS):
            offset = update["update_id"] + 1
            yield update


def _call_with(api: "_ApiConnection", method: str, **parameters: object) -> Any:
    return msgspec.json.decode(api.call_method(method, "application/json", msgspec.json.encode(parameters)))["result"]


class _RedisConnection:
    def __init__(self, url: str) -> None:
        self._socket: Final = socket.socket(socket.AF_UNIX)
        self._socket.connect(unquote(urlsplit(url).path))
        self._ids: Final[dict[bytes, bytes]] = {}

    def send_request(self, request: RedisRequest) -> None:
        """Send a request, with the entry IDs that this server has made, and read the answers."""
        self._socket.sendall(_ENTRY_ID.sub(lambda old: self._ids.get(old[0], old[0]), request.request))
        reader, answers, left = hiredis.Reader(), b"", request.answer_count
        while left:
            data = _receive(self._socket)
            answers += data
            reader.feed(data)
            while left and reader.gets() is not False:
                left -= 1
        if request.ids:
            self._ids.update(zip(request.ids, _ENTRY_ID.findall(answers), strict=False))


class _ApiConnection:
    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        self._path: Final = f"{parts.path}/bot{token}/"
        self._socket: Final = socket.create_connection((parts.hostname, parts.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call_method(self, method: str, kind: str, body: bytes) -> bytes:
        head = f"POST {self._path}{method} HTTP/1.1\r\nHost: bench\r\n"
        kept = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._socket.sendall(f"{head}{kept}".encode() + body)
        answer = b""
        while (end := answer.find(b"\r\n\r\n")) < 0:
            answer += _receive(self._socket)
        length = re.search(rb"(?i)content-length: *(\d+)", answer[:end])
        wanted = end + 4 + int(length[1] if length else 0)
        while len(answer) < wanted:
            answer += _receive(self._socket)
        return answer[end + 4 : wanted]


def _receive(connection: socket.socket) -> bytes:
    data = connection.recv(_CHUNK)
    if not data:
        raise ConnectionError("the other end has gone")
    return data
