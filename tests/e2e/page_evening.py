"""The evening of five tables on the page: everybody types, replies and taps in a tab of their own."""

from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e.bot_stage import run_bot_stage
from tests.e2e.side_by_side import TablesEvening, make_group_of_nine
from tests.support import set_clock_program
from tests.support.bot_process import ForkServer
from tests.support.browser import new_window

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}


@dataclass
class PageEvening(TablesEvening):
    """What people do they do on the page; what came of it is seen as ever."""

    pages: Mapping[int, Page] = field(default_factory=dict)
    _doing: Coroutine[Any, Any, None] | None = None
    """What somebody is about to do on the page."""

    def _send_text(self, person: int, text: str, reply_to: int | None = None) -> None:
        self._doing = self._type_on_page(self.pages[person], person, text, reply_to)

    def _press_button(self, person: int, message: int, data: str, *, alone: bool) -> None:
        del message, alone  # the page knows where it stands
        self._doing = self._click_on_page(self.pages[person], data)

    async def _finish_act(self) -> None:
        if self._doing is not None:
            doing, self._doing = self._doing, None
            await doing

    async def _type_on_page(self, page: Page, person: int, text: str, reply_to: int | None) -> None:
        if reply_to is not None:
            article = page.locator(f"article[data-message-id='{reply_to}']")
            await article.hover()
            await article.get_by_test_id("reply").click()
            await expect(page.get_by_test_id("reply-bar")).to_be_visible()
        mine = page.locator(f"article[data-from='{person}']")
        count = await mine.count()
        await page.get_by_test_id("input").fill(text)
        await page.get_by_test_id("send").click()
        await expect(mine.nth(count).locator("[data-part=text]")).to_contain_text(text)

    async def _click_on_page(self, page: Page, data: str) -> None:
        presses = self.stage.playground.world.presses
        before = set(presses)
        await page.locator(f"button[data-callback='{data}']").last.click()
        await self._wait_until(lambda: bool(presses.keys() - before))
        for number in presses.keys() - before:
            self.pressers[number] = presses[number].person


async def _close_alert(alert: Locator) -> None:
    """Close a box that opened for somebody who tapped."""
    await alert.get_by_test_id("alert-ok").click()


@asynccontextmanager
async def run_page_evening(
    redis_url: str, folder: Path, warm: ForkServer, browser: Browser, *, version: str, kill_every: int
) -> AsyncIterator[PageEvening]:
    """The group of nine on a server of some version, each of them with a phone in hand; no page may meet an error.

    The bot is killed, and started anew, in every so manieth step that changes a table (``kill_every``).
    """
    settings = {"REDIS_URL": redis_url, set_clock_program.FOLDER_VARIABLE: str(folder)}
    errors: list[str] = []
    async with (
        run_bot_stage(folder, settings, warm, set_clock_program.PROGRAM) as stage,
        AsyncExitStack() as stack,
    ):
        chat, world = await make_group_of_nine(stage), stage.playground.world
        world.server.version = version
        pages = {}
        for place, person in enumerate(world.people, start=1):
            context = await new_window(browser, "tr", **PHONE)
            stack.push_async_callback(context.close)
            pages[person] = page = await context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.add_locator_handler(page.get_by_test_id("alert"), _close_alert)
            await page.goto(f"{stage.playground.url}/?person={place}&chat={chat}")
            await page.wait_for_selector("body[data-ready]")
        evening = PageEvening(stage, chat, folder, pages=pages, kill_every=kill_every)
        evening.users = world.chats[chat].people
        yield evening
    assert errors == []
