"""The people's side of the playground: live events, and what one person's page never learns of another."""

import json
from collections.abc import AsyncIterator

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.playground import Playground
from tests.support.playground_client import PageEvents

GROUP = -1001000000001
KIRAZ, LIMON, NANE = 101, 102, 103
RACK = InlineKeyboardMarkup([[InlineKeyboardButton("Rafım", callback_data="rack")]])


@pytest.fixture
async def session(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.url) as opened:
        yield opened


async def test_the_snapshot_has_the_group_and_the_own_private_chat_only(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    playground.world.write_as_person(LIMON, LIMON, "gizli")
    playground.world.add_group("Onlar", (LIMON, NANE))
    async with PageEvents(session, KIRAZ) as page:
        snapshot = page.snapshot
    assert [chat["chat"]["id"] for chat in snapshot["chats"]] == [GROUP, KIRAZ]
    assert "gizli" not in json.dumps(snapshot)


async def test_an_alert_reaches_only_the_page_of_the_person_who_pressed(
    session: aiohttp.ClientSession, bot: Bot
) -> None:
    sent = await bot.send_message(GROUP, "Tahta", reply_markup=RACK)
    press = {"chat_id": GROUP, "message_id": sent.message_id, "data": "rack"}
    async with PageEvents(session, KIRAZ) as one, PageEvents(session, LIMON) as other:
        pressed = await (await session.post(f"/page/people/{KIRAZ}/presses", json=press)).json()
        await bot.answer_callback_query(pressed["callback_id"], "K A L E M İ Ş", show_alert=True)
        answer = await one.wait_for_kind("answer")
        await bot.send_message(GROUP, "son")
        await other.wait_for_kind("message")
    assert answer["callback_id"] == pressed["callback_id"]
    assert (answer["text"], answer["show_alert"]) == ("K A L E M İ Ş", True)
    assert "K A L E M" not in json.dumps(other.seen)


async def test_private_messages_reach_only_their_person(session: aiohttp.ClientSession, bot: Bot) -> None:
    async with PageEvents(session, KIRAZ) as one, PageEvents(session, LIMON) as other:
        said = await session.post(f"/page/people/{KIRAZ}/messages", json={"chat_id": KIRAZ, "text": "/start"})
        assert said.status == 200
        await bot.send_message(KIRAZ, "Rafınız: K A L E M İ Ş")
        await bot.send_message(GROUP, "son")
        await one.wait_for_kind("message")
        assert "K A L E M" in (await one.wait_for_kind("message"))["message"]["text"]
        assert (await other.wait_for_kind("message"))["message"]["text"] == "son"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"{LIMON}/messages", {"chat_id": KIRAZ, "text": "x"}),
        (f"{LIMON}/presses", {"chat_id": KIRAZ, "message_id": 1, "data": "x"}),
        (f"{LIMON}/messages", {"chat_id": GROUP, "text": "x" * 4097}),
        (f"{LIMON}/messages", {"chat_id": GROUP, "text": "  "}),
        (f"{LIMON}/messages", {"chat_id": GROUP, "text": "x", "reply_to": [1]}),
        (f"{LIMON}/presses", {"chat_id": GROUP, "message_id": 1, "data": "made up"}),
        ("105/messages", {"chat_id": GROUP, "text": "x"}),
    ],
)
async def test_what_a_person_may_not_do_is_refused(
    session: aiohttp.ClientSession, path: str, body: dict[str, object]
) -> None:
    assert (await session.post(f"/page/people/{path}", json=body)).status == 400


async def test_pictures_are_served_and_documents_are_only_downloaded(session: aiohttp.ClientSession, bot: Bot) -> None:
    sent = await bot.send_document(GROUP, b"<script>alert(1)</script>", filename="x.html")
    assert sent.document is not None
    answer = await session.get(f"/page/files/{sent.document.file_id}")
    assert answer.content_type == "application/octet-stream"
    assert answer.headers["Content-Disposition"] == "attachment"
    assert (await session.get("/page/files/made-up")).status == 400
    assert (await session.get("/page/people.py")).status == 404


async def test_the_page_loads_nothing_from_elsewhere(session: aiohttp.ClientSession) -> None:
    for path in ("/", "/page/app.js", "/page/icons.js", "/page/style.css"):
        answer = await session.get(path)
        assert answer.status == 200
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
