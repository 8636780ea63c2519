"""The chat page: a local Bot API server, a bot that speaks to it, and pages of it in the browser of the whole run."""

from collections.abc import AsyncIterator
from typing import Final

import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, ViewportSize
from telegram import Bot

from bot.playground import Playground
from bot.telegram.transport import AiohttpRequest
from tests.support.browser import new_window
from tests.support.chat_page import OpenPage

Pages = dict[str, list[Page]]
_SIZE: Final[ViewportSize] = {"width": 1200, "height": 800}


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    served = Playground(bot_username="masa_bot")
    await served.start(port=0)
    yield served
    await served.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground) -> AsyncIterator[Bot]:
    made = Bot(playground.token, base_url=f"{playground.url}/bot", request=AiohttpRequest())
    async with made:
        yield made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def left_pages(browser: Browser) -> Pages:  # noqa: ARG001 - they end with it
    """Pages by language that earlier tests have left: a new one takes longer to open than many a test."""
    return {}


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, left_pages: Pages, playground: Playground) -> AsyncIterator[OpenPage]:
    errors: list[str] = []
    opened: list[tuple[str, Page]] = []
    is_refused = False

    def note_error(error: Error) -> None:
        errors.append(str(error))

    def note_said(said: ConsoleMessage) -> None:
        if said.type == "error" and not is_refused:
            errors.append(said.text)

    async def open_one(query: str = "", locale: str = "tr-TR", *, refused: bool = False) -> Page:
        """A page; where calls are refused, a browser puts that on its console."""
        nonlocal is_refused
        is_refused = is_refused or refused
        left = left_pages.setdefault(locale, [])
        page = left.pop() if left else await (await new_window(browser, locale, **_SIZE)).new_page()
        opened.append((locale, page))
        page.on("pageerror", note_error)
        page.on("console", note_said)
        await page.goto(f"{playground.url}/{query}")
        await page.wait_for_selector("body[data-ready]")
        return page

    yield open_one
    for locale, page in opened:
        page.remove_listener("pageerror", note_error)
        page.remove_listener("console", note_said)
        await page.context.set_offline(offline=False)
        await page.evaluate("sessionStorage.clear()")
        await page.goto("about:blank")
        await page.set_viewport_size(_SIZE)
        await page.emulate_media(color_scheme="null", reduced_motion="null")
        left_pages[locale].append(page)
    assert errors == []
