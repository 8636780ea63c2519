"""Several tables at once on the page, on a phone's screen: every move counts where it was meant."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.server_version import NEWEST, OLDEST
from tests.e2e.page_evening import PHONE, run_page_evening
from tests.e2e.page_process import NAMES, open_tabs, run_playground_command, users_of_tabs
from tests.e2e.page_tables import PageTables, TablesRoom
from tests.e2e.side_by_side import play_side_by_side
from tests.support.bot_process import ForkServer
from tests.support.browser import needs_a_browser, shares_a_browser

pytestmark = [pytest.mark.long(seconds=60), needs_a_browser, shares_a_browser]


_SHOTS: Final = os.environ.get("HARFIYEN_SHOTS", "")
"""A folder for pictures of the screens, for whoever wants to look at them."""
_LABELS: Final = """
    () => [...document.querySelectorAll("article b, article strong")]
        .filter((one) => /^\\u2068?#\\d/.test(one.textContent))
        .map((one) => [one.textContent, one.getClientRects().length])
"""
"""The labels of tables above messages, each with on how many lines it is."""
_LOOK_UPS: Final = 2
"""Look-ups of which the answers stay: the own cards, and the tables."""


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(version: str, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> AsyncIterator[list[Page]]:
    """The page of each of the four people."""
    async with (
        run_playground_command(tmp_path_factory.mktemp("page"), version) as address,
        open_tabs(browser, address, 4) as pages,
    ):
        yield pages


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
async def test_four_people_play_at_four_tables_on_their_phones(version: str, tabs: list[Page]) -> None:
    people = await users_of_tabs(tabs)
    room = TablesRoom(dict(zip(people, tabs, strict=True)), dict(zip(NAMES, people, strict=False)))
    await room.read_next("Harfiyen")
    first, second, third, fourth = people
    tables = PageTables(room, version)
    await tables.open_tables(
        {
            1: ("kelimelik", (first, second)),
            2: ("scrabble-tr", (third, first, fourth)),
            3: ("mini-tr", (second, third)),
            4: ("scrabble-en", (fourth, first)),
        }
    )
    for turn in range(3):
        await tables.play_round(turn)
    await tables.pass_asked(1)
    assert room.question_count == 1
    await tables.play_round(3)
    for page in tabs:
        await page.set_viewport_size(PHONE)
        await check_fits_phone(page)
    assert [len(game.turns_taken) for game in tables.games.values()] == [5, 4, 4, 4]


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
@pytest.mark.long(seconds=90)
async def test_nine_people_play_at_five_tables_of_five_kinds_on_their_phones(
    version: str, redis_url: str, tmp_path: Path, fork_server: ForkServer, browser: Browser
) -> None:
    """Three of them sit at three tables; each move is by number, by reply, by a button, or asked about.

    The bot is killed now and then, which nobody notices on the page.
    """
    async with run_page_evening(redis_url, tmp_path, fork_server, browser, version=version, kill_every=5) as evening:
        await play_side_by_side(evening, rounds=2)
        first, second, third, *_ = evening.users
        for person in (second, third):
            await evening.do_step("the own board", evening.press_newest(person, "rack"), most_messages=0)
        await evening.do_step("the own cards", evening.give_command(first, "rack", "#4"))
        await evening.do_step("the tables", evening.give_command(first, "tables"))
        for person in evening.users:
            await check_fits_phone(evening.pages[person])
            labels = await evening.pages[person].evaluate(_LABELS)
            assert {lines for _, lines in labels} == {1}, labels
        if _SHOTS:
            for person, page in evening.pages.items():
                await page.screenshot(path=str(Path(_SHOTS) / f"{version}-{person}.png"))
        evening.check_played(rounds=2, more_messages=_LOOK_UPS)


async def check_fits_phone(page: Page) -> None:
    """Nothing of the page is wider than a phone's screen."""
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
