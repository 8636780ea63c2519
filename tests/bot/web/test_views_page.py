"""From view to view in a browser: what comes late, once its view was left, changes no other view."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from tests.bot.handlers.puzzles.test_puzzles import open_private
from tests.bot.web.board_pages import OpenBoard, house, opened_at
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.games import game

pytestmark = [needs_a_browser, shares_a_browser]
__all__ = ["house"]
ACTIONS: Final = "/actions$"


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def _put_tables(house: BotHarness) -> None:
    """One table of Kelimelik and one of WordBox, in two groups, and no puzzle."""
    await open_private(house, KIRAZ)
    for ruleset, scores in (("kelimelik", (11, 22)), ("wordbox-tr", (33, 44))):
        await (await house.new_group()).put_table(game(ruleset, racks=["KALEMİT", "AAEEKKL"], scores=scores))


@asynccontextmanager
async def held(page: Page, pattern: str) -> AsyncIterator[asyncio.Event]:
    """What is asked next at such an address is answered at the end; the event says that it was asked."""
    asked, over = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        is_first = not asked.is_set()
        asked.set()
        if is_first:
            await over.wait()
        await route.continue_()

    await page.route(re.compile(pattern), hold)
    yield asked
    async with page.expect_event("requestfinished", lambda request: bool(re.search(pattern, request.url))):
        over.set()


async def open_from_list(board: OpenBoard, title: str) -> None:
    await board.page.locator(".tables button", has_text=title).first.click()


async def go_to_wordbox(board: OpenBoard) -> None:
    await board.page.go_back()
    await open_from_list(board, "WordBox")
    await expect(board.page.locator(".grid .cell").first).to_be_visible()


async def check_wordbox_is_shown(board: OpenBoard) -> None:
    await expect(board.page.locator("#seats .seat b")).to_have_text(["33", "44"])
    keys = ["Oyna", "Karıştır", "Değiştir", "Pas", "Diğer", "Oyunlarınız"]
    await expect(board.page.locator("#actions button")).to_have_text(keys)


async def test_what_comes_late_changes_only_its_own_view(house: BotHarness, browser: Browser) -> None:
    puzzle = shipped_puzzles("wordbox-tr")[0]
    async with opened_at(house, browser, "") as board:
        page = board.page
        async with held(page, r"/api/tables/b_[^/]+$") as asked:
            await open_from_list(board, "Kelimelik")
            await asked.wait()
            await go_to_wordbox(board)
        await check_wordbox_is_shown(board)
        await page.go_back()
        await open_from_list(board, "Kelimelik")
        async with held(page, ACTIONS) as asked:
            await board.press("Pas")
            await board.choose("Pas")
            await asked.wait()
            await go_to_wordbox(board)
        await check_wordbox_is_shown(board)
        await page.go_back()
        await page.evaluate("address => import('./views.js').then(({ go }) => go(address))", f"z_{puzzle.id}")
        async with held(page, ACTIONS) as asked:
            await board.press("💡 Nerede? −10")
            await asked.wait()
            await go_to_wordbox(board)
        await check_wordbox_is_shown(board)
        await board.drag('.rack [data-place="0"]', "I8")
        await board.status().to_have_text("İlk kelime en az iki harfli olmalı.")
        await board.press("Geri al")
        await check_wordbox_is_shown(board)


async def test_a_view_is_loaded_again_where_it_could_not_be_and_who_hears_it_led_to_its_heading(
    house: BotHarness, browser: Browser
) -> None:
    async with opened_at(house, browser, "constructor") as board:
        focus = board.page.locator("h1:focus")
        await expect(focus).to_have_text("Oyunlarınız")
        await board.page.route("**/puzzles.js", lambda route: route.abort(), times=1)
        async with board.page.expect_event("requestfailed"):
            await board.page.get_by_role("button", name="Bulmacalar").press("Enter")
        await expect(focus).to_have_text("🧩 Bulmacalar")
        await board.page.get_by_role("button", name="Kelimelik", exact=True).press("Enter")
        await expect(focus).to_have_text("🧩 Bulmacalar · Kelimelik")
        await board.page.go_back()
        await expect(focus).to_have_text("🧩 Bulmacalar")
