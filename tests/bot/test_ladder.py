"""The rack ladder over HTTP, as servers from 10.0 to 10.4 serve it: whoever can be shown something is, alone."""

import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest
from redis.asyncio import Redis
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.outcomes import Gone, Refused, Unreachable
from bot.pictures.drawing import DrawingThread
from bot.pictures.sketches import Sketch
from bot.playground.faults import Fault
from bot.playground.servers import VERSIONS
from bot.store import keys
from bot.store.closed import ClosedChats
from bot.store.keys import Scope
from bot.telegram import reading
from bot.telegram.answers import Answers
from bot.telegram.forms import AGAIN_SECONDS
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command, Sender, Tap, Venue
from bot.telegram.pace import Pace
from bot.telegram.personal import Personal, Rung, Sheet
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.calls import GROUP, KIRAZ, LIMON, Calls, Events, Json, buttons, png
from tests.support.calls import calls as served

SECRET = "K A L E M"  # noqa: S105 - a rack
KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("🔀", callback_data="mix")]])


class Still(DrawingThread):
    """Draws the same picture whatever it is asked for."""

    def __init__(self, calls: Calls) -> None:
        """Needs no thread."""
        self._calls = calls
        self.behind: list[str] = []
        """What was asked of the server last before each picture."""

    async def draw(self, sketch: Sketch) -> bytes:  # noqa: ARG002 - as what it stands for
        self.behind.append(self._calls.playground.journal.entries()[-1].method)
        return png(64)


SHEET = Sheet(SECRET, KEYBOARD, sketch=object(), written=lambda: "tahta")  # type: ignore[arg-type]  # never drawn
NEXT = Sheet(f"{SECRET}!", KEYBOARD, sketch=object())  # type: ignore[arg-type]  # as above


class Ladder:
    """The rungs of one process, and the group of which somebody else watches everything that is ever shown."""

    def __init__(self, calls: Calls, bot: Bot, watch: Events, redis: Redis) -> None:
        gateway = Gateway(bot, Pace(pause=_no_pause), calls.clock)
        self.faded: list[int] = []
        """The numbers of what is to be deleted after a while."""
        answers = Answers(gateway, Texts(), self)  # type: ignore[arg-type]  # which it has fade
        self.studio = Still(calls)
        self.personal = Personal(gateway, answers, self.studio, ClosedChats(redis))
        self.calls = calls
        self.bot = bot
        self._watch = watch
        self.board: Json = {}

    async def fade(self, chat: int, number: int, _: float, user: int | None, *, reader: int) -> None:
        """Note what would be deleted."""
        assert (chat, reader) == (GROUP, KIRAZ)
        assert user in {None, KIRAZ}
        self.faded.append(number)

    async def post(self) -> None:
        """The public board."""
        answer = await self.calls.upload(
            "sendPhoto", png(64), chat_id=GROUP, photo="attach://file", caption="herkese", reply_markup=buttons("mine")
        )
        self.board = answer["result"]

    async def tap(self, message: Json | None = None, data: str = "mine") -> Tap:
        """A press by Kiraz, as it is read from the update."""
        await self.calls.updates()
        await self.calls.press(KIRAZ, message or self.board, data)
        [query] = await self.calls.updates("callback_query")
        tap = reading.read(json.dumps({"update_id": 1, "callback_query": query}).encode(), self.bot.bot)
        assert isinstance(tap, Tap)
        return tap

    @property
    def own(self) -> list[Json]:
        """What Kiraz alone sees in the group."""
        return [one["message"] for one in self.calls.playground.world.ephemeral.shown(GROUP, KIRAZ)]

    @property
    def public(self) -> list[Json]:
        return list(self.calls.playground.world.chats[GROUP].messages.values())

    async def hidden(self) -> bool:
        """Whether nothing secret was ever on anybody else's page, deleted or not."""
        await self.calls.ok("sendMessage", chat_id=GROUP, text="son")
        while (await self._watch.until("message"))["message"].get("text") != "son":
            pass
        return SECRET not in json.dumps(self._watch.seen)


async def _no_pause(_: float) -> None:
    """Waits for nothing."""


@pytest.fixture
async def ladder(redis: Redis) -> AsyncIterator[Ladder]:
    async with (
        served() as calls,
        calls.page(LIMON) as watch,
        Bot(
            calls.playground.token,
            base_url=f"{calls.playground.api_url}/bot",
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(connections=1),
        ) as bot,
    ):
        made = Ladder(calls, bot, watch, redis)
        await made.post()
        yield made


def command(number: int | None = None) -> Command:
    place, sender = Venue(Scope(GROUP), private=False, title="Masa", username=None), Sender(KIRAZ, "Kiraz", "tr")
    return Command(1, place, sender, 0 if number else 5, "rack", "", datetime.now(UTC), ephemeral=number)


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize(
    ("version", "pressed", "typed"),
    [
        ("10.0", [Rung.NONE, Rung.NONE], Rung.NONE),
        ("10.2", [Rung.BELOW, Rung.BELOW], Rung.BELOW),
        ("10.3", [Rung.BELOW, Rung.REPLACED], Rung.BELOW),
        ("10.4", [Rung.REPLACED, Rung.REPLACED], Rung.BELOW),
    ],
)
async def test_who_asks_is_served_on_the_highest_rung_and_seen_by_nobody(
    ladder: Ladder, version: str, status: str, pressed: list[Rung], typed: Rung
) -> None:
    """That a server is one of 10.3 is found out by the first own board, which therefore stands below."""
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status=status)
    assert [await ladder.personal.open(await ladder.tap(), SHEET) for _ in pressed] == pressed
    shown = [] if Rung.NONE in pressed else [SECRET] * len(pressed)
    assert [one["caption"] for one in ladder.own] == shown
    assert all(one["photo"] and one["reply_markup"] for one in ladder.own)

    typed = typed if status == "administrator" else Rung.NONE
    assert await ladder.personal.open(command(), SHEET) is typed
    assert len(ladder.own) == len(shown) + (typed is Rung.BELOW)
    assert [one for one in ladder.public if one != ladder.board] == []
    assert await ladder.hidden()


@pytest.mark.parametrize("version", VERSIONS)
async def test_who_opened_the_private_chat_is_served_there_where_the_group_cannot(ladder: Ladder, version: str) -> None:
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status="member")
    ladder.calls.playground.world.say(KIRAZ, KIRAZ, "/start")
    assert await ladder.personal.open(command(), SHEET) is Rung.PRIVATE
    assert await ladder.hidden()


async def test_a_tap_has_its_box_before_what_waits_for_the_private_chat(ladder: Ladder) -> None:
    """Telegram takes an answer to a tap within some seconds or never; a chat at its limit is served in its time."""
    await ladder.calls.switch(version="10.0")
    ladder.calls.playground.world.say(KIRAZ, KIRAZ, "/start")
    tap = await ladder.tap()
    ladder.calls.playground.faults.add(Fault(kind="delay", method="sendPhoto", chat_id=KIRAZ, delay=0.2))
    assert await ladder.personal.open(tap, replace(SHEET, box="K₁ A₁")) is Rung.PRIVATE
    answered, shown = (
        ladder.calls.playground.journal.entries(method)[-1].number for method in ("answerCallbackQuery", "sendPhoto")
    )
    assert answered < shown
    assert ladder.studio.behind == ["answerCallbackQuery"], "and before anything is drawn"


async def test_who_has_no_private_chat_has_the_box_alone(ladder: Ladder) -> None:
    await ladder.calls.switch(version="10.0")
    tap = await ladder.tap()
    assert await ladder.personal.open(tap, replace(SHEET, box="K₁ A₁")) is Rung.BOX
    [answer] = ladder.calls.playground.journal.entries("answerCallbackQuery")
    assert answer.parameters["text"] == "K₁ A₁"


async def test_a_private_chat_that_is_closed_is_not_tried_again_for_ten_minutes(ladder: Ladder, redis: Redis) -> None:
    await ladder.calls.switch(version="10.0")
    sheet = replace(SHEET, box="K₁ A₁")
    for _ in range(3):
        assert await ladder.personal.open(await ladder.tap(), sheet) is Rung.BOX
    assert await ladder.personal.open(command(), SHEET) is Rung.NONE
    assert tried(ladder) == [403]
    assert len(ladder.studio.behind) == 1, "nor is anything drawn"
    assert 0 < await redis.ttl(keys.closed(KIRAZ)) <= 600


async def test_who_opens_the_private_chat_is_shown_things_there_at_once(ladder: Ladder, redis: Redis) -> None:
    await ladder.calls.switch(version="10.0")
    await ladder.personal.open(command(), SHEET)
    await ClosedChats(redis).note(LIMON)
    ladder.calls.playground.world.say(KIRAZ, KIRAZ, "/start")
    assert await ladder.personal.open(command(), SHEET) is Rung.NONE, "it has not been told yet"
    await ladder.personal.admit(KIRAZ)
    assert await ladder.personal.open(command(), SHEET) is Rung.PRIVATE
    assert tried(ladder) == [403, 200]
    assert await ClosedChats(redis).noted(LIMON), "nobody else has"


async def test_who_asks_in_the_private_chat_has_it_open(ladder: Ladder, redis: Redis) -> None:
    await ladder.calls.switch(version="10.0")
    ladder.calls.playground.world.say(KIRAZ, KIRAZ, "/raf")
    await ClosedChats(redis).note(KIRAZ)
    place = Venue(Scope(KIRAZ), private=True, title="", username=None)
    asked = msgspec.structs.replace(command(), place=place)
    assert await ladder.personal.open(asked, SHEET) is Rung.PRIVATE
    assert not await ClosedChats(redis).noted(KIRAZ)


async def test_what_is_refused_for_another_reason_is_tried_again(ladder: Ladder) -> None:
    await ladder.calls.switch(version="10.0")
    ladder.calls.playground.world.say(KIRAZ, KIRAZ, "/start")
    ladder.calls.playground.faults.add(
        Fault(kind="error", method="sendPhoto", chat_id=KIRAZ, status=400, description="Bad Request: it is not liked")
    )
    ladder.calls.playground.faults.add(
        Fault(kind="error", method="sendMessage", chat_id=KIRAZ, status=400, description="Bad Request: nor this")
    )
    assert await ladder.personal.open(command(), SHEET) is Rung.NONE
    assert await ladder.personal.open(command(), SHEET) is Rung.PRIVATE


def tried(ladder: Ladder) -> list[int]:
    """How the server has answered what was sent to Kiraz in private."""
    sent = ladder.calls.playground.journal.entries("sendPhoto")
    return [one.status for one in sent if str(one.parameters["chat_id"]) == str(KIRAZ)]


async def test_where_no_photo_may_stand_in_place_of_another_it_stands_below(ladder: Ladder) -> None:
    await ladder.calls.switch(photo_in_place=False)
    for _ in range(2):
        assert await ladder.personal.open(await ladder.tap(), SHEET) is Rung.BELOW
    assert [one["caption"] for one in ladder.own] == [SECRET, SECRET]
    photos = [one for one in ladder.calls.playground.journal.entries("sendPhoto") if one.status == 400]
    assert len(photos) == 1, "what was refused is not tried again at once"


@pytest.mark.parametrize("version", VERSIONS[1:])
@pytest.mark.parametrize("status", ["administrator", "member"])
async def test_the_next_step_is_the_only_message_that_is_left(ladder: Ladder, version: str, status: str) -> None:
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status=status)
    await ladder.personal.open(await ladder.tap(), SHEET)
    for _ in range(2):
        tap = await ladder.tap(ladder.own[0], "mix")
        assert (tap.message, tap.ephemeral) == (0, ladder.own[0]["ephemeral_message_id"])
        await ladder.personal.turn(tap, NEXT)
        assert [one["caption"] for one in ladder.own] == [f"{SECRET}!"]
    assert await ladder.hidden()


async def test_a_message_that_is_gone_is_opened_again(ladder: Ladder) -> None:
    await ladder.personal.open(await ladder.tap(), SHEET)
    tap = await ladder.tap(ladder.own[0], "mix")
    ephemeral = ladder.calls.playground.world.ephemeral
    ephemeral.delete(GROUP, ephemeral.get(GROUP, KIRAZ, ladder.own[0]["ephemeral_message_id"]))
    await ladder.personal.turn(tap, NEXT)
    assert [one["caption"] for one in ladder.own] == [f"{SECRET}!"]
    assert ladder.own[0]["ephemeral_message_id"] != tap.ephemeral


async def test_a_press_that_came_too_late_has_to_be_repeated(ladder: Ladder) -> None:
    await ladder.calls.switch(version="10.2")
    await ladder.calls.switch_group(status="member")
    await ladder.personal.open(await ladder.tap(), SHEET)
    tap = await ladder.tap(ladder.own[0], "mix")
    before = ladder.own
    ladder.calls.clock.now += 16
    await ladder.personal.turn(tap, NEXT)
    assert ladder.own == before
    [asked] = [one.parameters for one in ladder.calls.playground.journal.entries("answerCallbackQuery")][-1:]
    assert asked["text"] == Texts().plain("tr", "ladder-press-again")
    await ladder.personal.turn(await ladder.tap(ladder.own[0], "mix"), NEXT)
    assert [one["caption"] for one in ladder.own] == [f"{SECRET}!"]


@pytest.mark.parametrize(
    ("former", "version", "later"),
    [(former, now, 0.0) for former in VERSIONS[1:] for now in VERSIONS]
    + [("10.4", now, AGAIN_SECONDS) for now in VERSIONS],
)
async def test_a_server_that_was_changed_for_another_tells_nothing(
    ladder: Ladder, former: str, version: str, later: float
) -> None:
    await ladder.calls.switch(version=former)
    for _ in range(3):
        await ladder.personal.open(await ladder.tap(), SHEET)
        await ladder.personal.say(command(), "?")
        await ladder.personal.turn(await ladder.tap(next(one for one in ladder.own if "caption" in one), "mix"), SHEET)
    step = next(one for one in ladder.own if "caption" in one)
    ladder.calls.clock.now += later
    await ladder.calls.switch(version=version)
    await ladder.personal.turn(await ladder.tap(step, "mix"), NEXT)
    await ladder.personal.open(await ladder.tap(), NEXT)
    await ladder.personal.say(command(), SECRET)
    assert [one for one in ladder.public if one != ladder.board] == []
    assert await ladder.hidden()


CALLS = {
    ("10.2", "open"): ["editEphemeralMessageText", "sendPhoto"],
    ("10.2", "turn"): ["editEphemeralMessageText", "sendPhoto", "deleteEphemeralMessage"],
    ("10.3", "open"): ["sendPhoto", "editEphemeralMessageMedia"],
    ("10.3", "turn"): ["editEphemeralMessageMedia"],
    ("10.4", "open"): ["sendPhoto"],
    ("10.4", "turn"): ["editEphemeralMessageMedia"],
}
"""What a tap asks of the server once it is known; the edit of no message is how 10.2 is told from what is older."""


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_a_tap_on_the_own_board_is_one_message_and_one_deletion_or_an_edit(
    ladder: Ladder, version: str, status: str
) -> None:
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status=status)
    await ladder.personal.open(await ladder.tap(), SHEET)
    await ladder.personal.turn(await ladder.tap(ladder.own[-1], "mix"), NEXT)
    for step, number in (("open", 0), ("turn", -1), ("turn", -1)):
        tap = await (ladder.tap() if step == "open" else ladder.tap(ladder.own[number], "mix"))
        before = ladder.calls.playground.journal.entries()[-1].number
        await (ladder.personal.open(tap, SHEET) if step == "open" else ladder.personal.turn(tap, SHEET))
        asked = [one.method for one in ladder.calls.playground.journal.entries(after=before)]
        assert [one for one in asked if one not in {"answerCallbackQuery", "getUpdates"}] == CALLS[version, step]
    assert await ladder.hidden()


async def test_an_answer_to_a_press_names_no_chat_that_an_older_server_could_post_it_to(ladder: Ladder) -> None:
    await ladder.personal.open(await ladder.tap(), SHEET)
    for version in VERSIONS[:-1]:
        await ladder.calls.switch(version="10.4")
        ladder.calls.clock.now += AGAIN_SECONDS
        for _ in range(2):
            await ladder.personal.open(await ladder.tap(), SHEET)
        tap = await ladder.tap()
        await ladder.calls.switch(version=version)
        before = ladder.calls.playground.journal.entries()[-1].number
        await ladder.personal.open(tap, SHEET)
        sent = ladder.calls.playground.journal.entries("sendPhoto", after=before)[0]
        assert sent.parameters["caption"] == SECRET
        assert ("chat_id" in sent.parameters, sent.status) == (False, 400)
    assert await ladder.hidden()


@pytest.mark.parametrize(("version", "edited"), [("10.2", False), ("10.3", False), ("10.4", False)])
async def test_what_all_may_read_is_said_in_one_call_and_never_edited(
    ladder: Ladder, version: str, *, edited: bool
) -> None:
    await ladder.calls.switch(version=version)
    for _ in range(2):
        assert await ladder.personal.say(command(), "Sıra sizde değil.", secret=False)
    assert [one["text"] for one in ladder.own] == ["Sıra sizde değil."] * 2
    assert any("edit_date" in one for one in ladder.own) is edited
    assert ladder.faded == [one["ephemeral_message_id"] for one in ladder.own]
    assert [one for one in ladder.public if one != ladder.board] == []


@pytest.mark.parametrize("why", ["CHAT_ADMIN_REQUIRED", "it is not liked"])
async def test_who_was_refused_an_answer_alone_is_not_tried_again_for_ten_minutes(ladder: Ladder, why: str) -> None:
    calls = ladder.calls
    calls.playground.faults.add(
        Fault(kind="error", method="sendMessage", status=400, description=f"Bad Request: {why}")
    )
    for seconds in (0, 300, 299):
        calls.clock.now += seconds
        assert not await ladder.personal.say(command(), "?", secret=False)
    assert len(calls.playground.journal.entries("sendMessage")) == 1
    calls.clock.now += 2
    assert await ladder.personal.say(command(), "?", secret=False)


async def test_what_is_not_served_is_tried_again_after_a_while(ladder: Ladder) -> None:
    await ladder.calls.switch(version="10.2")
    for _ in range(2):
        assert await ladder.personal.open(await ladder.tap(), SHEET) is Rung.BELOW
    journal = ladder.calls.playground.journal
    assert len([one for one in journal.entries("sendPhoto") if "chat_id" not in one.parameters]) == 1, "the newest form"
    assert len(journal.entries("editEphemeralMessageMedia")) == 1, "an edit with a new picture"
    await ladder.calls.switch(version="10.3")
    ladder.calls.clock.now += AGAIN_SECONDS
    assert await ladder.personal.open(await ladder.tap(), SHEET) is Rung.BELOW
    assert await ladder.personal.open(await ladder.tap(), SHEET) is Rung.REPLACED
    assert [one for one in ladder.public if one != ladder.board] == []


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("version", VERSIONS)
async def test_nothing_that_is_for_one_person_is_ever_posted_to_all(ladder: Ladder, version: str, status: str) -> None:
    """Not for a moment, whatever the server is: people are notified of what is deleted at once, too."""
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status=status)
    for _ in range(3):
        await ladder.personal.say(command(), "Sıra sizde değil.", secret=False)
        await ladder.personal.open(await ladder.tap(), SHEET)
        if ladder.own:
            await ladder.personal.turn(await ladder.tap(ladder.own[-1], "mix"), NEXT)
        ladder.calls.clock.now += AGAIN_SECONDS
    journal = ladder.calls.playground.journal
    sent = [one for method in ("sendMessage", "sendPhoto") for one in journal.entries(method) if one.status == 200]
    assert [one.result for one in sent if "ephemeral_message_id" not in one.result] == [ladder.board]
    assert not journal.entries("deleteMessage")


@pytest.mark.parametrize(
    ("version", "status", "said"),
    [
        ("10.0", "administrator", False),
        ("10.2", "administrator", True),
        ("10.3", "administrator", True),
        ("10.3", "member", False),
    ],
)
async def test_a_word_to_one_person_is_seen_by_that_person_alone(
    ladder: Ladder, version: str, status: str, *, said: bool
) -> None:
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status=status)
    assert await ladder.personal.say(command(), SECRET, KEYBOARD) is said
    assert [one["text"] for one in ladder.own] == [SECRET] * said
    assert await ladder.hidden()


async def test_a_press_on_a_message_of_ones_own_never_asks_for_its_place(ladder: Ladder) -> None:
    await ladder.personal.say(await ladder.tap(), "?", KEYBOARD)
    assert await ladder.personal.open(await ladder.tap(ladder.own[0], "mix"), SHEET) is Rung.BELOW
    assert [one.get("caption", one.get("text")) for one in ladder.own] == ["?", SECRET]
    [said, shown] = [
        one
        for one in ladder.calls.playground.journal.entries()
        if one.parameters.get("caption") != "herkese" and one.method in {"sendMessage", "sendPhoto"}
    ]
    assert [one.status for one in (said, shown)] == [200, 200]
    assert "replace_callback_query_message" not in shown.parameters["ephemeral_message_parameters"]


async def test_an_ephemeral_command_is_answered_alone_by_a_plain_bot(ladder: Ladder) -> None:
    calls = ladder.calls
    await calls.switch_group(status="member")
    await calls.ok("setMyCommands", commands=[{"command": "raf", "description": "Raf", "is_ephemeral": True}])
    asked = calls.playground.world.say(KIRAZ, GROUP, "/raf")
    raw = json.dumps({"update_id": 1, "message": asked}).encode()
    request = reading.read(raw, ladder.bot.bot)
    assert isinstance(request, Command)
    assert request.ephemeral == asked["ephemeral_message_id"]
    assert await ladder.personal.open(request, SHEET) is Rung.BELOW
    assert ladder.own[-1]["caption"] == SECRET


@pytest.mark.parametrize("step", ["sendPhoto", "editEphemeralMessageMedia"])
async def test_a_call_that_is_lost_tells_nothing(ladder: Ladder, step: str) -> None:
    tap = await ladder.tap()
    ladder.calls.playground.faults.add(Fault(method=step, kind="close", count=1))
    with pytest.raises(Unreachable):
        await ladder.personal.open(tap, SHEET)
    assert await ladder.hidden()


async def test_what_was_forged_on_the_public_board_changes_nothing_of_it(ladder: Ladder) -> None:
    before = ladder.public
    await ladder.personal.turn(await ladder.tap(), NEXT)
    assert ladder.public == before
    assert [one["caption"] for one in ladder.own] == [NEXT.text]
    assert await ladder.hidden()


@pytest.mark.parametrize(
    ("version", "status", "there"),
    [
        ("10.3", "administrator", True),
        ("10.2", "administrator", True),
        ("10.3", "member", False),
        ("10.0", "administrator", False),
    ],
)
async def test_what_nobody_asked_for_goes_to_the_group_where_there_is_no_private_chat(
    ladder: Ladder, version: str, status: str, *, there: bool
) -> None:
    await ladder.calls.switch(version=version)
    await ladder.calls.switch_group(status=status)
    with nullcontext() if there else pytest.raises((Gone, Refused)):
        await ladder.personal.tell(KIRAZ, SHEET, Scope(GROUP))
    assert [one["caption"] for one in ladder.own] == [SECRET] * there
    private = ladder.calls.playground.world.chats[KIRAZ].messages
    ladder.calls.playground.world.say(KIRAZ, KIRAZ, "/start")
    await ladder.personal.tell(KIRAZ, SHEET, Scope(GROUP))
    assert [one["caption"] for one in private.values() if "caption" in one] == [SECRET]
    assert len(ladder.own) == there
    assert await ladder.hidden()
