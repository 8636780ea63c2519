"""Films the scene: the page on a phone's screen, before each tap, at it, and at the end."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from playwright.async_api import async_playwright

from tests.animation.scene import WORD, Scene
from tests.support.browser import CHROMIUM, CHROMIUM_FLAGS
from tests.support.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.async_api import Page

WIDTH: Final = 360
HEIGHT: Final = 740
SCALE: Final = 2
"""Pixels of the picture for each of the page: as on a phone."""
_STYLE: Final = """
.top, .composer, .acts, .down, .meta { display: none !important; }
* { animation: none !important; transition: none !important; }
"""
"""Leaves out what only the playground has, and the time of day."""
_SETTLED: Final = """text => {
  const messages = document.querySelector(".messages");
  messages.scrollTop = messages.scrollHeight;
  const last = [...document.querySelectorAll("article")].at(-1);
  const photos = [...document.querySelectorAll(".photo img")];
  return last.innerText.includes(text) && photos.every(one => one.complete && one.naturalWidth);
}"""


@dataclass(frozen=True, slots=True)
class Tap:
    """A button that is tapped, and what the newest message says then."""

    label: str
    says: str
    seconds: float = 1.2
    """How long what it leads to is looked at."""


_QUICK: Final = 0.45
TAPS: Final = (
    Tap("My rack", "Tap the tiles", 1.6),
    Tap("F₄", "F", _QUICK),
    Tap("R₁", "FR", _QUICK),
    Tap("I₁", "FRI", _QUICK),
    Tap("N₁", "FRIN", _QUICK),
    Tap("D₂", "FRIND", 1.8),
    Tap("I5", f"down: {WORD}", 1.8),
    Tap(f"Play {WORD}", f"{WORD} +", 4),
)
"""From the board in the group to the next one."""
_PICTURE_SECONDS: Final = 2.5
"""Until the picture has followed a tap that others do not follow at once."""
_START_SECONDS: Final = 1.6
_TAP_SECONDS: Final = 0.3


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the screen."""

    png: bytes
    seconds: float
    tapped: tuple[float, float] | None
    """Where a finger is, in pixels of the picture."""


@asynccontextmanager
async def open_phone() -> AsyncIterator["Page"]:
    """An empty page of a browser, on a phone's screen.

    Raises:
        RuntimeError: there is no Chromium on PATH.
    """
    if CHROMIUM is None:
        raise RuntimeError("the pictures are made in a browser: put a Chromium on PATH")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        context = await browser.new_context(
            locale="en",
            viewport={"width": WIDTH, "height": HEIGHT},
            device_scale_factor=SCALE,
            color_scheme="light",
            bypass_csp=True,  # for the style that is added
        )
        context.set_default_timeout(1000 * PATIENCE)
        yield await context.new_page()
        await browser.close()


async def film(scene: Scene, taps: Sequence[Tap] = TAPS) -> list[Shot]:
    """Tap one button after another.

    Raises:
        RuntimeError: there is no Chromium on PATH.
    """
    async with open_phone() as page:
        await page.goto(f"{scene.stage.playground.url}/?person={scene.place}&chat={scene.room.chat_id}")
        await page.wait_for_selector("body[data-ready]")
        await page.add_style_tag(content=_STYLE)
        return await _film_taps(page, taps)


async def _film_taps(page: "Page", taps: Sequence[Tap]) -> list[Shot]:
    shots: list[Shot] = []
    seconds = _START_SECONDS
    await page.wait_for_function(_SETTLED, arg="To play")
    for tap in taps:
        button = page.locator("article").last.locator("button[data-callback]").filter(has_text=tap.label)
        await button.wait_for()
        box = await button.bounding_box()
        assert box is not None
        picture = await page.screenshot()
        middle = (SCALE * (box["x"] + box["width"] / 2), SCALE * (box["y"] + box["height"] / 2))
        shots += [Shot(picture, seconds, None), Shot(picture, _TAP_SECONDS, middle)]
        await button.click()
        await page.mouse.move(0, 0)  # where no button looks as if somebody pointed at it
        await page.wait_for_function(_SETTLED, arg=tap.says)
        if tap.seconds > _QUICK:
            await page.wait_for_timeout(1000 * _PICTURE_SECONDS)
        seconds = tap.seconds
    return [*shots, Shot(await page.screenshot(), seconds, None)]
