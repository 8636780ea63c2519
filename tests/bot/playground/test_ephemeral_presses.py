"""Ephemeral messages that answer a press or a command: how long that lets the bot send one, and in whose place."""

import json
from typing import Any

import pytest

from bot.playground.server_version import VERSIONS
from tests.support.ephemeral_calls import SECRET, recipient_parameters
from tests.support.playground_client import (
    GROUP,
    KIRAZ,
    LIMON,
    NANE,
    TOO_OLD,
    PlaygroundClient,
    keyboard_row,
    png_header,
)


async def test_a_plain_member_needs_a_press_at_most_15_seconds_old(calls_as_plain_member: PlaygroundClient) -> None:
    board = await calls_as_plain_member.call_ok(
        "sendMessage", chat_id=GROUP, text="Tahta", reply_markup=keyboard_row("ben")
    )
    assert "CHAT_ADMIN_REQUIRED" in await calls_as_plain_member.call_refused(
        "sendMessage", chat_id=GROUP, text="x", **recipient_parameters(LIMON)
    )
    pressed = await calls_as_plain_member.press_button(LIMON, board, "ben")
    await calls_as_plain_member.call_ok("answerCallbackQuery", callback_query_id=pressed)
    to_limon = recipient_parameters(LIMON, callback_query_id=pressed)
    assert (await calls_as_plain_member.call_ok("sendMessage", chat_id=GROUP, text="x", **to_limon))[
        "ephemeral_message_id"
    ] == 1
    somebody_else = recipient_parameters(NANE, callback_query_id=pressed)
    assert await calls_as_plain_member.call_refused("sendMessage", chat_id=GROUP, text="x", **somebody_else) == TOO_OLD
    calls_as_plain_member.clock.now += 16
    assert await calls_as_plain_member.call_refused("sendMessage", chat_id=GROUP, text="x", **to_limon) == TOO_OLD


@pytest.mark.parametrize("version", VERSIONS)
async def test_since_10_4_a_press_alone_says_where_and_to_whom(
    calls_as_plain_member: PlaygroundClient, version: str
) -> None:
    await calls_as_plain_member.configure_server(version=version)
    board = await calls_as_plain_member.call_ok(
        "sendMessage", chat_id=GROUP, text="Tahta", reply_markup=keyboard_row("ben")
    )
    pressed = await calls_as_plain_member.press_button(LIMON, board, "ben")
    by_press = {"ephemeral_message_parameters": {"callback_query_id": pressed}}
    for method, what in (("sendMessage", {"text": SECRET}), ("sendPhoto", {"photo": "x"})):
        others: list[dict[str, Any]] = [{}, {"callback_query_id": pressed}, {"ephemeral_message_parameters": {}}]
        for unread in others:
            assert await calls_as_plain_member.call_refused(method, **what, **unread) == "Bad Request: chat_id is empty"
    if version == "10.4":
        for where in ({}, {"chat_id": GROUP}):
            message = await calls_as_plain_member.call_ok("sendMessage", text=SECRET, **where, **by_press)
            assert (message["chat"]["id"], message["receiver_user"]["id"]) == (GROUP, LIMON)
        unknown = {"ephemeral_message_parameters": {"callback_query_id": "7"}}
        assert await calls_as_plain_member.call_refused("sendMessage", text=SECRET, **unknown) == TOO_OLD
        calls_as_plain_member.clock.now += 16
        assert await calls_as_plain_member.call_refused("sendMessage", text=SECRET, **by_press) == TOO_OLD
    else:
        assert (
            await calls_as_plain_member.call_refused("sendMessage", text=SECRET, **by_press)
            == "Bad Request: chat_id is empty"
        )
    assert list(calls_as_plain_member.playground.world.chats[GROUP].messages) == [board["message_id"]]


async def test_an_ephemeral_command_is_seen_by_its_sender_and_may_be_answered_at_once(
    calls_as_plain_member: PlaygroundClient,
) -> None:
    command = {"command": "raf", "description": "Rafım", "is_ephemeral": True}
    await calls_as_plain_member.call_ok("setMyCommands", commands=[command])
    assert await calls_as_plain_member.call_ok("getMyCommands") == [command]
    await calls_as_plain_member.pop_updates()
    async with (
        calls_as_plain_member.open_page_events(KIRAZ) as kiraz,
        calls_as_plain_member.open_page_events(LIMON) as limon,
    ):
        said = calls_as_plain_member.playground.world.write_as_person(LIMON, GROUP, "/raf@masa_bot")
        calls_as_plain_member.playground.world.write_as_person(KIRAZ, GROUP, "/pas@masa_bot")
        assert (await limon.wait_for_kind("ephemeral"))["message"] == said
        await kiraz.wait_for_kind("message")
        assert "/raf" not in json.dumps(kiraz.seen)
    asked = (await calls_as_plain_member.pop_updates("message"))[0]
    assert asked == said
    assert (asked["message_id"], asked["ephemeral_message_id"], asked["receiver_user"]["id"]) == (0, 1, 7000000001)
    answer = {"reply_parameters": {"ephemeral_message_id": 1}}
    assert "must be an ephemeral message" in await calls_as_plain_member.call_refused(
        "sendMessage", chat_id=GROUP, text="x", **answer
    )
    sent = await calls_as_plain_member.call_ok(
        "sendMessage", chat_id=GROUP, text="x", **answer, **recipient_parameters(LIMON)
    )
    assert (sent["ephemeral_message_id"], sent["reply_to_message"]) == (2, asked)
    calls_as_plain_member.clock.now += 16
    assert (
        await calls_as_plain_member.call_refused(
            "sendMessage", chat_id=GROUP, text="x", **answer, **recipient_parameters(LIMON)
        )
        == TOO_OLD
    )


async def test_the_oldest_server_knows_no_ephemeral_commands(calls: PlaygroundClient) -> None:
    await calls.configure_server(version="10.0")
    await calls.call_ok("setMyCommands", commands=[{"command": "raf", "description": "Rafım", "is_ephemeral": True}])
    assert await calls.call_ok("getMyCommands") == [{"command": "raf", "description": "Rafım"}]
    assert calls.playground.world.write_as_person(LIMON, GROUP, "/raf")["message_id"] > 0


async def test_one_may_be_shown_in_place_of_the_message_whose_button_was_pressed(
    calls_as_plain_member: PlaygroundClient,
) -> None:
    board = await calls_as_plain_member.call_ok(
        "sendMessage", chat_id=GROUP, text="Tahta", reply_markup=keyboard_row("ben")
    )
    pressed = await calls_as_plain_member.press_button(LIMON, board, "ben")
    in_place = recipient_parameters(LIMON, callback_query_id=pressed, replace_callback_query_message=True)
    async with calls_as_plain_member.open_page_events(LIMON) as limon:
        await calls_as_plain_member.call_ok(
            "sendMessage", chat_id=GROUP, text=SECRET, reply_markup=keyboard_row("geri"), **in_place
        )
        assert (await limon.wait_for_kind("ephemeral"))["replaces"] == board["message_id"]
    unpressed = recipient_parameters(LIMON, replace_callback_query_message=True)
    assert "callback_query_id" in await calls_as_plain_member.call_refused(
        "sendMessage", chat_id=GROUP, text="x", **unpressed
    )


async def test_a_press_of_one_carries_it_and_puts_nothing_in_its_place(calls: PlaygroundClient) -> None:
    sent = await calls.call_ok(
        "sendMessage", chat_id=GROUP, text=SECRET, reply_markup=keyboard_row("geri"), **recipient_parameters(LIMON)
    )
    await calls.pop_updates()
    pressed = await calls.press_button(LIMON, sent, "geri")
    (query,) = await calls.pop_updates("callback_query")
    assert (query["id"], query["message"]) == (pressed, sent)
    again = recipient_parameters(LIMON, callback_query_id=pressed)
    assert (await calls.call_ok("sendMessage", chat_id=GROUP, text="x", **again))["ephemeral_message_id"] == 2
    again["ephemeral_message_parameters"]["replace_callback_query_message"] = True
    assert "must be False" in await calls.call_refused("sendMessage", chat_id=GROUP, text="x", **again)


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
