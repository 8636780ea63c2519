"""A game that there is in several languages is opened in the chat's own, whatever language its name was typed in."""

import pytest

from engine.rulesets import rulesets
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.guides import whole

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
async def test_a_table_opens_in_the_language_of_the_chat(house: House, language: str, typed: str, opened: str) -> None:
    talk = await house.group(language)
    assert (await talk.ask(KIRAZ, typed)).photo
    table = await talk.table()
    assert table.ruleset.id == opened


async def test_where_there_is_no_such_game_in_it_another_is_opened_and_that_is_said(house: House) -> None:
    talk = await house.group("uk")
    await talk.mark()
    talk.say(KIRAZ, "/new скрабл")
    sent = await talk.sent(2)
    card, told = sorted(sent, key=lambda one: not one.photo)
    assert card.photo
    assert (await talk.table()).ruleset.id == "scrabble-en"
    game = rulesets()["scrabble-en"].title["uk"]
    assert told.html == talk.html("game-stands-in", game=game, games="klepka, wordbox-uk")


async def test_rules_and_help_of_a_game_are_those_of_the_language_too(house: House) -> None:
    english = await house.group("en")
    title = rulesets()["scrabble-en"].title["en"]
    assert title in (await whole(english, LIMON, "/rules scrabble")).text
    assert title in (await whole(english, LIMON, "/help scrabble")).text
