"""People play by typing into the page that ``harfiyen playground`` serves, each in a tab of their own.

What is played to its end by the rules is told by the other games here; these show that the page carries a game.
"""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.playground.servers import OLDEST
from tests.e2e.game import Game
from tests.e2e.pages import opened, served, table
from tests.support.browser import needs_a_browser, shares_a_browser

_TILE = re.compile(r"[A-ZÇĞİÖŞÜ▢][₀-₉]")

pytestmark = [needs_a_browser, shares_a_browser]


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> AsyncIterator[list[Page]]:
    """The page of each of the four people; racks are read in boxes, as in the other games here."""
    async with served(tmp_path_factory.mktemp("page"), OLDEST) as address, opened(browser, address, 4) as pages:
        yield pages


async def test_two_people_play_kelimelik_on_the_page_to_an_end_by_passes(tabs: list[Page]) -> None:
    room, people = await table(tabs, 2)
    game = await Game.begin(room, people, "kelimelik")
    player = game.on_turn
    assert len(await game.rack()) == 7
    for user, page in room.pages.items():
        assert bool(_TILE.search(await page.content())) == (user == player.user)
    for _ in range(3):
        await game.play()
    last = game.board
    while not game.over:
        last = await game.pass_turn()
    for page in room.pages.values():
        article = page.locator(f"article[data-message-id='{last.id}']")
        await expect(article.locator("code")).to_have_text(last.marked("code"))
        await expect(article.locator("img")).to_be_visible()


async def test_four_people_take_a_turn_each_on_the_page(tabs: list[Page]) -> None:
    room, people = await table(tabs, 4)
    game = await Game.begin(room, people, "scrabble-tr")
    for _ in people:
        await game.play()
    assert {player.user for player in game.by} == set(people)
