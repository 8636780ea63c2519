"""The buttons of the newest message on somebody's page, pressed as people press them, and what becomes of them."""

import re
from typing import Final

from playwright.async_api import Locator, Page

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

    async def click_selector(self, carrying: str) -> Locator:
        """Click one of its buttons, by a selector of what it carries; the message as it is then."""
        await self.mark_seen()
        await self.newest_message.locator(carrying).click()
        return await self.wait_changed()

    async def labels(self) -> list[str]:
        """What its buttons say."""
        found: list[str] = await self.newest_message.locator("[data-callback]").evaluate_all(
            "all => all.map((one) => one.ariaLabel)"
        )
        return found
