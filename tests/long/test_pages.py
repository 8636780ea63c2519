"""Whole games on the page, to their last move: word first, by taps alone and by inline mode, on every server."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.servers import VERSIONS
from tests.e2e.page_games import Inline, Tapped, TapRoom, WordFirst
from tests.e2e.pages import NAMES, opened, served, table, users
from tests.support.browser import needs_a_browser, shares_a_browser

pytestmark = [
    pytest.mark.long(seconds=25),
    needs_a_browser,
    shares_a_browser,
    pytest.mark.parametrize("version", VERSIONS),
]


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(version: str, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> AsyncIterator[list[Page]]:
    """The page of each of two people."""
    async with served(tmp_path_factory.mktemp("page"), version) as address, opened(browser, address, 2) as pages:
        yield pages


async def test_two_people_play_kelimelik_word_first(version: str, tabs: list[Page]) -> None:
    room, people = await table(tabs, 2)
    game = await WordFirst.begin(room, people, "kelimelik")
    game.version = version
    await game.play_on()
    assert game.over


@pytest.mark.long(seconds=45)
async def test_two_people_play_kelimelik_without_typing_at_all(version: str, tabs: list[Page]) -> None:
    people = await users(tabs)
    room = TapRoom(dict(zip(people, tabs, strict=True)), dict(zip(NAMES, people, strict=False)))
    await room.next("Harfiyen")
    game = await Tapped.opened(room, people)
    game.version = version
    await game.play_on()
    assert game.over


async def test_two_people_play_english_scrabble_by_inline_mode_alone(version: str, tabs: list[Page]) -> None:
    room, people = await table(tabs, 2)
    await room.ask(people[0], "/language en")
    game = await Inline.begin(room, people, "scrabble-en", "en")
    game.version = version
    await game.play_on()
    assert game.over
