"""The chat page for people who do not see it, do not use a mouse, or have no typeface with emoji; and drawn signs."""

import re
import unicodedata
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final, Literal

import pytest
from PIL import ImageFont
from playwright.async_api import Page, expect
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.wording.game_result import game_sign
from engine.rulesets import shipped_rulesets
from tests.support.browser import axe_faults, needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ
from tests.support.chat_page import GROUP, OpenPage

PAGE: Final = files("bot") / "playground" / "page"
PLAIN: Final = "★✓✕✗▢"
KEYS: Final = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("🔤 Rafım", callback_data="rack"),
            InlineKeyboardButton("✅ Oyna", callback_data="play", api_kwargs={"style": "success"}),
            InlineKeyboardButton("🏳 Çekil", callback_data="out", api_kwargs={"style": "danger"}),
            InlineKeyboardButton("Aç", callback_data="open", api_kwargs={"style": "primary"}),
        ]
    ]
)
TEXT: Final = (
    "⏱ <b>Sıra:</b> Limon · /tahta · <a href='https://example.org'>bağ</a> · <code>H8 KALEM</code> <pre>K A L E M</pre>"
)


async def fill_page(bot: Bot, page: Page) -> None:
    await bot.send_message(GROUP, TEXT, parse_mode="HTML", reply_markup=KEYS)
    await page.get_by_test_id("input").fill("/tahta")
    await page.keyboard.press("Enter")
    await expect(page.locator("article.mine")).to_have_count(1)
    alone = {"receiver_user_id": KIRAZ}
    await bot.send_message(GROUP, "Yalnız size", api_kwargs={"ephemeral_message_parameters": alone})
    await expect(page.locator("[data-ephemeral]")).to_have_count(1)


@pytest.mark.repeats(1)
@needs_a_browser
@shares_a_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_and_what_can_be_pressed_is_large_enough(
    bot: Bot, open_page: OpenPage, scheme: Literal["light", "dark"]
) -> None:
    page = await open_page()
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await fill_page(bot, page)
    small = await page.evaluate(
        """() => [...document.querySelectorAll("main button, main a, header button, textarea")].filter((node) => {
            const box = node.getBoundingClientRect();
            return box.width && node.checkVisibility() && (box.width < 24 || box.height < 28);
        }).map((node) => node.outerHTML)"""
    )
    assert small == []
    await page.get_by_test_id("input").press_sequentially("/")
    assert await axe_faults(page) == [], "with the messages"
    await page.get_by_test_id("input").fill("")
    await page.get_by_test_id("open-switches").click()
    assert await axe_faults(page) == []
    await page.keyboard.press("Escape")
    await page.get_by_test_id("back").click()
    assert await axe_faults(page) == []


@needs_a_browser
@shares_a_browser
async def test_the_first_stop_of_the_keyboard_leads_to_the_message_box(bot: Bot, open_page: OpenPage) -> None:
    await bot.send_message(GROUP, TEXT, parse_mode="HTML", reply_markup=KEYS)
    page = await open_page()
    await expect(page.locator("article")).to_have_count(1)
    assert await page.evaluate("document.querySelector('a, button, textarea, [tabindex]').dataset.testid") == "skip"
    await page.get_by_test_id("person-1").focus()
    await page.keyboard.press("Shift+Tab")
    await expect(page.get_by_test_id("skip")).to_be_focused()
    await expect(page.get_by_test_id("skip")).to_be_in_viewport()
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("input")).to_be_focused()


def emoji() -> set[str]:
    spoken = [file for root in ("bot/texts", "bot/families") for file in Path(root).rglob("*.ftl")]
    drawn = [file for file in Path("bot/playground").rglob("*") if file.suffix in {".js", ".py", ".html"}]
    text = "".join(file.read_text("utf-8") for file in (*spoken, *drawn))
    return {sign for sign in text if unicodedata.category(sign) == "So" and sign not in PLAIN}


def test_the_page_has_a_typeface_with_every_emoji() -> None:
    with as_file(PAGE / "emoji.ttf") as path:
        font = ImageFont.truetype(path, 32)
    missing = bytes(font.getmask("\U000f0000"))
    said = emoji() | button_symbols() - set(PLAIN)
    assert [f"U+{ord(sign):04X} {sign}" for sign in sorted(said) if bytes(font.getmask(sign)) == missing] == []


ON_BUTTONS: Final = re.compile(
    r"^(?:button-|value-|option-|own-board-|owner-button-|settings-name-)\S+ = (.*)$", re.MULTILINE
)
TICKED: Final = "✓▢"
"""What :mod:`bot.telegram.keyboards` itself sets on buttons."""
ICONS: Final = (files("bot") / "playground" / "page" / "icons.js").read_text("utf-8")


def button_symbols() -> set[str]:
    """The symbols on buttons in any language; letters, figures and what any typeface has are none."""
    folders = [folder for folder in (files("bot") / "texts").iterdir() if folder.is_dir()]
    texts = [file.read_text("utf-8") for folder in folders for file in folder.iterdir() if file.name.endswith(".ftl")]
    shown = {sign for text in texts for label in ON_BUTTONS.findall(text) for sign in label} | set(TICKED)
    games = {game_sign(ruleset.title) for ruleset in shipped_rulesets().values()}
    return games | {sign for sign in shown if unicodedata.category(sign) == "So" or sign in "➕➖"}


def test_each_sign_on_a_button_has_a_drawing() -> None:
    drawn = {sign for sign in button_symbols() if re.search(rf'^  "{sign}": "M[^"]+",$', ICONS, re.MULTILINE)}
    assert button_symbols() - drawn == set()


@needs_a_browser
@shares_a_browser
async def test_the_page_draws_the_signs_of_buttons_and_has_a_typeface_for_those_that_it_does_not_know(
    bot: Bot, open_page: OpenPage
) -> None:
    page = await open_page()
    labels = [*(f"{sign}\ufe0f Rafım" for sign in sorted(button_symbols())[::24]), "Rafım", "⚙️", "✓Ğ", "🦄 Rafım"]
    rows = [[InlineKeyboardButton(label, callback_data=str(at))] for at, label in enumerate(labels)]
    await bot.send_message(GROUP, "⏱ 🎲 🏁", reply_markup=InlineKeyboardMarkup(rows))
    await expect(page.locator("article")).to_have_count(1)
    await page.evaluate("document.fonts.load('16px \"Harfiyen Emoji\"', '⏱')")
    assert await page.evaluate("document.fonts.check('16px \"Harfiyen Emoji\"', '⏱')")
    family = await page.locator(".text").first.evaluate("node => getComputedStyle(node).fontFamily")
    assert family.endswith('"Harfiyen Emoji"'), "after the machine's own"
    for at, label in enumerate(labels):
        button = page.locator(f"button[data-callback='{at}']")
        drawn = label[0] in button_symbols()
        await expect(button).to_have_text(label.lstrip("".join(button_symbols()) + "\ufe0f ") if drawn else label)
        await expect(button.locator("svg")).to_have_count(int(drawn))
        await expect(button).to_have_attribute("aria-label", label)
        if drawn:
            box = await button.locator("svg").bounding_box()
            assert box is not None
            assert box["width"] == box["height"] > 12
