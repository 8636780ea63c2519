"""The board page of a bot whose process is killed, in a browser, with a stand-in for what Telegram's script gives."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest_asyncio
from msgspec import json
from playwright.async_api import Browser, Page, Route, expect

from engine.turns import Pass
from tests.bot.web.board_client import init_data
from tests.bot.web.board_pages import LIFT, OpenBoard, tile
from tests.e2e.bot_stage import TOKEN, BotStage, run_bot_stage
from tests.e2e.crossword_game import CrosswordGame
from tests.support.bot_process import ForkServer
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.waiting import PATIENCE
from tools.fleet.redis_servers import find_free_ports

pytestmark = [needs_a_browser, shares_a_browser]
TELEGRAM: Final = """
window.told = []
const tell = name => (...words) => { window.told.push([name, ...words].join(" ")) }
window.Telegram = { WebApp: {
  initData: %s,
  isVersionAtLeast: () => true,
  ready: tell("ready"), expand: tell("expand"), disableVerticalSwipes: tell("disableVerticalSwipes"),
  setHeaderColor: tell("header"), setBackgroundColor: tell("background"),
  BackButton: { onClick: tell("onBack"), show: tell("showBack"), hide: tell("hideBack") },
  HapticFeedback: { impactOccurred: tell("impact"), notificationOccurred: tell("notification") },
} }
"""


@pytest_asyncio.fixture(loop_scope="session")
async def web_stage(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    [port] = find_free_ports(1)
    settings = {"WEB_URL": "https://bot.example.org/board", "HTTP_LISTEN": f"127.0.0.1:{port}", "REDIS_URL": redis_url}
    async with run_bot_stage(tmp_path, settings, fork_server) as made:
        yield made


async def open_app(page: Page, stage: BotStage, person: int) -> None:
    """Open the page as a Mini App."""
    user = stage.playground.world.people[person].to_api_user()
    script = TELEGRAM % json.encode(init_data(TOKEN, opened=int(time.time()), user=user)).decode()

    async def give_script(route: Route) -> None:
        await route.fulfill(content_type="text/javascript", body=script)

    await page.route("https://telegram.org/**", give_script)
    await page.goto(f"http://{stage.bot.settings['HTTP_LISTEN']}/board/")
    await page.locator(".tables button").click()
    await expect(page.locator(".grid .cell").first).to_be_visible()


async def test_a_bot_killed_in_mid_drag_costs_no_tile_and_no_move(web_stage: BotStage, browser: Browser) -> None:
    room = await web_stage.new_room()
    game = await CrosswordGame.open_and_begin(room, web_stage.people[:2], "kelimelik")
    context = await browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="tr-TR")
    context.set_default_timeout(1000 * PATIENCE)
    page = await context.new_page()
    await open_app(page, web_stage, game.on_turn.user)
    board = OpenBoard(page, await context.new_cdp_session(page))
    assert {"ready", "expand", "disableVerticalSwipes"} <= set(await page.evaluate("told"))
    letter = await page.locator(f"{tile(0)} b").text_content()
    x, y = await board.centre(tile(0))
    await board.touch("touchStart", (x, y))
    await board.touch("touchMove", (x, y - 90))
    await web_stage.bot.kill_bot()
    x, y = await board.centre('[data-cell="H8"]')
    await board.touch("touchMove", (x, y + LIFT))
    await board.touch("touchEnd")
    assert await board.laid() == {"H8": letter}
    await board.status().to_have_text("Bağlantı yok. Yeniden deneniyor …")
    await board.press("Pas")
    await board.choose("Pas")
    await web_stage.bot.start_bot()
    await expect(page.locator(".seat.next")).not_to_contain_text("Siz")
    assert await board.laid() == {"H8": letter}
    assert sum(isinstance(action, Pass) for action in await web_stage.load_actions(room)) == 1
    assert {"impact light", "notification success"} <= set(await page.evaluate("told"))
    await board.press("Oyunlarınız")
    await expect(page.locator(".tables button")).to_have_count(1)
    await context.close()
