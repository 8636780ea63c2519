"""The lines of what a game changed, which leave room for the rest of a caption."""

from typing import Any

import pytest

from bot.announce.compose import PostComposer
from bot.message_limits import CAPTION, count_visible_units
from bot.tables.codec import Notice
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.wording.game_result import effect_lines
from bot.wording.speaker import Speaker
from engine.crossword.state import GameState
from engine.game import redact, view
from engine.standings import GameEffects, PlayerEffects, RatingChange, Title
from tests.support.chat_harness import KIRAZ
from tests.support.games import USERS, apply_step, game, surrender, with_fields
from tests.support.languages import LANGUAGES


def test_a_game_that_changed_nothing_says_nothing() -> None:
    speaker = Speaker(Texts(), "tr")
    assert effect_lines(GameEffects(), [(KIRAZ, "Kiraz")], speaker) == []
    assert effect_lines(None, [(KIRAZ, "Kiraz")], speaker) == []


def test_who_is_known_well_has_no_question_mark() -> None:
    change = PlayerEffects(KIRAZ, RatingChange(1512, 1527, sure=True), ())
    (line,) = effect_lines(GameEffects((change,)), [(KIRAZ, "Kiraz")], Speaker(Texts(), "tr"))
    assert line.endswith("1512 → 1527")


def final_notice(state: GameState) -> Notice:
    """The notice of a game that its players have given up but for one."""
    events: tuple[Any, ...] = ()
    while state.outcome is None:
        state, said = apply_step(state, surrender(state))
        events = tuple(redact(event, None) for event in said)
    return Notice(events, view(state, None), table_name(state), state.ruleset.title)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_four_with_long_names_and_all_titles_fits_below_its_picture(language: str) -> None:
    state = game("scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA", "AAAAAAA"], options={"clock": "none"})
    named = tuple(with_fields(one, name=f"{number}{'W' * 23}") for number, one in enumerate(state.players))
    notice = final_notice(with_fields(state, players=named))
    titles: tuple[Title, ...] = ("first_win", "first_bingo", "hundred_points", "ten_in_a_row")
    change = RatingChange(1512, 1527, sure=False)
    effects = GameEffects(tuple(PlayerEffects(user, change, titles) for user in USERS))
    texts = Texts()
    post = PostComposer(texts, Keyboards(texts)).compose_post([notice], language, effects=effects)
    assert count_visible_units(post.text) <= CAPTION
    assert "🏁" in post.text
