"""The playground asked over plain HTTP, as a bot of any version would and as a page does; and a clock that stands."""

import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Self

import aiohttp
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.playground import Playground
from tests.support.waiting import PATIENCE

Json = dict[str, Any]
GROUP: Final = -1001000000001
KIRAZ, LIMON, NANE, ZEYTIN = 101, 102, 103, 104
EPOCH: Final = 1_800_000_000.0
TOO_OLD: Final = "Bad Request: query is too old and response timeout expired or query ID is invalid"


class UnixClock:
    """Seconds since 1970, which pass only when a test says so."""

    def __init__(self) -> None:
        self.now = EPOCH

    def __call__(self) -> float:
        return self.now


class PageEvents:
    def __init__(self, session: aiohttp.ClientSession, person: int) -> None:
        self._session = session
        self._person = person
        self.snapshot: Json = {}
        self.seen: list[Json] = []

    async def __aenter__(self) -> Self:
        self._response = await self._session.get(f"/page/people/{self._person}/events")
        self.snapshot = await self.read_event()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._response.close()

    async def wait_for_kind(self, kind: str) -> Json:
        while (event := await self.read_event())["type"] != kind:
            pass
        return event

    async def read_event(self) -> Json:
        line = await self._response.content.readuntil(b"\n\n")
        event: Json = json.loads(line.removeprefix(b"data: "))
        self.seen.append(event)
        return event


class PlaygroundClient:
    def __init__(self, playground: Playground, clock: UnixClock, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.clock = clock
        self.session = session

    async def call_method(self, method: str, /, **parameters: Any) -> Json:
        url = f"/bot{self.playground.token}/{method}"
        answer: Json = await (await self.session.post(url, json=parameters)).json()
        return answer

    async def call_ok(self, method: str, /, **parameters: Any) -> Any:
        answer = await self.call_method(method, **parameters)
        assert answer["ok"], answer
        return answer["result"]

    async def call_refused(self, method: str, /, **parameters: Any) -> str:
        answer = await self.call_method(method, **parameters)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def call_with_file(self, method: str, file: bytes, /, **parameters: Any) -> Json:
        """The whole answer to a call with a file named `file`."""
        form = aiohttp.FormData()
        for name, value in parameters.items():
            form.add_field(name, value if isinstance(value, str) else json.dumps(value))
        form.add_field("file", file, filename="x.png", content_type="image/png")
        answer: Json = await (await self.session.post(f"/bot{self.playground.token}/{method}", data=form)).json()
        return answer

    async def configure_server(self, **switches: Any) -> None:
        await self.post_ok("/control/server", **switches)

    async def configure_group(self, chat: int = GROUP, **switches: Any) -> None:
        await self.post_ok(f"/control/groups/{chat}", **switches)

    async def post_ok(self, path: str, **body: Any) -> Any:
        answer = await self.session.post(path, json=body)
        result = await answer.json()
        assert answer.status == 200, result
        return result

    async def post_refused(self, path: str, **body: Any) -> str:
        answer = await self.session.post(path, json=body)
        assert answer.status == 400
        return str((await answer.json())["description"])

    async def pop_updates(self, *kinds: str) -> list[Json]:
        """The updates since the last time, of some kinds or of all, each as what stands under its kind."""
        waiting = self.playground.updates.pending_updates
        self.playground.updates.clear_updates()
        flat = [(kind, payload) for update in waiting for kind, payload in update.items() if kind != "update_id"]
        return [payload for kind, payload in flat if not kinds or kind in kinds]

    async def press_button(self, person: int, message: Json, data: str) -> str:
        place = {"chat_id": message["chat"]["id"], "message_id": message["message_id"]}
        if "ephemeral_message_id" in message:
            place |= {"message_id": message["ephemeral_message_id"], "ephemeral": True}
        return str((await self.post_ok(f"/page/people/{person}/presses", **place, data=data))["callback_id"])

    def open_page_events(self, person: int) -> PageEvents:
        return PageEvents(self.session, person)


@asynccontextmanager
async def run_playground_client(**options: Any) -> AsyncIterator[PlaygroundClient]:
    clock = UnixClock()
    playground = Playground(bot_username="masa_bot", clock=clock, **options)
    await playground.start(port=0)
    async with aiohttp.ClientSession(playground.url) as session:
        yield PlaygroundClient(playground, clock, session)
    await playground.stop()


def keyboard_row(*data: str) -> Json:
    return {"inline_keyboard": [[{"text": one, "callback_data": one} for one in data]]}


def png_header(side: int) -> bytes:
    """As much of a square picture as the playground reads."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", side, side) + bytes(100)


TOKEN = "77:abc"  # noqa: S105 - the playground's own


def picture_header(width: int, height: int, *, weight: int = 100) -> bytes:
    header = struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", width, height)
    return b"\x89PNG\r\n\x1a\n" + header + bytes(weight)


@asynccontextmanager
async def run_playground(clock: UnixClock) -> AsyncIterator[Playground]:
    served = Playground(token=TOKEN, bot_username="masa_bot", clock=clock)
    await served.start(port=0)
    yield served
    await served.stop()


def bot_of_playground(playground: Playground, token: str = TOKEN) -> Bot:
    return Bot(
        token,
        base_url=f"{playground.url}/bot",
        base_file_url=f"{playground.url}/file/bot",
        request=HTTPXRequest(read_timeout=PATIENCE),
    )


SECRET = "K A L E M"  # noqa: S105 - a rack


def recipient_parameters(person: int, **more: Any) -> dict[str, Any]:
    """The parameters of 10.3."""
    return {"ephemeral_message_parameters": {"receiver_user_id": person, **more}}
