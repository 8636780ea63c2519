"""Ending a running game without a result: the question, the minute for objections, and who may press what."""

import pytest
from telegram.constants import ChatID

from bot.telegram.auto_delete import REPLY_SECONDS
from bot.telegram.button_data import encode_button_data
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import after_actions, game, pass_turn, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = with_fields(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 0]), host=LIMON)
"""Kiraz owns the group and plays; Limon plays and opened the table."""
MINUTE = 60.0


async def ask_to_cancel(talk: ChatSession, table: GameState = GAME) -> SentMessage:
    """The question, answered with yes by its host."""
    await talk.put_table(table)
    question = await talk.say_and_wait(LIMON, "/iptal")
    await talk.press_kind(LIMON, question, "cancel")
    (shown,) = await talk.wait_messages()
    assert shown.html == talk.text_html(
        "cancel-asked", name="\u2068Bora\u2069", time=talk.text_plain("unit-minute", count=1)
    )
    assert (await talk.load_current_game()).closing is not None
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_question_says_what_is_lost(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(GAME)
    question = await talk.say_and_wait(LIMON, "/iptal")
    assert question.html.startswith(talk.text_html("cancel-sure-host", name="\u2068Limon\u2069"))
    assert talk.text_html("cancel-leads", name="\u2068Ayşe\u2069") in question.html
    assert await talk.load_current_game() == GAME


async def test_before_the_first_turn_nothing_is_lost(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(with_fields(game("kelimelik", racks=["LERİSİ?", "AAEEKKL"]), host=LIMON))
    question = await talk.say_and_wait(LIMON, "/iptal")
    assert question.html == talk.text_html("cancel-sure-host", name="\u2068Limon\u2069")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_that_nobody_wants_to_go_on_with_ends_after_a_minute(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await ask_to_cancel(talk)
    await harness.advance_time(MINUTE - 2)
    assert (await talk.load_current_game()).outcome is None
    await harness.advance_time(3)
    (told,) = await talk.wait_messages()
    outcome = (await talk.load_current_game()).outcome
    assert outcome is not None
    assert outcome.reason == "cancelled"
    assert told.html.startswith(talk.text_html("cancelled-unopposed", name="\u2068Bora\u2069"))


@pytest.mark.parametrize("person", [KIRAZ, LIMON])
async def test_any_player_may_object_and_the_game_goes_on(harness: BotHarness, person: int) -> None:
    talk = await harness.new_group()
    question = await ask_to_cancel(talk)
    await talk.press_kind(person, question, "object")
    settled = await talk.wait_edited(question, "editMessageText", newest=True)
    assert "✋" in settled.text
    await harness.advance_time(2 * MINUTE)
    assert await talk.load_current_game() == GAME
    again = await talk.forge_tap(talk.user_json(KIRAZ), question, encode_button_data("object", GAME.commitment[:8]))
    await harness.wait_until_idle()
    assert again is not None
    assert await talk.load_current_game() == GAME


async def test_who_does_not_play_cannot_object(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    question = await ask_to_cancel(talk)
    before = await talk.stored_state()
    await talk.press_kind(ZEYTIN, question, "object")
    assert await talk.stored_state() == before


@pytest.mark.parametrize("kind", ["cancel", "keep"])
@pytest.mark.parametrize("person", [KIRAZ, ZEYTIN])
async def test_the_question_is_answered_by_the_one_who_was_asked(harness: BotHarness, kind: str, person: int) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    await talk.put_table(GAME)
    question = await talk.say_and_wait(LIMON, "/iptal")
    before = await talk.stored_state()
    answer = await talk.press_kind(person, question, kind)
    assert answer["text"]
    assert await talk.stored_state() == before


async def test_the_question_goes_with_the_yes_a_minute_after_the_no_and_at_last_by_itself(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    kept = await talk.say_and_wait(LIMON, "/iptal")
    await talk.press_kind(LIMON, kept, "keep")
    settled = await talk.wait_edited(kept, "editMessageText")
    assert settled.text == "\u2068Limon\u2069 vazgeçti, oyun sürüyor."
    assert not settled.buttons
    await run_auto_deletes(harness, REPLY_SECONDS - 1)
    assert kept.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert kept.message_id not in talk.chat.messages
    unanswered = await talk.say_and_wait(LIMON, "/iptal")
    await run_auto_deletes(harness, REPLY_SECONDS - 1)
    assert unanswered.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert unanswered.message_id not in talk.chat.messages
    for person in (LIMON, KIRAZ):
        question = await talk.say_and_wait(person, "/iptal")
        await talk.press_kind(person, question, "cancel")
        await run_auto_deletes(harness, 1)
        assert question.message_id not in talk.chat.messages
    assert (await talk.load_current_game()).outcome is not None


async def test_a_forged_yes_ends_nothing(harness: BotHarness) -> None:
    """Whoever writes their own number into the button is judged as who they are."""
    talk, elsewhere = await harness.new_group(people=(KIRAZ, LIMON, NANE, ZEYTIN)), await harness.new_group()
    await talk.put_table(GAME)
    question = await talk.say_and_wait(LIMON, "/iptal")
    before = await talk.stored_state()
    table = GAME.commitment[:8]
    await talk.forge_tap(talk.user_json(ZEYTIN), question, encode_button_data("cancel", table, ZEYTIN))
    await talk.forge_tap(talk.user_json(ZEYTIN), question, encode_button_data("cancel", table, 1087968824))
    await elsewhere.put_table(with_fields(GAME, commitment="0" * 64))
    other = await elsewhere.say_and_wait(KIRAZ, "/iptal")
    await elsewhere.forge_tap(elsewhere.user_json(KIRAZ), other, encode_button_data("cancel", table, KIRAZ))
    await harness.wait_until_idle()
    assert await talk.stored_state() == before
    assert (await elsewhere.load_current_game()).outcome is None


async def test_what_stands_still_is_not_ended_meanwhile(harness: BotHarness) -> None:
    talk = await harness.new_group()
    timed = game("scrabble-tr", racks=["LERİSİZ", "AAEEKKL"], options={"clock": "25min"})
    await ask_to_cancel(talk, with_fields(timed, host=LIMON))
    await talk.say_and_wait(KIRAZ, "/duraklat")
    await harness.advance_time(5 * MINUTE)
    assert (await talk.load_current_game()).outcome is None


async def test_a_move_meanwhile_leaves_the_question_open(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await ask_to_cancel(talk)
    mover = GAME.players[GAME.turn].user
    await talk.say_and_wait(mover, "/pas")
    assert (await talk.load_current_game()).closing is not None
    assert after_actions(GAME, pass_turn(GAME)).closing is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_administrators_see_what_was_decided(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    question = await ask_to_cancel(talk)
    await talk.press_kind(KIRAZ, question, "object")
    told = (await talk.say_and_wait(KIRAZ, "/log")).html
    assert [line.split("·")[1].strip() for line in told.splitlines()[1:]]
    assert (await talk.say_and_wait(LIMON, "/log")).html == talk.text_html("refusal-admins-only")


async def test_what_an_anonymous_administrator_was_asked_nobody_else_declines(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    await talk.say_as_user({"id": int(ChatID.ANONYMOUS_ADMIN), "is_bot": True, "first_name": "Group"}, "/iptal")
    (question,) = await talk.wait_messages()
    keep = encode_button_data("keep", GAME.commitment[:8], int(ChatID.ANONYMOUS_ADMIN))
    refused = await talk.forge_tap(talk.user_json(NANE), question, keep)
    assert refused["text"].endswith(talk.text_plain("refusal-admins-only"))
    assert question.message_id in talk.chat.messages
    await talk.press_data(KIRAZ, question, keep)
    await talk.wait_edited(question, "editMessageText", newest=True)
    assert await talk.load_current_game() == GAME


async def test_a_game_that_is_paused_meanwhile_does_not_end(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await ask_to_cancel(talk)
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert (await talk.load_current_game()).closing is None
    await harness.advance_time(2 * MINUTE)
    assert (await talk.load_current_game()).outcome is None
