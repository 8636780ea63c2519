"""The chat page on a screen of 360 pixels: all that a message has, and the buttons that are a table, are in sight."""

import pytest
from msgspec.structs import replace
from playwright.async_api import Page, expect
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Message

from bot.announce.compose import CardsPost, compose_game_post
from bot.families.crossword.sketches import board_as_html
from bot.families.klepka.own_board import KlepkaOwnBoard, cards_keyboard
from bot.families.klepka.wording import CARD_REVEAL
from bot.families.own_board import HOME_STEP, OwnBoardContext, step_keyboard, to_markup
from bot.pictures import PictureStyle
from bot.playground import Playground
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.wording.speaker import Speaker, folding_quote, replace_quote
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from engine.game import view
from engine.klepka.events import CardsRevealed
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_page import GROUP, OpenPage, wait_newest_update
from tests.support.drawings import paint_png, shared_painter
from tests.support.games import game
from tests.support.klepka import NOW, cards_of_signs
from tests.support.klepka_chats import TEXTS, RandomFlips
from tests.support.languages import LANGUAGES

pytestmark = [needs_a_browser, shares_a_browser, pytest.mark.repeat]

CARDS = InlineKeyboardMarkup(
    [[InlineKeyboardButton(str(row + place), callback_data=f"{row + place}") for place in range(8)] for row in (9, 57)]
)
BOARDS = {one.columns: name for name, one in crossword_rulesets().items()}
"""A game for each size of board, by columns."""


async def phone(open_page: OpenPage) -> Page:
    page = await open_page()
    await page.set_viewport_size({"width": 360, "height": 740})
    return page


async def test_a_row_of_eight_cards_and_every_board_in_letters_fit(
    playground: Playground, bot: Bot, open_page: OpenPage
) -> None:
    page = await phone(open_page)
    for columns in sorted(BOARDS):
        shown = view(game(BOARDS[columns]), None)
        assert isinstance(shown, GameView)
        await bot.send_message(GROUP, board_as_html(shown), parse_mode="HTML")
    await bot.send_message(GROUP, "Kartlar", reply_markup=CARDS)
    await expect(page.locator("[data-callback='64']")).to_be_visible()
    await expect(page.locator(".messages pre")).to_have_count(len(BOARDS))
    broader = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className || one.tagName)"
    assert await page.locator(".messages, .messages pre").evaluate_all(broader) == []
    await page.locator("[data-callback='64']").click()
    query = await wait_newest_update(playground, "callback_query")
    await bot.answer_callback_query(query["id"], "Kartlar açılıyor.")
    said = await page.get_by_test_id("toast").bounding_box()
    pressed = await page.locator("[data-callback='9']").bounding_box()
    assert said is not None
    assert pressed is not None
    assert said["y"] + said["height"] <= pressed["y"]


async def test_the_way_down_lies_on_no_message(bot: Bot, open_page: OpenPage) -> None:
    page = await phone(open_page)
    for number in range(12):
        await bot.send_message(GROUP, f"Satır {number}", reply_markup=CARDS)
    down, messages = page.get_by_test_id("down"), page.get_by_test_id("messages")
    await expect(down).to_be_hidden()
    await messages.evaluate("one => one.scrollTo(0, 0)")
    await expect(down).to_be_visible()
    button, above = await down.bounding_box(), await messages.bounding_box()
    assert button is not None
    assert above is not None
    assert above["y"] + above["height"] <= button["y"]
    # It lies on the same ground as they do.
    ground = await messages.evaluate("one => getComputedStyle(one).backgroundColor")
    await expect(page.locator(".chat")).to_have_css("background-color", ground)
    await down.click()
    await expect(page.locator("article").last).to_be_in_viewport()
    await expect(down).to_be_hidden()


async def test_what_encloses_a_command_stands_on_its_line(bot: Bot, open_page: OpenPage) -> None:
    """Wherever the line ends: each message has one letter more before it."""
    page = await phone(open_page)
    for length in range(10, 36):
        await bot.send_message(GROUP, f"{'a' * length} («/direction»), /play. {'b' * length} /flip!")
    await expect(page.locator("article .command")).to_have_count(3 * 26)
    apart = """all => all.flatMap((one) => {
      const top = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().top;
      };
      const { previousSibling: before, nextSibling: after } = one;
      const own = top(one.firstChild, 0);
      const beside = [top(after, 0), ...(/\\S$/.test(before?.data ?? "") ? [top(before, before.data.length - 1)] : [])];
      return beside.some((other) => Math.abs(other - own) > 8) ? [one.closest("article").innerText] : [];
    })"""
    assert await page.locator("article .command").evaluate_all(apart) == []


async def test_a_folding_quote_shows_three_lines_until_it_is_tapped(bot: Bot, open_page: OpenPage) -> None:
    page = await phone(open_page)
    lines = [f"Satır {number}" for number in range(9)]
    await bot.send_message(GROUP, f"Kısaca\n{folding_quote(*lines)}", parse_mode="HTML")
    await bot.send_message(GROUP, f"Kısaca\n{folding_quote(*lines[:2])}", parse_mode="HTML")
    long, short = (page.locator(".messages blockquote").nth(place) for place in (0, 1))
    await expect(long.get_by_test_id("unfold")).to_be_visible()
    await expect(short.get_by_test_id("unfold")).to_be_hidden()
    assert (await long.inner_text()).splitlines() == lines, "whoever has it read aloud hears all of it"
    folded = await long.bounding_box()
    await long.click()
    await expect(long.get_by_test_id("unfold")).to_have_attribute("aria-expanded", "true")
    whole = await long.bounding_box()
    assert folded is not None
    assert whole is not None
    assert folded["height"] < whole["height"] / 2
    await long.get_by_test_id("unfold").click()
    assert await long.bounding_box() == folded


OVER = """() => {
  const article = [...document.querySelectorAll("article")].at(-1);
  const all = document.querySelector(".messages").getBoundingClientRect();
  const parts = [...article.querySelectorAll(".photo, .text, .keyboard")].map((one) => one.getBoundingClientRect());
  const out = (one) => Math.max(all.top - one.top, one.bottom - all.bottom, 0);
  return [parts.length, Math.max(...parts.map(out))];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_cards_to_remember_and_to_choose_are_in_one_view_with_all_else(
    bot: Bot, open_page: OpenPage, language: str
) -> None:
    page = await phone(open_page)
    for deck, players in (("chat", 6), ("quick", 5)):
        play = RandomFlips(3, deck=deck, players=players)
        notice = [play.next_flip() for _ in range(16)][-1]
        view, speaker = play.seen, Speaker(TEXTS, language, notice.title)
        post = compose_game_post([notice], view, speaker)
        assert isinstance(post, CardsPost)
        (event,) = [one for one in notice.events if isinstance(one, CardsRevealed)]
        shown = CARD_REVEAL.view_with_revealed(view, [event])
        text = replace_quote(post.text, CARD_REVEAL.reveal_line(view, [event], speaker))
        picture = paint_png(shared_painter("light"), post.picture)
        keys = cards_keyboard("0a1b2c3d", shown, speaker)
        assert isinstance(keys, InlineKeyboardMarkup)
        sent = await bot.send_photo(GROUP, picture, text, parse_mode="HTML", reply_markup=keys)
        assert await hidden_parts(page, sent) == [3, 0], (deck, players)
        held = cards_of_signs("ААБВГҐДЕЄЖЗИ")
        state = replace(play.state, players=tuple(replace(one, cards=held) for one in play.state.players))
        loaded = LoadedTable(Scope(GROUP), state, 0, {}, is_duplicate=False)
        own = OwnBoardContext(loaded, state, state.turn, speaker, PictureStyle(language), None, NOW)
        board = await KlepkaOwnBoard().build_page(own, HOME_STEP)
        keys = to_markup(step_keyboard(board.rows, table="00000000", user=own.user, turns=0, mark="0000"))
        picture = paint_png(shared_painter("light"), board.sketch)
        sent = await bot.send_photo(GROUP, picture, board.text, parse_mode="HTML", reply_markup=keys)
        assert await hidden_parts(page, sent) == [3, 0], (deck, players)


async def hidden_parts(page: Page, newest: Message) -> list[float]:
    """How many parts the newest message has, and by how many pixels one of them is out of sight."""
    await page.locator(f"[data-message-id='{newest.message_id}'] .keyboard").wait_for()
    await page.wait_for_function("() => [...document.querySelectorAll('.photo img')].at(-1).naturalWidth", timeout=9000)
    found: list[float] = await page.evaluate(OVER)
    return found
