"""The board page in a browser: fingers, a mouse, keys, what axe says of it, and every theme."""

import gzip
import random
import re
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from msgspec import json
from playwright.async_api import Browser, expect

from engine.crossword.state import GameState
from render.theme import THEMES
from tests.bot.web.board_client import init_data
from tests.bot.web.board_pages import DESKTOP, LIFT, house, opened, tile
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.duplicate_games import open_round
from tests.support.games import challengeable_play, game

pytestmark = [needs_a_browser, shares_a_browser]
__all__ = ["house"]
OPENING: Final = game("kelimelik", racks=["KALEMİT", "AAEEKKL"])


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def _forget_plans(house: BotHarness) -> None:
    """The games of these tests have the same name."""
    async for key in house.redis.scan_iter("*:plan:*"):
        await house.redis.delete(key)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("seed", range(3))
async def test_drags_of_a_trembling_finger_land_where_they_were_meant_and_two_fingers_lay_nothing(
    house: BotHarness, browser: Browser, seed: int
) -> None:
    talk = await house.new_group()
    await talk.put_table(game("kelimelik", racks=["KALEM?T", "AAEEKKL"]))
    chance = random.Random(seed)
    cells = chance.sample([f"{column}{row}" for column in "ABCDEFGHIJKLMNO" for row in range(1, 16)], 7)
    async with opened(house, browser, talk) as board:
        x, y = await board.centre(tile(2))
        to = await board.centre('[data-cell="H8"]')
        await board.touch("touchStart", (x, y))
        await board.touch("touchMove", (x, y - 40))
        await board.touch("touchStart", (x, y - 40), to)
        await board.touch("touchMove", to, (to[0] + 20, to[1]))
        await board.touch("touchEnd")
        assert await board.laid() == {}
        for place, cell in enumerate(cells):
            size = chance.uniform(3, 12)
            await board.drag(
                tile(place), cell, [(chance.uniform(-size, size), chance.uniform(-size, size)) for _ in range(4)]
            )
            if place == 5:
                await board.choose("Ş")
        assert await board.laid() == dict(zip(cells, "KALEMŞT", strict=True))
        await board.press("Geri al")
        for place, cell in enumerate(["F8", "G8", "H8", "I8", "J8"]):
            await board.drag(tile(place), cell)
        await board.status().to_contain_text("KALEM")
        await talk.start_watching()
        await board.press("Oyna")
        assert "KALEM" in (await talk.wait_messages())[0].text
        await board.status().to_have_text("Sıra: Bora")
        await expect(board.page.locator(".cell.last")).to_have_count(5)


async def test_taps_that_slip_by_eight_pixels_lay_and_exchange_tiles(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(game("kelimelik", racks=["KAL?MİT", "AAEEKKL"]))
    async with opened(house, browser, talk) as board:
        for place, slip in enumerate([(8, 0), (-8, 0), (0, 7), (5, 5)]):
            await board.tap(tile(place), slip)
            await expect(board.page.locator(tile(place))).to_have_attribute("aria-pressed", "true")
            await board.tap(f'[data-cell="{"ABCD"[place]}3"]', slip)
        await board.choose("E")
        assert await board.laid() == {"A3": "K", "B3": "A", "C3": "L", "D3": "E"}
        await expect(board.page.locator('[data-cell="D3"]')).to_have_class(re.compile("tile laid blank"))
        assert await board.faults() == []
        await board.press("Geri al")
        await board.press("Değiştir")
        await board.tap(tile(5))
        await board.tap(tile(6))
        # Another person's doing leaves what was chosen as it is.
        await house.store.save_setting(talk.scope, "theme", "dark")
        await expect(board.page.locator('.rack [aria-pressed="true"]')).to_have_count(2)
        await board.status().to_have_text("Değiştirmek istediğiniz taşlara dokunun.")
        await board.press("Bunları değiştir")
        await board.status().to_have_text("Sıra: Bora")
    state = await talk.load_current_game()
    assert state.players[0].rack[:5] == tuple("KAL?M")


async def test_words_blanks_and_exchanges_are_played_by_keys_alone(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(game("kelimelik", racks=["KALEM?T", "AAEEKKL"]))
    async with opened(house, browser, talk, size=DESKTOP) as board:
        keys = board.page.keyboard
        await board.page.locator(tile(5)).focus()
        await keys.press("Enter")
        await expect(board.page.locator(":focus")).to_have_attribute("data-place", "5")
        await board.page.locator('[data-cell="K8"]').focus()
        for key in ("Enter", "Tab", "Enter"):
            await keys.press(key)
        assert await board.laid() == {"K8": "B"}
        await board.press("Geri al")
        await board.page.locator('[data-cell="H8"]').focus()
        for key in ("ArrowLeft", "ArrowLeft", *"kalex", "Backspace", *"em"):
            await keys.press(key)
        assert await board.laid() == {"F8": "K", "G8": "A", "H8": "L", "I8": "E", "J8": "M"}
        await board.status().to_contain_text("KALEM")
        await board.page.locator("#actions .strong").focus()
        await keys.press("Enter")
        await board.status().to_have_text("Sıra: Bora")
        await talk.give_command(LIMON, "pass")
        held = (await talk.load_current_game()).players[0].rack
        await board.page.locator("#actions button", has_text="Değiştir").focus()
        await keys.press("Enter")
        await board.page.locator(tile(5)).focus()
        for key in ("Enter", "Tab", "Enter"):
            await keys.press(key)
        await expect(board.page.locator('.rack [aria-pressed="true"]')).to_have_count(2)
        for key in ("Tab", "Enter"):
            await keys.press(key)
        await board.status().to_have_text("Sıra: Bora")
    state = await talk.load_current_game()
    assert state.players[0].rack[:5] == held[:5]


async def test_a_plan_outlives_a_page_that_was_open_for_a_day_while_its_cells_are_free(
    house: BotHarness, browser: Browser
) -> None:
    talk = await house.new_group()
    await talk.put_table(game("kelimelik", racks=["KALEMİT", "AALEKKM"], options={"clock": "none"}))
    async with opened(house, browser, talk) as board:
        async with board.page.expect_response("**/plan"):
            await board.drag(tile(0), "A1")
            await board.drag(tile(1), "H8")
        await house.advance_time(24 * 3600)
        await board.press("Oyna")
        await expect(board.page.locator("main [role=status]")).to_have_text(
            "Bu sayfa fazla açık kaldı. Sohbetten yeniden açın."
        )
    async with opened(house, browser, talk) as board:
        assert await board.laid() == {"A1": "K", "H8": "A"}
        await talk.give_command(KIRAZ, "pass")
        await talk.say_and_wait(LIMON, "/oyna 8F KALEM")
        await expect(board.page.locator(".cell.last")).to_have_count(5)
        assert await board.laid() == {"A1": "K"}


@pytest.mark.repeat
async def test_pages_of_all_players_and_devices_play_on_after_hours_and_agree_to_a_draw(
    house: BotHarness, browser: Browser
) -> None:
    talk = await house.new_group()
    await talk.put_table(game("wordbox-tr", racks=["KALEMİT", "AAEEKKL"], options={"clock": "none"}))
    async with (
        opened(house, browser, talk) as phone,
        opened(house, browser, talk, size=DESKTOP) as desktop,
        opened(house, browser, talk, LIMON) as other,
    ):
        await house.advance_time(3 * 3600)
        await phone.press("Pas")
        await phone.choose("Pas")
        await desktop.status().to_have_text("Sıra: Bora")
        await other.press("Diğer")
        await other.choose("Beraberlik öner")
        await phone.press("Beraberliği kabul et")
        for board in (phone, desktop, other):
            await board.status().to_have_text("Berabere: Ayşe, Bora")


@pytest.mark.repeat
async def test_a_phone_that_is_turned_shows_all_and_a_tile_in_mid_drag_lands_where_it_was_meant(
    house: BotHarness, browser: Browser
) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk) as board:
        await board.drag(tile(0), "O15")
        x, y = await board.centre(tile(1))
        await board.touch("touchStart", (x, y))
        await board.touch("touchMove", (x + 20, y - 90))
        await board.page.set_viewport_size({"width": 740, "height": 360})
        x, y = await board.centre('[data-cell="H3"]')
        await board.touch("touchMove", (x, y + LIFT))
        await board.touch("touchEnd")
        assert await board.laid() == {"O15": "K", "H3": "A"}
        box = await board.page.locator(".frame").bounding_box()
        assert box is not None
        assert box["width"] <= 740
        assert box["width"] == pytest.approx(box["height"], abs=1)


@pytest.mark.repeat
@pytest.mark.parametrize(("ruleset", "width"), [("kelimelik", 360), ("super-tr", 720)])
async def test_only_boards_of_17_and_21_columns_are_zoomed_by_a_pinch(
    house: BotHarness, browser: Browser, ruleset: str, width: int
) -> None:
    talk = await house.new_group()
    await talk.put_table(game(ruleset, racks=["KALEMİT", "AAEEKKL"]))
    async with opened(house, browser, talk) as board:
        x, y = await board.centre(".frame")
        await board.touch("touchStart", (x - 30, y))
        await board.touch("touchStart", (x - 30, y), (x + 30, y))
        for wide in (40, 50, 60):
            await board.touch("touchMove", (x - wide, y), (x + wide, y))
        await board.touch("touchEnd")
        box = await board.page.locator(".grid").bounding_box()
        assert box is not None
        assert box["width"] == pytest.approx(width, abs=2)
        await board.drag(tile(0), "H8")
        assert await board.laid() == {"H8": "K"}


async def test_who_has_no_seat_watches_and_can_do_nothing(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(OPENING)
    async with opened(house, browser, talk, NANE) as board:
        await board.status().to_have_text("İzliyorsunuz. Sıra: Ayşe")
        await expect(board.page.locator("#actions button")).to_have_text(["Oyunlarınız"])
        await expect(board.page.locator(".rack .tile")).to_have_count(0)
        await talk.give_command(KIRAZ, "pass")
        await board.status().to_have_text("İzliyorsunuz. Sıra: Bora")


async def test_a_play_is_challenged_on_the_page(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(challengeable_play())
    async with opened(house, browser, talk, LIMON) as board:
        await talk.start_watching()
        await board.press("İtiraz et")
        await talk.wait_messages()
        await expect(board.page.locator("#actions button", has_text="İtiraz et")).to_have_count(0)
    assert (await talk.load_current_game()).challenges


async def test_hints_are_told_step_by_step_at_their_price_and_a_play_is_taken_back(
    house: BotHarness, browser: Browser
) -> None:
    talk = await house.new_group()
    options = {"clock": "none", "hints": "5", "take-back": "20"}
    await talk.put_table(game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options=options))
    async with opened(house, browser, talk) as board:
        for said in ("satır ya da sütun: 8", "harf sayısı: ", "ilk harf: ", re.compile(r"[A-ZİŞ]+ \d+$")):
            await board.press("Diğer")
            await board.choose("İpucu (−5)")
            await board.status().to_contain_text(said)
        await expect(board.page.locator(".cell.hinted").first).to_be_visible()
        await board.press("Diğer")
        await expect(board.page.locator("dialog button", has_text="İpucu")).to_have_count(0)
        await board.page.keyboard.press("Escape")
        for place, cell in enumerate(["F8", "G8", "H8", "I8", "J8"]):
            await board.drag(tile(place), cell)
        await board.press("Oyna")
        await board.press("Hamlemi geri al")
        await expect(board.page.locator(".rack .tile")).to_have_count(7)
        await expect(board.page.locator(".grid .tile")).to_have_count(0)
    assert (await talk.load_current_game()).players[0].hints == 4


async def test_an_answer_is_given_changed_locked_and_ranked_on_the_page(house: BotHarness, browser: Browser) -> None:
    await house.forget_user_games(KIRAZ, LIMON)
    talk = await house.new_group()
    await talk.put_table(open_round())
    async with opened(house, browser, talk) as board:
        await board.status().to_have_text("En iyi kelimenizi dizip cevaplayın.")
        rack = await board.page.locator(".rack .tile b").all_text_contents()
        for laid, word in (("Lİ", "KALEMLİ"), ("LİK", "KALEMLİK")):
            for letter, cell in zip(laid, ("K8", "L8", "M8"), strict=False):
                await board.drag(tile(rack.index(letter)), cell)
            await board.press("Cevapla")
            await board.status().to_contain_text(f"Cevabınız: {word},")
        await board.status().to_have_text(re.compile(r"Cevabınız: KALEMLİK, \d+ puan\. Hâlâ değiştirebilirsiniz\."))
        await expect(board.page.locator("#round")).to_contain_text("cevap: 1")
        await board.press("Kilitle")
        await board.status().to_contain_text("Kilitli: KALEMLİK")
        await expect(board.page.locator("#actions .strong")).to_have_count(0)
        await board.press("Sıralama")
        await expect(board.page.locator("dialog td:nth-child(2)")).to_have_text(["P101", "P102"])
        assert await board.faults() == []


@pytest.mark.repeat
async def test_axe_finds_nothing_in_any_theme(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["?ÖJFVPA", "AAEEKKL"]))
    stored = await talk.load_current_table()
    assert isinstance(stored, GameState)
    for theme in THEMES:
        await house.store.save_setting(talk.scope, "theme", theme)
        async with opened(house, browser, talk, stored.players[stored.turn].user) as board:
            await board.tap(tile(1))
            await board.tap('[data-cell="A1"]')
            await board.tap(tile(2))
            assert await board.faults() == [], theme


async def test_the_page_asks_nobody_else_and_is_light(house: BotHarness) -> None:
    """What is loaded until the board can be played is at most 25 kB, compressed, and all the page has at most 60."""
    page = Path(__file__).parents[3] / "bot" / "web" / "page"
    names = ["index.html", "style.css", "app.js", "table.js"]
    for name in names:
        imported = re.findall(r"^import .* from '\./(.+)'", (page / name).read_text(), re.MULTILINE)
        names += [other for other in imported if other not in names]
    assert "board.js" in names
    loaded = sum(len(gzip.compress((page / name).read_bytes())) for name in names)
    everything = sum(len(gzip.compress(file.read_bytes())) for file in page.iterdir())
    async with ClientSession(house.playground.url) as http:
        user = house.playground.world.people[KIRAZ].to_api_user()
        data = init_data(house.playground.token, opened=int(house.clock.now.timestamp()), user=user)
        async with http.post("/board/api/session", json={"init": data}) as answer:
            session = await answer.read()
        headers = {"Authorization": f"Bearer {json.decode(session)['token']}"}
        async with http.get("/board/api/texts", headers=headers) as answer:
            everything += len(gzip.compress(session)) + len(gzip.compress(await answer.read()))
        async with http.get("/board/") as answer:
            policy = answer.headers["Content-Security-Policy"]
    assert loaded + len(gzip.compress(session)) <= 25_000
    assert everything <= 60_000
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
