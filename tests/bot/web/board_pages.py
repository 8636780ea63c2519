"""A board page in a browser, and somebody who plays on it with fingers, taps or keys."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import quote
from weakref import WeakKeyDictionary

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession, Error, Page, expect

from bot.store.embedded import EmbeddedRedis
from engine.game import Game
from tests.bot.web.board_client import SETTINGS, address_of, init_data
from tests.support.browser import axe_faults
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.run_harness import run_harness
from tests.support.waiting import PATIENCE, Looks

PHONE, DESKTOP = (360, 740), (1280, 800)
LIFT: Final = 52
"""So many pixels above the finger is what it drags."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotHarness]:
    async with run_harness(redis_server.url, tmp_path_factory.mktemp("page"), SETTINGS) as running:
        yield running


class OpenBoard:
    """A page that shows a board, and a person who plays on it."""

    def __init__(self, page: Page, cdp: CDPSession) -> None:
        self.page = page
        self.has_own_clock = False
        """Whether the page's time is the test's, as it stays then."""
        self._cdp = cdp

    async def centre(self, selector: str) -> tuple[float, float]:
        # A tile is drawn anew when something happens at the table, and has no place meanwhile.
        looks = Looks()
        while (box := await self.page.locator(selector).bounding_box()) is None:
            await looks.pause()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def drag(self, source: str, cell: str, jitter: Sequence[tuple[float, float]] = ()) -> None:
        """Drag with a finger that trembles; what it drags ends over the cell's centre, but for the last trembling."""
        x, y = await self.centre(source)
        to_x, to_y = await self.centre(f'[data-cell="{cell}"]')
        await self.touch("touchStart", (x, y))
        # A cell just above the rack is nearer to the tile than a tap may slip; it is a drag as the tile was lifted.
        await self.touch("touchMove", (x, y - 16))
        steps = [*jitter, (0.0, 0.0)]
        for number, (off_x, off_y) in enumerate(steps, 1):
            share = number / len(steps)
            await self.touch("touchMove", (x + (to_x - x) * share + off_x, y + (to_y + LIFT - y) * share + off_y))
        await self.touch("touchEnd")

    async def tap(self, selector: str, slip: tuple[float, float] = (0, 0)) -> None:
        x, y = await self.centre(selector)
        await self.touch("touchStart", (x, y))
        await self.touch("touchMove", (x + slip[0], y + slip[1]))
        await self.touch("touchEnd")

    async def laid(self) -> dict[str, str]:
        found = await self.page.locator(".cell.laid").evaluate_all(
            "cells => cells.map(one => [one.dataset.cell, one.querySelector('b').textContent])"
        )
        return dict(found)

    async def press(self, name: str) -> None:
        await self.page.locator("#actions").get_by_role("button", name=name, exact=True).click()

    async def choose(self, name: str) -> None:
        await self.page.locator("dialog").get_by_role("button", name=name, exact=True).click()

    def status(self) -> Any:
        return expect(self.page.locator("#status"))

    async def faults(self) -> list[str]:
        return await axe_faults(self.page)


@asynccontextmanager
async def opened(
    house: BotHarness,
    browser: Browser,
    talk: ChatSession,
    person: int = KIRAZ,
    size: tuple[int, int] = PHONE,
    *,
    shows: str = ".grid .cell",
) -> AsyncIterator[OpenBoard]:
    """The page of a group's game, as a person's phone or desktop shows it, once it ``shows`` that."""
    stored = await talk.load_current_table()
    assert isinstance(stored, Game)
    async with opened_at(house, browser, address_of(stored, talk.scope), person, size) as board:
        await expect(board.page.locator(shows).first).to_be_visible()
        yield board


@asynccontextmanager
async def opened_at(
    house: BotHarness, browser: Browser, address: str, person: int = KIRAZ, size: tuple[int, int] = PHONE
) -> AsyncIterator[OpenBoard]:
    """The page at an address; empty for one's games."""
    user = house.playground.world.people[person].to_api_user()
    data = init_data(house.playground.token, opened=int(house.clock.now.timestamp()), user=user, start_param=address)
    left = _LEFT.setdefault(browser, {}).setdefault(size, [])
    board = left.pop() if left else await _new_board(browser, size)
    page, errors = board.page, list[str]()

    def note_error(error: Error) -> None:
        errors.append(str(error))

    page.on("pageerror", note_error)
    await page.goto(f"{house.playground.url}/board/#tgWebAppData={quote(data)}")
    yield board
    page.remove_listener("pageerror", note_error)
    assert errors == []
    if board.has_own_clock:
        await page.context.close()
        return
    await page.unroute_all()
    await page.goto("about:blank")
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    left.append(board)


_LEFT: Final[WeakKeyDictionary[Browser, dict[tuple[int, int], list[OpenBoard]]]] = WeakKeyDictionary()
"""Pages that earlier tests have left, by their size: a new window costs as much as a board that is loaded in it."""


async def _new_board(browser: Browser, size: tuple[int, int]) -> OpenBoard:
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE, bypass_csp=True, locale="tr-TR"
    )
    context.set_default_timeout(1000 * PATIENCE)
    page = await context.new_page()
    return OpenBoard(page, await context.new_cdp_session(page))


def tile(place: int) -> str:
    return f'.rack [data-place="{place}"]'
