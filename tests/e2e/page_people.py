"""The group as its people see it in their browsers: typed into, clicked on and read from the page alone."""

import re
from collections.abc import Mapping
from typing import Final

from PIL import Image
from playwright.async_api import Locator, Page, expect

from tests.e2e.chat_room import SEAL, Json, ReadMessage, load_png

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
    """The group of the page, open in one tab for each person.

    Args:
        pages: the tab of each person, the first one's being read.
        user_by_name: the people by name.
    """

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
        """Type something, and read what the bot writes next."""
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

    async def read_seal(self, person: int, lobby: ReadMessage) -> str:
        """The whole seal of a table, in a box or in a message that only its presser sees, which is put away again."""
        page = self.pages[person]
        await page.locator(f"article[data-message-id='{lobby.message_id}'] button[data-callback^='seal:']").click()
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
        return str(SEAL.findall(text)[0])

    async def join_table(self, person: int, lobby: ReadMessage) -> None:
        """Sit down by the lobby's button, and see oneself named there."""
        article = self.pages[person].locator(f"article[data-message-id='{lobby.message_id}']")
        await article.locator("[data-callback^='join:']").click()
        name = next(name for name, user in self.user_by_name.items() if user == person)
        for page in self.pages.values():
            await expect(
                page.locator(f"article[data-message-id='{lobby.message_id}'] [data-part=text]")
            ).to_contain_text(name)

    async def load_picture(self, said: ReadMessage) -> Image.Image:
        """The message's picture as the browser gets it."""
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
