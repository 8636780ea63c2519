"""Private delivery over HTTP, as servers from 10.0 to 10.5 serve it: whoever can be shown something is, alone."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from redis.asyncio import Redis
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.call_errors import ApiUnreachable, ChatUnreachable, RequestRejected
from bot.pictures import DrawingThread, Sketch
from bot.playground.dispatch import Fault
from bot.playground.server_version import VERSIONS
from bot.store import keys
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.store.people import ClosedChats, WebStore
from bot.telegram import updates
from bot.telegram.ephemeral import EphemeralDelivery, PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.private_delivery import DeliveryRoute, PrivateDelivery
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, Sender, Tap, Venue
from bot.telegram.send_queue import SendQueue
from bot.telegram.server_features import RETRY_SECONDS
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
from tests.support.waiting import wait_until

SECRET = "K A L E M"  # noqa: S105 - a rack
KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("🔀", callback_data="mix")]])


class FixedDrawing(DrawingThread):
    def __init__(self, calls: PlaygroundClient) -> None:
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
        self.replies = Replies(
            gateway,
            Texts(),
            self,  # type: ignore[arg-type]  # which it has fade
            ephemeral_delivery,
            WebStore(redis),
        )
        self.personal = PrivateDelivery(gateway, self.replies, ephemeral_delivery, ClosedChats(redis), self._pause)
        self.held = asyncio.Event()
        """Cleared while pauses last."""
        self.held.set()
        self.calls = calls
        self.bot = bot
        self._watch = watch
        self.board: Json = {}

    async def _pause(self, _: float) -> None:
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
            base_url=f"{calls.playground.url}/bot",
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


@pytest.fixture
async def delivery(redis: Redis) -> AsyncIterator[DeliveryUnderTest]:
    async with run_delivery(redis) as made:
        yield made


@pytest.mark.parametrize(
    ("version", "status", "pressed", "typed"),
    [
        ("10.0", "administrator", DeliveryRoute.NONE, DeliveryRoute.NONE),
        ("10.3", "administrator", DeliveryRoute.REPLACED, DeliveryRoute.BELOW),
        ("10.5", "administrator", DeliveryRoute.REPLACED, DeliveryRoute.BELOW),
        ("10.5", "member", DeliveryRoute.REPLACED, DeliveryRoute.NONE),
    ],
)
async def test_who_asks_is_served_on_the_highest_rung_and_seen_by_nobody(
    delivery: DeliveryUnderTest, version: str, status: str, pressed: DeliveryRoute, typed: DeliveryRoute
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    assert [await delivery.personal.reply_with_page(await delivery.tap(), PAGE) for _ in range(2)] == [pressed] * 2
    shown = 0 if pressed is DeliveryRoute.NONE else 2
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [SECRET] * shown
    assert all(one["photo"] and one["reply_markup"] for one in delivery.messages_for_kiraz)
    assert await delivery.personal.reply_with_page(command(), PAGE) is typed
    assert len(delivery.messages_for_kiraz) == shown + (typed is DeliveryRoute.BELOW)
    assert [one for one in delivery.public_messages if one != delivery.board] == []
    assert await delivery.is_secret_hidden()


@pytest.mark.parametrize("version", ["10.0", "10.5"])
async def test_who_opened_the_private_chat_is_served_there_where_the_group_cannot(
    delivery: DeliveryUnderTest, version: str
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status="member")
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    assert await delivery.personal.reply_with_page(command(), PAGE) is DeliveryRoute.PRIVATE
    assert await delivery.is_secret_hidden()


async def test_a_tap_has_its_box_before_what_waits_for_the_private_chat(delivery: DeliveryUnderTest) -> None:
    """Telegram takes an answer to a tap within some seconds or never; a chat at its limit is served in its time."""
    await delivery.calls.configure_server(version="10.0")
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    tap = await delivery.tap()
    delivery.calls.playground.faults.add_fault(Fault(kind="delay", method="sendPhoto", chat_id=KIRAZ, delay=0.2))
    assert await delivery.personal.reply_with_page(tap, replace(PAGE, alert="K₁ A₁")) is DeliveryRoute.PRIVATE
    answered, shown = (
        delivery.calls.playground.journal.find_entries(method)[-1].number
        for method in ("answerCallbackQuery", "sendPhoto")
    )
    assert answered < shown
    assert delivery.drawing_thread.behind == ["answerCallbackQuery"], "and before anything is drawn"


async def test_a_private_chat_that_is_closed_is_not_tried_again_for_ten_minutes(
    delivery: DeliveryUnderTest, redis: Redis
) -> None:
    await delivery.calls.configure_server(version="10.0")
    page = replace(PAGE, alert="K₁ A₁")
    for _ in range(3):
        assert await delivery.personal.reply_with_page(await delivery.tap(), page) is DeliveryRoute.ALERT
    assert await delivery.personal.reply_with_page(command(), PAGE) is DeliveryRoute.NONE
    assert tried(delivery) == [403]
    assert len(delivery.drawing_thread.behind) == 1, "nor is anything drawn"
    assert 0 < await redis.ttl(keys.closed(KIRAZ)) <= 600


async def test_who_opens_the_private_chat_is_shown_things_there_at_once(
    delivery: DeliveryUnderTest, redis: Redis
) -> None:
    await delivery.calls.configure_server(version="10.0")
    await delivery.personal.reply_with_page(command(), PAGE)
    await ClosedChats(redis).note(LIMON)
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    assert await delivery.personal.reply_with_page(command(), PAGE) is DeliveryRoute.NONE, "it has not been told yet"
    await delivery.personal.note_private_chat_opened(KIRAZ)
    assert await delivery.personal.reply_with_page(command(), PAGE) is DeliveryRoute.PRIVATE
    assert tried(delivery) == [403, 200]
    assert await ClosedChats(redis).noted(LIMON), "nobody else has"


def tried(ladder: DeliveryUnderTest) -> list[int]:
    sent = ladder.calls.playground.journal.find_entries("sendPhoto")
    return [one.status for one in sent if str(one.parameters["chat_id"]) == str(KIRAZ)]


async def test_what_all_may_read_is_said_in_one_call_and_never_edited(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(version="10.3")
    for _ in range(2):
        assert await delivery.replies.reply_privately(command(), "Sıra sizde değil.", secret=False)
    assert [one["text"] for one in delivery.messages_for_kiraz] == ["Sıra sizde değil."] * 2
    assert not any("edit_date" in one for one in delivery.messages_for_kiraz)
    assert delivery.faded == [one["ephemeral_message_id"] for one in delivery.messages_for_kiraz]
    assert [one for one in delivery.public_messages if one != delivery.board] == []


@pytest.mark.parametrize("why", ["CHAT_ADMIN_REQUIRED", "it is not liked"])
async def test_who_was_refused_an_answer_alone_is_not_tried_again_for_ten_minutes(
    delivery: DeliveryUnderTest, why: str
) -> None:
    calls = delivery.calls
    calls.playground.faults.add_fault(
        Fault(kind="error", method="sendMessage", status=400, description=f"Bad Request: {why}")
    )
    for seconds in (0, 300, 299):
        calls.clock.now += seconds
        assert not await delivery.replies.reply_privately(command(), "?", secret=False)
    assert len(calls.playground.journal.find_entries("sendMessage")) == 1
    calls.clock.now += 2
    assert await delivery.replies.reply_privately(command(), "?", secret=False)


async def test_a_server_of_10_2_posts_something_neutral_once_and_the_secret_goes_by_alert_and_private_chat(
    delivery: DeliveryUnderTest,
) -> None:
    """It knows the methods, and ignores to whom a message is addressed: one of 10.0 of which that was found earlier."""
    await delivery.calls.configure_server(version="10.0")
    page = replace(PAGE, alert="K₁ A₁")
    for tap in (await delivery.tap(), await delivery.tap()):
        delivery.features.record_ephemeral_methods(known=True)
        assert await delivery.personal.reply_with_page(tap, page) is DeliveryRoute.ALERT
    journal = delivery.calls.playground.journal
    assert [one.parameters["text"] for one in journal.find_entries("answerCallbackQuery")] == ["K₁ A₁"] * 2
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    await delivery.personal.note_private_chat_opened(KIRAZ)
    assert await delivery.personal.reply_with_page(command(), page) is DeliveryRoute.PRIVATE
    assert [one.parameters["message_id"] for one in journal.find_entries("deleteMessage")] == [
        one.message_id for one in journal.find_entries("sendPhoto") if "ephemeral_message_parameters" in one.parameters
    ][-1:]
    assert [one for one in delivery.public_messages if one != delivery.board] == []
    assert await delivery.is_secret_hidden()


@pytest.mark.parametrize(
    ("version", "status"), [("10.0", "administrator"), ("10.3", "member"), ("10.5", "administrator")]
)
async def test_nothing_that_is_for_one_person_is_ever_posted_to_all(
    delivery: DeliveryUnderTest, version: str, status: str
) -> None:
    """Not for a moment, whatever the server is: people are notified of what is deleted at once, too."""
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    for _ in range(3):
        await delivery.replies.reply_privately(command(), "Sıra sizde değil.", secret=False)
        await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
        if delivery.messages_for_kiraz:
            await delivery.personal.replace_page(await delivery.tap(delivery.messages_for_kiraz[-1], "mix"), NEXT)
        delivery.calls.clock.now += RETRY_SECONDS
    journal = delivery.calls.playground.journal
    sent = [one for method in ("sendMessage", "sendPhoto") for one in journal.find_entries(method) if one.status == 200]
    assert [one.result for one in sent if "ephemeral_message_id" not in one.result] == [delivery.board]
    assert not journal.find_entries("deleteMessage")


async def test_an_ephemeral_command_is_answered_alone_by_a_plain_bot(delivery: DeliveryUnderTest) -> None:
    calls = delivery.calls
    await calls.configure_group(status="member")
    await calls.call_ok("setMyCommands", commands=[{"command": "raf", "description": "Raf", "is_ephemeral": True}])
    asked = calls.playground.world.write_as_person(KIRAZ, GROUP, "/raf")
    raw = json.dumps({"update_id": 1, "message": asked}).encode()
    request = updates.parse_update(raw, delivery.bot.bot)
    assert isinstance(request, Command)
    assert request.ephemeral_id == asked["ephemeral_message_id"]
    assert await delivery.personal.reply_with_page(request, PAGE) is DeliveryRoute.BELOW
    assert delivery.messages_for_kiraz[-1]["caption"] == SECRET


@pytest.mark.parametrize("step", ["sendPhoto", "editEphemeralMessageMedia"])
async def test_a_call_that_is_lost_tells_nothing(delivery: DeliveryUnderTest, step: str) -> None:
    tap = await delivery.tap()
    delivery.calls.playground.faults.add_fault(Fault(method=step, kind="close", count=1))
    with pytest.raises(ApiUnreachable):
        await delivery.personal.reply_with_page(tap, PAGE)
    assert await delivery.is_secret_hidden()


@pytest.mark.parametrize(
    ("version", "status", "there"),
    [("10.3", "administrator", True), ("10.3", "member", False), ("10.0", "administrator", False)],
)
async def test_what_nobody_asked_for_goes_to_the_group_where_there_is_no_private_chat(
    delivery: DeliveryUnderTest, version: str, status: str, *, there: bool
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    with nullcontext() if there else pytest.raises((ChatUnreachable, RequestRejected)):
        await delivery.personal.send_page(KIRAZ, PAGE, Scope(GROUP))
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [SECRET] * there
    private = delivery.calls.playground.world.chats[KIRAZ].messages
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    await delivery.personal.send_page(KIRAZ, PAGE, Scope(GROUP))
    assert [one["caption"] for one in private.values() if "caption" in one] == [SECRET]
    assert len(delivery.messages_for_kiraz) == there
    assert await delivery.is_secret_hidden()


def delete_shown(delivery: DeliveryUnderTest) -> None:
    ephemeral = delivery.calls.playground.world.ephemeral
    number = delivery.messages_for_kiraz[0]["ephemeral_message_id"]
    ephemeral.delete_ephemeral(GROUP, ephemeral.require_ephemeral(GROUP, KIRAZ, number))


async def test_a_press_that_came_too_late_has_to_be_repeated(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(version="10.3")
    await delivery.calls.configure_group(status="member")
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
    delivery.calls.clock.now += 16
    delete_shown(delivery)
    await delivery.personal.replace_page(tap, NEXT)
    assert not delivery.messages_for_kiraz
    [asked] = [one.parameters for one in delivery.calls.playground.journal.find_entries("answerCallbackQuery")][-1:]
    assert asked["text"] == Texts().plain("tr", "ladder-press-again")
    await delivery.personal.reply_with_page(await delivery.tap(), NEXT)
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [f"{SECRET}!"]


@pytest.mark.parametrize(
    ("former", "version", "later"), [("10.5", "10.0", 0.0), ("10.3", "10.5", 0.0), ("10.5", "10.0", RETRY_SECONDS)]
)
async def test_a_server_that_was_changed_for_another_tells_nothing(
    delivery: DeliveryUnderTest, former: str, version: str, later: float
) -> None:
    await delivery.calls.configure_server(version=former)
    for _ in range(3):
        await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
        await delivery.replies.reply_privately(command(), "?")
        await delivery.personal.replace_page(
            await delivery.tap(next(one for one in delivery.messages_for_kiraz if "caption" in one), "mix"), PAGE
        )
    step = next(one for one in delivery.messages_for_kiraz if "caption" in one)
    delivery.calls.clock.now += later
    await delivery.calls.configure_server(version=version)
    await delivery.personal.replace_page(await delivery.tap(step, "mix"), NEXT)
    await delivery.personal.reply_with_page(await delivery.tap(), NEXT)
    await delivery.replies.reply_privately(command(), SECRET)
    assert [one for one in delivery.public_messages if one != delivery.board] == []
    assert await delivery.is_secret_hidden()


CALLS = {
    ("10.3", "open"): ["sendPhoto", "editEphemeralMessageMedia"],
    ("10.3", "turn"): ["editEphemeralMessageCaption", "editEphemeralMessageMedia"],
    ("10.5", "open"): ["sendPhoto"],
    ("10.5", "turn"): ["editEphemeralMessageCaption", "editEphemeralMessageMedia"],
}
"""What a tap asks of the server once it is known."""


@pytest.mark.parametrize(("version", "status"), [("10.3", "member"), ("10.5", "administrator")])
async def test_a_tap_on_the_own_board_is_one_message_or_an_edit_of_its_words_and_then_of_its_picture(
    delivery: DeliveryUnderTest, version: str, status: str
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
    assert (tap.message, tap.ephemeral_id) == (0, delivery.messages_for_kiraz[0]["ephemeral_message_id"])
    await delivery.personal.replace_page(tap, NEXT)
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [NEXT.text], "the only one that is left"
    for step in ("open", "turn", "turn"):
        is_opened, newest = step == "open", delivery.messages_for_kiraz[-1]
        tap = await (delivery.tap() if is_opened else delivery.tap(newest, "mix"))
        before = delivery.calls.playground.journal.find_entries()[-1].number
        await (delivery.personal.reply_with_page if is_opened else delivery.personal.replace_page)(tap, PAGE)
        asked = [one.method for one in delivery.calls.playground.journal.find_entries(after=before)]
        assert [one for one in asked if one not in {"answerCallbackQuery", "getUpdates"}] == CALLS[version, step]
    assert await delivery.is_secret_hidden()


async def test_the_picture_follows_the_words_when_no_key_came_for_a_while(delivery: DeliveryUnderTest) -> None:
    """Of two taps at once both have their words, and the newer one alone its picture."""
    await delivery.calls.configure_server(version=VERSIONS[-1])
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    shown = delivery.messages_for_kiraz[-1]
    taps = [await delivery.tap(shown, "mix", update=number) for number in (1, 2)]
    before = delivery.calls.playground.journal.find_entries()[-1].number
    delivery.held.clear()
    running = [
        asyncio.create_task(delivery.personal.replace_page(tap, page))
        for tap, page in zip(taps, (PAGE, NEXT), strict=True)
    ]

    def edits() -> list[str]:
        calls = delivery.calls.playground.journal.find_entries(after=before)
        return [one.method for one in calls if one.method.startswith("edit")]

    await wait_until(lambda: len(edits()) == len(taps))
    assert edits() == ["editEphemeralMessageCaption"] * len(taps)
    drawn = len(delivery.drawing_thread.behind)
    delivery.held.set()
    await asyncio.gather(*running)
    assert edits()[len(taps) :] == ["editEphemeralMessageMedia"]
    assert len(delivery.drawing_thread.behind) == drawn + 1
    assert delivery.messages_for_kiraz[-1]["caption"] == NEXT.text


async def test_an_answer_to_a_press_names_no_chat_that_an_older_server_could_post_it_to(
    delivery: DeliveryUnderTest,
) -> None:
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    for version in VERSIONS[:-1]:
        await delivery.calls.configure_server(version="10.5")
        delivery.calls.clock.now += RETRY_SECONDS
        for _ in range(2):
            await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
        tap = await delivery.tap()
        await delivery.calls.configure_server(version=version)
        before = delivery.calls.playground.journal.find_entries()[-1].number
        await delivery.personal.reply_with_page(tap, PAGE)
        sent = delivery.calls.playground.journal.find_entries("sendPhoto", after=before)[0]
        assert sent.parameters["caption"] == SECRET
        assert ("chat_id" in sent.parameters, sent.status) == (False, 400)
    assert await delivery.is_secret_hidden()


async def test_what_was_forged_on_the_public_board_changes_nothing_of_it(delivery: DeliveryUnderTest) -> None:
    before = delivery.public_messages
    await delivery.personal.replace_page(await delivery.tap(), NEXT)
    assert delivery.public_messages == before
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [NEXT.text]
    assert await delivery.is_secret_hidden()
