"""A game that there is in several languages is opened in the chat's own, whatever language its name was typed in."""

import pytest

from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.chat_steps import read_whole_guide

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("language", "typed", "opened"),
    [
        ("en", "/new scrabble", "scrabble-en"),
        ("tr", "/yeni scrabble", "scrabble-tr"),
        ("en", "/new wordbox", "wordbox-en"),
        ("tr", "/yeni WordBox", "wordbox-tr"),
        ("uk", "/new вордбокс", "wordbox-uk"),
        ("tr", "/yeni tournament", "tournament-tr"),
        ("en", "/yeni turnuva", "tournament-en"),
        ("en", "/new turkish", "scrabble-tr"),
        ("tr", "/yeni scrabble-en", "scrabble-en"),
    ],
)
async def test_a_table_opens_in_the_language_of_the_chat(
    harness: BotHarness, language: str, typed: str, opened: str
) -> None:
    talk = await harness.new_group(language)
    assert (await talk.say_and_wait(KIRAZ, typed)).is_photo
    table = await talk.load_current_table()
    assert table.ruleset.id == opened


async def test_where_there_is_no_such_game_in_it_another_is_opened_and_that_is_said(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.start_watching()
    talk.say(KIRAZ, "/new скрабл")
    sent = await talk.wait_messages(2)
    card, told = sorted(sent, key=lambda one: not one.is_photo)
    assert card.is_photo
    assert (await talk.load_current_table()).ruleset.id == "scrabble-en"
    game = shipped_rulesets()["scrabble-en"].title["uk"]
    assert told.html == talk.text_html("game-stands-in", game=game, games="klepka, wordbox-uk")


async def test_rules_and_help_of_a_game_are_those_of_the_language_too(harness: BotHarness) -> None:
    english = await harness.new_group("en")
    title = shipped_rulesets()["scrabble-en"].title["en"]
    assert title in (await read_whole_guide(english, LIMON, "/rules scrabble")).text
    assert title in (await read_whole_guide(english, LIMON, "/help scrabble")).text
