"""Each step in which a move is put together shows board, rack and keys at once on a phone of 360 by 740 pixels."""

from itertools import cycle
from typing import Final

import pytest
from playwright.async_api import Page, expect
from telegram import Bot

from bot.families.crossword.own_board import LAYING_PAGES, BoardScene, WordHelp, home_page, page_of_step
from bot.families.crossword.typed_moves import view_for_user
from bot.families.own_board import HOME_STEP, OwnBoardContext, OwnBoardPage, step_keyboard, to_markup
from bot.pictures import PictureStyle
from bot.playground import Playground
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.draft import RackTile
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.word_placements import plays_of_tiles
from engine.lexicon import Lexicon
from render import Painter
from tests.support.browser import needs_a_browser, shares_a_browser
from tests.support.chat_harness import KIRAZ
from tests.support.chat_page import GROUP, OpenPage
from tests.support.games import NOW, game

pytestmark = [needs_a_browser, shares_a_browser]

TEXTS: Final = Texts()
SIZES: Final = {
    one.columns: one.id for one in crossword_rulesets().values() if one.places and not one.id.startswith("super")
}
"""A game that offers places, for each size of board but Super's."""
LETTERS: Final = {"tr": ("KALEM", "LİKSAE?"), "en": ("CABLE", "THEIRS?"), "uk": ("ЛИМОН", "КВІТИО?")}


class NobodyTold(WordHelp):
    async def load_words(self) -> Lexicon | None:
        return None

    async def near_words(self, word: str) -> str:  # noqa: ARG002 - as what it stands for
        return ""


def scene_of(state: GameState, language: str) -> BoardScene:
    speaker = Speaker(TEXTS, language, state.ruleset.title, state.ruleset.lexicon)
    loaded = LoadedTable(Scope(GROUP), state, 0, {}, is_duplicate=False)
    own = OwnBoardContext(loaded, state, 0, speaker, PictureStyle(language), None, NOW)
    return BoardScene(own, state, view_for_user(state, own.user), tuple(range(len(state.players[0].rack))))


async def composing_pages(scene: BoardScene) -> list[tuple[str, OwnBoardPage]]:
    middle = scene.state.ruleset.columns // 2
    row = len(scene.state.ruleset.board.rows) // 2
    cell = f"{row}{chr(ord('A') + middle)}"
    plays = plays_of_tiles(scene.state, 0, [RackTile(0), RackTile(1)])
    first = plays[0].place.tiles[0].cell
    placed = f"k{first[1:]}{first[0] if plays[0].move.direction.value == 'across' else first[0].lower()}01"
    steps = (
        "w0",
        "w0123",
        "l0101",
        "v601",
        placed,
        "r",
        f"r{row}",
        f"d{cell}0",
        f"d{cell}01",
        f"b6{cell}0",
    )
    pages = [(HOME_STEP, await home_page(scene, NobodyTold()))]
    return [*pages, *[(step, await page_of_step(scene, step, LAYING_PAGES, NobodyTold())) for step in steps]]


async def hidden_parts(page: Page, number: int) -> dict[str, float]:
    """By how many pixels the picture reaches above what is in sight, and the keys below."""
    message = page.locator("article").nth(number)
    await expect(message.locator("img")).to_be_visible()
    await page.wait_for_function("(one) => one.complete", arg=await message.locator("img").element_handle())
    await message.locator(".keyboard").scroll_into_view_if_needed()
    found: dict[str, float] = await message.evaluate(
        """async (one) => {
          const messages = document.querySelector("[data-testid=messages]");
          messages.scrollTo(0, messages.scrollHeight);
          const [seen, photo, keys] = [messages, one.querySelector("img"), one.querySelector(".keyboard")]
            .map((each) => each.getBoundingClientRect());
          return { above: seen.top - photo.top, below: keys.bottom - seen.bottom };
        }"""
    )
    return {side: by for side, by in found.items() if by > 0}


@pytest.mark.repeat
@pytest.mark.parametrize(("ruleset", "language"), list(zip(SIZES.values(), cycle(LETTERS), strict=False)))
async def test_board_rack_and_keys_are_seen_at_once(
    playground: Playground, bot: Bot, open_page: OpenPage, ruleset: str, language: str
) -> None:
    rules = crossword_rulesets()[ruleset]
    word, rack = LETTERS[rules.language]
    row, column = len(rules.board.rows) // 2 + 1, chr(ord("A") + rules.columns // 2 - 2)
    scene = scene_of(game(ruleset, laid=[f"{row}{column} {word}"], racks=[rack, rack]), language)
    playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    page = await open_page(f"?person={KIRAZ}&chat=private")
    await page.set_viewport_size({"width": 360, "height": 740})
    painter, hidden = Painter(), {}
    for step, shown in await composing_pages(scene):
        keyboard = to_markup(step_keyboard(shown.rows, table="00000000", user=KIRAZ, turns=0, mark="0000"))
        before = await page.locator("article").count()
        await bot.send_photo(KIRAZ, shown.sketch.paint(painter), shown.text, parse_mode="HTML", reply_markup=keyboard)
        await expect(page.locator("article")).to_have_count(before + 1)
        if parts := await hidden_parts(page, before):
            hidden[step] = parts
    assert hidden == {}
