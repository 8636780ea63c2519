"""Photographs the board page on a phone: the word of the animation laid by taps, with its score."""

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from playwright.async_api import expect

from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.crossword.state import GameState
from tests.animation.film import WIDTH, open_phone
from tests.animation.scene import Scene, open_scene
from tests.bot.web.board_client import SETTINGS, address_of, init_data
from tests.e2e.bot_stage import TOKEN
from tools.fleet.launch import find_free_port

if TYPE_CHECKING:
    from playwright.async_api import Page

LAID: Final = {"I5": "F", "I6": "R", "I7": "I", "I9": "N", "I10": "D"}
"""The tiles of the word, by cell; its E lies on the board."""
_SHOWN_HEIGHT: Final = 630  # what is below is empty
_STYLE: Final = "* { animation: none !important; transition: none !important; caret-color: transparent !important; }"


async def photograph() -> bytes:
    """The page as a PNG.

    Raises:
        RuntimeError: there is no Chromium on PATH.
    """
    port = find_free_port()
    settings = {**SETTINGS, "HTTP_LISTEN": f"127.0.0.1:{port}"}
    with tempfile.TemporaryDirectory(prefix="hf") as folder:
        async with open_scene(Path(folder), settings) as scene, open_phone() as page:
            await page.goto(f"http://127.0.0.1:{port}/board/#tgWebAppData={quote(await _init_data(scene))}")
            await page.add_style_tag(content=_STYLE)
            await _lay_word(page)
            return await page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": _SHOWN_HEIGHT})


async def _init_data(scene: Scene) -> str:
    async with scene.stage.open_store() as store:
        state = (await store.load_table(Scope(scene.room.chat_id))).state
    table = decode_table(state or b"")
    assert isinstance(table, GameState)
    user = scene.stage.playground.world.people[scene.person].to_api_user()
    address = address_of(table, Scope(scene.room.chat_id))
    return init_data(TOKEN, opened=int(time.time()), user=user, start_param=address)


async def _lay_word(page: "Page") -> None:
    await expect(page.locator(".grid .cell").first).to_be_visible()
    for cell, letter in LAID.items():
        await page.locator(".rack [data-place]").filter(has_text=letter).first.click()
        await page.locator(f'[data-cell="{cell}"]').click()
    await expect(page.locator(".cell.laid")).to_have_count(len(LAID))
    await expect(page.locator("#status")).to_contain_text("12")
    await page.mouse.move(0, 0)
