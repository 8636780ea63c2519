"""The least that a move can cost: its picture drawn, its bytes posted, its commands asked, and nothing between.

A process of its own, which is told of each move as a bot is, and then does what :mod:`bot.bench.record_moves` has seen
the bot do for that move. It reads, decides and keeps nothing.
"""

import os
import re
import socket
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import hiredis
import msgspec
from msgspec import Struct

from bot.families.crossword.board_sketches import BoardSketch
from bot.pictures.drawing import PICTURE_WIDTH
from engine.crossword.view import GameView
from render import Painter, PanelWords

RECORDING_VARIABLE: Final = "FLOOR_MATERIAL"
"""Names the file with the moves, in the environment of the process."""
ENTRY_ID: Final = re.compile(rb"\d{13}-\d+")
"""A stream's, which the server makes: another one in each run, of the same length."""
_CHUNK: Final = 65_536
_POLL_SECONDS: Final = 30


class RedisRequest(Struct, frozen=True):
    """What went to Redis at once."""

    request: bytes
    answer_count: int
    """How many are to come."""
    ids: dict[int, bytes]
    """Of the ids in the answers, by their place, those that later requests name."""


class RecordedPicture(Struct, frozen=True):
    """A picture, before it was drawn."""

    theme: str
    view: GameView
    words: PanelWords


class RecordedMove(Struct):
    """All that was done for a move."""

    requests: list[RedisRequest]
    pictures: list[RecordedPicture]
    api_calls: list[tuple[str, str, bytes]]
    """Method of the Bot API, type of the content, body."""


def replay_moves() -> None:
    """Repeat move after move, until ended."""
    steps = iter(msgspec.msgpack.decode(Path(os.environ[RECORDING_VARIABLE]).read_bytes(), type=list[RecordedMove]))
    redis, api = (
        _RedisConnection(os.environ["REDIS_URL"]),
        _ApiConnection(os.environ["BOT_API_URL"], os.environ["BOT_TOKEN"]),
    )
    painters: dict[str, Painter] = {}
    offset = 0
    while True:
        poll = msgspec.json.encode({"offset": offset, "timeout": _POLL_SECONDS})
        for update in msgspec.json.decode(api.call_method("getUpdates", "application/json", poll))["result"]:
            offset = update["update_id"] + 1
            step = next(steps)
            for ask in step.requests:
                redis.send_request(ask)
            for one in step.pictures:
                if one.theme not in painters:
                    painters[one.theme] = Painter(one.theme, PICTURE_WIDTH)
                BoardSketch(one.theme, one.view, one.words).paint(painters[one.theme])
            for method, kind, body in step.api_calls:
                api.call_method(method, kind, body)


class _RedisConnection:
    """A connection that sends what was sent."""

    def __init__(self, url: str) -> None:
        self._socket: Final = socket.socket(socket.AF_UNIX)
        self._socket.connect(unquote(urlsplit(url).path))
        self._ids: Final[dict[bytes, bytes]] = {}

    def send_request(self, request: RedisRequest) -> None:
        """Send a request, with the ids that this server has made, and read the answers."""
        self._socket.sendall(ENTRY_ID.sub(self._own_id, request.request) if self._ids else request.request)
        reader, said, left = hiredis.Reader(), b"", request.answer_count
        while left:
            data = self._socket.recv(_CHUNK)
            if not data:
                raise ConnectionError("Redis has gone")
            said += data
            reader.feed(data)
            while left and reader.gets() is not False:
                left -= 1
        if request.ids:
            found = ENTRY_ID.findall(said)
            self._ids.update((old, found[place]) for place, old in request.ids.items() if place < len(found))

    def _own_id(self, old: re.Match[bytes]) -> bytes:
        return self._ids.get(old[0], old[0])


class _ApiConnection:
    """A connection to the Bot API that is kept open."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        self._path: Final = f"{parts.path}/bot{token}/"
        self._socket: Final = socket.create_connection((parts.hostname, parts.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call_method(self, method: str, kind: str, body: bytes) -> bytes:
        """Call a method; the answer's body."""
        head = f"POST {self._path}{method} HTTP/1.1\r\nHost: bench\r\n"
        kept = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._socket.sendall(f"{head}{kept}".encode() + body)
        said = b""
        while (end := said.find(b"\r\n\r\n")) < 0:
            said += self._receive()
        length = re.search(rb"(?i)content-length: *(\d+)", said[:end])
        wanted = end + 4 + int(length[1] if length else 0)
        while len(said) < wanted:
            said += self._receive()
        return said[end + 4 : wanted]

    def _receive(self) -> bytes:
        data = self._socket.recv(_CHUNK)
        if not data:
            raise ConnectionError("the Bot API has gone")
        return data


if __name__ == "__main__":
    replay_moves()
