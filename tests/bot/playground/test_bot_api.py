"""The playground's Bot API as python-telegram-bot sees it, over real HTTP and the aiohttp request class."""

import re

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram.constants import ParseMode
from telegram.error import BadRequest, InvalidToken

from bot.playground import Playground
from tests.support.playground_client import GROUP, KIRAZ, LIMON, TOKEN, UnixClock, bot_of_playground, picture_header


async def test_a_wrong_token_is_refused(playground: Playground) -> None:
    bot = bot_of_playground(playground, "77:abd")
    with pytest.raises(InvalidToken):
        await bot.initialize()
    await bot.shutdown()


async def test_parameters_may_come_in_four_ways_and_unknown_ones_are_ignored(playground: Playground) -> None:
    params = {"chat_id": str(GROUP), "text": "Selam", "moon": "full"}
    url = f"{playground.url}/bot77:abc/sendMessage"
    async with aiohttp.ClientSession() as session:
        with aiohttp.MultipartWriter("form-data") as parts:
            for name, value in params.items():
                parts.append(value).set_content_disposition("form-data", name=name)
        for answer in (
            await session.get(url, params=params),
            await session.post(url, data=params),
            await session.post(url, json=params),
            await session.post(url, data=parts),
        ):
            body = await answer.json()
            assert body["ok"], body
            assert body["result"]["text"] == "Selam"


async def test_what_is_no_object_or_nested_without_end_is_refused_by_every_door(playground: Playground) -> None:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as session:
        for body in (b"[1]", b"\xff", b"[" * 5_000, b'{"update": {"message": ' + b"[" * 5_000):
            for door in ("bot77:abc/sendMessage", "control/updates", "control/faults"):
                answer = await session.post(f"{playground.url}/{door}", data=body)
                assert (door, answer.status, (await answer.json())["ok"]) == (door, 400, False)
            form = {"chat_id": str(GROUP), "text": "x", "reply_markup": body.decode(errors="replace")}
            answer = await session.post(f"{playground.url}/bot77:abc/sendMessage", data=form)
            assert answer.status == 400


async def test_only_this_machine_is_served(playground: Playground) -> None:
    with pytest.raises(ValueError, match="not a loopback address"):
        await Playground().start(host="0.0.0.0", port=0)  # noqa: S104 - refused is the point
    async with aiohttp.ClientSession() as session:
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            answer = await session.get(f"{playground.url}/page/people", headers=headers)
            assert answer.status == 403


async def test_another_sites_page_can_do_nothing_and_lead_to_the_page_alone(playground: Playground) -> None:
    """A plain GET, as of a picture or a link, has no origin; `same-site` is another port of this machine."""
    said = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"}
    async with aiohttp.ClientSession(playground.url) as session:
        for path in (f"/bot{TOKEN}/setWebhook?url=http://127.0.0.1:1/", "/page/people", "/control/journal"):
            for changed in ({}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Mode": "no-cors"}):
                assert (await session.get(path, headers=said | changed)).status == 403
        assert (await session.get("/", headers=said)).status == 200
        assert (await session.get("/", headers=said | {"Host": "evil.example"})).status == 403
        for own in ("none", "same-origin"):
            assert (await session.get("/page/people", headers={"Sec-Fetch-Site": own})).status == 200
    assert not playground.journal.find_entries("setWebhook")


async def test_each_playground_has_a_token_that_cannot_be_guessed() -> None:
    tokens = {Playground().token for _ in range(20)}
    assert len(tokens) == 20
    assert all(re.fullmatch(r"7000000001:[A-Za-z0-9_-]{35}", one) for one in tokens)


def buttons(*data: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(one, callback_data=one) for one in data]])


async def test_html_becomes_text_and_entities(bot: Bot) -> None:
    sent = await bot.send_message(
        GROUP,
        '😀 <b>kalın <i>iki</i></b> <code>H8</code> &lt;x&gt; <a href="https://example.org/">bağ</a> '
        '<a href="tg://user?id=102">Limon</a> /oyna\n<pre>  A B</pre>',
        parse_mode=ParseMode.HTML,
    )
    assert sent.text == "😀 kalın iki H8 <x> bağ Limon /oyna\n  A B"
    found = {entity: sent.parse_entity(entity) for entity in sent.entities}
    assert [(str(entity.type), text) for entity, text in found.items()] == [
        ("bold", "kalın iki"),
        ("italic", "iki"),
        ("code", "H8"),
        ("text_link", "bağ"),
        ("text_mention", "Limon"),
        ("bot_command", "/oyna"),
        ("pre", "  A B"),
    ]
    mention = next(entity for entity in sent.entities if entity.type == MessageEntity.TEXT_MENTION)
    assert mention.user is not None
    assert mention.user.id == LIMON


async def test_malformed_html_and_photos_outside_the_limits_are_refused(bot: Bot) -> None:
    for source, reason in (
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("ş<b><i>x</b></i>", 'Unmatched end tag at byte offset 9, expected "</i>", found "</b>"'),
        ("ğ < 5", "Unclosed start tag at byte offset 3"),
    ):
        with pytest.raises(BadRequest) as caught:
            await bot.send_message(GROUP, source, parse_mode=ParseMode.HTML)
        assert caught.value.message.lower() == f"can't parse entities: {reason}".lower()
    for photo, reason in (
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (picture_header(6000, 4001), "PHOTO_INVALID_DIMENSIONS"),
        (picture_header(10, 10, weight=10_000_000), "file is too big"),
        ("made-up-id", "wrong file identifier"),
    ):
        with pytest.raises(BadRequest, match=f"(?i){reason}"):
            await bot.send_photo(GROUP, photo)


async def test_an_edit_that_cannot_be_is_refused(playground: Playground, bot: Bot) -> None:
    text = await bot.send_message(GROUP, "bir", reply_markup=buttons("a"))
    photo = await bot.send_photo(GROUP, picture_header(10, 10))
    foreign = playground.world.write_as_person(KIRAZ, GROUP, "Selam")["message_id"]
    for call, reason in (
        (bot.edit_message_text("bir", GROUP, text.message_id, reply_markup=buttons("a")), "is not modified"),
        (bot.edit_message_text("x", GROUP, photo.message_id), "there is no text in the message to edit"),
        (bot.edit_message_caption(GROUP, text.message_id, caption="x"), "there is no caption in the message"),
        (bot.edit_message_text("x", GROUP, 1), "message to edit not found"),
        (bot.edit_message_text("x", GROUP, foreign), "message can't be edited"),
        (bot.edit_message_text(" ", GROUP, text.message_id), "message text is empty"),
        (bot.edit_message_reply_markup(GROUP, text.message_id, reply_markup=buttons("a")), "is not modified"),
    ):
        with pytest.raises(BadRequest, match=f"(?i){reason}"):
            await call


async def test_a_press_is_answered_once(playground: Playground, bot: Bot) -> None:
    sent = await bot.send_message(GROUP, "x", reply_markup=buttons("raf"))
    pressed = playground.world.press_button(KIRAZ, GROUP, sent.message_id, "raf")
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    assert (query.id, query.from_user.id, query.data) == (pressed.id, KIRAZ, "raf")
    with pytest.raises(BadRequest, match=r"(?i)MESSAGE_TOO_LONG"):
        await query.answer("x" * 201)
    with pytest.raises(BadRequest, match=r"(?i)URL_INVALID"):
        await query.answer(url="https://example.org/")
    assert await query.answer("Rafınız", show_alert=True)
    assert pressed.answer.result() == {"text": "Rafınız", "show_alert": True, "url": ""}
    with pytest.raises(BadRequest, match=r"(?i)query is too old and response timeout expired"):
        await query.answer()


async def test_a_press_is_too_old_after_fifteen_seconds(playground: Playground, bot: Bot, clock: UnixClock) -> None:
    sent = await bot.send_message(GROUP, "x", reply_markup=buttons("a", "b"))
    in_time = playground.world.press_button(KIRAZ, GROUP, sent.message_id, "a")
    clock.now += 15
    assert await bot.answer_callback_query(in_time.id)
    late = playground.world.press_button(KIRAZ, GROUP, sent.message_id, "b")
    clock.now += 15.1
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await bot.answer_callback_query(late.id)
