"""Taps on places that were offered: those of others, forged ones, and those of a turn that is over."""

import pytest

from bot.families.crossword.placement_choice import QUESTION_SECONDS
from bot.playground.server_version import VERSIONS
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import is_stale_alert, run_auto_deletes
from tests.support.games import game, with_fields
from tests.support.placement_questions import (
    EMPTY,
    LAID,
    QUIET,
    assert_refused,
    placement_buttons,
    short_direction_name,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def _without_ephemeral_messages(harness: BotHarness) -> None:
    """Questions hang on replies that everybody reads, on which nothing secret may be."""
    harness.switch_server_version(VERSIONS[0])


async def test_a_row_is_chosen_on_the_board_as_it_is_by_then(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(EMPTY)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMİS yatay")
    assert placement_buttons(asked), "seven of them are few enough"
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMİS")
    await talk.put_table(with_fields(LAID, players=EMPTY.players, commitment=EMPTY.commitment, number=2))
    await talk.press_data(KIRAZ, asked, asked.buttons[0]["callback_data"])
    now = await talk.wait_edited(asked, "editMessageText")
    assert {one["callback_data"].split(":")[3] for one in now.buttons} == {"2"}


async def test_scores_are_told_of_the_board_that_was_asked_about_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(EMPTY)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEM 8")
    sums = asked.button_data("sums")
    await talk.put_table(with_fields(LAID, players=EMPTY.players, commitment=EMPTY.commitment, number=2))
    assert await is_stale_alert(talk, await talk.press_data(KIRAZ, asked, sums))


async def test_a_near_miss_is_one_tap_away(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/oyna K8 yatay LİK")
    assert answer.html.startswith(talk.text_html("refusal-longer-word", word="KALEMLİK", cell="F8"))
    assert placement_buttons(answer)[0] == f"F8 {short_direction_name(talk, 'across')} KALEMLİK"
    await talk.press_kind(KIRAZ, answer, "put")
    last = (await talk.load_current_game()).last
    assert last is not None
    assert last.words[0].word == "KALEMLİK"


async def test_taps_of_others_and_forged_ones_change_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK")
    mine = asked.button_data("put")
    for person in (LIMON, NANE):
        await assert_refused(talk, await talk.press_data(person, asked, mine), "refusal-not-your-button")
    name = table_name(LAID)
    theirs = encode_button_data("put", name, LIMON, 0, "8F", ".....E")
    await assert_refused(
        talk, await talk.forge_tap(talk.user_json(LIMON), asked, theirs), "refusal-not-your-turn", name="Ayşe"
    )
    stranger = encode_button_data("put", name, NANE, 0, "8F", ".....E")
    await assert_refused(talk, await talk.forge_tap(talk.user_json(NANE), asked, stranger), "refusal-not-seated")
    for forged in (
        encode_button_data("put", name, KIRAZ, 0, "Z99", "..LİK"),
        encode_button_data("put", name, KIRAZ, 0, "8F", "....."),
        encode_button_data("put", name, KIRAZ, 0, "8F", "[[[[[LİK"),
        encode_button_data("put", "00000000", KIRAZ, 0, "8F", ".....LİK"),
        encode_button_data("sums", name, KIRAZ, 0, "Z", "LİK"),
        encode_button_data("sums", name, KIRAZ, 0, "", "[[["),
        encode_button_data("put", name, KIRAZ, 9, "8F", "........"),
    ):
        answer = await talk.forge_tap(talk.user_json(KIRAZ), asked, forged)
        assert answer["show_alert"], forged
    assert await talk.load_current_game() == LAID


async def test_a_question_that_nobody_answers_goes_as_well(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(EMPTY)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEM")
    await run_auto_deletes(harness, QUESTION_SECONDS - 1)
    assert asked.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert asked.message_id not in talk.chat.messages


@pytest.mark.parametrize(
    ("kind", "rest"), [("sums", (0, "", "NAR")), ("put", (0, "8H", "NAR")), ("put", (3, "8H", "NAR"))]
)
async def test_where_places_are_off_no_forged_tap_is_offered_any(
    harness: BotHarness, kind: str, rest: tuple[str | int, ...]
) -> None:
    talk = await harness.new_group()
    table = game("tournament-tr", racks=["NARKALE", "AAEEKKL"])
    await talk.put_table(table)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    answer = await talk.forge_tap(
        talk.user_json(KIRAZ), board, encode_button_data(kind, table_name(table), KIRAZ, *rest)
    )
    assert await is_stale_alert(talk, answer)
    assert await talk.load_current_game() == table


async def test_a_forged_place_puts_no_question_into_what_others_read(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(with_fields(LAID, number=2))
    said = await talk.say_and_wait(KIRAZ, "/torba")
    await talk.forge_tap(
        talk.user_json(KIRAZ), said, encode_button_data("put", table_name(LAID), KIRAZ, 0, "8F", ".....LİK")
    )
    await harness.wait_until_idle()
    assert talk.chat.messages[said.message_id]["text"] == said.text


async def test_in_private_the_question_itself_leads_to_what_is_now(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    asked = await private.say_and_wait(KIRAZ, "/oyna KALEMLİK")
    await group.put_table(with_fields(LAID, number=2))
    assert await private.press_kind(KIRAZ, asked, "put") == QUIET
    now = await private.wait_edited(asked, "editMessageText")
    await private.press_kind(KIRAZ, now, "put")
    assert (await group.load_current_game()).turn == 1


async def test_a_tap_after_the_table_moved_on_leads_to_what_is_now(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK 8")
    mine = asked.button_data("put")
    later = with_fields(LAID, number=2)
    await talk.put_table(later)
    assert await talk.press_data(KIRAZ, asked, mine) == QUIET
    now = await talk.wait_edited(asked, "editMessageText")
    here = next(one["callback_data"] for one in now.buttons if ":8F:" in one["callback_data"])
    assert here.split(":")[3] == "2"
    assert await talk.load_current_game() == later
    await talk.press_data(KIRAZ, asked, here)
    assert isinstance(await talk.load_current_game(), GameState)
    assert (await talk.load_current_game()).turn == 1
    late = await talk.forge_tap(talk.user_json(KIRAZ), asked, now.button_data("put"))
    await assert_refused(talk, late, "refusal-not-your-turn", name="Bora")
