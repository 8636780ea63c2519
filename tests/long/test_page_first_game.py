"""A newcomer's first game on the page of a phone: begun, played and ended by taps alone, in each language."""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, expect

from bot.texts import Texts
from tests.e2e.page_process import PageButtons
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.languages import LANGUAGES

pytestmark = [pytest.mark.long(seconds=25), needs_a_browser, shares_a_browser]
_SHOTS: Final = os.environ.get("HARFIYEN_SHOTS", "")
"""A folder for pictures of the screen, for whoever wants to look at it."""
_BROADER: Final = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_newcomer_plays_a_first_game_by_taps_on_a_phone(alone: tuple[Page, Path], language: str) -> None:
    page, _ = alone
    await page.locator("[data-chat-kind=private]").click()
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.get_by_test_id("input").fill("/start")
    await page.get_by_test_id("send").click()
    await page.locator("[data-callback='tutorial::start']").click()
    guided = PageButtons(page, "[data-callback^='tutorial::']")
    ended = page.locator("[data-callback='tutorial::play']")
    shots = 0
    while not await ended.count():
        await expect(guided.newest_message.locator("img")).to_be_visible()
        assert await page.locator(".messages").evaluate_all(_BROADER) == []
        if _SHOTS:
            shots += 1
            await page.screenshot(path=str(Path(_SHOTS) / f"{language}-{shots:02}.png"))
        await guided.mark_seen()
        await guided.newest_message.locator("[data-callback^='tutorial::at:']").click()
        await guided.wait_changed()
    # The page draws a label's sign as an icon.
    label = Texts().plain(language, "button-tutorial-group").partition(" ")[2]
    await expect(page.get_by_text(label)).to_be_visible()
