"""Somebody plays a whole game alone on the page, against a computer player: all is clicked, typed and read there."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.families.crossword.search.searcher import BoardSearcher
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.crossword.state import GameState
from tests.e2e.page_process import users_of_tabs
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.played_games import typed_turn

pytestmark = [
    pytest.mark.long(seconds=25),
    needs_a_browser,
    shares_a_browser,
]


async def state_of(folder: Path, person: int) -> GameState:
    """The game as the bot keeps it, for somebody who is to choose a move as well as they can."""
    client = connect(f"unix://{folder / 'data' / 'redis.sock'}")
    try:
        state = (await GameStore(client).load_table(Scope(person))).state
    finally:
        await client.aclose()
    table = decode_table(state or b"")
    assert isinstance(table, GameState)
    return table


@pytest.mark.parametrize("language", ["tr"])
async def test_a_game_of_kelimelik_is_played_to_its_end(alone: tuple[Page, Path], tmp_path: Path) -> None:
    page, folder = alone
    (person,) = await users_of_tabs([page])
    await page.locator("[data-chat-kind=private]").click()
    write = page.get_by_test_id("input")

    def newest(kind: str) -> Locator:
        return page.locator(f"article:has([data-callback^='{kind}:'])").last

    await write.fill("/bot")
    await page.keyboard.press("Enter")
    await newest("alone").locator("[data-callback='alone::1']").click()
    await newest("alone").locator("[data-callback='alone::1:kelimelik']").click()
    search = BoardSearcher(tmp_path)
    boards, turns, seen = page.locator("article:has([data-callback^='own:'])"), 0, ""
    over = page.locator("article:has([data-callback^='again:'])")
    while True:
        await page.wait_for_function(
            """seen => {
              const boards = [...document.querySelectorAll("article:has([data-callback^='own:'])")];
              const newest = boards.at(-1)?.dataset.messageId ?? seen;
              return newest !== seen || document.querySelector("[data-callback^='again:']");
            }""",
            arg=seen,
        )
        if await over.count():
            break
        turns, seen = turns + 1, str(await boards.last.get_attribute("data-message-id"))
        assert await boards.last.locator("img").count() == 1, "the board with the own rack is a picture"
        await write.fill(typed_turn(await state_of(folder, person), "tr", search))
        await page.keyboard.press("Enter")
    assert turns >= 5
    await expect(over.last).to_contain_text("Kiraz")
    ended = int(await over.last.get_attribute("data-message-id") or 0)
    await over.last.locator("[data-callback^='again:']").click()
    await page.wait_for_function(
        """ended => [...document.querySelectorAll("article:has([data-callback^='own:'])")]
            .some(one => Number(one.dataset.messageId) > ended)""",
        arg=ended,
    )
