"""Private delivery in a group of the playground's, of which somebody else watches everything that is ever shown."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from redis.asyncio import Redis
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.pictures import DrawingThread, Sketch
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.store.people import ClosedChats
from bot.telegram import updates
from bot.telegram.ephemeral import EphemeralDelivery, PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, Sender, Tap, Venue
from bot.telegram.send_queue import SendQueue
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.playground_client import (
    GROUP,
    KIRAZ,
    LIMON,
    Json,
    PageEvents,
    PlaygroundClient,
    keyboard_row,
    png_header,
)
from tests.support.playground_client import run_playground_client as served

SECRET = "K A L E M"  # noqa: S105 - a rack
KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("🔀", callback_data="mix")]])


class FixedDrawing(DrawingThread):
    def __init__(self, calls: PlaygroundClient) -> None:
        """Needs no thread."""
        self._calls = calls
        self.behind: list[str] = []
        """What was asked of the server last before each picture."""

    async def draw_sketch(self, sketch: Sketch) -> bytes:  # noqa: ARG002 - as what it stands for
        self.behind.append(self._calls.playground.journal.find_entries()[-1].method)
        return png_header(64)


PAGE = PrivatePage(SECRET, KEYBOARD, sketch=object(), as_text=lambda: "tahta")  # type: ignore[arg-type]  # never drawn
NEXT = PrivatePage(f"{SECRET}!", KEYBOARD, sketch=object())  # type: ignore[arg-type]  # as above


class DeliveryUnderTest:
    """The rungs of one process, and the group of which somebody else watches everything that is ever shown."""

    def __init__(self, calls: PlaygroundClient, bot: Bot, watch: PageEvents, redis: Redis) -> None:
        gateway = Gateway(bot, SendQueue(pause=_no_pause), calls.clock)
        self.features = gateway.server_features
        self.faded: list[int] = []
        """The numbers of what is to be deleted after a while."""
        self.drawing_thread = FixedDrawing(calls)
        ephemeral_delivery = EphemeralDelivery(gateway.ephemeral, self.drawing_thread)
        self.replies = Replies(gateway, Texts(), self, ephemeral_delivery)  # type: ignore[arg-type]  # which it has fade
        self.personal = PrivateDelivery(gateway, self.replies, ephemeral_delivery, ClosedChats(redis), self._pause)
        self.held = asyncio.Event()
        """Cleared while pauses last."""
        self.held.set()
        self.calls = calls
        self.bot = bot
        self._watch = watch
        self.board: Json = {}

    async def _pause(self, _: float) -> None:
        """Passes at once, unless a test holds it."""
        await self.held.wait()

    async def delete_later(
        self, chat: int, number: int, _: float, until_done_by: int | None, *, ephemeral_reader: int
    ) -> None:
        assert (chat, ephemeral_reader) == (GROUP, KIRAZ)
        assert until_done_by in {None, KIRAZ}
        self.faded.append(number)

    async def post_board(self) -> None:
        answer = await self.calls.call_with_file(
            "sendPhoto",
            png_header(64),
            chat_id=GROUP,
            photo="attach://file",
            caption="herkese",
            reply_markup=keyboard_row("own"),
        )
        self.board = answer["result"]

    async def tap(self, message: Json | None = None, data: str = "own", update: int = 1) -> Tap:
        """A press by Kiraz, as it is read from the update."""
        await self.calls.pop_updates()
        await self.calls.press_button(KIRAZ, message or self.board, data)
        [query] = await self.calls.pop_updates("callback_query")
        tap = updates.parse_update(json.dumps({"update_id": update, "callback_query": query}).encode(), self.bot.bot)
        assert isinstance(tap, Tap)
        return tap

    @property
    def messages_for_kiraz(self) -> list[Json]:
        return [one["message"] for one in self.calls.playground.world.ephemeral.visible_to_person(GROUP, KIRAZ)]

    @property
    def public_messages(self) -> list[Json]:
        return list(self.calls.playground.world.chats[GROUP].messages.values())

    async def is_secret_hidden(self) -> bool:
        """Whether nothing secret was ever on anybody else's page, deleted or not."""
        await self.calls.call_ok("sendMessage", chat_id=GROUP, text="son")
        while (await self._watch.wait_for_kind("message"))["message"].get("text") != "son":
            pass
        return SECRET not in json.dumps(self._watch.seen)


async def _no_pause(_: float) -> None:
    """Waits for nothing."""


@asynccontextmanager
async def run_delivery(redis: Redis) -> AsyncIterator[DeliveryUnderTest]:
    async with (
        served() as calls,
        calls.open_page_events(LIMON) as watch,
        Bot(
            calls.playground.token,
            base_url=f"{calls.playground.api_url}/bot",
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(connections=1),
        ) as bot,
    ):
        made = DeliveryUnderTest(calls, bot, watch, redis)
        await made.post_board()
        yield made


def command(number: int | None = None) -> Command:
    place, sender = Venue(Scope(GROUP), private=False, title="Masa", username=None), Sender(KIRAZ, "Kiraz", "tr")
    return Command(
        UpdateContext(1), place, sender, 0 if number else 5, "rack", "", datetime.now(UTC), ephemeral_id=number
    )
