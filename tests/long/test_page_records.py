"""What a group remembers, on the page of a phone: two short games, and then all that looks back on them."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from bot.families.crossword.search.searcher import BoardSearcher
from bot.playground.server_version import NEWEST
from bot.texts import Texts
from render.theme import THEMES
from tests.e2e.page_process import open_tabs, run_playground_command
from tests.long.test_page_solo_game import state_of, typed
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_page import GROUP
from tests.support.languages import LANGUAGES

pytestmark = [pytest.mark.long(seconds=60), needs_a_browser, shares_a_browser]

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
MOVES = 4
TEXTS = Texts()
_FORGOTTEN_WITHIN_MS = 60_000
_WIDTHS = """() => Promise.all([...[...document.querySelectorAll("article")].at(-1).querySelectorAll("img")]
    .map((one) => one.decode().then(() => one.naturalWidth)))"""
"""Of the pictures of the newest message, once they are there."""
_BROADER = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.className} ${one.textContent}`)"""

Look = Callable[[Page, str], Awaitable[None]]
"""Looks at what somebody sees, which has a name."""


class Evening:
    """Two people on their phones, in one group.

    Args:
        pages: what they see.
        language: of the group, and of their apps.
        folder: of the bot.
        look: looks at each thing that is new.
    """

    def __init__(self, pages: list[Page], language: str, folder: Path, look: Look) -> None:
        self.first, self.second = pages
        self._language = language
        self._folder = folder
        self._look = look

    async def play_game(self, search: BoardSearcher) -> None:
        """A game that the second gives up after some moves."""
        await say(self.first, "/new kelimelik")
        await say(self.second, "/join")
        await press(self.second, "begin:")
        boards = self.first.locator("article:has([data-callback^='rack:'])")
        await expect(boards.last).to_be_visible()
        for _ in range(MOVES):
            state = await state_of(self._folder, GROUP)
            page = (self.first, self.second)[state.players[state.turn].user - 101]
            newest = await boards.last.get_attribute("data-message-id")
            await say(page, typed(state, search))
            await expect(boards.last).not_to_have_attribute("data-message-id", newest or "")
        await say(self.second, "/surrender")
        await press(self.second, "yes:")
        await expect(self.first.locator("article:has([data-callback^='again:'])").last).to_be_visible()
        await self.look_at(self.first, "end")

    async def look_back(self, theme: str) -> None:
        """Figures, ranks, a game's page and its replay, in a theme."""
        await say(self.first, f"/theme {theme}")
        for command in ("stats", "top"):
            pictures = await self.first.locator("article img").count()
            await say(self.first, f"/{command}")
            await expect(self.first.locator("article img").nth(pictures)).to_be_visible()
            await self.look_at(self.first, f"{theme}-{command}")
        await say(self.first, "/history")
        await press(self.first, "past::g:")
        await expect(self.first.locator("[data-callback^='past::r:']").last).to_be_visible()
        await self.look_at(self.first, f"{theme}-page")
        await press(self.first, "past::r:")
        shown = self.first.locator("article:has([data-callback^='past::b:'])").last
        for step, place in ((r"^🎲 1/", 1), (r"(\d+)/\1\b", 1), (r"\d/", 0), (r"^🎲 1/", 0), (r"^🎲 2/", None)):
            await expect(shown.locator("[data-part=text]")).to_contain_text(re.compile(step))
            if place is not None:
                await tap(shown.locator("[data-callback^='past::r:']").nth(place))
        await self.look_at(self.first, f"{theme}-replay")

    async def share(self) -> None:
        """The file of the newest game, and its picture shown in a chat by the button of its page."""
        await say(self.first, "/gcg")
        await expect(self.first.locator("article").last).to_contain_text(".gcg")
        await self.look_at(self.first, "gcg")
        page = self.first.locator("article:has([data-callback^='past::f:'])").last
        await press(self.first, "past::b:")
        await expect(page).to_be_visible()
        await tap(page.get_by_role("button", name=without_sign(self._language, "button-share")))
        await self.first.get_by_test_id("picker-ok").click()
        result = self.first.get_by_test_id("suggestions").locator("li[data-result]").first
        await expect(result).to_be_visible()
        await self.look_at(self.first, "share")
        await result.click()
        await expect(self.second.locator("article").last.locator("img")).to_be_visible()
        await self.look_at(self.second, "shared")

    async def be_forgotten(self) -> None:
        """The second reads what is kept, and is forgotten; the first reads that the result stands without a name."""
        await self.second.get_by_test_id("back").click()
        await self.second.locator("[data-chat-kind=private]").click()
        await say(self.second, "/mydata")
        await expect(self.second.locator("[data-callback='mydata::forget']")).to_be_visible()
        await self.look_at(self.second, "mydata")
        await press(self.second, "mydata::forget")
        await self.look_at(self.second, "forget")
        await press(self.second, "mydata::now")
        done = self.second.locator("article", has_text=TEXTS.plain(self._language, "forget-done").partition(".")[0])
        await expect(done).to_be_visible(timeout=_FORGOTTEN_WITHIN_MS)
        await self.look_at(self.second, "forgotten")
        await say(self.first, "/history")
        listed = self.first.locator("article:has([data-callback^='past::g:'])").last
        await expect(listed).to_contain_text(TEXTS.plain(self._language, "forgotten-player"))
        await expect(listed).not_to_contain_text("Limon")
        await self.look_at(self.first, "history")

    async def look_at(self, page: Page, name: str) -> None:
        """Nothing is wider than the screen, and all pictures are there."""
        await page.get_by_test_id("messages").evaluate("one => one.scrollTo(0, one.scrollHeight)")
        assert 0 not in await page.evaluate(_WIDTHS)
        assert await page.locator("html, .messages, article, article button").evaluate_all(_BROADER) == []
        await self._look(page, f"{self._language}-{name}")


def without_sign(language: str, message: str) -> re.Pattern[str]:
    """The words on a button, whose sign is drawn."""
    return re.compile(re.escape(TEXTS.plain(language, message).split(" ", 1)[1]))


async def say(page: Page, text: str) -> None:
    """Type something and press Enter."""
    await page.get_by_test_id("input").fill(text)
    await page.keyboard.press("Enter")


async def press(page: Page, data: str) -> None:
    """Press the newest button whose data begin so."""
    await tap(page.locator(f"[data-callback^='{data}']").last)


async def tap(button: Locator) -> None:
    """Press a button once nothing that was pressed before is still being answered."""
    await expect(button.page.locator("[aria-busy=true]")).to_have_count(0)
    await button.click()


async def spend_evening(browser: Browser, folder: Path, language: str, look: Look) -> None:
    """Two games, what looks back on them in each theme, and the second's being forgotten."""
    async with (
        run_playground_command(folder, NEWEST) as address,
        open_tabs(browser, address, 2, language) as pages,
    ):
        for page in pages:
            await page.set_viewport_size(PHONE)
        evening = Evening(pages, language, folder, look)
        await say(pages[0], f"/language {language}")
        search = BoardSearcher(folder)
        for _ in range(2):
            await evening.play_game(search)
        for theme in THEMES:
            await evening.look_back(theme)
        await evening.share()
        await evening.be_forgotten()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_evening_is_looked_back_on(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, language: str
) -> None:
    seen: list[str] = []

    async def look(_: Page, name: str) -> None:
        seen.append(name)

    await spend_evening(browser, tmp_path_factory.mktemp("page"), language, look)
    assert len(seen) == len(set(seen)) + 1
