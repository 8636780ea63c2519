"""An evening alone on the page of a phone: a game, its costliest moves, a puzzle, in each language."""

import os
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Locator, Page, expect

from bot.families.crossword.puzzles.solution import play_text, score_of
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.movegen import ScoredPlay, legal_plays
from engine.crossword.puzzles.positions import SOLVER
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.state import GameState
from engine.crossword.turns import is_last_play_open
from engine.lexicon import load_lexicon
from tests.bot.handlers.test_tutorial import find_play
from tests.e2e.page_buttons import PageButtons, lay_by_taps
from tests.e2e.page_process import users_of_tabs
from tests.long.test_page_solo_game import state_of
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.languages import LANGUAGES
from tests.transcripts.simulated_players import typed_play

pytestmark = [pytest.mark.long(seconds=40), needs_a_browser, shares_a_browser]

GAMES: Final = {"tr": "kelimelik", "en": "wordbox-en", "uk": "wordbox-uk"}
_ANALYSED_WITHIN_MS = 240_000
_TOASTS = "[data-testid=toast]"
_SHOTS: Final = os.environ.get("HARFIYEN_SHOTS", "")
"""A folder for pictures of the screen, for whoever wants to look at it."""
_BROADER: Final = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.className} ${one.textContent}`)"""
_WRAPPED: Final = """all => all.filter((one) => one.clientHeight > 46).map((one) => one.textContent)"""
"""Buttons whose labels need a second line, which apps cut off."""
_DRAWN: Final = """() => Promise.all([...[...document.querySelectorAll("article")].at(-1).querySelectorAll("img")]
    .map((one) => one.decode().then(() => one.naturalWidth)))"""
"""How wide the pictures of the newest message are, once they are there."""


class Evening:
    """What somebody sees and does in their private chat.

    Args:
        page: what they see.
        folder: of the bot.
        person: who they are.
        language: theirs.
    """

    def __init__(self, page: Page, folder: Path, person: int, language: str) -> None:
        self.page: Final = page
        self._folder: Final = folder
        self._person: Final = person
        self._language: Final = language
        self._texts: Final = Texts()
        self._shots = 0

    def text(self, message: str) -> str:
        return self._texts.plain(self._language, message)

    async def say(self, text: str) -> None:
        await self.page.get_by_test_id("input").fill(text)
        await self.page.keyboard.press("Enter")

    def newest(self, data: str) -> Locator:
        """The newest message with such a button."""
        return self.page.locator(f"article:has([data-callback^='{data}'])").last

    async def press(self, data: str) -> None:
        """Press the newest button whose data begin so, once nothing that was pressed before is being answered."""
        await expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        await self.page.locator(f"[data-callback^='{data}']").last.click()

    async def look(self, name: str) -> None:
        """Nothing is wider than the screen, no label is cut, and all pictures are there."""
        await self.page.mouse.move(0, 0)
        await self.page.get_by_test_id("messages").evaluate("one => one.scrollTo(0, one.scrollHeight)")
        assert 0 not in await self.page.evaluate(_DRAWN)
        assert await self.page.locator("html, .messages, article, article button").evaluate_all(_BROADER) == []
        assert await self.page.locator(".keyboard button").evaluate_all(_WRAPPED) == []
        if _SHOTS:
            self._shots += 1
            await self.page.screenshot(path=str(Path(_SHOTS) / f"{self._language}-{self._shots:02}-{name}.png"))

    async def play_game(self) -> None:
        """A game against a computer, to its end, whose first turn is given away."""
        await self.say("/bot")
        await self.press("alone::1")
        await self.look("levels")
        await self.press(f"alone::1:{GAMES[self._language]}")
        await self.look("lobby")
        await self.press("begin:")
        boards, over = self.page.locator("article:has([data-callback^='mine:'])"), self.newest("again:")
        seen, turns = "", 0
        while True:
            await self.page.wait_for_function(
                """seen => {
                  const boards = [...document.querySelectorAll("article:has([data-callback^='mine:'])")];
                  const newest = boards.at(-1)?.dataset.messageId ?? seen;
                  return newest !== seen || document.querySelector("[data-callback^='again:']");
                }""",
                arg=seen,
            )
            if await over.count():
                break
            seen = str(await boards.last.get_attribute("data-message-id"))
            state = await state_of(self._folder, self._person)
            if state.players[state.turn].user == self._person:
                await self.say(self._typed_turn(state) if turns else "/pass")
                turns += 1
        await self.look("end")

    def _typed_turn(self, state: GameState) -> str:
        # A last play that may be challenged is accepted by a pass.
        found = None if is_last_play_open(state) else find_play(state)
        return "/pass" if found is None else "/play " + typed_play(state, found[0], self._language, 0)

    async def see_costly_moves(self) -> int:
        """What the button under the result brings, one page after another; how many."""
        await self.press("costly:")
        await expect(self.page.locator(_TOASTS, has_text=self.text("costly-being-analysed"))).to_be_visible()
        await self.look("analysing")
        page = self.newest("past::b:")
        await expect(page.locator("img")).to_be_visible(timeout=_ANALYSED_WITHIN_MS)
        count = await self._count_pages(page)
        for number in range(1, count + 1):
            await expect(page.locator("[data-part=text]")).to_contain_text(f"({number}/{count})")
            await self.look("costly")
            assert re.search(r": \S.+[.]", await page.locator("[data-part=text]").inner_text()), "a sentence"
            if number < count:
                await page.get_by_role("button", name=self.text("button-costly-next")).click()
        return count

    async def _count_pages(self, page: Locator) -> int:
        found = re.search(r"\(1/(\d)\)", await page.locator("[data-part=text]").inner_text())
        assert found, "the first of some moves"
        return int(found[1])

    async def solve_puzzle(self) -> None:
        """A hint, a wrong answer by taps, and the right one typed."""
        await self.say("/puzzle")
        puzzle = await self._shown_puzzle()
        await self.look("puzzle")
        await self.press("solve:" + puzzle.id[:8] + ":h:")
        shown = self.newest("puzzle:").locator("[data-part=text]")
        await expect(shown).to_contain_text("💡")
        await self.look("hint")
        play = wrong_play(puzzle)
        score, laid = score_of(puzzle, play), {tile.cell for tile in play.tiles}
        buttons = PageButtons(self.page, "[data-callback^='puzzle:']")
        await lay_by_taps(buttons, score.words[0], laid, puzzle.rules, text=self.text, see=self.look)
        await expect(shown).to_contain_text("❌")
        await self.look("wrong")
        await self.say(play_text(puzzle, puzzle.best, Speaker(self._texts, self._language)))
        solved = self.newest("solve::n:")
        await expect(solved).to_contain_text(re.compile(r"✅.*\b80\b"))
        await expect(solved.locator("img")).to_be_visible()
        await self.look("solved")

    async def _shown_puzzle(self) -> Puzzle:
        button = self.newest("puzzle:").locator("[data-callback*=':y:']")
        await expect(button).to_be_visible()
        name = str(await button.get_attribute("data-callback")).rpartition(":")[2]
        return next(one for game in GAMES.values() for one in shipped_puzzles(game) if one.id == name)


def wrong_play(puzzle: Puzzle) -> ScoredPlay:
    """The first play of another word than the best one, without a blank."""
    plays = legal_plays(puzzle.to_state(), SOLVER, load_lexicon(puzzle.rules.lexicon))
    return next(
        one for one in plays if one.word != puzzle.best.word and not any("?" in tile.tile for tile in one.tiles)
    )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_its_costliest_moves_and_a_puzzle_fit_a_phone(alone: tuple[Page, Path], language: str) -> None:
    page, folder = alone
    (person,) = await users_of_tabs([page])
    await page.locator("[data-chat-kind=private]").click()
    await page.set_viewport_size({"width": 360, "height": 740})
    evening = Evening(page, folder, person, language)
    await evening.play_game()
    assert await evening.see_costly_moves() >= 1
    await evening.solve_puzzle()
