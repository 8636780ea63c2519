"""People play by typing into the page that ``harfiyen playground`` serves, each in a tab of their own."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.playground.server_version import OLDEST
from tests.e2e.page_process import NAMES, open_tabs, run_playground_command
from tests.support.browser import needs_a_browser, shares_a_browser

pytestmark = [pytest.mark.long(seconds=15), needs_a_browser, shares_a_browser]
_TILE = re.compile(r"[A-ZÇĞİÖŞÜ▢][₀-₉]")


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> AsyncIterator[list[Page]]:
    folder = tmp_path_factory.mktemp("page")
    async with run_playground_command(folder, OLDEST) as address, open_tabs(browser, address, 2) as pages:
        yield pages


async def say(page: Page, text: str) -> None:
    await page.get_by_test_id("input").fill(text)
    await page.keyboard.press("Enter")


def newest(page: Page, kind: str) -> Locator:
    return page.locator(f"article:has([data-callback^='{kind}:'])").last


async def test_two_people_play_in_tabs_and_neither_page_holds_the_others_rack(tabs: list[Page]) -> None:
    first, second = tabs
    await say(first, "/yeni kelimelik start=asked")
    await expect(newest(second, "join")).to_be_visible()
    await say(second, "/katil")
    await expect(newest(first, "begin")).to_contain_text(NAMES[1])
    await say(first, "/baslat")
    await newest(first, "rack").locator("[data-callback^='rack:']").click()
    await expect(first.get_by_test_id("alert")).to_be_visible()
    assert len(_TILE.findall(await first.get_by_test_id("alert-text").inner_text())) == 7
    assert not _TILE.search(await second.content())
    await first.get_by_test_id("alert-ok").click()
    board = newest(second, "rack")
    await expect(board.locator("img")).to_be_visible()
    for passed in range(3):
        told = second.locator("article:has(.mention)").nth(passed).locator(".mention").last
        await say(tabs[NAMES.index((await told.inner_text()).strip("\u2068\u2069"))], "/pas")
    for page in tabs:
        await expect(newest(page, "again").locator("img")).to_be_visible()
        await expect(newest(page, "again").locator("code")).to_be_visible()
