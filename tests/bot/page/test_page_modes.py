"""The chat page in a real browser: what one reader alone sees, inline mode, topics, keys, switches and the keyboard."""

import asyncio

import pytest
from playwright.async_api import Page, expect
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    KeyboardButton,
    KeyboardButtonRequestChat,
    ReplyKeyboardMarkup,
)

from bot.playground import Playground
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.chat_page import GROUP, OpenPage, wait_newest_update
from tests.support.waiting import PATIENCE

pytestmark = [needs_a_browser, shares_a_browser, pytest.mark.repeat]

OWN = InlineKeyboardMarkup([[InlineKeyboardButton("Ben", callback_data="ben")]])


async def answer_inline_query(playground: Playground, bot: Bot, *titles: str, next_offset: str = "") -> None:
    query = await wait_newest_update(playground, "inline_query")
    playground.updates.clear_updates()
    results = [InlineQueryResultArticle(one, one, InputTextMessageContent(f"oynuyor: {one}")) for one in titles]
    offer = {"cache_time": 0, "is_personal": True}
    assert await bot.answer_inline_query(query["id"], results, next_offset=next_offset, api_kwargs=offer)


async def covered_elements(page: Page) -> list[str]:
    """What can be pressed and is seen, but lies under something else or outside of the page."""
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll("button, textarea, input, select")].filter((node) => {
            const box = node.getBoundingClientRect();
            if (!box.width || !node.checkVisibility() || node.closest(".messages")) return false;
            if (node.closest("dialog") !== document.querySelector("dialog[open]")) return false;
            if (box.left < 0 || box.right > innerWidth) return true;
            if (node.closest("dialog")) return false;
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return top !== node && !node.contains(top);
        }).map((node) => node.outerHTML)"""
    )
    return found


async def test_a_board_of_ones_own_stands_in_place_of_everybodys_until_put_away(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    kiraz, limon = await open_page(), await open_page("?person=2")
    board = await bot.send_message(GROUP, "Tahta", reply_markup=OWN)
    await limon.get_by_role("button", name="Ben", exact=True).click()
    query = await wait_newest_update(playground, "callback_query")
    await bot.answer_callback_query(query["id"])
    alone = {"receiver_user_id": LIMON, "callback_query_id": query["id"], "replace_callback_query_message": True}
    back = InlineKeyboardMarkup([[InlineKeyboardButton("Karıştır", callback_data="karistir")]])
    await bot.send_message(GROUP, "K A L E M", reply_markup=back, api_kwargs={"ephemeral_message_parameters": alone})
    mine = limon.locator("[data-ephemeral]")
    await expect(mine).to_contain_text("K A L E M")
    await expect(mine).to_contain_text("Bunu yalnızca siz görüyorsunuz")
    await expect(limon.locator(f"[data-message-id='{board.message_id}']")).to_have_count(0)
    await mine.get_by_role("button", name="Karıştır").click()
    pressed = await wait_newest_update(playground, "callback_query")
    assert (pressed["data"], pressed["message"]["ephemeral_message_id"]) == ("karistir", 1)
    changed = {"chat_id": GROUP, "receiver_user_id": LIMON, "ephemeral_message_id": 1, "text": "M E L A K"}
    await bot.do_api_request("editEphemeralMessageText", api_kwargs=changed)
    await expect(mine).to_contain_text("M E L A K")
    await expect(mine).to_have_attribute("data-edited", "true")
    await mine.get_by_test_id("dismiss").click()
    await expect(limon.locator(f"[data-message-id='{board.message_id}']")).to_contain_text("Tahta")
    await expect(mine).to_have_count(0)
    await expect(kiraz.locator(f"[data-message-id='{board.message_id}']")).to_contain_text("Tahta")
    assert "K A L E M" not in await kiraz.content()


async def test_results_are_chosen_by_the_keyboard_and_sent_via_the_bot(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    page = await open_page("?person=2")
    playground.updates.clear_updates()
    await page.keyboard.type("@masa")
    await page.keyboard.press("Tab")
    await expect(page.get_by_test_id("input")).to_have_value("@masa_bot ")
    await page.keyboard.type("raf")
    async with asyncio.timeout(PATIENCE):
        while (await wait_newest_update(playground, "inline_query"))["query"] != "raf":
            await playground.updates.change_event.wait()
    await answer_inline_query(playground, bot, "K A L E M", "M E L A K", next_offset="2")
    options = page.get_by_test_id("suggestions").get_by_role("option")
    await expect(options).to_have_count(2)
    await page.keyboard.press("ArrowUp")
    await answer_inline_query(playground, bot, "L A M E K")
    await expect(options).to_have_count(3)
    await page.keyboard.press("ArrowDown")
    await expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    said = page.locator(f"[data-from='{LIMON}']")
    await expect(said).to_contain_text("oynuyor: L A M E K")
    await expect(said).to_contain_text("@masa_bot ile")
    await expect(page.get_by_test_id("input")).to_have_value("")
    await expect(page.get_by_test_id("suggestions")).to_be_hidden()


async def test_a_button_leads_into_inline_mode_and_escape_out_of_it(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    page = await open_page()
    button = InlineKeyboardButton("Rafım", switch_inline_query_current_chat="raf")
    await bot.send_message(GROUP, "Sıra sizde", reply_markup=InlineKeyboardMarkup([[button]]))
    await page.get_by_role("button", name="Rafım").click()
    await expect(page.get_by_test_id("input")).to_have_value("@masa_bot raf")
    await expect(page.get_by_test_id("input")).to_be_focused()
    await answer_inline_query(playground, bot, "K A L E M")
    await expect(page.get_by_role("option")).to_contain_text("K A L E M")
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("suggestions")).to_be_hidden()


async def test_one_changes_and_deletes_what_one_wrote_last(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page()
    await page.keyboard.type("H8 yatay KALAM")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"[data-from='{KIRAZ}']")).to_contain_text("KALAM")
    await page.keyboard.press("ArrowUp")
    await expect(page.get_by_test_id("reply-bar")).to_contain_text("Mesajı düzenliyorsunuz")
    await page.get_by_test_id("input").fill("H8 yatay KALEM")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"[data-from='{KIRAZ}'][data-edited]")).to_contain_text("KALEM")
    assert (await wait_newest_update(playground, "edited_message"))["text"] == "H8 yatay KALEM"
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("input")).to_have_value("")
    await expect(page.get_by_test_id("reply-bar")).to_be_hidden()
    await page.get_by_test_id("remove").click()
    await expect(page.get_by_test_id("picker")).to_contain_text("KALEM")
    await page.get_by_test_id("picker-ok").click()
    await expect(page.locator(f"[data-from='{KIRAZ}']")).to_have_count(0)


async def test_topics_are_apart_and_switched_on_by_the_page(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    page = await open_page()
    await page.get_by_test_id("open-switches").click()
    await page.get_by_label("Konuları var").check()
    await page.keyboard.press("Escape")
    await page.get_by_test_id("new-topic").click()
    await page.keyboard.type("Oyunlar")
    await page.keyboard.press("Enter")
    topics = page.get_by_test_id("topics").get_by_role("button", pressed=True)
    await expect(topics).to_have_text("Oyunlar")
    await page.get_by_test_id("input").fill("Burada")
    await page.get_by_test_id("input").press("Enter")
    await expect(page.get_by_test_id("messages")).to_contain_text("Burada")
    said = (await wait_newest_update(playground, "message"))["message_thread_id"]
    assert playground.world.chats[GROUP].topics == {said: "Oyunlar"}
    await bot.send_message(GROUP, "Genelde")
    await expect(page.locator(".fresh")).to_have_text("Genel")
    await page.locator(".fresh").click()
    await expect(page.get_by_test_id("messages")).to_contain_text("Genelde")
    await expect(page.get_by_test_id("messages")).not_to_contain_text("Burada")


async def test_the_page_and_its_commands_speak_the_language_chosen(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    for language, name in (("", "bag"), ("tr", "torba"), ("uk", "torbynka")):
        scope = BotCommandScopeAllGroupChats()
        await bot.set_my_commands([BotCommand(name, name)], scope=scope, language_code=language)
    page = await open_page()
    await page.get_by_test_id("open-switches").click()
    for language, name, hint in (("en", "/bag", "Write a message…"), ("uk", "/torbynka", "Напишіть повідомлення…")):
        await page.locator("select[name=language]").select_option(language)
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await expect(page.get_by_test_id("input")).to_have_attribute("placeholder", hint)
        await page.keyboard.press("Escape")
        await page.get_by_test_id("input").fill("/")
        await expect(page.get_by_role("option").first).to_contain_text(name)
        await page.get_by_test_id("open-switches").click()
    assert playground.world.people[KIRAZ].language == "uk"
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("lang", "uk")


async def test_a_key_below_hands_the_bot_a_group(playground: Playground, bot: Bot, open_page: OpenPage) -> None:
    playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    page = await open_page("?chat=private")
    key = KeyboardButton("Grup seç", request_chat=KeyboardButtonRequestChat(1, chat_is_channel=False))
    markup = ReplyKeyboardMarkup([[key, KeyboardButton("Boş ver")]], one_time_keyboard=True)
    await bot.send_message(KIRAZ, "Hangi grup?", reply_markup=markup)
    await page.get_by_role("button", name="Grup seç").click()
    await page.get_by_test_id("picker-ok").click()
    await expect(page.get_by_test_id("keys")).to_be_hidden()
    assert (await wait_newest_update(playground, "message"))["chat_shared"] == {"request_id": 1, "chat_id": GROUP}
    await bot.send_message(KIRAZ, "Hangi grup?", reply_markup=markup)
    await page.get_by_role("button", name="Boş ver").click()
    await expect(page.locator(f"[data-from='{KIRAZ}']").last).to_contain_text("Boş ver")


async def test_at_360_pixels_nothing_covers_anything(playground: Playground, bot: Bot, open_page: OpenPage) -> None:
    await bot.set_my_commands([BotCommand("torba", "Torbada kalan taşları gösterir, uzun bir açıklamayla birlikte")])
    playground.world.set_forum(playground.world.chats[GROUP], on=True)
    topic = playground.world.add_topic(KIRAZ, playground.world.chats[GROUP], "Oyunlar")
    await bot.send_message(GROUP, "Tahta", reply_markup=OWN, message_thread_id=topic)
    page = await open_page(locale="uk-UA")
    await page.set_viewport_size({"width": 360, "height": 740})
    assert await covered_elements(page) == []
    await page.get_by_test_id("input").fill("/")
    await expect(page.get_by_role("option")).to_have_count(1)
    assert await covered_elements(page) == []
    await page.get_by_test_id("input").fill("")
    await page.get_by_test_id("open-switches").click()
    assert await covered_elements(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth") == 360


async def test_the_keyboard_goes_through_the_page_as_it_reads(bot: Bot, open_page: OpenPage) -> None:
    await bot.set_my_commands([BotCommand("torba", "Torba")])
    await bot.send_message(GROUP, "Tahta", reply_markup=OWN)
    page = await open_page()
    await expect(page.get_by_role("button", name="Ben", exact=True)).to_be_visible()
    await page.get_by_test_id("person-1").focus()
    stops = []
    for _ in range(16):
        stops.append(
            await page.evaluate(
                """() => { const { testid, chatKind, callback } = document.activeElement.dataset;
                return testid ?? chatKind ?? callback ?? document.activeElement.textContent; }"""
            )
        )
        await page.keyboard.press("Tab")
    people = [f"person-{place}" for place in range(1, 5)]
    tabs = ["Kiraz", "Limon", "Nane", "Zeytin"]
    chat = ["messages", "ben", "reply", "remove", "commands"]
    assert stops == [*people, "open-switches", "group", "private", *tabs, *chat]
    await expect(page.get_by_test_id("input")).to_be_focused()
    unnamed = await page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, textarea")].filter((node) =>
            node.checkVisibility() && !(node.ariaLabel || node.textContent.trim() || node.labels?.length)
        ).map((node) => node.outerHTML)"""
    )
    assert unnamed == []
