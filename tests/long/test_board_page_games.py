"""Whole games on the board page: by drags, by taps and by keys, on a phone and on a desktop."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser, expect

from engine.alphabet import BLANK
from engine.crossword.actions import Placement
from engine.crossword.search import SearchQuery
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.bot.web.board_pages import DESKTOP, PHONE, OpenBoard, house, opened, tile
from tests.support.boards import shared_searcher
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.duplicate_chats import begin_game, load_game
from tests.support.games import challenge_view
from tests.support.waiting import PATIENCE, Looks

__all__ = ["house"]
pytestmark = [needs_a_browser, shares_a_browser]


async def choose_letter(board: OpenBoard, letter: str) -> None:
    await board.page.locator("dialog .letters").get_by_role("button", name=letter, exact=True).click()


async def lay_by(way: str, board: OpenBoard, rack: Sequence[str], tiles: Sequence[Placement]) -> None:
    left = dict(enumerate(rack))
    cells = [put.cell for put in tiles]
    if way == "keys":
        await board.page.locator(f'[data-cell="{cells[0]}"]').focus()
        await board.page.keyboard.press("Space")
        if len(cells) > 1 and cells[0][0] == cells[1][0]:
            await board.page.keyboard.press("Space")
        for put in tiles:
            # The driver's own keys are those of an American keyboard.
            await board.page.locator(":focus").dispatch_event("keydown", {"key": put.tile[-1], "bubbles": True})
        return
    for put in tiles:
        face = BLANK if put.tile.startswith(BLANK) else put.tile
        place = next(place for place, held in left.items() if held == face)
        del left[place]
        if way == "drags":
            await board.drag(tile(place), put.cell)
        else:
            await board.tap(tile(place))
            await board.tap(f'[data-cell="{put.cell}"]')
        if face == BLANK:
            await choose_letter(board, put.tile[1])


async def state_of(talk: ChatSession) -> GameState:
    stored = await talk.load_current_table()
    assert isinstance(stored, GameState)
    return stored


@pytest.mark.long(seconds=150)
@pytest.mark.parametrize(
    ("ruleset", "way", "size"),
    [
        ("kelimelik", "drags", PHONE),
        ("scrabble-en", "taps", PHONE),
        ("wordbox-tr", "keys", DESKTOP),
        ("super-en", "drags", PHONE),
        ("mini-tr", "keys", DESKTOP),
    ],
)
async def test_a_whole_game_is_played_on_the_page(
    house: BotHarness, browser: Browser, ruleset: str, way: str, size: tuple[int, int]
) -> None:
    talk = await house.new_group()
    talk.say(KIRAZ, f"/yeni {ruleset}")
    await house.wait_until_idle()
    talk.say(LIMON, "/otur")
    await house.wait_until_idle()
    talk.say(KIRAZ, "/baslat")
    await house.wait_until_idle()
    searcher = shared_searcher()
    async with AsyncExitStack() as stack:
        boards = {
            who: await stack.enter_async_context(opened(house, browser, talk, who, size)) for who in (KIRAZ, LIMON)
        }
        while (state := await state_of(talk)).outcome is None:
            if (window := challenge_view(state).window) is not None and window.last:
                await house.advance_time(90)
                await house.wait_until_idle()
                continue
            player = state.players[state.turn]
            board = boards[player.user]
            await expect(board.page.locator("#actions .strong")).to_have_count(1, timeout=1000 * PATIENCE)
            words = load_lexicon(state.ruleset.language)
            plays = searcher.find_best_plays(SearchQuery(state.ruleset, state.cells, player.rack), words, 1)
            if plays:
                await lay_by(way, board, player.rack, plays[0].play.tiles)
                put = plays[0].play.tiles
                await expect(board.page.locator(".cell.laid")).to_have_count(len(put))
                assert set(await board.laid()) == {one.cell for one in put}
                await board.page.locator("#actions .strong").click()
            else:
                await board.page.locator("#actions button", has_text="Pas").click()
                await board.page.locator("dialog .strong").click()
            looks = Looks()
            async with asyncio.timeout(PATIENCE):
                while (await state_of(talk)).number == state.number:
                    await looks.pause()
        for board in boards.values():
            await board.status().to_contain_text("kazandı")


@pytest.mark.long(seconds=90)
async def test_a_game_of_duplicate_is_answered_on_the_page(house: BotHarness, browser: Browser) -> None:
    talk = await house.new_group()
    await begin_game(talk, LIMON)
    async with opened(house, browser, talk, KIRAZ) as phone, opened(house, browser, talk, LIMON, DESKTOP) as desktop:
        while (state := await load_game(talk)).outcome is None:
            if (round_ := state.round) is None:
                await house.advance_time(5)
                await house.wait_until_idle()
                continue
            for board, way in ((phone, "taps"), (desktop, "keys")):
                await expect(board.page.locator("#round")).to_contain_text(f"{round_.number}. tur")
                await lay_by(way, board, round_.rack, round_.laid.tiles)
                await board.press("Cevapla")
                await board.status().to_contain_text(f"Cevabınız: {round_.laid.word}")
                await board.press("Kilitle")
                await board.status().to_contain_text(f"Kilitli: {round_.laid.word}")
            # Both have locked: the round closes after a quarter of its time.
            await house.advance_time(40)
            looks = Looks()
            async with asyncio.timeout(PATIENCE):
                while (now := (await load_game(talk)).round) is not None and now.number == round_.number:
                    await looks.pause()
        for board in (phone, desktop):
            await board.status().to_have_text("Berabere: Kiraz, Limon")
