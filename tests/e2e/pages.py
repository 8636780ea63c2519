"""``harfiyen playground`` as its own process, and its page in a browser for each of its people."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import ClientSession
from playwright.async_api import Browser, Page

from tests.e2e.page_room import PageRoom
from tests.e2e.stage import HARFIYEN, environment
from tests.support.browser import window
from tests.support.patience import PATIENCE

NAMES = ("Kiraz", "Limon", "Nane", "Zeytin")


@asynccontextmanager
async def served(folder: Path, version: str) -> AsyncIterator[str]:
    """Where ``harfiyen playground`` says that its page is, its server being of a version of the Bot API."""
    settings = {"DATA_DIR": str(folder / "data"), "HTTP_LISTEN": "127.0.0.1:0"}
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *HARFIYEN,
            "playground",
            cwd=folder,
            env=environment(settings),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, f"{line}\n{_read(folder / 'log')}"
        async with ClientSession() as session:
            (await session.post(f"{found[0]}/control/server", json={"version": version})).raise_for_status()
        yield found[0]
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
        assert process.returncode == 0, _read(folder / "log")
        assert "ERROR" not in _read(folder / "log")
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def _read(path: Path) -> str:
    return path.read_text("utf-8")


@asynccontextmanager
async def opened(browser: Browser, address: str, people: int, language: str = "tr") -> AsyncIterator[list[Page]]:
    """The page of each of the first few people, in a browser of their own; it may meet no error."""
    errors: list[str] = []
    contexts = []
    pages = []
    for place in range(1, people + 1):
        contexts.append(context := await window(browser, language, 900, 900))
        pages.append(page := await context.new_page())
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{address}/?person={place}")
        await page.wait_for_selector("body[data-ready]")
    yield pages
    for context in contexts:
        await context.close()
    assert errors == []


async def users(tabs: list[Page]) -> list[int]:
    """Whose tabs they are."""
    return [int(await page.locator("body").get_attribute("data-person") or 0) for page in tabs]


async def table(tabs: list[Page], people: int) -> tuple[PageRoom, list[int]]:
    """The group, greeted by the bot, and the first few of its people."""
    found = await users(tabs)
    room = PageRoom(dict(zip(found, tabs, strict=True)), dict(zip(NAMES, found, strict=False)))
    await room.next("Harfiyen")
    return room, found[:people]
