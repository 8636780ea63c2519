"""``harfiyen playground`` as its own process, and its page in a browser for each of its people."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import ClientSession
from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.bot_stage import HARFIYEN, bot_environment
from tests.e2e.chat_room import SEAL, Json, ReadMessage, load_png
from tests.support.browser import new_window
from tests.support.waiting import PATIENCE

_READ_SCRIPT: Final = """node => {
  const kinds = { STRONG: "bold", CODE: "code", S: "strikethrough", PRE: "pre" };
  let text = "";
  const entities = [];
  const walk = (one) => {
    if (one.nodeType === Node.TEXT_NODE) { text += one.data; return; }
    if (one.tagName === "TIME") { text += one.className === "date" ? one.title : ""; return; }
    const offset = text.length;
    one.childNodes.forEach(walk);
    const type = one.classList.contains("mention") ? "text_mention" : kinds[one.tagName];
    if (type) entities.push({ type, offset, length: text.length - offset });
  };
  node.childNodes.forEach(walk);
  return { text, entities };
}"""
"""The text of a message and what is marked in it, dates in the words of the bot; JavaScript counts in UTF-16 units."""


class BrowserRoom:
    """The group of the page, open in one tab for each person."""

    def __init__(self, pages: Mapping[int, Page], names: dict[str, int]) -> None:
        self.pages: Final = pages
        self.user_by_name: Final = names
        self._seen = 0
        """The newest message of the bot that was read."""

    @property
    def chat_id(self) -> int:
        return -1001000000001

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Type something and press Enter; the id of the message."""
        assert reply_to is None
        page = self.pages[person]
        mine = page.locator(f"article[data-from='{person}']")
        count = await mine.count()
        await page.get_by_test_id("input").fill(text)
        await page.keyboard.press("Enter")
        written = mine.nth(count)
        await expect(written.locator("[data-part=text]")).to_contain_text(text)
        return await _message_id(written)

    async def say_and_read(self, person: int, text: str, reply_to: int | None = None) -> ReadMessage:
        await self.say(person, text, reply_to)
        return await self.read_next()

    async def read_next(self, holding: str = "") -> ReadMessage:
        """The next message of the bot in the first person's tab."""
        page = next(iter(self.pages.values()))
        handle = await page.wait_for_function(
            """([seen, people]) => [...document.querySelectorAll("article")]
                .filter(one => !people.includes(one.dataset.from) && Number(one.dataset.messageId) > seen)[0]""",
            arg=[self._seen, [str(user) for user in self.user_by_name.values()]],
        )
        element = handle.as_element()
        assert element is not None
        self._seen = int(await element.get_attribute("data-message-id") or 0)
        said = await self._read_article(page.locator(f"article[data-message-id='{self._seen}']"))
        assert holding in said.text
        return said

    async def _read_article(self, article: Locator) -> ReadMessage:
        read: Json = await article.locator("[data-part=text]").evaluate(_READ_SCRIPT)
        for one in read["entities"]:
            if one["type"] == "text_mention":
                name = read["text"].encode("utf-16-le")[2 * one["offset"] : 2 * (one["offset"] + one["length"])]
                one["user"] = {"id": self.user_by_name[name.decode("utf-16-le").strip("\u2068\u2069")]}
        message: Json = {"message_id": await _message_id(article), **read}
        image = article.locator("img")
        if await image.count():
            message["photo"] = [{"file_id": await image.get_attribute("src")}]
            assert await image.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
        return ReadMessage(message, int(message["message_id"]))

    async def tap_kind(self, person: int, said: ReadMessage, kind: str) -> Json:
        """Click a button; the text of the box that opens for its presser alone, which is closed again."""
        page = self.pages[person]
        article = page.locator(f"article[data-message-id='{said.message_id}']")
        await article.locator(f"button[data-callback^='{kind}:']").click()
        box = page.get_by_test_id("alert")
        await expect(box).to_be_visible()
        text = await page.get_by_test_id("alert-text").inner_text()
        await page.get_by_test_id("alert-ok").click()
        await expect(box).to_be_hidden()
        return {"text": text, "show_alert": True}

    async def read_fair_draw(self, person: int, said: ReadMessage) -> list[str]:
        """Seal and secret, in a box or in a message that only its presser sees, which is put away again."""
        page = self.pages[person]
        await page.locator(f"article[data-message-id='{said.message_id}'] button[data-callback^='seal:']").click()
        box, own = page.get_by_test_id("alert"), page.locator("article[data-ephemeral]", has_text="SHA-256")
        await expect(box.or_(own).filter(visible=True)).to_have_count(1)
        if await box.is_visible():
            text = await page.get_by_test_id("alert-text").inner_text()
            await page.get_by_test_id("alert-ok").click()
            await expect(box).to_be_hidden()
        else:
            text = await own.inner_text()
            await own.locator("[data-part=ephemeral] button").click()
            await expect(own).to_have_count(0)
        return SEAL.findall(text)

    async def load_picture(self, said: ReadMessage) -> Image.Image:
        page = next(iter(self.pages.values()))
        assert said.photo_id is not None, f"no picture above: {said.text}"
        answer = await page.request.get(said.photo_id if "://" in said.photo_id else f"{_origin(page)}{said.photo_id}")
        return load_png(await answer.body())


async def _message_id(article: Locator) -> int:
    """Its number; 0 for one that a single person sees, as those are counted apart."""
    number = await article.get_attribute("data-message-id") or ""
    return int(number) if number.isdecimal() else 0


def _origin(page: Page) -> str:
    found = re.match(r"https?://[^/]+", page.url)
    assert found is not None
    return found[0]


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


async def users_of_tabs(tabs: list[Page]) -> list[int]:
    return [int(await page.locator("body").get_attribute("data-person") or 0) for page in tabs]


async def room_of_tabs(tabs: list[Page], people: int) -> tuple[BrowserRoom, list[int]]:
    """The group, greeted by the bot, and the first few of its people."""
    found = await users_of_tabs(tabs)
    room = BrowserRoom(dict(zip(found, tabs, strict=True)), dict(zip(NAMES, found, strict=False)))
    await room.read_next("Harfiyen")
    return room, found[:people]


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
        """What stands there now is not waited for."""
        script = _SIGNATURE.replace("? now : false", '? now : ""')
        self._former = await self._page.evaluate(script, [self._selector, ""]) or ""

    async def wait_changed(self) -> Locator:
        """The message once it is another, or has other buttons, than was seen."""
        handle = await self._page.wait_for_function(_SIGNATURE, arg=[self._selector, self._former])
        self._former = str(await handle.json_value())
        return self.newest_message

    async def press_label(self, label: str | re.Pattern[str]) -> Locator:
        """Press one of its buttons, by the whole label or by a pattern; the message as it is then."""
        await self.mark_seen()
        exact = isinstance(label, str)
        await (
            self.newest_message.get_by_role("button", name=label, exact=exact)
            .and_(self._page.locator("[data-callback]"))
            .first.click()
        )
        return await self.wait_changed()

    async def labels(self) -> list[str]:
        found: list[str] = await self.newest_message.locator("[data-callback]").evaluate_all(
            "all => all.map((one) => one.ariaLabel)"
        )
        return found
