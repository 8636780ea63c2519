"""A game ended without a result, and players who are away or have left: who may press and decide what."""

import pytest
from telegram.constants import ChatID

from bot.telegram.keyboards import encode_button_data
from bot.telegram.replies import REPLY_SECONDS
from engine.crossword.state import GameState
from engine.game_base import Game
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import run_auto_deletes, text_in_own_language
from tests.support.games import game, with_fields
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = with_fields(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 0]), host=LIMON)
"""Kiraz owns the group and plays; Limon plays and opened the table."""
MINUTE = 60.0


async def ask_to_cancel(talk: ChatSession, table: GameState = GAME) -> SentMessage:
    await talk.put_table(table)
    question = await talk.say_and_wait(LIMON, "/iptal")
    await talk.press_kind(LIMON, question, "cancel")
    (shown,) = await talk.wait_messages()
    assert shown.html == talk.text_html(
        "cancel-asked", name="\u2068Bora\u2069", time=talk.text_plain("unit-minute", count=1)
    )
    assert (await talk.load_current_game()).closing is not None
    return shown


async def test_the_question_says_what_is_lost_and_is_its_askers(harness: BotHarness) -> None:
    talk = await harness.new_group("uk", table=GAME)
    question = await talk.say_and_wait(LIMON, "/iptal")
    assert question.html.startswith(talk.text_html("cancel-sure-host", name="\u2068Limon\u2069"))
    assert talk.text_html("cancel-leads", name="\u2068Ayşe\u2069") in question.html
    before = await talk.stored_state()
    for kind in ("cancel", "keep"):
        for person in (KIRAZ, ZEYTIN):
            assert (await talk.press_kind(person, question, kind))["text"], "it is answered by the one who was asked"
    assert await talk.stored_state() == before


async def test_a_game_that_nobody_wants_to_go_on_with_ends_after_a_minute(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await ask_to_cancel(talk)
    await harness.advance_time(MINUTE - 2)
    assert (await talk.load_current_game()).outcome is None
    await harness.advance_time(3)
    (told,) = await talk.wait_messages()
    outcome = (await talk.load_current_game()).outcome
    assert outcome is not None
    assert outcome.reason == "cancelled"
    assert told.html.startswith(talk.text_html("cancelled-unopposed", name="\u2068Bora\u2069"))


async def test_any_player_may_object_and_the_game_goes_on(harness: BotHarness) -> None:
    talk = await harness.new_group()
    for person in (LIMON, KIRAZ):
        question = await ask_to_cancel(talk)
        await talk.press_kind(person, question, "object")
        settled = await talk.wait_edited(question, "editMessageText", newest=True)
        assert "✋" in settled.text
    log = (await talk.say_and_wait(KIRAZ, "/log")).html
    assert [line.split("·")[1].strip() for line in log.splitlines()[1:]], "administrators see what was decided"
    refused = await text_in_own_language(talk, LIMON, "refusal-admins-only")
    assert (await talk.say_and_wait(LIMON, "/log")).html == refused
    await harness.advance_time(2 * MINUTE)
    assert await talk.load_current_game() == GAME
    again = await talk.forge_tap(talk.user_json(KIRAZ), question, encode_button_data("object", GAME.commitment[:8]))
    await harness.wait_until_idle()
    assert again is not None
    assert await talk.load_current_game() == GAME


async def test_the_question_goes_with_the_yes_a_minute_after_the_no_and_at_last_by_itself(harness: BotHarness) -> None:
    talk = await harness.new_group(table=GAME)
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


async def test_what_an_anonymous_administrator_was_asked_nobody_else_declines(harness: BotHarness) -> None:
    talk = await harness.new_group(table=GAME)
    await talk.say_as_user({"id": int(ChatID.ANONYMOUS_ADMIN), "is_bot": True, "first_name": "Group"}, "/iptal")
    (question,) = await talk.wait_messages()
    keep = encode_button_data("keep", GAME.commitment[:8], int(ChatID.ANONYMOUS_ADMIN))
    refused = await talk.forge_tap(talk.user_json(NANE), question, keep)
    assert refused["text"].endswith(await text_in_own_language(talk, NANE, "refusal-admins-only"))
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


RACKS = ["KALEMLİ", "DEFTERA", "SİLGİAA"]
DAY = 24 * 60 * 60


async def deal_table(house: BotHarness, language: str = "tr") -> ChatSession:
    talk = await house.new_group(language)
    await talk.put_table(game("scrabble-tr", racks=RACKS, bag="A" * 30, options={"clock": "none"}))
    return talk


async def table(talk: ChatSession) -> Game:
    found = await talk.load_current_table()
    assert isinstance(found, Game)
    return found


async def leave_or_return(talk: ChatSession, person: int, *, here: bool) -> None:
    await talk.start_watching()
    await talk.harness.wait_until_idle()
    before = talk.harness.last_call_number
    talk.harness.playground.world.set_presence(talk.chat, person, here=here)
    await talk.harness.wait_until_idle()
    said = [call.method for call in talk.harness.playground.journal.find_entries(after=before)]
    assert not [method for method in said if method.startswith(("send", "edit"))], "the bot has nothing to say to it"


@pytest.mark.parametrize("status", ["administrator", "member"])
async def test_who_left_is_marked_until_they_come_back(harness: BotHarness, status: str) -> None:
    talk = await deal_table(harness, "tr")
    talk.harness.playground.world.set_bot_status(talk.chat, status)
    await talk.harness.wait_until_idle()
    mark = f"({talk.text_plain('seat-gone')})"
    await leave_or_return(talk, LIMON, here=False)
    assert (await table(talk)).gone == (LIMON,)
    assert f"Bora\u2069 <b>0</b> {mark}" in (await talk.say_and_wait(KIRAZ, "/tahta")).html
    await leave_or_return(talk, LIMON, here=True)
    assert (await table(talk)).gone == ()
    assert mark not in (await talk.say_and_wait(KIRAZ, "/tahta")).html


async def test_whoever_is_gone_is_found_by_asking_where_nobody_said_so(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    talk.chat.people = (KIRAZ, LIMON)
    await talk.say_and_wait(LIMON, "/cikar 3")
    assert (await table(talk)).gone == (NANE,)


@pytest.mark.parametrize("by_message", [True, False])
async def test_who_leaves_before_the_game_begins_is_dealt_no_tiles(harness: BotHarness, *, by_message: bool) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    for person in (LIMON, NANE):
        talk.say(person, "/katil")
        await harness.wait_until_idle()
    if by_message:
        harness.playground.world.add_service_message(LIMON, talk.chat, {"left_chat_member": talk.user_json(LIMON)})
    else:
        harness.playground.world.set_presence(talk.chat, LIMON, here=False)
    await harness.wait_until_idle()
    lobby = await talk.load_current_lobby()
    assert [seat.user for seat in lobby.seats] == [KIRAZ, NANE]


async def wait_for_first(house: BotHarness, talk: ChatSession) -> None:
    await talk.start_watching()
    await house.advance_time(DAY)
    await talk.wait_messages()


async def active_seats(talk: ChatSession) -> list[bool]:
    return [player.active for player in (await table(talk)).players]


async def test_a_typed_vote_changes_the_message_that_shows_the_vote(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    racks = [*RACKS, "KİTAPAA"]
    await talk.put_table(game("scrabble-tr", racks=racks, bag="A" * 30, options={"clock": "none"}))
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    await talk.press_data(LIMON, asked, asked.button_data("vote").removesuffix("y") + "n")
    await talk.wait_edited(asked, "editMessageText")
    talk.say(NANE, "/cikar 1")
    changed = await talk.wait_edited(asked, "editMessageText", newest=True)
    assert "✅ \u2068Can\u2069" in changed.text
    assert "❌ \u2068Bora\u2069" in changed.text
    assert changed.button_data("vote") == asked.button_data("vote")
    assert await active_seats(talk) == [True] * 4
    await talk.check_no_answer(LIMON, "tamam")


async def test_a_substitute_takes_the_seat_and_the_former_owner_sees_nothing_of_it(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    sought = await talk.say_and_wait(LIMON, "/yerine 1")
    assert (await talk.forge_tap(FIFTH_USER, sought, sought.button_data("volunteer")))["text"] == talk.text_plain(
        "refusal-members-only"
    )
    await talk.press_data(ZEYTIN, sought, sought.button_data("volunteer"))
    asked = next(one for one in await talk.wait_messages() if any("vote" in str(row) for row in one.buttons))
    assert "Zeytin" in asked.text
    for person in (LIMON, NANE):
        await talk.press_data(person, asked, asked.button_data("vote"))
    assert [player.user for player in (await table(talk)).players] == [ZEYTIN, LIMON, NANE]
    assert (await talk.say_and_wait(KIRAZ, "/pas")).text == talk.text_plain("refusal-not-seated")
    await talk.give_command(ZEYTIN, "pass")
    assert (await table(talk)).turn == 1


async def test_an_administrator_confirms_a_removal_and_whoever_is_out_is_told_why(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    asked = await talk.say_and_wait(KIRAZ, "/cikar 2")
    assert asked.html == talk.text_html("remove-sure", name="\u2068Bora\u2069")
    assert await active_seats(talk) == [True] * 3
    yes = asked.button_data("remove")
    assert (await talk.forge_tap(talk.user_json(LIMON), asked, yes))["text"] == talk.text_plain(
        "refusal-not-your-button"
    )
    await talk.press_data(KIRAZ, asked, yes.removesuffix("y") + "n")
    assert await active_seats(talk) == [True] * 3
    asked = await talk.say_and_wait(KIRAZ, "/cikar 2")
    await talk.press_data(KIRAZ, asked, asked.button_data("remove"))
    assert await active_seats(talk) == [True, False, True]
    assert (await talk.say_and_wait(LIMON, "/pas")).text == talk.text_plain("refusal-was-removed", why="ruling")
