"""Whole games on the page, to their last move: word first, by taps alone and by inline mode, on every server."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.server_version import VERSIONS
from engine.crossword.shipped import crossword_rulesets
from tests.e2e.browser_games import InlineGame, WordFirstGame
from tests.e2e.page_people import BrowserRoom
from tests.e2e.page_process import NAMES, open_tabs, room_of_tabs, run_playground_command, users_of_tabs
from tests.e2e.tapped_games import TappedGame, TappedRoom
from tests.support.browser import needs_a_browser, shares_a_browser

pytestmark = [
    pytest.mark.long(seconds=25),
    needs_a_browser,
    shares_a_browser,
]
every_server = pytest.mark.parametrize("version", VERSIONS)
newest_server = pytest.mark.parametrize("version", VERSIONS[-1:])
large_boards = pytest.mark.parametrize("game", ["super-tr", "super-en"])
"""A game on one takes eighty turns."""


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(version: str, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> AsyncIterator[list[Page]]:
    """The page of each of two people."""
    async with (
        run_playground_command(tmp_path_factory.mktemp("page"), version) as address,
        open_tabs(browser, address, 2) as pages,
    ):
        yield pages


@every_server
async def test_two_people_play_kelimelik_word_first(version: str, tabs: list[Page]) -> None:
    room, people = await room_of_tabs(tabs, 2)
    game = await WordFirstGame.open_and_begin(room, people, "kelimelik")
    game.version = version
    await game.play_to_end()
    assert game.is_over


@every_server
@pytest.mark.long(seconds=45)
async def test_two_people_play_kelimelik_without_typing_at_all(version: str, tabs: list[Page]) -> None:
    game = await open_by_taps(tabs, "kelimelik")
    game.version = version
    await game.play_to_end()
    assert game.is_over


@every_server
async def test_two_people_play_english_scrabble_by_inline_mode_alone(version: str, tabs: list[Page]) -> None:
    room, people = await room_of_tabs(tabs, 2)
    await room.say_and_read(people[0], "/language en")
    game = await InlineGame.open_and_begin(room, people, "scrabble-en", "en")
    game.version = version
    await game.play_to_end()
    assert game.is_over


@newest_server
@pytest.mark.long(seconds=40)
async def test_two_people_play_on_the_small_board_word_first(version: str, tabs: list[Page]) -> None:
    room, people = await room_of_tabs(tabs, 2)
    game = await WordFirstGame.open_and_begin(room, people, "mini-tr")
    game.version = version
    await game.play_to_end()
    assert game.is_over


@newest_server
@pytest.mark.long(seconds=60)
async def test_two_people_play_on_the_small_board_by_taps(version: str, tabs: list[Page]) -> None:
    game = await open_by_taps(tabs, "mini-tr")
    game.version = version
    await game.play_to_end()
    assert game.is_over


@newest_server
@large_boards
@pytest.mark.long(seconds=130)
async def test_two_people_play_on_the_large_board_word_first(version: str, tabs: list[Page], game: str) -> None:
    room, people = await room_of_tabs(tabs, 2)
    played = await WordFirstGame.open_and_begin(room, people, game)
    played.version = version
    await played.play_to_end()
    assert played.is_over


@newest_server
@large_boards
@pytest.mark.long(seconds=180)
async def test_two_people_play_on_the_large_board_by_taps(version: str, tabs: list[Page], game: str) -> None:
    played = await open_by_taps(tabs, game)
    played.version = version
    await played.play_to_end()
    assert played.is_over


async def open_by_taps(tabs: list[Page], game: str) -> TappedGame:
    """The group is in the language of the game: it is offered what it may play in that."""
    people, language = await users_of_tabs(tabs), crossword_rulesets()[game].language
    room = TappedRoom(dict(zip(people, tabs, strict=True)), dict(zip(NAMES, people, strict=False)))
    await room.read_next("Harfiyen")
    if language != "tr":
        await BrowserRoom.say(room, people[0], f"/language {language}")
        await room.read_next()
    return await TappedGame.open_by_taps(room, people, game, language)
