"""Labels of buttons fit on a phone of 360 px, however many stand in a row: apps cut off what does not."""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Final

import pytest

from bot.families.crossword.own_board import LAYING_PAGES, page_of_step
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import Lexicon, load_lexicon
from render.fonts import Fonts, Weight
from tests.bot.page.test_own_board_view import LETTERS, NobodyTold, scene_of
from tests.support.buttons import BUTTON_CASES, ChatPair
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.games import game
from tests.support.languages import LANGUAGES

ROW: Final = 312
"""Pixels of a group's message on a screen of 360, beside its sender's picture; apps set narrower letters than these."""
GAP: Final = 4
"""Between two buttons."""
ROUNDING: Final = 0.5
"""Widths of letters are whole pixels here."""
MARGINS: Final = 6
"""Of both sides of a label."""
SIGN: Final = 18
"""An emoji."""
SPACE: Final = 4
"""What is behind it, but where something is joined to it, as the points of a blank."""
SIZE: Final = 14
GROUP: Final = (KIRAZ, LIMON, NANE)
WALKED: Final = {"help", "own", "past", "puzzle", "set"}
"""Kinds whose other buttons are pressed too: each leads to a page of its own."""
ALIKE: Final = "again begin decline games guide keep leave more no rack rows seat solve sums volunteer"
KINDS: Final = sorted(BUTTON_CASES.keys() - set(ALIKE.split(" ")))
"""The others stand in the message of one of these."""


@cache
def fonts() -> Fonts:
    return Fonts()


def label_width(label: str) -> float:
    """How wide a label is, whose signs are drawn by a typeface of their own."""
    is_sign = [unicodedata.category(one) in {"So", "Sk", "Mn"} for one in label]
    words = "".join(one for one, drawn in zip(label, is_sign, strict=True) if not drawn).strip()
    signs = sum(unicodedata.category(one) == "So" for one in label)
    joined = sum(unicodedata.category(one) == "So" and behind.isalnum() for one, behind in pairwise(label))
    return fonts().text_length(words, Weight.BOLD, SIZE) + signs * (SIGN + SPACE) - joined * SPACE


def cut_labels(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The labels that do not fit, each with how many share its row."""
    for row in rows:
        room = (ROW - (len(row) - 1) * GAP) / len(row) - MARGINS
        yield from (
            f"{len(row)}: {label} ({label_width(label):.0f} of {room:.0f})"
            for label in row
            if label_width(label) > room + ROUNDING
        )


def drawn_rows(house: BotHarness, since: int) -> list[list[str]]:
    found = []
    for call in house.playground.journal.find_entries(after=since):
        markup = call.parameters.get("reply_markup") or {}
        markup = json.loads(markup) if isinstance(markup, str) else markup
        found += [[str(one["text"]) for one in row] for row in markup.get("inline_keyboard", [])]
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize(("ruleset", "language"), [("kelimelik", "tr"), ("wordbox-uk", "uk"), ("super-en", "en")])
async def test_every_label_of_a_list_of_places_fits_into_its_row(ruleset: str, language: str) -> None:
    rules = crossword_rulesets()[ruleset]
    word, rack = LETTERS[rules.language]
    row, column = len(rules.board.rows) // 2 + 1, chr(ord("A") + rules.columns // 2 - 2)
    scene = scene_of(game(ruleset, laid=[f"{row}{column} {word}"], racks=[rack, rack]), language)
    steps = [
        *("w0", "w01", "w012", "w0123", "w01234", "w50123"),
        *(f"l{page:02}{text}" for page in (1, 2) for text in ("0", "01")),
    ]
    for step, words in product(steps, (NobodyTold(), ListTold(rules.lexicon))):
        page = await page_of_step(scene, step, LAYING_PAGES, words)
        assert list(cut_labels([[key.label for key in keys] for keys in page.rows])) == [], step


class ListTold(NobodyTold):
    """Look-ups are open: legal plays alone, often so few that their words are named."""

    def __init__(self, lexicon: str) -> None:
        self._lexicon = lexicon

    async def load_words(self) -> Lexicon | None:
        return load_lexicon(self._lexicon)


@pytest.mark.repeat
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("harness", [{"OWNER_IDS": str(KIRAZ)}], indirect=True)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_label_that_is_drawn_fits_into_its_row(harness: BotHarness, language: str) -> None:
    since = harness.last_call_number
    for kind in KINDS:
        case = BUTTON_CASES[kind]
        await harness.forget_user_games(*GROUP, ZEYTIN)
        group, private = await harness.new_group(language, people=GROUP), await harness.private_chat(KIRAZ, language)
        if case.table is not None:
            await group.put_table(case.table)
        drawn = await case.draw_button(ChatPair(group, private))
        for button in drawn.message.buttons if kind in WALKED else ():
            if data := button.get("callback_data"):
                await drawn.chat.forge_tap(drawn.chat.user_json(KIRAZ), drawn.message, data)
                await harness.wait_until_idle()
    assert sorted(set(cut_labels(drawn_rows(harness, since)))) == []
