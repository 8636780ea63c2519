"""Klepka on the board page in a browser: taps and keys, and cards that close by themselves."""

import re
from itertools import cycle
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from bot.families.klepka.wording import REVEAL_SECONDS
from render.theme import THEMES
from tests.bot.web.board_pages import house, opened
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import BotHarness
from tests.support.klepka import klepka_rules, started_game
from tests.support.klepka_chats import klepka_game_of_chat, load_klepka_game

pytestmark = [needs_a_browser, shares_a_browser]
__all__ = ["house"]
GAME: Final = klepka_game_of_chat("ЩюФжЮоФЩ", "ВодА*=#", "Кіт")
CARD: Final = ".cards [data-position='%d']"


LATE: Final = """async left => {
    const { Cards } = await import('./klepka.js')
    const view = { table: [true, true], columns: 2, left: 2, flips: 0, seats: [], values: {}, words: [] }
    const context = { table: { board: { view, running: true } }, viewer: () => null }
    const cards = new Cards(context, new AbortController().signal)
    const { board } = context.table
    cards.take({ board, cards: { at: 1000, open: [] } })
    await new Promise(done => setTimeout(done, 400))
    cards.take({ board, cards: { at: 1100, open: [{ position: 1, card: 'ЩY', taken: false, left }] } }, board)
    cards.drawTable()
    return cards.grid.textContent
}"""


async def test_two_taps_turn_cards_up_that_close_in_time_and_come_too_late_for_none(
    house: BotHarness, browser: Browser
) -> None:
    talk = await house.new_group()
    await talk.put_table(GAME)
    async with opened(house, browser, talk, shows=".cards") as board:
        assert await board.page.evaluate(LATE, 200) == "12", "300 ms on its way, with 200 left"
        assert await board.page.evaluate(LATE, 60_000) == "Щ2"
        first, third = board.page.locator(CARD % 1), board.page.locator(CARD % 3)
        await expect(third).to_have_attribute("aria-label", "kart 3, kapalı")
        await board.tap(CARD % 1)
        await board.status().to_have_text("Seçtiğiniz: 1. 1 kart daha seçin.")
        await house.advance_time(3600)  # as its clock stands still while a browser's runs
        board.has_own_clock = True
        await board.page.clock.install()
        await board.tap(CARD % 3)
        await expect(first).to_have_attribute("aria-label", "kart 1: Щ, sarı")
        await expect(third).to_have_text("Ф")
        await expect(board.page.locator("#live")).to_have_text(re.compile("Açıldı: 1 Щ, sarı · 3 Ф, sarı"))
        assert "Ю" not in await board.page.locator(".cards").inner_text()
        await board.page.clock.run_for(1000 * REVEAL_SECONDS)
        await expect(first).to_have_text("1")
        assert "Щ" not in await board.page.locator("main").inner_html()


async def test_a_card_is_traded_a_word_with_polysemy_formed_and_the_table_shuffled(
    house: BotHarness, browser: Browser
) -> None:
    talk = await house.new_group()
    await talk.put_table(GAME)
    async with opened(house, browser, talk, shows=".cards") as board:
        await board.press("🔄 Takas")
        await board.choose("В, sarı, 1 puan")
        await board.choose("К, sarı, 2 puan")
        await board.choose("🔄 Takas")
        hand = board.page.locator(".hand")
        await expect(hand).to_contain_text("К")
        await hand.get_by_role("button", name="polisemi").click()
        await board.choose("В")
        for key in ("о", "к", "Backspace"):
            # The driver's keyboard has no Cyrillic layout.
            await board.page.evaluate(
                "key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", key
            )
        await hand.get_by_role("button", name="Д, mavi, 2 puan").click()
        await hand.get_by_role("button", name="А, sarı, 1 puan").click()
        await expect(board.page.locator(".word")).to_have_text("[В]ОДА")
        await board.page.locator("summary").click()
        assert await board.faults() == []
        await board.press("[В]ОДА kur")
        await board.status().to_have_text("Sıra sizde: kelime kurun ya da açmak için 4 karta dokunun.")
        await board.press("🌀 Karıştır")
        await board.choose("🌀 Karıştır")
        await expect(hand).not_to_contain_text("🌀")
        await expect(board.page.locator("#live")).to_have_text(re.compile("karıştırdı"))
    state = await load_klepka_game(talk)
    assert [word.word for word in state.words] == ["ВОДА"]
    assert "КY" in state.players[0].cards
    assert "ВY" in state.players[1].cards
    assert "chaos" in state.discarded


@pytest.mark.repeat
@pytest.mark.parametrize(("deck", "theme"), list(zip(cycle(["quick", "chat", "full"]), THEMES, strict=False)))
async def test_every_deck_fits_a_phone_and_axe_finds_nothing(
    house: BotHarness, browser: Browser, deck: str, theme: str
) -> None:
    talk = await house.new_group()
    await house.store.save_setting(talk.scope, "theme", theme)
    state = started_game(6, ruleset=klepka_rules(deck=deck))
    await talk.put_table(state)
    async with opened(house, browser, talk, shows=".cards") as board:
        assert await board.page.evaluate("document.documentElement.scrollWidth") <= 360
        box = await board.page.locator(CARD % 1).bounding_box()
        assert box is not None
        assert box["width"] >= (36 if deck == "full" else 44)
        assert box["height"] >= 44
        assert await board.faults() == []
