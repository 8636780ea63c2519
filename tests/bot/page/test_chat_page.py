"""The chat page in a real browser: two people play, read alerts and find their private chats."""

import struct
import zlib
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.async_api import expect
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup

from bot.playground import Playground
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.chat_page import GROUP, OpenPage

pytestmark = [needs_a_browser, shares_a_browser]


def picture(side: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xb0" * side) * side)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


IN_ENGLISH: Final = (
    "4 people and the bot",
    "Write a message…",
    "Not sent: the message is too long",
    "Not sent: no connection",
)
IN_UKRAINIAN: Final = (
    "4 людини і бот",
    "Напишіть повідомлення…",
    "Не надіслано: повідомлення задовге",
    "Не надіслано: немає з’єднання",
)


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("locale", "language", "words"), [("de-DE", "en", IN_ENGLISH), ("uk-UA", "uk", IN_UKRAINIAN)], ids=["de", "uk"]
)
async def test_the_page_speaks_the_browsers_language_of_what_is_not_sent_too(
    open_page: OpenPage, locale: str, language: str, words: Sequence[str]
) -> None:
    members, hint, too_long, unreached = words
    page = await open_page(locale=locale, refused=True)
    field = page.get_by_test_id("input")
    await expect(page.locator("html")).to_have_attribute("lang", language)
    await expect(page.get_by_test_id("chat-subtitle")).to_contain_text(members)
    await expect(field).to_have_attribute("placeholder", hint)
    await field.fill("x" * 4097)
    await field.press("Enter")
    await expect(page.get_by_test_id("toast")).to_have_text(too_long)
    await page.context.set_offline(offline=True)
    await field.press("Enter")
    await expect(page.get_by_test_id("toast").last).to_have_text(unreached)


async def test_two_people_chat_press_and_read_their_own_alerts(bot: Bot, open_page: OpenPage) -> None:
    kiraz = await open_page()
    limon = await open_page("?person=2")
    await kiraz.get_by_test_id("input").fill("Selam <b>Limon</b>")
    await kiraz.keyboard.press("Enter")
    heard = limon.locator(f"[data-from='{KIRAZ}'] [data-part=text]")
    await expect(heard).to_contain_text("Selam <b>Limon</b>")

    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Rafım", callback_data="raf")]])
    sent = await bot.send_photo(GROUP, picture(400), caption="<b>Tahta</b>", parse_mode="HTML", reply_markup=markup)
    board = limon.locator(f"[data-message-id='{sent.message_id}']")
    await expect(board.locator("strong")).to_have_text("Tahta")
    await board.get_by_test_id("photo").click()
    await expect(limon.get_by_test_id("viewer")).to_be_visible()
    await limon.keyboard.press("Escape")

    button = board.get_by_role("button", name="Rafım")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    query = (await bot.get_updates(offset=-1))[0].callback_query
    assert query is not None
    assert query.from_user.id == LIMON
    await bot.answer_callback_query(query.id, "K A L E M İ Ş", show_alert=True)
    await expect(limon.get_by_test_id("alert-text")).to_have_text("K A L E M İ Ş")
    await expect(button).not_to_have_attribute("aria-busy", "true")
    await limon.get_by_test_id("alert-ok").click()
    await expect(limon.get_by_test_id("alert")).to_be_hidden()

    await bot.edit_message_caption(GROUP, sent.message_id, caption="Bitti")
    await expect(kiraz.locator(f"[data-message-id='{sent.message_id}'][data-edited]")).to_contain_text("Bitti")
    assert "K A L E M" not in await kiraz.content()


async def test_a_deep_link_opens_the_private_chat_and_a_link_leads_back(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    page = await open_page("?person=2")
    url = "https://t.me/masa_bot?start=raf_7"
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Özelden al", url=url)]])
    await bot.send_message(GROUP, "Raflar", reply_markup=markup)
    await page.get_by_role("button", name="Özelden al").click()
    await expect(page.locator(f"[data-from='{LIMON}'] [data-part=text]")).to_contain_text("/start raf_7")
    await bot.send_message(LIMON, '<a href="https://t.me/c/1000000001/5">Gruba dön</a>', parse_mode="HTML")
    await page.get_by_role("link", name="Gruba dön").click()
    await expect(page.get_by_test_id("chat-title")).to_have_text("Kelime Masası")
    await page.goto(f"{playground.url}/?person=2&chat=private")
    await expect(page.get_by_test_id("chat-title")).to_have_text("Harfiyen")


@pytest.mark.repeat
async def test_commands_and_names_are_suggested_and_replies_name_their_message(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    await bot.set_my_commands([BotCommand("oyna", "Hamle yap"), BotCommand("pas", "Pas geç")])
    sent = await bot.send_message(GROUP, "Tahta")
    page = await open_page()
    field, options = page.get_by_test_id("input"), page.get_by_role("option")
    await field.press_sequentially("/o")
    await expect(page.get_by_test_id("suggestions").get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(field).to_have_value("/oyna ")
    await field.fill("/davet @")
    await expect(options).to_have_text(["@limon_masadaLimon", "@nane_masadaNane"])
    await field.fill("/davet @N")
    await page.keyboard.press("Tab")
    await expect(field).to_have_value("/davet @nane_masada ")
    await expect(options).to_have_count(0)
    await field.fill("H8 yatay KALEM")
    await page.locator(f"[data-message-id='{sent.message_id}']").hover()
    await page.get_by_test_id("reply").click()
    await page.get_by_test_id("send").click()
    await expect(page.locator(f"[data-from='{KIRAZ}']")).to_contain_text("H8 yatay KALEM")
    said = list(playground.world.chats[GROUP].messages.values())[-1]
    assert said["reply_to_message"]["message_id"] == sent.message_id
    await page.locator("[data-chat-kind=private]").click()
    await field.fill("/davet @n")
    await expect(options).to_have_count(0)


@pytest.mark.repeat
async def test_one_page_can_be_another_person_and_keeps_the_draft_of_each(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    playground.world.write_as_person(LIMON, LIMON, "gizli")
    sent = await bot.send_message(GROUP, "Tahta")
    page = await open_page(f"?person=2&chat={GROUP}?person=1")
    await expect(page.locator("body")).to_have_attribute("data-person", str(KIRAZ))
    assert page.url.endswith(f"?person=1&chat={GROUP}"), "the person written last into the address counts"
    assert "gizli" not in await page.content()
    await page.locator(f"[data-message-id='{sent.message_id}']").hover()
    await page.locator(f"[data-message-id='{sent.message_id}']").get_by_test_id("reply").click()
    await page.get_by_test_id("input").fill("H8 yatay KAL")
    await page.get_by_test_id("person-2").click()
    await page.wait_for_selector(f"body[data-ready='{LIMON}']")
    assert page.url.endswith(f"?person=2&chat={GROUP}")
    await expect(page.get_by_test_id("input")).to_have_value("")
    await expect(page.get_by_test_id("reply-bar")).to_be_hidden()
    await page.get_by_test_id("input").fill("ben")
    await page.locator("[data-chat-kind=private]").click()
    await expect(page.get_by_test_id("messages")).to_contain_text("gizli")
    await page.get_by_test_id("person-1").click()
    await page.wait_for_selector(f"body[data-ready='{KIRAZ}']")
    await expect(page.get_by_test_id("chat-title")).to_have_text("Harfiyen")
    assert "gizli" not in await page.content()
    await page.locator("[data-chat-kind=group]").click()
    await expect(page.get_by_test_id("input")).to_have_value("H8 yatay KAL")
    await expect(page.get_by_test_id("reply-bar")).to_contain_text("Tahta")


@pytest.mark.repeat
async def test_on_a_phone_the_list_and_the_chat_take_turns(open_page: OpenPage) -> None:
    page = await open_page("?person=2")
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(page.get_by_test_id("chats")).to_be_hidden()
    await page.get_by_test_id("back").click()
    await expect(page.get_by_test_id("messages")).to_be_hidden()
    await page.locator("[data-chat-kind=group]").click()
    await expect(page.get_by_test_id("input")).to_be_focused()
    assert await page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.repeat
async def test_a_file_is_offered_by_its_name_and_comes_as_it_was_sent(bot: Bot, open_page: OpenPage) -> None:
    page = await open_page()
    await bot.send_document(GROUP, b'{"format": "harfiyen-proof"}', filename="harfiyen-6c4eba31.json", caption="Kanıt")
    link = page.locator("a.file")
    await expect(link).to_have_text("harfiyen-6c4eba31.json")
    async with page.expect_download() as coming:
        await link.click()
    file = await coming.value
    assert file.suggested_filename == "harfiyen-6c4eba31.json"
    assert (await file.path()).read_bytes() == b'{"format": "harfiyen-proof"}'


@pytest.mark.repeat
@pytest.mark.parametrize(("locale", "shown"), [("en-GB", "Fri, 15/01/27"), ("tr-TR", "15.1.27 Cum")])
async def test_an_instant_stands_as_each_readers_language_has_it(
    bot: Bot, open_page: OpenPage, locale: str, shown: str
) -> None:
    html = 'A <tg-time unix="1800000000" format="wd">3 gün</tg-time> B <tg-time unix="1800000000">yarın</tg-time>'
    sent = await bot.send_message(GROUP, html, parse_mode="HTML")
    page = await open_page(locale=locale)
    message = page.locator(f"[data-message-id='{sent.message_id}']")
    dated, worded = message.locator("time").nth(0), message.locator("time").nth(1)
    await expect(dated).to_have_text(shown)
    await expect(dated).to_have_attribute("title", "3 gün")
    await expect(worded).to_have_text("yarın")
