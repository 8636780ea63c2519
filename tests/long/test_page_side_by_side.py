"""Several tables at once on the page, on a phone's screen: every move counts where it was meant."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.server_version import NEWEST, OLDEST
from tests.e2e.page_evening import PHONE, run_page_evening
from tests.e2e.page_process import NAMES, open_tabs, run_playground_command, users_of_tabs
from tests.e2e.page_tables import PageTables, TablesRoom
from tests.e2e.quiet_evening import MOST_MESSAGES_PER_ACTION
from tests.e2e.side_by_side import MOST_QUESTIONS_PER_ACTION, play_side_by_side
from tests.support.bot_process import ForkServer
from tests.support.browser import needs_a_browser, shares_a_browser

pytestmark = [pytest.mark.long(seconds=60), needs_a_browser, shares_a_browser]


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
    """Three of them sit at three tables; each move is by number, by reply, by a button, or asked about."""
    async with run_page_evening(redis_url, tmp_path, fork_server, browser, version=version) as evening:
        await play_side_by_side(evening, rounds=2)
        first, second, third, *_ = evening.users
        for person in (second, third):
            await evening.do_step("the own board", evening.press_newest(person, "rack"), most_messages=0)
        await evening.do_step("the own cards", evening.give_command(first, "rack", "#4"))
        await evening.do_step("the tables", evening.give_command(first, "tables"))
        for person in evening.users:
            await check_fits_phone(evening.pages[person])
        assert 1 <= evening.question_count <= MOST_QUESTIONS_PER_ACTION * evening.action_count
        assert len(evening.lasting_messages) <= MOST_MESSAGES_PER_ACTION * evening.action_count + 2


async def check_fits_phone(page: Page) -> None:
    """Nothing of the page is wider than a phone's screen."""
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
