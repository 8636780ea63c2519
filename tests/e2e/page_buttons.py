"""The buttons of the newest message on somebody's page, pressed as people press them, and what becomes of them."""

import re
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from playwright.async_api import Locator, Page

from bot.families.crossword.move_text import small_digits
from engine.crossword.ruleset import Ruleset
from engine.crossword.view import WordScore

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
        """What its buttons say."""
        found: list[str] = await self.newest_message.locator("[data-callback]").evaluate_all(
            "all => all.map((one) => one.ariaLabel)"
        )
        return found


async def lay_by_taps(
    buttons: PageButtons,
    word: WordScore,
    laid: Collection[str],
    rules: Ruleset,
    *,
    text: Callable[[str], str],
    see: Callable[[str], Awaitable[None]],
) -> None:
    """Spell a word, choose its place and play it.

    Args:
        buttons: the own board's.
        word: the word.
        laid: the cells that get tiles, no blank among them.
        rules: of the game.
        text: what a message is in the reader's language.
        see: looks at a step: ``spell``, ``place`` and ``confirm``.
    """
    await buttons.press_label(text("own-board-word"))
    await see("spell")
    for letter, cell in zip(word.word, word.cells, strict=True):
        tile = f"{letter}{small_digits(rules.values[letter])}"
        await buttons.press_label(tile if cell in laid else f"({letter})")
    await buttons.press_label(text("own-board-places"))
    await see("place")
    start, across = word.cells[0], word.cells[0][1:] == word.cells[1][1:]
    if any(label.startswith(f"{start[1:]} (") for label in await buttons.labels()):
        await buttons.press_label(re.compile(rf"^{start[1:]} \("))
    await buttons.press_label(re.compile(f"^{start} {'→' if across else '↓'}"))
    await see("confirm")
    await buttons.mark_seen()
    await buttons.newest_message.get_by_role("button", name=re.compile("^✅")).click()
