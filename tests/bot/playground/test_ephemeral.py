"""Ephemeral messages against servers from 10.0 to 10.5: who is sent them, who sees them, what changes them."""

import json
from typing import Any

import pytest

from bot.playground.server_version import VERSIONS
from tests.support.playground_client import (
    GROUP,
    KIRAZ,
    LIMON,
    NANE,
    SECRET,
    TOO_OLD,
    PlaygroundClient,
    keyboard_row,
    png_header,
    recipient_parameters,
)


def target(message: dict[str, Any]) -> dict[str, Any]:
    return {
        "chat_id": GROUP,
        "receiver_user_id": message["receiver_user"]["id"],
        "ephemeral_message_id": message["ephemeral_message_id"],
    }


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_server_that_does_not_know_the_parameter_posts_to_everybody(
    calls: PlaygroundClient, version: str
) -> None:
    alone, parameters = version != "10.0", recipient_parameters(LIMON)
    await calls.configure_server(version=version)
    async with calls.open_page_events(KIRAZ) as kiraz, calls.open_page_events(LIMON) as limon:
        message = await calls.call_ok("sendMessage", chat_id=GROUP, text=SECRET, **parameters)
        await calls.call_ok("sendMessage", chat_id=GROUP, text="son")
        told = await limon.wait_for_kind("ephemeral" if alone else "message")
        await kiraz.wait_for_kind("message")
        assert told["message"] == message
        assert (SECRET in json.dumps(kiraz.seen)) is not alone
    assert ("ephemeral_message_id" in message) is alone
    assert (message["message_id"] == 0) is alone
    ignored = calls.playground.journal.find_entries("sendMessage")[0].ignored
    assert (ignored == ()) is alone
    assert set(ignored) <= set(parameters)


async def test_the_oldest_server_knows_no_method_of_them(calls: PlaygroundClient) -> None:
    await calls.configure_server(version="10.0")
    for method in ("editEphemeralMessageText", "deleteEphemeralMessage"):
        answer = await calls.call_method(method)
        assert (answer["error_code"], answer["description"]) == (404, "Not Found: method not found")


@pytest.mark.parametrize(
    ("chat", "receiver", "why"),
    [
        (KIRAZ, KIRAZ, "PEER_ID_INVALID"),
        (GROUP, 7000000001, "USER_IS_BOT"),
        (GROUP, 999, "USER_NOT_PARTICIPANT"),
        (GROUP, "Limon", "receiver_user_id"),
    ],
)
async def test_they_go_to_people_of_the_group(calls: PlaygroundClient, chat: int, receiver: Any, why: str) -> None:
    calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    assert why in await calls.call_refused("sendMessage", chat_id=chat, text="x", **recipient_parameters(receiver))


async def test_they_are_edited_and_deleted_by_their_own_methods_alone(calls: PlaygroundClient) -> None:
    sent = await calls.call_ok("sendMessage", chat_id=GROUP, text="Bir an …", **recipient_parameters(LIMON))
    where = target(sent)
    async with calls.open_page_events(LIMON) as limon:
        assert (
            await calls.call_ok("editEphemeralMessageText", **where, text=SECRET, reply_markup=keyboard_row("a"))
            is True
        )
        assert (await limon.wait_for_kind("ephemeral"))["message"]["text"] == SECRET
        assert "not modified" in await calls.call_refused(
            "editEphemeralMessageText", **where, text=SECRET, reply_markup=keyboard_row("a")
        )
        assert await calls.call_ok("editEphemeralMessageReplyMarkup", **where, reply_markup=keyboard_row("b"))
        assert "no caption" in await calls.call_refused("editEphemeralMessageCaption", **where, caption="x")
        assert "message to edit not found" in await calls.call_refused(
            "editMessageText", chat_id=GROUP, message_id=0, text="x"
        )
        assert "message to delete not found" in await calls.call_refused("deleteMessage", chat_id=GROUP, message_id=0)
        assert await calls.call_ok("deleteEphemeralMessage", **where)
        await limon.wait_for_kind("ephemeral_gone")
    assert "MESSAGE_ID_INVALID" in await calls.call_refused("editEphemeralMessageText", **where, text="x")
    assert "MESSAGE_ID_INVALID" in await calls.call_refused(
        "deleteEphemeralMessage", **where | {"receiver_user_id": NANE}
    )


async def test_who_dismissed_one_is_shown_no_change_and_the_bot_is_told_nothing(calls: PlaygroundClient) -> None:
    sent = await calls.call_ok("sendMessage", chat_id=GROUP, text="x", **recipient_parameters(LIMON))
    await calls.pop_updates()
    await calls.post_ok(f"/page/people/{LIMON}/dismissals", chat_id=GROUP, ephemeral=1)
    async with calls.open_page_events(LIMON) as limon:
        assert limon.snapshot["chats"][0]["ephemeral"] == []
        assert await calls.call_ok("editEphemeralMessageText", **target(sent), text=SECRET)
        await calls.call_ok("sendMessage", chat_id=GROUP, text="son")
        await limon.wait_for_kind("message")
        assert SECRET not in json.dumps(limon.seen)
    assert await calls.pop_updates() == []


async def test_an_answer_to_one_is_told_to_the_bot_alone(calls: PlaygroundClient) -> None:
    sent = await calls.call_ok("sendMessage", chat_id=GROUP, text="Hamle?", **recipient_parameters(LIMON))
    await calls.pop_updates()
    async with calls.open_page_events(KIRAZ) as kiraz:
        body = {"chat_id": GROUP, "text": SECRET, "ephemeral": sent["ephemeral_message_id"]}
        await calls.post_ok(f"/page/people/{LIMON}/messages", **body)
        await calls.call_ok("sendMessage", chat_id=GROUP, text="son")
        await kiraz.wait_for_kind("message")
        assert SECRET not in json.dumps(kiraz.seen)
    (told,) = await calls.pop_updates("message")
    assert told["reply_to_message"] == sent
    assert told["ephemeral_message_id"] == 2
    assert "MESSAGE_ID_INVALID" in await calls.call_refused(
        "editEphemeralMessageText", **target(sent) | {"ephemeral_message_id": 2}, text="x"
    )


@pytest.mark.parametrize("version", VERSIONS)
async def test_buttons_that_do_nothing_came_with_10_3(calls: PlaygroundClient, version: str) -> None:
    await calls.configure_server(version=version)
    markup = {"inline_keyboard": [[{"text": "–", "disabled": {}}]]}
    answer = await calls.call_method("sendMessage", chat_id=GROUP, text="x", reply_markup=markup)
    assert answer["ok"] is (version in {"10.3", "10.5"})


async def test_a_plain_member_needs_a_press_at_most_15_seconds_old(member_calls: PlaygroundClient) -> None:
    board = await member_calls.call_ok("sendMessage", chat_id=GROUP, text="Tahta", reply_markup=keyboard_row("ben"))
    assert "CHAT_ADMIN_REQUIRED" in await member_calls.call_refused(
        "sendMessage", chat_id=GROUP, text="x", **recipient_parameters(LIMON)
    )
    pressed = await member_calls.press_button(LIMON, board, "ben")
    await member_calls.call_ok("answerCallbackQuery", callback_query_id=pressed)
    to_limon = recipient_parameters(LIMON, callback_query_id=pressed)
    assert (await member_calls.call_ok("sendMessage", chat_id=GROUP, text="x", **to_limon))["ephemeral_message_id"] == 1
    somebody_else = recipient_parameters(NANE, callback_query_id=pressed)
    assert await member_calls.call_refused("sendMessage", chat_id=GROUP, text="x", **somebody_else) == TOO_OLD
    member_calls.clock.now += 16
    assert await member_calls.call_refused("sendMessage", chat_id=GROUP, text="x", **to_limon) == TOO_OLD


@pytest.mark.parametrize("version", VERSIONS)
async def test_since_10_4_a_press_alone_says_where_and_to_whom(member_calls: PlaygroundClient, version: str) -> None:
    await member_calls.configure_server(version=version)
    board = await member_calls.call_ok("sendMessage", chat_id=GROUP, text="Tahta", reply_markup=keyboard_row("ben"))
    pressed = await member_calls.press_button(LIMON, board, "ben")
    by_press = {"ephemeral_message_parameters": {"callback_query_id": pressed}}
    for method, what in (("sendMessage", {"text": SECRET}), ("sendPhoto", {"photo": "x"})):
        others: list[dict[str, Any]] = [{}, {"callback_query_id": pressed}, {"ephemeral_message_parameters": {}}]
        for unread in others:
            assert await member_calls.call_refused(method, **what, **unread) == "Bad Request: chat_id is empty"
    if version == "10.5":
        for where in ({}, {"chat_id": GROUP}):
            message = await member_calls.call_ok("sendMessage", text=SECRET, **where, **by_press)
            assert (message["chat"]["id"], message["receiver_user"]["id"]) == (GROUP, LIMON)
        unknown = {"ephemeral_message_parameters": {"callback_query_id": "7"}}
        assert await member_calls.call_refused("sendMessage", text=SECRET, **unknown) == TOO_OLD
        member_calls.clock.now += 16
        assert await member_calls.call_refused("sendMessage", text=SECRET, **by_press) == TOO_OLD
    else:
        assert (
            await member_calls.call_refused("sendMessage", text=SECRET, **by_press) == "Bad Request: chat_id is empty"
        )
    assert list(member_calls.playground.world.chats[GROUP].messages) == [board["message_id"]]


async def test_an_ephemeral_command_is_seen_by_its_sender_and_may_be_answered_at_once(
    member_calls: PlaygroundClient,
) -> None:
    command = {"command": "raf", "description": "Rafım", "is_ephemeral": True}
    await member_calls.call_ok("setMyCommands", commands=[command])
    assert await member_calls.call_ok("getMyCommands") == [command]
    await member_calls.pop_updates()
    async with member_calls.open_page_events(KIRAZ) as kiraz, member_calls.open_page_events(LIMON) as limon:
        said = member_calls.playground.world.write_as_person(LIMON, GROUP, "/raf@masa_bot")
        member_calls.playground.world.write_as_person(KIRAZ, GROUP, "/pas@masa_bot")
        assert (await limon.wait_for_kind("ephemeral"))["message"] == said
        await kiraz.wait_for_kind("message")
        assert "/raf" not in json.dumps(kiraz.seen)
    asked = (await member_calls.pop_updates("message"))[0]
    assert asked == said
    assert (asked["message_id"], asked["ephemeral_message_id"], asked["receiver_user"]["id"]) == (0, 1, 7000000001)
    answer = {"reply_parameters": {"ephemeral_message_id": 1}}
    assert "must be an ephemeral message" in await member_calls.call_refused(
        "sendMessage", chat_id=GROUP, text="x", **answer
    )
    sent = await member_calls.call_ok("sendMessage", chat_id=GROUP, text="x", **answer, **recipient_parameters(LIMON))
    assert (sent["ephemeral_message_id"], sent["reply_to_message"]) == (2, asked)
    member_calls.clock.now += 16
    assert (
        await member_calls.call_refused("sendMessage", chat_id=GROUP, text="x", **answer, **recipient_parameters(LIMON))
        == TOO_OLD
    )


@pytest.mark.parametrize("allowed", [True, False])
async def test_whether_a_photo_may_stand_in_place_is_a_switch(calls: PlaygroundClient, *, allowed: bool) -> None:
    await calls.configure_server(photo_in_place=allowed)
    board = await calls.call_ok("sendMessage", chat_id=GROUP, text="Tahta", reply_markup=keyboard_row("ben"))
    pressed = await calls.press_button(LIMON, board, "ben")
    in_place = recipient_parameters(LIMON, callback_query_id=pressed, replace_callback_query_message=True)
    answer = await calls.call_with_file(
        "sendPhoto", png_header(20), chat_id=str(GROUP), photo="attach://file", **in_place
    )
    assert answer["ok"] is allowed
    beside = recipient_parameters(LIMON, callback_query_id=pressed)
    assert (
        await calls.call_with_file("sendPhoto", png_header(20), chat_id=str(GROUP), photo="attach://file", **beside)
    )["ok"]
