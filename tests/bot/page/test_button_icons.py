"""Every sign that stands on a button has a drawing of our own on the page, so that no emoji font is needed."""

import re
import unicodedata
from importlib.resources import files
from typing import Final

import pytest
from playwright.async_api import expect
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.wording.game_result import game_sign
from engine.rulesets import shipped_rulesets
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_page import GROUP, OpenPage

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


def test_there_are_signs_on_buttons() -> None:
    assert {"🔤", "🔀", "➕", "⚖"} <= button_symbols()


@pytest.mark.parametrize("sign", sorted(button_symbols()))
def test_each_sign_on_a_button_has_a_drawing(sign: str) -> None:
    assert re.search(rf'^  "{sign}": "M[^"]+",$', ICONS, re.MULTILINE)


@needs_a_browser
@shares_a_browser
async def test_the_page_draws_the_signs_of_buttons_and_leaves_what_it_does_not_know(
    bot: Bot,
    open_page: OpenPage,
) -> None:
    page = await open_page()
    labels = [*(f"{sign}\ufe0f Rafım" for sign in sorted(button_symbols())), "Rafım", "⚙️", "✓Ğ", "🦄 Rafım"]
    rows = [[InlineKeyboardButton(label, callback_data=str(at))] for at, label in enumerate(labels)]
    await bot.send_message(GROUP, "Masa", reply_markup=InlineKeyboardMarkup(rows))
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


@needs_a_browser
@shares_a_browser
async def test_a_sign_within_a_label_stands_between_its_words(bot: Bot, open_page: OpenPage) -> None:
    page = await open_page(locale="en-GB")
    await page.set_viewport_size({"width": 360, "height": 740})
    label = "#1 Limon–Kiraz 👑 English tournament Scrabble"
    await bot.send_message(
        GROUP, "Which?", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data="1")]])
    )
    words = page.locator("button[data-callback='1'] > span")
    await expect(words).to_have_count(1)
    await expect(words).to_have_text("#1 Limon–Kiraz  English tournament Scrabble")
    sign = await words.locator("svg").bounding_box()
    box = await words.bounding_box()
    assert sign is not None
    assert box is not None
    assert sign["y"] + sign["height"] < box["y"] + 0.6 * box["height"]


@needs_a_browser
@shares_a_browser
async def test_ticked_tiles_of_a_whole_rack_fit_on_a_phone(bot: Bot, open_page: OpenPage) -> None:
    page = await open_page()
    await page.set_viewport_size({"width": 360, "height": 740})
    tiles = [
        InlineKeyboardButton(f"✓ {tile}", callback_data=tile) for tile in ("M₃", "W₄", "Ğ₈", "Z₁₀", "Щ₈", "▢₀", "Q₁₀")
    ]
    await bot.send_message(
        GROUP, "Hangi taşları değiştirmek istiyorsunuz? Onlara dokunun.", reply_markup=InlineKeyboardMarkup([tiles])
    )
    buttons = page.locator("[data-callback]")
    await expect(buttons).to_have_count(len(tiles))
    for button in await buttons.all():
        edge = await button.bounding_box()
        parts = [await part.bounding_box() for part in await button.locator("> *").all()]
        assert edge is not None
        for part in parts:
            assert part is not None
            assert edge["x"] <= part["x"]
            assert part["x"] + part["width"] <= edge["x"] + edge["width"]


@needs_a_browser
@shares_a_browser
async def test_a_button_that_leads_away_is_marked_by_a_drawing(
    bot: Bot,
    open_page: OpenPage,
) -> None:
    page = await open_page()
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Özelden al", url="https://t.me/masa_bot?start=r")]])
    await bot.send_message(GROUP, "Raflar", reply_markup=markup)
    button = page.locator("button[data-button='url']")
    await expect(button).to_have_text("Özelden al")
    await expect(button.locator(".away svg")).to_have_count(1)


@needs_a_browser
@shares_a_browser
async def test_the_points_of_a_blank_stand_right_behind_it(bot: Bot, open_page: OpenPage) -> None:
    page = await open_page()
    rows = [[InlineKeyboardButton(label, callback_data=str(at))] for at, label in enumerate(("▢₀", "🔤 Rafım"))]
    await bot.send_message(GROUP, "Masa", reply_markup=InlineKeyboardMarkup(rows))
    gaps = []
    for at in range(2):
        button = page.locator(f"button[data-callback='{at}']")
        sign, text = await button.locator("svg").bounding_box(), await button.locator("span").bounding_box()
        assert sign is not None
        assert text is not None
        gaps.append(text["x"] - sign["x"] - sign["width"])
    assert gaps[0] < 2
    assert gaps[1] > 4
