"""An edited message stays with the table for which it was refused, or answers the question which one it means."""

import pytest

from engine.rng import commitment
from tests.support.chat_harness import KIRAZ, NANE, ZEYTIN, BotHarness
from tests.support.games import with_fields
from tests.support.several_tables import board_game, button_of_table, put_tables, table_scope, turns_taken

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINE, THEIRS, OTHERS = board_game(), board_game(turn=1), board_game(users=(NANE, ZEYTIN))
"""Games of Kiraz and Limon, in which Kiraz is on turn, and is not; and one of two others."""
MOVE = "/oyna H8 yatay KALEM"


async def test_an_edit_of_a_refused_move_stays_with_its_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    await talk.start_watching()
    world = harness.playground.world
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyna #1 A1 yatay KALEM")["message_id"]
    await talk.wait_messages()
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna #2 H8 yatay KALEM")
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-edit-of-another-table")
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna H8 yatay KALEM")
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2) == [1, 0]


@pytest.mark.parametrize("text", ["/oyna H8 yatay KALEM", "/pas", "/degistir hepsi"])
async def test_an_edit_of_a_move_whose_table_is_gone_goes_to_no_other(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE, OTHERS)
    await talk.start_watching()
    world = harness.playground.world
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyna #2 A1 yatay KALEM")["message_id"]
    await talk.wait_messages()
    await talk.put_table(with_fields(THEIRS, secret="09" * 32, commitment=commitment("09" * 32)), table_scope(talk, 2))
    world.edit_as_person(KIRAZ, talk.chat_id, message, text)
    refused = await talk.wait_messages()
    assert [one.html for one in refused] == [talk.text_html("refusal-edit-of-another-table")]
    assert await turns_taken(talk, 1, 2) == [0, 0]


async def test_an_edit_of_what_was_asked_about_is_what_the_tap_does(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    world = harness.playground.world
    await talk.start_watching()
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyna A1 yatay KALEM")["message_id"]
    (question,) = await talk.wait_messages()
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna H8 yatay KALEM")
    await talk.check_silence(KIRAZ)
    await talk.press_data(KIRAZ, question, button_of_table(question, 2))
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2) == [0, 1]
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna #1 H8 yatay KALEM")
    await talk.check_silence(KIRAZ)
    assert await turns_taken(talk, 1, 2) == [0, 1]


async def test_an_edit_that_names_the_table_answers_the_question(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    world = harness.playground.world
    await talk.start_watching()
    message = world.write_as_person(KIRAZ, talk.chat_id, MOVE)["message_id"]
    (question,) = await talk.wait_messages()
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna #2 H8 yatay KALEM")
    assert (await talk.wait_messages())[0].is_photo
    assert (await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(question, 1)))["show_alert"]
    assert await turns_taken(talk, 1, 2) == [0, 1]


async def test_a_mistyped_command_can_be_corrected_and_is_asked_about_then(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    world = harness.playground.world
    await talk.start_watching()
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyn H8 yatay KALEM")["message_id"]
    (refused,) = await talk.wait_messages()
    assert refused.html == talk.text_html("refusal-mistyped-command", typed="/oyn", near="/oyna")
    world.edit_as_person(KIRAZ, talk.chat_id, message, MOVE)
    (question,) = await talk.wait_messages()
    await talk.press_data(KIRAZ, question, button_of_table(question, 1))
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2) == [1, 0]
