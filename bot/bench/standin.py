"""A stand-in for Telegram that only hands out moves and takes pictures, cheaply, for several bots at once.

In each group the next move comes when the picture of the one before has arrived: so every move is answered by itself.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any, Final

from aiohttp import web

from bot.bench.matches import PLAYERS, Match, Move
from bot.config import StartError

Json = dict[str, Any]

_ANSWER_SECONDS: Final = 30.0
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SIZES: Final = ((90, 75), (320, 267), (800, 667), (1280, 1067))
"""Telegram answers a picture with several sizes of it, which a bot has to read."""


class Account:
    """One bot: its updates to come, and the pictures it owes."""

    def __init__(self, number: int) -> None:
        self.user: Final[Json] = {"id": number, "is_bot": True, "first_name": "Bench", "username": f"bench{number}_bot"}
        self.asking: Final = asyncio.Event()
        """Set once the bot has asked for updates."""
        self.owed: Final[dict[int, asyncio.Future[int]]] = {}
        self.messages = 0
        self.calls = 0
        """Of the Bot API, since the start."""
        self._next = 1
        self._pending: Final[dict[int, Json]] = {}
        self._came = asyncio.Event()

    def say(self, chat: int, move: Move) -> None:
        """Queue a player's command."""
        name = next(seat.name for seat in PLAYERS if seat.user == move.user)
        command = move.text.partition(" ")[0]
        message = self.message(chat) | {
            "from": {"id": move.user, "is_bot": False, "first_name": name, "language_code": "tr"},
            "text": move.text,
            "entities": [{"type": "bot_command", "offset": 0, "length": len(command)}],
        }
        self._pending[self._next] = {"update_id": self._next, "message": message}
        self._next += 1
        self._came.set()

    def message(self, chat: int) -> Json:
        """The frame of a message in a group."""
        self.messages += 1
        return {
            "message_id": self.messages,
            "date": int(time.time()),
            "chat": {"id": chat, "type": "supergroup", "title": "Bench"},
        }

    async def updates(self, offset: int, seconds: float) -> list[Json]:
        """One long poll."""
        for number in [number for number in self._pending if number < offset]:
            del self._pending[number]
        self.asking.set()
        if not self._pending:
            self._came.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._came.wait()
            except TimeoutError:
                pass
        return list(self._pending.values())

    def answered(self, chat: int, size: int | str) -> None:
        """A picture of so many bytes came, or a text, which no move should cause."""
        owed = self.owed.get(chat)
        if owed is None or owed.done():
            return
        if isinstance(size, int):
            owed.set_result(size)
        else:
            owed.set_exception(StartError(f"The bench failed: a prepared move was answered with {size!r}."))


class StandIn:
    """The server; accounts are known by their tokens."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.accounts: Final = {token: Account(number) for number, token in enumerate(tokens, start=1)}
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def start(self) -> None:
        """Serve on a free port of this machine."""
        application = web.Application(client_max_size=10_000_000)
        application.router.add_route("*", "/bot{token}/{method}", self._call)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    async def stop(self) -> None:
        """Close the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def play(self, token: str, matches: Sequence[Match]) -> list[int]:
        """Play matches side by side; the sizes of the pictures that came, in bytes.

        Raises:
            StartError: a move was refused, or not answered in time.
        """
        account = self.accounts[token]
        sizes = await asyncio.gather(*(_play(account, match) for match in matches))
        return [size for group in sizes for size in group]

    async def _call(self, request: web.Request) -> web.Response:
        account = self.accounts[request.match_info["token"]]
        account.calls += 1
        parameters: Json = dict(request.query)
        if request.content_type == "application/json":
            parameters |= await request.json()
        elif request.method == "POST":
            parameters |= await request.post()
        result = await _serve(account, request.match_info["method"], parameters)
        return web.json_response({"ok": True, "result": result})


async def _play(account: Account, match: Match) -> list[int]:
    return [await answer(account, match.chat, move) for move in match.moves]


async def answer(account: Account, chat: int, move: Move) -> int:
    """Make a move and wait for its picture; the picture's size in bytes.

    Raises:
        StartError: the move was refused, or not answered in time.
    """
    owed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    account.owed[chat] = owed
    account.say(chat, move)
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await owed
    except TimeoutError:
        raise StartError(f"The bench failed: no picture came within {_ANSWER_SECONDS:.0f} seconds.") from None


async def _serve(account: Account, method: str, parameters: Json) -> Any:
    match method:
        case "getMe":
            return account.user
        case "getUpdates":
            return await account.updates(int(parameters.get("offset", 0)), float(parameters.get("timeout", 0)))
        case "sendPhoto":
            return _photo(account, parameters)
        case "sendMessage":
            chat, text = int(parameters["chat_id"]), str(parameters["text"])
            account.answered(chat, text)
            return account.message(chat) | {"from": account.user, "text": text}
        case _:
            return True


def _photo(account: Account, parameters: Json) -> Json:
    chat, content = int(parameters["chat_id"]), parameters["photo"].file.read()
    if not content.startswith(_PNG):
        raise web.HTTPBadRequest
    account.answered(chat, len(content))
    number = account.messages + 1
    return account.message(chat) | {
        "from": account.user,
        "photo": [
            {
                "file_id": f"photo-{number}-{width}",
                "file_unique_id": f"{number}-{width}",
                "width": width,
                "height": height,
            }
            for width, height in _SIZES
        ],
        "caption": parameters["caption"],
        "reply_markup": json.loads(parameters["reply_markup"]),
    }
