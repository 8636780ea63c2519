"""Messages in the playground as python-telegram-bot sends, edits and deletes them, over real HTTP."""

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.playground import Playground
from bot.playground.chats import parse_html
from bot.playground.server_version import ApiError
from tests.support.playground_api import png_header
from tests.support.playground_client import GROUP, KIRAZ, LIMON, UnixClock


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
    sent = await bot.send_photo(GROUP, png_header(10, 10), caption="ş" * 1024)
    assert sent.caption == "ş" * 1024
    with pytest.raises(BadRequest, match=r"(?i)message caption is too long"):
        await bot.send_photo(GROUP, png_header(10, 10), caption="ş" * 1025)


@pytest.mark.parametrize(
    ("photo", "reason"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (png_header(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (png_header(6000, 4001), "PHOTO_INVALID_DIMENSIONS"),
        (png_header(10, 10, weight=10_000_000), "file is too big"),
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
    photo = await bot.send_photo(GROUP, png_header(10, 10))
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
