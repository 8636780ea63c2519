"""``harfiyen playground`` as its own process, and its page in a browser for each of its people."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import ClientSession
from playwright.async_api import Browser, Locator, Page

from tests.e2e.bot_stage import HARFIYEN, bot_environment
from tests.support.browser import new_window
from tests.support.waiting import PATIENCE

NAMES = ("Kiraz", "Limon", "Nane", "Zeytin")


@asynccontextmanager
async def run_playground_command(folder: Path, version: str) -> AsyncIterator[str]:
    """Where ``harfiyen playground`` says that its page is, its server being of a version of the Bot API."""
    settings = {"DATA_DIR": str(folder / "data"), "HTTP_LISTEN": "127.0.0.1:0"}
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *HARFIYEN,
            "playground",
            cwd=folder,
            env=bot_environment(settings),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, f"{line}\n{_read_file(folder / 'log')}"
        async with ClientSession() as session:
            (await session.post(f"{found[0]}/control/server", json={"version": version})).raise_for_status()
        yield found[0]
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
        assert process.returncode == 0, _read_file(folder / "log")
        assert "ERROR" not in _read_file(folder / "log")
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def _read_file(path: Path) -> str:
    return path.read_text("utf-8")


@asynccontextmanager
async def open_tabs(browser: Browser, address: str, people: int, language: str = "tr") -> AsyncIterator[list[Page]]:
    """The page of each of the first few people, in a browser of their own; it may meet no error."""
    errors: list[str] = []
    contexts = []
    pages = []
    for place in range(1, people + 1):
        contexts.append(context := await new_window(browser, language, 900, 900))
        pages.append(page := await context.new_page())
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{address}/?person={place}")
        await page.wait_for_selector("body[data-ready]")
    yield pages
    for context in contexts:
        await context.close()
    assert errors == []


_SIGNATURE: Final = """([selector, former]) => {
  const all = [...document.querySelectorAll(selector)].at(-1)?.closest("article");
  const carried = all && [...all.querySelectorAll("[data-callback]")].map((one) => one.dataset.callback);
  const now = all && [all.dataset.messageId, ...carried].join();
  return now && now !== former ? now : false;
}"""
"""What the buttons of the newest message with such a button carry, once that is something else than before."""


class PageButtons:
    """The newest message on somebody's page that has some kind of button."""

    def __init__(self, page: Page, kind: str) -> None:
        self._page: Final = page
        self._selector: Final = f"article button{kind}"
        self._former = ""

    @property
    def newest_message(self) -> Locator:
        return self._page.locator(f"article:has(> .body button{self._selector.removeprefix('article button')})").last

    async def mark_seen(self) -> None:
        script = _SIGNATURE.replace("? now : false", '? now : ""')
        self._former = await self._page.evaluate(script, [self._selector, ""]) or ""

    async def wait_changed(self) -> Locator:
        """The message once it is another, or has other buttons, than was seen."""
        handle = await self._page.wait_for_function(_SIGNATURE, arg=[self._selector, self._former])
        self._former = str(await handle.json_value())
        return self.newest_message
