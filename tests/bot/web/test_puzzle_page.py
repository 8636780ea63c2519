"""Puzzles on the board page in a browser: by fingers, by keys alone, and what axe says of it."""

import pytest_asyncio
from playwright.async_api import Browser, expect

from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from tests.bot.handlers.puzzles.test_puzzles import open_private
from tests.bot.web.board_pages import DESKTOP, OpenBoard, house, opened_at
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, BotHarness

pytestmark = [needs_a_browser, shares_a_browser]
__all__ = ["house"]


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def _forget_puzzles(house: BotHarness) -> None:
    await open_private(house, KIRAZ)


async def lay_by_fingers(board: OpenBoard, tiles: dict[str, str]) -> None:
    for cell, tile in tiles.items():
        free = board.page.locator(".rack .tile:not(.used)", has=board.page.locator("b", has_text=tile)).first
        await board.drag(f'.rack [data-place="{await free.get_attribute("data-place")}"]', cell)


async def test_a_puzzle_is_missed_and_then_solved_by_fingers(house: BotHarness, browser: Browser) -> None:
    puzzle, next_best = min(
        ((one, one.runner_up) for one in shipped_puzzles("wordbox-tr") if "?" not in one.rack and one.runner_up),
        key=lambda one: len(one[0].best.tiles) + len(one[1].tiles),
    )
    wrong, best = ({put.cell: put.tile for put in play.tiles} for play in (next_best, puzzle.best))
    async with opened_at(house, browser, f"z_{puzzle.id}") as board:
        await board.status().to_contain_text("En iyi hamleyi diz")
        await lay_by_fingers(board, wrong)
        await board.status().to_contain_text(str(next_best.score))
        assert puzzle.best.word not in await board.page.content()
        await board.press("Cevapla")
        await board.status().to_contain_text("en iyi hamlenin")
        await expect(board.page.locator("#told")).to_contain_text("90 puan")
        await board.press("Geri al")
        await lay_by_fingers(board, best)
        await board.press("Cevapla")
        await expect(board.page.locator("#told")).to_contain_text("Buldunuz! 90 puan.")
        cells = await board.page.locator(".cell.last").evaluate_all("cells => cells.map(one => one.dataset.cell)")
        assert set(cells) == set(best)
        await expect(board.page.locator(".rack .tile")).to_have_count(0)
        assert await board.faults() == []


async def test_a_new_puzzle_is_chosen_and_given_up_by_keys_alone(house: BotHarness, browser: Browser) -> None:
    async with opened_at(house, browser, "", size=DESKTOP) as board:
        for name in ("🧩 Bulmacalar", "Kelimelik"):
            await board.page.get_by_role("button", name=name, exact=True).focus()
            await board.page.keyboard.press("Enter")
        assert await board.faults() == []
        for name in ("💡 Nerede? −10", "🏳️ Cevabı göster"):
            await board.page.get_by_role("button", name=name, exact=True).focus()
            await board.page.keyboard.press("Enter")
            await expect(board.page.locator(".cell.hinted").first).to_be_visible()
        await board.choose("🏳️ Evet, göster")
        await expect(board.page.locator("#live")).to_contain_text("En iyi hamle:")
        await expect(board.page.locator(".cell.last").first).to_be_visible()
        await board.page.go_back()
        await expect(board.page.get_by_role("button", name="Kelimelik", exact=True)).to_be_visible()
        await board.page.get_by_role("button", name="Oyunlarınız").click()
        await expect(board.page.get_by_role("heading", name="Oyunlarınız")).to_be_visible()
