"""Finished games on the page in a browser: the replay, its result and curve, costliest moves, the list."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

from bot.store import keys
from bot.store.records import RecordStore
from bot.telegram.keyboards import encode_replay_address
from engine.game_record import compose_record, encode_record
from engine.packed_game import pack_game
from tests.bot.web.board_pages import house, opened_at
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON, ZEYTIN, BotHarness, ChatSession
from tests.support.played_games import finish_game, newest_record
from tests.support.records import append_records
from tests.support.stored_games import simulated_course

pytestmark = [needs_a_browser, shares_a_browser]
__all__ = ["house"]


async def store_course(talk: ChatSession, ruleset: str) -> str:
    """A game of simulated players, as a group's finished game; its replay's address."""
    course: Any = simulated_course(ruleset)
    end, log = course[-1][0], [entry for _, entry in course]
    record = compose_record(end, [event for entry in log for event in entry.events], None, datetime.now(UTC))
    assert record is not None
    await talk.harness.redis.rpush(keys.records(talk.chat_id), encode_record(record))
    packed = pack_game(end.ruleset, end.secret, log, "test")
    await talk.harness.redis.set(keys.packed_game(talk.chat_id, record.id), packed, ex=3600)
    return encode_replay_address(talk.chat_id, record.id)


async def test_a_replay_is_walked_by_keys_by_a_tap_on_the_curve_and_by_itself(
    house: BotHarness, browser: Browser
) -> None:
    address = await store_course(await house.new_group(), "kelimelik")
    async with opened_at(house, browser, address, ZEYTIN) as board:
        page, slider = board.page, board.page.locator("input[type=range]")
        await expect(page.locator(".words")).to_have_text("Oyun başladı!")
        await expect(page.locator(".result")).to_be_hidden()
        for key, step in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
            await page.keyboard.press(key)
            await expect(slider).to_have_value(step)
        await page.keyboard.press("End")
        await expect(page.locator(".result h2")).to_have_text(re.compile(r"Player \d kazandı\."))
        assert await board.faults() == []
        curve = page.locator("svg.curves")
        await expect(curve).to_have_attribute(
            "aria-label", re.compile(r"Player \d \d+.*Dönüm noktası olan adımlar: \d+")
        )
        box = await curve.bounding_box()
        assert box is not None
        await curve.click(position={"x": box["width"] / 2, "y": 10})
        last = int(await slider.get_attribute("max") or 0)
        assert abs(int(await slider.input_value()) - last / 2) <= 1
        await page.keyboard.press("Home")
        turns, at = page.locator("button", has_text="Sonraki dönüm noktası"), list[int]()
        while await turns.get_attribute("aria-disabled") == "false":
            await turns.click()
            at.append(int(await slider.input_value()))
            await expect(page.locator(".note")).to_contain_text("Lider değişti.")
        assert at == sorted(set(at))
        assert at
        await expect(page.locator("button", has_text="hamlelerim")).to_have_count(0)
        await page.evaluate("document.activeElement.blur()")
        for key in ("End", "ArrowLeft", "ArrowLeft"):
            await page.keyboard.press(key)
        board.has_own_clock = True
        await page.clock.install()
        await page.keyboard.press(" ")
        await page.clock.run_for(1600)
        await expect(slider).to_have_value(str(last - 1))
        await page.get_by_role("button", name="Durdur").click()
        await page.clock.run_for(5000)
        await expect(slider).to_have_value(str(last - 1))
        await page.get_by_role("button", name="Oynat").click()
        await page.clock.run_for(1600)
        await expect(slider).to_have_value(str(last))
        await expect(page.get_by_role("button", name="Oynat")).to_be_visible()
        await expect(page.locator(".result h2")).to_be_visible()


@pytest.mark.repeat
async def test_the_better_play_is_drawn_and_what_was_played_beside_it(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await finish_game(talk, passes=2, are_passes_costly=True)
    async with opened_at(house, browser, encode_replay_address(talk.chat_id, (await newest_record(talk)).id)) as board:
        await board.page.get_by_role("button", name="Pahalıya mal olan hamlelerim").click()
        await expect(board.page.locator(".cell.laid").first).to_be_visible()
        assert await board.faults() == []
        await board.page.get_by_role("button", name="Oynadığım").click()
        await expect(board.page.locator(".cell.laid")).to_have_count(0)
        await board.page.go_back()
        await expect(board.page.locator("input[type=range]")).to_be_visible()


async def test_from_the_list_and_from_a_table_that_ends_a_replay_is_opened(house: BotHarness, browser: Browser) -> None:
    for person in (KIRAZ, LIMON):
        await house.redis.delete(keys.user_history(person))
    talk = await house.new_group()
    await finish_game(talk)
    record = await newest_record(talk)
    for person, said in ((KIRAZ, "/yeni kelimelik"), (LIMON, "/katil"), (KIRAZ, "/baslat")):
        await talk.say_and_wait(person, said)
    async with opened_at(house, browser, "") as board:
        finished = board.page.locator(".finished .tables button")
        await expect(finished).to_have_text(re.compile("Kelimelik · kazandınız: 0–0Limon · "))
        assert await board.faults() == []
        await finished.click()
        await expect(board.page.locator(".words")).to_contain_text("Oyun başladı!")
        copies = [replace(record, id=f"{number:016x}", ended=record.ended + 1 + number) for number in range(8)]
        await append_records(house.redis, talk.chat_id, *copies)
        noted = [(one.id, one.ended, [KIRAZ, LIMON]) for one in copies]
        await RecordStore(house.redis).note_users(talk.chat_id, noted)
        await board.page.go_back()
        await expect(finished).to_have_count(8)
        await board.page.locator(".older").dblclick()
        await expect(board.page.locator(".older")).to_have_count(0)
        await expect(finished).to_have_count(9)
        await board.page.locator(".tables button").first.click()
        await expect(board.page.locator(".grid .cell").first).to_be_visible()
        await talk.press_kind(LIMON, await talk.say_and_wait(LIMON, "/teslim"), "yes")
        await expect(board.page.locator("#actions button")).to_have_text(["Oyunu yeniden izle", "Oyunlarınız"])
        await board.press("Oyunu yeniden izle")
        await expect(board.page.locator(".steps")).to_be_visible()
