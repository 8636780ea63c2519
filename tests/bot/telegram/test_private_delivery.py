"""The rack ladder over HTTP, as servers from 10.0 to 10.5 serve it: whoever can be shown something is, alone."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace

import msgspec
import pytest
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, ChatUnreachable, RequestRejected
from bot.playground.dispatch import Fault
from bot.playground.server_version import VERSIONS
from bot.store import keys
from bot.store.keys import Scope
from bot.store.people import ClosedChats
from bot.telegram import updates
from bot.telegram.private_delivery import DeliveryRoute
from bot.telegram.requests import Command, Venue
from bot.telegram.server_features import RETRY_SECONDS
from bot.texts import Texts
from tests.support.playground_client import (
    GROUP,
    KIRAZ,
    LIMON,
)
from tests.support.private_deliveries import KEYBOARD, NEXT, PAGE, SECRET, DeliveryUnderTest, command, run_delivery
from tests.support.waiting import wait_until


@pytest.fixture
async def delivery(redis: Redis) -> AsyncIterator[DeliveryUnderTest]:
    async with run_delivery(redis) as made:
        yield made


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize(
    ("version", "pressed", "typed"),
    [
        ("10.0", [DeliveryRoute.NONE, DeliveryRoute.NONE], DeliveryRoute.NONE),
        ("10.3", [DeliveryRoute.REPLACED, DeliveryRoute.REPLACED], DeliveryRoute.BELOW),
        ("10.5", [DeliveryRoute.REPLACED, DeliveryRoute.REPLACED], DeliveryRoute.BELOW),
    ],
)
async def test_who_asks_is_served_on_the_highest_rung_and_seen_by_nobody(
    delivery: DeliveryUnderTest, version: str, status: str, pressed: list[DeliveryRoute], typed: DeliveryRoute
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    assert [await delivery.personal.reply_with_page(await delivery.tap(), PAGE) for _ in pressed] == pressed
    shown = [] if DeliveryRoute.NONE in pressed else [SECRET] * len(pressed)
    assert [one["caption"] for one in delivery.messages_for_kiraz] == shown
    assert all(one["photo"] and one["reply_markup"] for one in delivery.messages_for_kiraz)

    typed = typed if status == "administrator" else DeliveryRoute.NONE
    assert await delivery.personal.reply_with_page(command(), PAGE) is typed
    assert len(delivery.messages_for_kiraz) == len(shown) + (typed is DeliveryRoute.BELOW)
    assert [one for one in delivery.public_messages if one != delivery.board] == []
    assert await delivery.is_secret_hidden()


@pytest.mark.parametrize("version", VERSIONS)
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


async def test_who_has_no_private_chat_has_the_box_alone(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(version="10.0")
    tap = await delivery.tap()
    assert await delivery.personal.reply_with_page(tap, replace(PAGE, alert="K₁ A₁")) is DeliveryRoute.ALERT
    [answer] = delivery.calls.playground.journal.find_entries("answerCallbackQuery")
    assert answer.parameters["text"] == "K₁ A₁"


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


async def test_who_asks_in_the_private_chat_has_it_open(delivery: DeliveryUnderTest, redis: Redis) -> None:
    await delivery.calls.configure_server(version="10.0")
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/raf")
    await ClosedChats(redis).note(KIRAZ)
    place = Venue(Scope(KIRAZ), private=True, title="", username=None)
    asked = msgspec.structs.replace(command(), venue=place)
    assert await delivery.personal.reply_with_page(asked, PAGE) is DeliveryRoute.PRIVATE
    assert not await ClosedChats(redis).noted(KIRAZ)


async def test_what_is_refused_for_another_reason_is_tried_again(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(version="10.0")
    delivery.calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    delivery.calls.playground.faults.add_fault(
        Fault(kind="error", method="sendPhoto", chat_id=KIRAZ, status=400, description="Bad Request: it is not liked")
    )
    delivery.calls.playground.faults.add_fault(
        Fault(kind="error", method="sendMessage", chat_id=KIRAZ, status=400, description="Bad Request: nor this")
    )
    assert await delivery.personal.reply_with_page(command(), PAGE) is DeliveryRoute.NONE
    assert await delivery.personal.reply_with_page(command(), PAGE) is DeliveryRoute.PRIVATE


def tried(ladder: DeliveryUnderTest) -> list[int]:
    """How the server has answered what was sent to Kiraz in private."""
    sent = ladder.calls.playground.journal.find_entries("sendPhoto")
    return [one.status for one in sent if str(one.parameters["chat_id"]) == str(KIRAZ)]


@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_what_all_may_read_is_said_in_one_call_and_never_edited(
    delivery: DeliveryUnderTest, version: str
) -> None:
    await delivery.calls.configure_server(version=version)
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


async def test_what_is_not_served_is_tried_again_after_a_while(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(version="10.3")
    for _ in range(2):
        assert await delivery.personal.reply_with_page(await delivery.tap(), PAGE) is DeliveryRoute.REPLACED
    journal = delivery.calls.playground.journal
    assert len([one for one in journal.find_entries("sendPhoto") if "chat_id" not in one.parameters]) == 1, (
        "the newest form"
    )
    delivery.calls.clock.now += RETRY_SECONDS
    before = journal.last_number
    await delivery.calls.configure_server(version="10.5")
    assert await delivery.personal.reply_with_page(await delivery.tap(), PAGE) is DeliveryRoute.REPLACED
    assert all("chat_id" not in one.parameters for one in journal.find_entries("sendPhoto", after=before))
    assert [one for one in delivery.public_messages if one != delivery.board] == []


@pytest.mark.parametrize("status", ["administrator", "member"])
async def test_a_server_of_10_2_posts_something_neutral_once_and_the_secret_goes_by_alert_and_private_chat(
    delivery: DeliveryUnderTest, status: str
) -> None:
    """It knows the methods, and ignores to whom a message is addressed: one of 10.0 of which that was found earlier."""
    await delivery.calls.configure_server(version="10.0")
    await delivery.calls.configure_group(status=status)
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


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("version", VERSIONS)
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


@pytest.mark.parametrize(
    ("version", "status", "said"),
    [
        ("10.0", "administrator", False),
        ("10.3", "administrator", True),
        ("10.3", "member", False),
    ],
)
async def test_a_word_to_one_person_is_seen_by_that_person_alone(
    delivery: DeliveryUnderTest, version: str, status: str, *, said: bool
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    assert await delivery.replies.reply_privately(command(), SECRET, KEYBOARD) is said
    assert [one["text"] for one in delivery.messages_for_kiraz] == [SECRET] * said
    assert await delivery.is_secret_hidden()


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
    [
        ("10.3", "administrator", True),
        ("10.3", "member", False),
        ("10.0", "administrator", False),
    ],
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


async def test_where_no_photo_may_stand_in_place_of_another_it_stands_below(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(photo_in_place=False)
    for _ in range(2):
        assert await delivery.personal.reply_with_page(await delivery.tap(), PAGE) is DeliveryRoute.BELOW
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [SECRET, SECRET]
    photos = [one for one in delivery.calls.playground.journal.find_entries("sendPhoto") if one.status == 400]
    assert len(photos) == 1, "what was refused is not tried again at once"


@pytest.mark.parametrize("version", VERSIONS[1:])
@pytest.mark.parametrize("status", ["administrator", "member"])
async def test_the_next_step_is_the_only_message_that_is_left(
    delivery: DeliveryUnderTest, version: str, status: str
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    for _ in range(2):
        tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
        assert (tap.message, tap.ephemeral_id) == (0, delivery.messages_for_kiraz[0]["ephemeral_message_id"])
        await delivery.personal.replace_page(tap, NEXT)
        assert [one["caption"] for one in delivery.messages_for_kiraz] == [f"{SECRET}!"]
    assert await delivery.is_secret_hidden()


async def test_a_message_that_is_gone_is_opened_again(delivery: DeliveryUnderTest) -> None:
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
    delete_shown(delivery)
    await delivery.personal.replace_page(tap, NEXT)
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [f"{SECRET}!"]
    assert delivery.messages_for_kiraz[0]["ephemeral_message_id"] != tap.ephemeral_id


def delete_shown(delivery: DeliveryUnderTest) -> None:
    """Let what Kiraz alone sees be gone."""
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
    ("former", "version", "later"),
    [(former, now, 0.0) for former in VERSIONS[1:] for now in VERSIONS]
    + [("10.5", now, RETRY_SECONDS) for now in VERSIONS],
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


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_a_tap_on_the_own_board_is_one_message_or_an_edit_of_its_words_and_then_of_its_picture(
    delivery: DeliveryUnderTest, version: str, status: str
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    await delivery.personal.replace_page(await delivery.tap(delivery.messages_for_kiraz[-1], "mix"), NEXT)
    for step, number in (("open", 0), ("turn", -1), ("turn", -1)):
        tap = await (delivery.tap() if step == "open" else delivery.tap(delivery.messages_for_kiraz[number], "mix"))
        before = delivery.calls.playground.journal.find_entries()[-1].number
        await (
            delivery.personal.reply_with_page(tap, PAGE)
            if step == "open"
            else delivery.personal.replace_page(tap, PAGE)
        )
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


async def test_a_press_on_a_message_of_ones_own_never_asks_for_its_place(delivery: DeliveryUnderTest) -> None:
    await delivery.replies.reply_privately(await delivery.tap(), "?", KEYBOARD)
    assert (
        await delivery.personal.reply_with_page(await delivery.tap(delivery.messages_for_kiraz[0], "mix"), PAGE)
        is DeliveryRoute.BELOW
    )
    assert [one.get("caption", one.get("text")) for one in delivery.messages_for_kiraz] == ["?", SECRET]
    [said, shown] = [
        one
        for one in delivery.calls.playground.journal.find_entries()
        if one.parameters.get("caption") != "herkese" and one.method in {"sendMessage", "sendPhoto"}
    ]
    assert [one.status for one in (said, shown)] == [200, 200]
    assert "replace_callback_query_message" not in shown.parameters["ephemeral_message_parameters"]


async def test_what_was_forged_on_the_public_board_changes_nothing_of_it(delivery: DeliveryUnderTest) -> None:
    before = delivery.public_messages
    await delivery.personal.replace_page(await delivery.tap(), NEXT)
    assert delivery.public_messages == before
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [NEXT.text]
    assert await delivery.is_secret_hidden()
