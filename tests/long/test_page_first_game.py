"""A newcomer's first game on the page of a phone: begun, played and ended by taps alone, in each language."""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, expect

from bot.texts import Texts
from engine.crossword.state import GameState
from tests.bot.handlers.test_tutorial import find_play
from tests.e2e.page_process import PageButtons, lay_by_taps, users_of_tabs
from tests.long.test_page_solo_game import state_of
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.languages import LANGUAGES

pytestmark = [
    pytest.mark.long(seconds=25),
    needs_a_browser,
    shares_a_browser,
]
_TURNS: Final = 3
_SHOTS: Final = os.environ.get("HARFIYEN_SHOTS", "")
"""A folder for pictures of the screen, for whoever wants to look at it."""
_BROADER: Final = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"


class FirstGame:
    def __init__(self, page: Page, folder: Path, person: int, language: str) -> None:
        self.page: Final = page
        self.own: Final = PageButtons(page, "[data-callback^='own:']")
        self._folder: Final = folder
        self._person: Final = person
        self._language: Final = language
        self._texts: Final = Texts()
        self._shots = 0

    def text(self, message: str) -> str:
        return self._texts.plain(self._language, message)

    async def wait_for_turn(self) -> GameState:
        """Wait until the newcomer is on turn, and the newest board shows that; the game as the bot keeps it."""
        await self.own.wait_changed()
        while (state := await state_of(self._folder, self._person)).players[state.turn].user != self._person:
            await self.own.wait_changed()
        await expect(self.own.newest_message.locator("img")).to_be_visible()
        return state

    async def see(self, message: str) -> None:
        """The newest board explains this step, and nothing on the screen is broader than it."""
        await expect(self.own.newest_message.locator("[data-part=text]")).to_contain_text(self.text(message))
        await self.shoot(message)

    async def shoot(self, name: str) -> None:
        assert await self.page.locator(".messages").evaluate_all(_BROADER) == []
        if _SHOTS:
            self._shots += 1
            await self.page.screenshot(path=str(Path(_SHOTS) / f"{self._language}-{self._shots:02}-{name}.png"))

    async def take_turn(self, state: GameState, *, explained: bool) -> None:
        """Spell a word, choose its place and play it; of tiles that make none the turn is passed."""
        found = find_play(state)
        if found is None:
            await self.own.press_label(self.text("own-board-pass"))
            await self.own.mark_seen()
            await self.own.newest_message.get_by_role("button", name=self.text("own-board-pass-yes")).click()
            return
        place, score = found

        async def see(step: str) -> None:
            if explained:
                await self.see(f"tutorial-{step}")

        laid = {tile.cell for tile in place.tiles}
        await lay_by_taps(self.own, score.words[0], laid, state.ruleset, text=self.text, see=see)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_newcomer_plays_a_first_game_by_taps_on_a_phone(alone: tuple[Page, Path], language: str) -> None:
    page, folder = alone
    (person,) = await users_of_tabs([page])
    await page.locator("[data-chat-kind=private]").click()
    await page.set_viewport_size({"width": 360, "height": 740})
    game = FirstGame(page, folder, person, language)
    await page.get_by_test_id("input").fill("/start")
    await page.get_by_test_id("send").click()
    offer = page.locator("[data-callback='tutorial::start']")
    await expect(offer).to_be_in_viewport()
    await game.shoot("offer")
    await game.own.mark_seen()
    await offer.click()
    for turn in range(_TURNS):
        state = await game.wait_for_turn()
        joins = any(state.cells)
        if turn == 0:
            await game.see("tutorial-tiles-join" if joins else "tutorial-tiles")
        else:
            await game.shoot("turn")
        await game.take_turn(state, explained=turn == 0)
    await game.wait_for_turn()
    await game.see("tutorial-done")
    said = await page.locator(".messages").inner_text()
    assert game.text("tutorial-why-premiums") in said
