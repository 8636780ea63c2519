"""The playground's Bot API as python-telegram-bot sees it, over real HTTP and the aiohttp request class."""

import asyncio
import re

import aiohttp
import pytest
from telegram import (
    Bot,
    BotCommand,
    ChatMemberAdministrator,
    ChatMemberOwner,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MessageEntity,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError

from bot.playground import Fault, Playground
from bot.playground.chats import parse_html
from bot.playground.server_version import ApiError
from tests.support.playground_client import GROUP, KIRAZ, LIMON, TOKEN, UnixClock, bot_of_playground, picture_header


@pytest.mark.parametrize("token", ["77:abd", "78:abc", "nonsense"])
async def test_a_wrong_token_is_refused(playground: Playground, token: str) -> None:
    bot = bot_of_playground(playground, token)
    with pytest.raises(InvalidToken):
        await bot.initialize()
    await bot.shutdown()


@pytest.mark.parametrize("way", ["query", "form", "json", "multipart"])
async def test_parameters_may_come_in_four_ways_and_unknown_ones_are_ignored(playground: Playground, way: str) -> None:
    params = {"chat_id": str(GROUP), "text": "Selam", "moon": "full"}
    url = f"{playground.api_url}/bot77:abc/sendMessage"
    async with aiohttp.ClientSession() as session:
        match way:
            case "query":
                answer = await session.get(url, params=params)
            case "form":
                answer = await session.post(url, data=params)
            case "json":
                answer = await session.post(url, json=params)
            case _:
                with aiohttp.MultipartWriter("form-data") as writer:
                    for name, value in params.items():
                        writer.append(value).set_content_disposition("form-data", name=name)
                answer = await session.post(url, data=writer)
        body = await answer.json()
    assert body["ok"], body
    assert body["result"]["text"] == "Selam"


@pytest.mark.parametrize("body", [b"{", b"[1]", b'"x"', b"\xff"])
async def test_a_body_that_is_no_json_object_is_refused(playground: Playground, body: bytes) -> None:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as session:
        answer = await session.post(f"{playground.api_url}/bot77:abc/sendMessage", data=body)
        assert answer.status == 400
        assert (await answer.json())["ok"] is False


@pytest.mark.parametrize("body", [b"[" * 5_000, b'{"update":' * 5_000, b'{"update": {"message": ' + b"[" * 5_000])
async def test_what_is_nested_without_end_is_refused_by_every_door(playground: Playground, body: bytes) -> None:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as session:
        for door in ("bot77:abc/sendMessage", "control/updates", "control/faults"):
            answer = await session.post(f"{playground.api_url}/{door}", data=body)
            assert (door, answer.status, (await answer.json())["ok"]) == (door, 400, False)
        form = {"chat_id": str(GROUP), "text": "x", "reply_markup": body.decode()}
        answer = await session.post(f"{playground.api_url}/bot77:abc/sendMessage", data=form)
        assert answer.status == 400


async def test_an_unknown_chat_is_not_found(bot: Bot) -> None:
    for chat in (-5, 105, "@nobody"):
        with pytest.raises(BadRequest, match=r"(?i)chat not found"):
            await bot.send_message(chat, "x")


async def test_a_person_must_write_first(playground: Playground, bot: Bot) -> None:
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(KIRAZ, "x")
    playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    assert (await bot.send_message(KIRAZ, "x")).chat.type == "private"
    with pytest.raises(Forbidden):
        await bot.send_message(LIMON, "x")


async def test_a_left_group_takes_no_messages(playground: Playground, bot: Bot) -> None:
    playground.world.set_bot_status(playground.world.chats[GROUP], "left")
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(GROUP, "x")


async def test_the_group_has_an_owner_members_and_the_bot_as_administrator(bot: Bot) -> None:
    owner, admin = await bot.get_chat_member(GROUP, KIRAZ), await bot.get_chat_member(GROUP, 77)
    assert isinstance(owner, ChatMemberOwner)
    assert isinstance(admin, ChatMemberAdministrator)
    assert (await bot.get_chat_member(GROUP, LIMON)).status == "member"
    assert (await bot.get_chat(GROUP)).title == "Kelime Masası"
    with pytest.raises(BadRequest, match=r"(?i)user not found"):
        await bot.get_chat_member(GROUP, 999)


def menu(playground: Playground) -> list[dict[str, object]]:
    return playground.world.command_lists.visible_commands(
        playground.world.chats[GROUP], playground.world.people[LIMON]
    )


async def test_commands_are_kept_by_scope_and_language(playground: Playground, bot: Bot) -> None:
    assert await bot.set_my_commands([BotCommand("oyna", "Hamle yap")], language_code="tr")
    assert await bot.set_my_commands([BotCommand("play", "Make a play")])
    assert [one.command for one in await bot.get_my_commands(language_code="tr")] == ["oyna"]
    assert [one["command"] for one in menu(playground)] == ["oyna"]
    assert await bot.delete_my_commands(language_code="tr")
    assert [one["command"] for one in menu(playground)] == ["play"]
    assert await bot.delete_my_commands()
    assert await bot.get_my_commands() == ()
    with pytest.raises(BadRequest, match=r"(?i)BOT_COMMAND_INVALID"):
        await bot.set_my_commands([BotCommand("değiştir", "x")])


async def test_an_answer_may_be_lost_after_the_call_was_carried_out(playground: Playground, bot: Bot) -> None:
    playground.faults.add_fault(Fault(kind="close", method="sendMessage", after=True))
    with pytest.raises(NetworkError):
        await bot.send_message(GROUP, "bir kez")
    messages = playground.world.chats[GROUP].messages.values()
    assert [message["text"] for message in messages] == ["bir kez"]


async def test_control_over_http(playground: Playground, bot: Bot) -> None:
    async with aiohttp.ClientSession(f"{playground.url}/control/") as control:
        await control.post("faults", json={"kind": "retry_after", "retry_after": 3})
        assert len(await (await control.get("faults")).json()) == 1
        await control.delete("faults")
        assert (await control.post("faults", json={"kind": "flood"})).status == 400
        await control.post("updates", json={"person": KIRAZ, "chat_id": GROUP, "text": "/oyna"})
        await control.post("updates", json={"update": {"update_id": 5, "message": {}}})
        made = await (await control.post("groups", json={"title": "İkinci", "people": [102, 103]})).json()
        assert (await control.post("groups", json={"title": "Boş", "people": []})).status == 400
        await control.delete("journal")
        waiting = asyncio.create_task(control.get("journal", params={"method": "getChat", "wait": "10"}))
        assert (await bot.get_chat(made["id"])).title == "İkinci"
        entries = await (await waiting).json()
        messages = await (await control.get(f"chats/{GROUP}")).json()
    assert entries[0]["method"] == "getChat"
    assert [message["text"] for message in messages] == ["/oyna"]
    assert (await bot.get_chat_member(made["id"], 102)).status == "creator"
    assert 5 in [update["update_id"] for update in playground.updates.pending_updates]


async def test_only_this_machine_is_served(playground: Playground) -> None:
    with pytest.raises(ValueError, match="not a loopback address"):
        await Playground().start(host="0.0.0.0", port=0)  # noqa: S104 - refused is the point
    async with aiohttp.ClientSession() as session:
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            answer = await session.get(f"{playground.url}/page/people", headers=headers)
            assert answer.status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_another_sites_page_can_do_nothing_and_lead_to_the_page_alone(playground: Playground, site: str) -> None:
    """A plain GET, as of a picture or a link, has no origin; `same-site` is another port of this machine."""
    said = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}
    async with aiohttp.ClientSession(playground.url) as session:
        for path in (f"/bot{TOKEN}/setWebhook?url=http://127.0.0.1:1/", "/page/people", "/control/journal"):
            for mode in ("navigate", "no-cors"):
                assert (await session.get(path, headers=said | {"Sec-Fetch-Mode": mode})).status == 403
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


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("ş<b><i>x</b></i>", 'Unmatched end tag at byte offset 9, expected "</i>", found "</b>"'),
        ("<blink>x</blink>", 'Unsupported start tag "blink" at byte offset 0'),
        ("ğ < 5", "Unclosed start tag at byte offset 3"),
    ],
)
async def test_malformed_html_is_refused_with_its_place(bot: Bot, source: str, reason: str) -> None:
    with pytest.raises(BadRequest) as caught:
        await bot.send_message(GROUP, source, parse_mode=ParseMode.HTML)
    assert caught.value.message.lower() == f"can't parse entities: {reason}".lower()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" \n ", "message text is empty"),
        ("x" * 4097, "message is too long"),
        ("😀" * 2049, "message is too long"),
    ],
)
async def test_a_text_outside_the_limits_is_refused(bot: Bot, text: str, reason: str) -> None:
    with pytest.raises(BadRequest, match=f"(?i){reason}"):
        await bot.send_message(GROUP, text)


async def test_the_longest_text_and_caption_are_taken(bot: Bot) -> None:
    assert await bot.send_message(GROUP, "<b>" + "x" * 4096 + "</b>", parse_mode=ParseMode.HTML)
    sent = await bot.send_photo(GROUP, picture_header(10, 10), caption="ş" * 1024)
    assert sent.caption == "ş" * 1024
    with pytest.raises(BadRequest, match=r"(?i)message caption is too long"):
        await bot.send_photo(GROUP, picture_header(10, 10), caption="ş" * 1025)


@pytest.mark.parametrize(
    ("photo", "reason"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (picture_header(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (picture_header(6000, 4001), "PHOTO_INVALID_DIMENSIONS"),
        (picture_header(10, 10, weight=10_000_000), "file is too big"),
        ("made-up-id", "wrong file identifier"),
        ("attach://nothing", "wrong file identifier"),
    ],
)
async def test_a_photo_outside_the_limits_is_refused(bot: Bot, photo: bytes | str, reason: str) -> None:
    with pytest.raises(BadRequest, match=f"(?i){reason}"):
        await bot.send_photo(GROUP, photo)


async def test_a_document_is_kept_as_it_came(bot: Bot) -> None:
    sent = await bot.send_document(GROUP, b"#player1 Kiraz", filename="oyun.gcg", caption="Kayıt")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("oyun.gcg", 14)
    with pytest.raises(BadRequest):
        await bot.send_photo(GROUP, sent.document.file_id)


async def test_a_reply_names_its_message(playground: Playground, bot: Bot) -> None:
    said = playground.world.write_as_person(KIRAZ, GROUP, "Selam")
    reply = ReplyParameters(said["message_id"])
    sent = await bot.send_message(GROUP, "Merhaba", reply_parameters=reply, message_thread_id=5)
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "Selam"
    with pytest.raises(BadRequest, match=r"(?i)message to be replied not found"):
        await bot.send_message(GROUP, "x", reply_parameters=ReplyParameters(1))
    lenient = ReplyParameters(1, allow_sending_without_reply=True)
    assert (await bot.send_message(GROUP, "x", reply_parameters=lenient)).reply_to_message is None


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        (buttons("ş" * 33), "BUTTON_DATA_INVALID"),
        (InlineKeyboardMarkup([[InlineKeyboardButton("x")]]), "Text buttons are unallowed"),
        (InlineKeyboardMarkup([[InlineKeyboardButton("x", url="nowhere")]]), "is invalid: Wrong HTTP URL"),
        (InlineKeyboardMarkup([[InlineKeyboardButton(" ", callback_data="x")]]), "must be a non-empty String"),
        (InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")] * 101]), "REPLY_MARKUP_TOO_LONG"),
    ],
)
async def test_a_keyboard_outside_the_limits_is_refused(bot: Bot, markup: InlineKeyboardMarkup, reason: str) -> None:
    with pytest.raises(BadRequest, match=f"(?i){reason}"):
        await bot.send_message(GROUP, "x", reply_markup=markup)


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


async def test_an_administrator_deletes_any_message_and_a_member_its_own(playground: Playground, bot: Bot) -> None:
    foreign = playground.world.write_as_person(KIRAZ, GROUP, "bir")["message_id"]
    assert await bot.delete_message(GROUP, foreign)
    with pytest.raises(BadRequest, match=r"(?i)message to delete not found"):
        await bot.delete_message(GROUP, foreign)
    playground.world.set_privacy(on=True)
    foreign = playground.world.write_as_person(KIRAZ, GROUP, "iki")["message_id"]
    with pytest.raises(BadRequest, match=r"(?i)message can't be deleted"):
        await bot.delete_message(GROUP, foreign)
    own = await bot.send_message(GROUP, "üç")
    assert await bot.delete_message(GROUP, own.message_id)


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


@pytest.mark.parametrize(
    ("form", "entity"),
    [
        (' format="wdt"', {"date_time_format": "wdt"}),
        (' format="r"', {"date_time_format": "r"}),
        ("", {}),
    ],
)
def test_the_server_reads_instants(form: str, entity: dict[str, str]) -> None:
    text, found = parse_html(f'a <tg-time unix="1800000000"{form}>b</tg-time>', lambda _: None)
    assert text == "a b"
    assert found == [{"type": "date_time", "offset": 2, "length": 1, "unix_time": 1_800_000_000} | entity]


@pytest.mark.parametrize("attributes", ["", ' unix="soon"', ' unix="1" format="x"', ' unix="1" format="rd"'])
def test_the_server_refuses_what_is_no_instant(attributes: str) -> None:
    with pytest.raises(ApiError):
        parse_html(f"<tg-time{attributes}>b</tg-time>", lambda _: None)
