"""People play by typing into the page that ``harfiyen playground`` serves, each in a tab of their own.

What is played to its end by the rules is told by the other games here; these show that the page carries a game.
"""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.playground.server_version import OLDEST
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.page_process import open_tabs, room_of_tabs, run_playground_command
from tests.support.browser import needs_a_browser, shares_a_browser

_TILE = re.compile(r"[A-ZÇĞİÖŞÜ▢][₀-₉]")

pytestmark = [needs_a_browser, shares_a_browser]


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> AsyncIterator[list[Page]]:
    """The page of each of the four people; racks are read in boxes, as in the other games here."""
    async with (
        run_playground_command(tmp_path_factory.mktemp("page"), OLDEST) as address,
        open_tabs(browser, address, 4) as pages,
    ):
        yield pages


@pytest.mark.repeat
async def test_two_people_play_kelimelik_on_the_page_to_an_end_by_passes(tabs: list[Page]) -> None:
    room, people = await room_of_tabs(tabs, 2)
    game = await CrosswordGame.open_and_begin(room, people, "kelimelik")
    player = game.on_turn
    assert len(await game.look_at_rack()) == 7
    for user, page in room.pages.items():
        assert bool(_TILE.search(await page.content())) == (user == player.user)
    for _ in range(3):
        await game.play_turn()
    last = game.board
    while not game.is_over:
        last = await game.pass_turn()
    for page in room.pages.values():
        article = page.locator(f"article[data-message-id='{last.message_id}']")
        await expect(article.locator("code")).to_have_text(last.parts_marked("code"))
        await expect(article.locator("img")).to_be_visible()


async def test_four_people_take_a_turn_each_on_the_page(tabs: list[Page]) -> None:
    room, people = await room_of_tabs(tabs, 4)
    game = await CrosswordGame.open_and_begin(room, people, "scrabble-tr")
    for _ in people:
        await game.play_turn()
    assert {player.user for player in game.turn_players} == set(people)
