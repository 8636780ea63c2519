"""The board page in a browser: fingers, a mouse, keys, what axe says of it, and every theme."""

import gzip
import random
from pathlib import Path
from typing import Final

import pytest
from aiohttp import ClientSession
from playwright.async_api import Browser, expect

from engine.crossword.state import GameState
from render.theme import THEMES
from tests.bot.web.board_client import init_data
from tests.bot.web.board_pages import DESKTOP, PHONE, house, opened, tile
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.duplicate_games import open_round
from tests.support.games import game

pytestmark = [needs_a_browser, shares_a_browser]
__all__ = ["house"]
OPENING: Final = game("kelimelik", racks=["KALEMİT", "AAEEKKL"])


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
    async with opened(house, browser, talk, LIMON) as board, board.page.expect_response("**/plan"):
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


async def test_a_duplicate_answer_is_given_changed_and_locked(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(open_round(people=(KIRAZ, LIMON)))
    async with opened(house, browser, talk) as board:
        strong, status = board.page.locator("#actions .strong"), board.page.locator("#status")
        for cells, word in ((("K8", "L8"), "KALEMLİ"), (("K8", "L8", "M8"), "KALEMLİK")):
            for cell, letter in zip(cells, "LİK", strict=False):
                await board.tap(tile("AEİKLS?".index(letter)))
                await board.tap(f'[data-cell="{cell}"]')
            await strong.click()
            await expect(status).to_contain_text(f"Cevabın: {word},")
        await board.page.locator("#actions button", has_text="Kilitle").click()
        await expect(status).to_contain_text("Kilitli: KALEMLİK")


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
