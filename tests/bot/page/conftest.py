"""The chat page: a local Bot API server, a bot that speaks to it, and pages of it in the browser of the whole run."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page
from telegram import Bot

from bot.playground import Playground
from bot.telegram.transport import AiohttpRequest
from tests.support.browser import new_window
from tests.support.chat_page import OpenPage

OpenWindow = Callable[[str], Awaitable[BrowserContext]]
"""Opens a window of a language, or finds the one that is open."""


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    served = Playground(bot_username="masa_bot")
    await served.start(port=0)
    yield served
    await served.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground) -> AsyncIterator[Bot]:
    made = Bot(playground.token, base_url=f"{playground.api_url}/bot", request=AiohttpRequest())
    async with made:
        yield made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def open_window(browser: Browser) -> AsyncIterator[OpenWindow]:
    """A window of each language for the whole run, as one takes longer to open than many a test."""
    opened: dict[str, BrowserContext] = {}

    async def window(locale: str) -> BrowserContext:
        if locale not in opened:
            opened[locale] = await new_window(browser, locale, 1200, 800)
        return opened[locale]

    yield window
    for one in opened.values():
        await one.close()


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(open_window: OpenWindow, playground: Playground) -> AsyncIterator[OpenPage]:
    errors: list[str] = []
    windows: set[BrowserContext] = set()

    async def opened(query: str = "", locale: str = "tr-TR", *, refused: bool = False) -> Page:
        """A page; where calls are refused, a browser puts that on its console."""
        windows.add(window := await open_window(locale))
        page = await window.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if not refused:
            page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        await page.goto(f"{playground.url}/{query}")
        await page.wait_for_selector("body[data-ready]")
        return page

    yield opened
    for window in windows:
        for page in window.pages:
            await page.close()
        await window.set_offline(offline=False)
    assert errors == []
