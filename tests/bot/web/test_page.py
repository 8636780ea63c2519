"""The board page in a browser: fingers, a mouse, keys, what axe says of it, and every theme."""

import gzip
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, CDPSession, Page, expect

from bot.store.embedded import EmbeddedRedis
from engine.crossword.state import GameState
from engine.game import Game
from render.theme import THEMES
from tests.bot.web.board_client import SETTINGS, address_of, init_data
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.run_harness import run_harness
from tests.support.waiting import PATIENCE

pytestmark = [needs_a_browser, shares_a_browser]
OPENING: Final = game("kelimelik", racks=["KALEMİT", "AAEEKKL"])
PHONE, DESKTOP = (360, 740), (1280, 800)
LIFT: Final = 52
"""So many pixels above the finger is what it drags."""
RULES: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotHarness]:
    async with run_harness(redis_server.url, tmp_path_factory.mktemp("page"), SETTINGS) as running:
        yield running


class OpenBoard:
    """A page that shows a board, and a person who plays on it."""

    def __init__(self, page: Page, cdp: CDPSession) -> None:
        self.page = page
        self._cdp = cdp

    async def centre(self, selector: str) -> tuple[float, float]:
        box = await self.page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def drag(self, source: str, cell: str, jitter: Sequence[tuple[float, float]] = ()) -> None:
        """Drag with a finger that trembles; what it drags ends over the cell's centre, but for the last trembling."""
        x, y = await self.centre(source)
        to_x, to_y = await self.centre(f'[data-cell="{cell}"]')
        await self.touch("touchStart", (x, y))
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

    def status(self) -> Any:
        return expect(self.page.locator("#status"))

    async def faults(self) -> list[str]:
        found = (await Axe().run(self.page, options=RULES)).response["violations"]
        return [f"{one['id']}: {[node['html'][:140] for node in one['nodes']]}" for one in found]


@asynccontextmanager
async def opened(
    house: BotHarness, browser: Browser, talk: ChatSession, person: int = KIRAZ, size: tuple[int, int] = PHONE
) -> AsyncIterator[OpenBoard]:
    """The page of a group's game, as a person's phone or desktop shows it."""
    stored = await talk.load_current_table()
    assert isinstance(stored, Game)
    user = house.playground.world.people[person].to_api_user()
    address = address_of(stored, talk.scope)
    data = init_data(house.playground.token, opened=int(house.clock.now.timestamp()), user=user, start_param=address)
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE, bypass_csp=True, locale="tr-TR"
    )
    context.set_default_timeout(1000 * PATIENCE)
    page, errors = await context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(f"{house.playground.url}/board/#tgWebAppData={quote(data)}")
    await expect(page.locator(".grid .cell").first).to_be_visible()
    yield OpenBoard(page, await context.new_cdp_session(page))
    await context.close()
    assert errors == []


def tile(place: int) -> str:
    return f'.rack [data-place="{place}"]'


@pytest.mark.repeats(1)
@pytest.mark.parametrize("seed", range(10))
async def test_twenty_drags_of_a_trembling_finger_land_where_they_were_meant(
    house: BotHarness, browser: Browser, seed: int
) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    chance = random.Random(seed)
    async with opened(house, browser, talk) as board:
        for number in range(20):
            cell = f"{'ABCDEFGHIJKLMNO'[chance.randrange(15)]}{chance.randrange(15) + 1}"
            place, size = number % 7, chance.uniform(3, 12)
            jitter = [(chance.uniform(-size, size), chance.uniform(-size, size)) for _ in range(4)]
            await board.drag(tile(place), cell, jitter)
            assert await board.laid() == {cell: OPENING.players[0].rack[place]}, number
            await board.page.locator("#actions button", has_text="Geri al").click()


async def test_a_tap_that_slips_by_eight_pixels_is_a_tap(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk) as board:
        for place, slip in enumerate([(8, 0), (-8, 0), (0, 7), (5, 5)]):
            await board.tap(tile(place), slip)
            await expect(board.page.locator(tile(place))).to_have_attribute("aria-pressed", "true")
            cell = f"{'ABCD'[place]}3"
            await board.tap(f'[data-cell="{cell}"]', slip)
        assert await board.laid() == {"A3": "K", "B3": "A", "C3": "L", "D3": "E"}


async def test_two_fingers_never_lay_a_tile(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk) as board:
        x, y = await board.centre(tile(2))
        to = await board.centre('[data-cell="H8"]')
        await board.touch("touchStart", (x, y))
        await board.touch("touchMove", (x, y - 40))
        await board.touch("touchStart", (x, y - 40), to)
        await board.touch("touchMove", to, (to[0] + 20, to[1]))
        await board.touch("touchEnd")
        assert await board.laid() == {}
        await board.drag(tile(2), "H8")
        assert await board.laid() == {"H8": "L"}


async def test_a_word_is_played_by_drags_and_told_to_the_group(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk) as board:
        for place, cell in enumerate(["F8", "G8", "H8", "I8", "J8"]):
            await board.drag(tile(place), cell)
        await board.status().to_contain_text("KALEM")
        await talk.start_watching()
        await board.page.locator("#actions .strong").click()
        assert "KALEM" in (await talk.wait_messages())[0].text
        await board.status().to_have_text("Sıra: Bora")
        await expect(board.page.locator(".cell.last")).to_have_count(5)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_a_word_is_played_by_keys_alone(house: BotHarness, browser: Browser, size: tuple[int, int]) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk, size=size) as board:
        keys = board.page.keyboard
        await board.page.locator('[data-cell="H8"]').focus()
        for key in ("ArrowLeft", "ArrowLeft", *"kalex", "Backspace", *"em"):
            await keys.press(key)
        assert await board.laid() == {"F8": "K", "G8": "A", "H8": "L", "I8": "E", "J8": "M"}
        await board.status().to_contain_text("KALEM")
        await board.page.locator("#actions .strong").focus()
        await keys.press("Enter")
        await board.status().to_have_text("Sıra: Bora")


async def test_a_blank_asks_for_its_letter(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(game("kelimelik", racks=["?ALEMİT", "AAEEKKL"]))
    async with opened(house, browser, talk) as board:
        await board.drag(tile(0), "H8")
        await board.page.locator("dialog .letters button", has_text="K").first.click()
        assert await board.laid() == {"H8": "K"}
        await expect(board.page.locator('[data-cell="H8"]')).to_have_class(r"cell p-centre tile laid blank")


async def test_a_plan_outlives_the_page_while_its_cells_are_free(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk, LIMON) as board:
        async with board.page.expect_response("**/plan"):
            await board.drag(tile(0), "A1")
            await board.drag(tile(1), "H8")
    async with opened(house, browser, talk, LIMON) as board:
        assert await board.laid() == {"A1": "A", "H8": "A"}
        async with opened(house, browser, talk) as other:
            for place, cell in enumerate(["F8", "G8", "H8", "I8", "J8"]):
                await other.drag(tile(place), cell)
            await other.page.locator("#actions .strong").click()
        await expect(board.page.locator(".cell.last")).to_have_count(5)
        assert await board.laid() == {"A1": "A"}


async def test_two_devices_of_one_person_show_the_same(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk) as phone, opened(house, browser, talk, size=DESKTOP) as desktop:
        await phone.page.locator("#actions button", has_text="Pas").click()
        await phone.page.locator("dialog .strong").click()
        await desktop.status().to_have_text("Sıra: Bora")


async def test_a_board_turned_on_its_side_shows_all_of_it(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk) as board:
        await board.drag(tile(0), "O15")
        await board.page.set_viewport_size({"width": 740, "height": 360})
        assert await board.laid() == {"O15": "K"}
        box = await board.page.locator(".frame").bounding_box()
        assert box is not None
        assert box["width"] <= 740
        assert box["width"] == pytest.approx(box["height"], abs=1)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-en", "wordbox-tr", "super-en", "duplicate-en"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_axe_finds_nothing(house: BotHarness, browser: Browser, ruleset: str, size: tuple[int, int]) -> None:
    talk = await house.new_group()
    talk.say(KIRAZ, f"/yeni {ruleset}")
    talk.say(LIMON, "/otur")
    talk.say(KIRAZ, "/baslat")
    await house.wait_until_idle()
    async with opened(house, browser, talk, size=size) as board:
        assert await board.faults() == []
        more = board.page.locator("#actions button", has_text="Diğer" if ruleset != "duplicate-en" else "Sıralama")
        await more.click()
        assert await board.faults() == []


@pytest.mark.repeats(2)
@pytest.mark.parametrize("theme", THEMES)
async def test_axe_finds_nothing_in_any_theme(house: BotHarness, browser: Browser, theme: str) -> None:
    talk = await house.new_group()
    await house.store.save_setting(talk.scope, "theme", theme)
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["?ÖJFVPA", "AAEEKKL"]))
    stored = await talk.load_current_table()
    assert isinstance(stored, GameState)
    async with opened(house, browser, talk, stored.players[stored.turn].user) as board:
        await board.tap(tile(1))
        await board.tap('[data-cell="A1"]')
        assert await board.faults() == []


async def test_the_page_asks_nobody_else_and_is_light(house: BotHarness) -> None:
    """What is loaded until the board can be played is at most 25 kB, compressed."""
    page = Path(__file__).parents[3] / "bot" / "web" / "page"
    loaded = sum(len(gzip.compress(file.read_bytes())) for file in page.iterdir())
    async with ClientSession(house.playground.url) as http:
        user = house.playground.world.people[KIRAZ].to_api_user()
        data = init_data(house.playground.token, opened=int(house.clock.now.timestamp()), user=user)
        async with http.post("/board/api/session", json={"init": data}) as answer:
            loaded += len(gzip.compress(await answer.read()))
        async with http.get("/board/") as answer:
            policy = answer.headers["Content-Security-Policy"]
    assert loaded <= 25_000
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
