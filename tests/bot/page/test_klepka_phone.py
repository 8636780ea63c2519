"""Klepka on a screen of 360 by 740 pixels: picture, caption and the buttons that are the table are in one view."""

import pytest
from msgspec.structs import replace
from playwright.async_api import Page
from telegram import Bot, InlineKeyboardMarkup

from bot.announce.compose import CardsPost, compose_game_post
from bot.families.klepka.own_board import KlepkaOwnBoard, cards_keyboard
from bot.families.klepka.wording import CARD_REVEAL
from bot.families.own_board import HOME_STEP, OwnBoardContext, step_keyboard, to_markup
from bot.pictures import PictureStyle
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.wording.speaker import Speaker, replace_quote
from engine.klepka.events import CardsRevealed
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_page import GROUP, OpenPage
from tests.support.drawings import paint_png, shared_painter
from tests.support.klepka import NOW, cards_of_signs
from tests.support.klepka_chats import TEXTS, RandomFlips
from tests.support.languages import LANGUAGES

pytestmark = [needs_a_browser, shares_a_browser]

OVER = """() => {
  const article = [...document.querySelectorAll("article")].at(-1);
  const all = document.querySelector(".messages").getBoundingClientRect();
  const parts = [...article.querySelectorAll(".photo, .text, .keyboard")].map((one) => one.getBoundingClientRect());
  const out = (one) => Math.max(all.top - one.top, one.bottom - all.bottom, 0);
  return [parts.length, Math.max(...parts.map(out))];
}"""


@pytest.mark.repeats(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("deck", "players"), [("chat", 2), ("chat", 4), ("chat", 6), ("quick", 2), ("quick", 5)])
async def test_cards_to_remember_are_in_one_view_with_all_else(
    bot: Bot, open_page: OpenPage, deck: str, players: int, language: str
) -> None:
    page = await open_page()
    await page.set_viewport_size({"width": 360, "height": 740})
    play = RandomFlips(3, deck=deck, players=players)
    notices = [play.next_flip() for _ in range(16)]
    notice = notices[-1]
    view, speaker = play.seen, Speaker(TEXTS, language, notice.title)
    post = compose_game_post([notice], view, speaker)
    assert isinstance(post, CardsPost)
    (event,) = [one for one in notice.events if isinstance(one, CardsRevealed)]
    shown = CARD_REVEAL.view_with_revealed(view, [event])
    text = replace_quote(post.text, CARD_REVEAL.reveal_line(view, [event], speaker))
    picture = paint_png(shared_painter("light"), post.picture)
    keys = cards_keyboard("0a1b2c3d", shown, speaker)
    assert isinstance(keys, InlineKeyboardMarkup)
    await bot.send_photo(GROUP, picture, text, parse_mode="HTML", reply_markup=keys)
    assert await hidden_parts(page) == [3, 0]


@pytest.mark.repeats(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("deck", "players"), [("chat", 2), ("chat", 5), ("quick", 6)])
async def test_cards_to_choose_are_in_one_view_with_what_all_players_have(
    bot: Bot, open_page: OpenPage, deck: str, players: int, language: str
) -> None:
    page = await open_page()
    await page.set_viewport_size({"width": 360, "height": 740})
    play = RandomFlips(3, deck=deck, players=players)
    for _ in range(14):
        play.next_flip()
    held = cards_of_signs("ААБВГҐДЕЄЖЗИ")
    state = replace(play.state, players=tuple(replace(one, cards=held) for one in play.state.players))
    speaker, loaded = (
        Speaker(TEXTS, language, state.ruleset.title),
        LoadedTable(Scope(GROUP), state, 0, {}, is_duplicate=False),
    )
    own = OwnBoardContext(loaded, state, state.turn, speaker, PictureStyle(language), None, NOW)
    shown = await KlepkaOwnBoard().build_page(own, HOME_STEP)
    keys = to_markup(step_keyboard(shown.rows, table="00000000", user=own.user, turns=0, mark="0000"))
    picture = paint_png(shared_painter("light"), shown.sketch)
    await bot.send_photo(GROUP, picture, shown.text, parse_mode="HTML", reply_markup=keys)
    assert await hidden_parts(page) == [3, 0]


async def hidden_parts(page: Page) -> list[float]:
    """How many parts the newest message has, and by how many pixels one of them is out of sight."""
    await page.locator(".keyboard").last.wait_for()
    await page.wait_for_function("() => [...document.querySelectorAll('.photo img')].at(-1).naturalWidth", timeout=9000)
    found: list[float] = await page.evaluate(OVER)
    return found
