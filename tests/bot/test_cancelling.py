"""Ending a running game without a result: the question, the minute for objections, and who may press what."""

import pytest

from bot.telegram.buttons import data
from bot.telegram.fading import SECONDS
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House, Sent, Talk
from tests.support.fades import sweep
from tests.support.games import after, changed, game, pass_
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = changed(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 0]), host=LIMON)
"""Kiraz owns the group and plays; Limon plays and opened the table."""
MINUTE = 60.0


async def asked(talk: Talk, table: GameState = GAME) -> Sent:
    """The question, answered with yes by its host."""
    await talk.deal(table)
    question = await talk.ask(LIMON, "/iptal")
    await talk.tap(LIMON, question, "cancel")
    (shown,) = await talk.sent()
    assert shown.html == talk.html("cancel-asked", name="\u2068Bora\u2069", time=talk.plain("unit-minute", count=1))
    assert (await talk.game()).closing is not None
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_question_says_what_is_lost(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(GAME)
    question = await talk.ask(LIMON, "/iptal")
    assert question.html.startswith(talk.html("cancel-sure-host", name="\u2068Limon\u2069"))
    assert talk.html("cancel-leads", name="\u2068Ayşe\u2069") in question.html
    assert await talk.game() == GAME


async def test_before_the_first_turn_nothing_is_lost(house: House) -> None:
    talk = await house.group()
    await talk.deal(changed(game("kelimelik", racks=["LERİSİ?", "AAEEKKL"]), host=LIMON))
    question = await talk.ask(LIMON, "/iptal")
    assert question.html == talk.html("cancel-sure-host", name="\u2068Limon\u2069")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_that_nobody_wants_to_go_on_with_ends_after_a_minute(house: House, language: str) -> None:
    talk = await house.group(language)
    await asked(talk)
    await house.pass_time(MINUTE - 2)
    assert (await talk.game()).outcome is None
    await house.pass_time(3)
    (told,) = await talk.sent()
    outcome = (await talk.game()).outcome
    assert outcome is not None
    assert outcome.reason == "cancelled"
    assert told.html.startswith(talk.html("cancelled-unopposed", name="\u2068Bora\u2069"))


@pytest.mark.parametrize("person", [KIRAZ, LIMON])
async def test_any_player_may_object_and_the_game_goes_on(house: House, person: int) -> None:
    talk = await house.group()
    question = await asked(talk)
    await talk.tap(person, question, "object")
    settled = await talk.changed(question, "editMessageText", newest=True)
    assert "✋" in settled.text
    await house.pass_time(2 * MINUTE)
    assert await talk.game() == GAME
    again = await talk.forge(talk.user(KIRAZ), question, data("object", GAME.commitment[:8]))
    await house.quiet()
    assert again is not None
    assert await talk.game() == GAME


async def test_who_does_not_play_cannot_object(house: House) -> None:
    talk = await house.group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    question = await asked(talk)
    before = await talk.stored()
    await talk.tap(ZEYTIN, question, "object")
    assert await talk.stored() == before


@pytest.mark.parametrize("kind", ["cancel", "keep"])
@pytest.mark.parametrize("person", [KIRAZ, ZEYTIN])
async def test_the_question_is_answered_by_the_one_who_was_asked(house: House, kind: str, person: int) -> None:
    talk = await house.group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    await talk.deal(GAME)
    question = await talk.ask(LIMON, "/iptal")
    before = await talk.stored()
    answer = await talk.tap(person, question, kind)
    assert answer["text"]
    assert await talk.stored() == before


async def test_the_question_goes_with_the_yes_a_minute_after_the_no_and_at_last_by_itself(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    kept = await talk.ask(LIMON, "/iptal")
    await talk.tap(LIMON, kept, "keep")
    settled = await talk.changed(kept, "editMessageText")
    assert settled.text == "\u2068Limon\u2069 vazgeçti, oyun sürüyor."
    assert not settled.buttons
    await sweep(house, SECONDS - 1)
    assert kept.id in talk.chat.messages
    await sweep(house, 2)
    assert kept.id not in talk.chat.messages
    unanswered = await talk.ask(LIMON, "/iptal")
    await sweep(house, SECONDS - 1)
    assert unanswered.id in talk.chat.messages
    await sweep(house, 2)
    assert unanswered.id not in talk.chat.messages
    for person in (LIMON, KIRAZ):
        question = await talk.ask(person, "/iptal")
        await talk.tap(person, question, "cancel")
        await sweep(house, 1)
        assert question.id not in talk.chat.messages
    assert (await talk.game()).outcome is not None


async def test_a_forged_yes_ends_nothing(house: House) -> None:
    """Whoever writes their own number into the button is judged as who they are."""
    talk, elsewhere = await house.group(people=(KIRAZ, LIMON, NANE, ZEYTIN)), await house.group()
    await talk.deal(GAME)
    question = await talk.ask(LIMON, "/iptal")
    before = await talk.stored()
    table = GAME.commitment[:8]
    await talk.forge(talk.user(ZEYTIN), question, data("cancel", table, ZEYTIN))
    await talk.forge(talk.user(ZEYTIN), question, data("cancel", table, 1087968824))
    await elsewhere.deal(changed(GAME, commitment="0" * 64))
    other = await elsewhere.ask(KIRAZ, "/iptal")
    await elsewhere.forge(elsewhere.user(KIRAZ), other, data("cancel", table, KIRAZ))
    await house.quiet()
    assert await talk.stored() == before
    assert (await elsewhere.game()).outcome is None


async def test_what_stands_still_is_not_ended_meanwhile(house: House) -> None:
    talk = await house.group()
    timed = game("scrabble-tr", racks=["LERİSİZ", "AAEEKKL"], options={"clock": "25min"})
    await asked(talk, changed(timed, host=LIMON))
    await talk.ask(KIRAZ, "/duraklat")
    await house.pass_time(5 * MINUTE)
    assert (await talk.game()).outcome is None


async def test_a_move_meanwhile_leaves_the_question_open(house: House) -> None:
    talk = await house.group()
    await asked(talk)
    mover = GAME.players[GAME.turn].user
    await talk.ask(mover, "/pas")
    assert (await talk.game()).closing is not None
    assert after(GAME, pass_(GAME)).closing is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_administrators_see_what_was_decided(house: House, language: str) -> None:
    talk = await house.group(language)
    question = await asked(talk)
    await talk.tap(KIRAZ, question, "object")
    told = (await talk.ask(KIRAZ, "/log")).html
    assert [line.split("·")[1].strip() for line in told.splitlines()[1:]]
    assert (await talk.ask(LIMON, "/log")).html == talk.html("refusal-admins-only")
