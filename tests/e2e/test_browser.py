"""People play by typing into the page that ``harfiyen playground`` serves, each in a tab of their own.

What is played to its end by the rules is told by the other games here; these show that the page carries a game.
"""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from playwright.async_api import Browser, Page, expect

from bot.playground.servers import OLDEST
from tests.e2e.game import Game
from tests.e2e.page_room import PageRoom
from tests.e2e.room import PATIENCE
from tests.e2e.stage import HARFIYEN, environment
from tests.support.browser import CHROMIUM, WHY_NOT

NAMES = ("Kiraz", "Limon", "Nane", "Zeytin")
_TILE = re.compile(r"[A-ZÇĞİÖŞÜ▢][₀-₉]")

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason=WHY_NOT), pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Where ``harfiyen playground`` says that its page is."""
    folder = tmp_path_factory.mktemp("page")
    settings = {"DATA_DIR": str(folder / "data"), "HTTP_LISTEN": "127.0.0.1:0"}
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *HARFIYEN,
            "playground",
            cwd=folder,
            env=environment(settings),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, f"{line}\n{_read(folder / 'log')}"
        # Racks are read in boxes, as in the other games here.
        async with ClientSession() as session:
            (await session.post(f"{found[0]}/control/server", json={"version": OLDEST})).raise_for_status()
        yield found[0]
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
        assert process.returncode == 0, _read(folder / "log")
        assert "ERROR" not in _read(folder / "log")
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def _read(path: Path) -> str:
    return path.read_text("utf-8")


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(address: str, browser: Browser) -> AsyncIterator[list[Page]]:
    """The page of each of the four people, in a browser of their own."""
    errors: list[str] = []
    contexts = []
    pages = []
    for place in range(1, 5):
        contexts.append(context := await browser.new_context(locale="tr-TR", viewport={"width": 900, "height": 900}))
        pages.append(page := await context.new_page())
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{address}/?person={place}")
        await page.wait_for_selector("body[data-ready]")
    yield pages
    for context in contexts:
        await context.close()
    assert errors == []


async def table(tabs: list[Page], people: int) -> tuple[PageRoom, list[int]]:
    """The group, greeted by the bot, and the first few of its people."""
    users = [int(await page.locator("body").get_attribute("data-person") or 0) for page in tabs]
    room = PageRoom(dict(zip(users, tabs, strict=True)), dict(zip(NAMES, users, strict=True)))
    await room.next("Harfiyen")
    return room, users[:people]


async def test_two_people_play_kelimelik_on_the_page_to_an_end_by_passes(tabs: list[Page]) -> None:
    room, people = await table(tabs, 2)
    game = await Game.begin(room, people, "kelimelik")
    player = game.on_turn
    assert len(await game.rack()) == 7
    for user, page in room.pages.items():
        assert bool(_TILE.search(await page.content())) == (user == player.user)
    for _ in range(3):
        await game.play()
    last = game.board
    while not game.over:
        last = await game.pass_turn()
    for page in room.pages.values():
        article = page.locator(f"article[data-message-id='{last.id}']")
        await expect(article.locator("code")).to_have_text(last.marked("code"))
        await expect(article.locator("img")).to_be_visible()


async def test_four_people_take_a_turn_each_on_the_page(tabs: list[Page]) -> None:
    room, people = await table(tabs, 4)
    game = await Game.begin(room, people, "scrabble-tr")
    for _ in people:
        await game.play()
    assert {player.user for player in game.by} == set(people)
