"""Which texts are for the bot: commands by any of their names, and replies to a board that are moves."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.mark.parametrize(
    "text",
    ["merhaba", "/bilinmeyen", "/oyna@baska_bot 8H KALEM", "/katil@baska_bot", "bence /oyna de", "👍", "/", "//oyna"],
)
async def test_what_is_not_for_the_bot_is_ignored(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.check_no_answer(KIRAZ, text)


async def test_commands_may_carry_the_bots_own_name_in_any_case(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(KIRAZ, "/PAS@Harfiyen_Bot")).html == talk.text_html("refusal-no-game")


async def test_turkish_and_english_names_work_whatever_the_language(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    assert (await talk.say_and_wait(KIRAZ, "/degistir 1")).html == talk.text_html("refusal-no-game")
    assert (await talk.say_and_wait(KIRAZ, "/exchange 1")).html == talk.text_html("refusal-no-game")


async def test_a_reply_to_the_board_is_a_move(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(LIMON, "/tahta")
    answer = await talk.say_and_wait(KIRAZ, "8f kalemlik", reply_to=board.message_id)
    assert answer.is_photo
    assert "KALEMLİ[K]" in answer.text
    state = await talk.load_current_game()
    assert (state.number, state.turn) == (1, 1)


@pytest.mark.parametrize("text", ["F 8 yatay KALEMLİK", "8 F yatay kalemlik", "f 8 kalemlik yatay"])
async def test_a_cell_may_be_written_apart(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    assert "KALEMLİ[K]" in (await talk.say_and_wait(KIRAZ, f"/oyna {text}")).text


async def test_a_reply_that_looks_like_a_move_is_refused_like_one(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert (await talk.say_and_wait(LIMON, "8f kalemler", reply_to=board.message_id)).html == talk.text_html(
        "refusal-not-your-turn", name="Ayşe"
    )


@pytest.mark.parametrize("text", ["ne güzel kelime", "A4 kağıdı alır mısın bana", "8", "H8!", "🙂 🙂"])
async def test_chatter_in_reply_to_the_board_is_ignored(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(LIMON, "/tahta")
    await talk.check_no_answer(KIRAZ, text, reply_to=board.message_id)
    assert await talk.load_current_table() == LAID


async def test_a_move_in_reply_to_a_person_is_chatter(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    said = harness.playground.world.write_as_person(LIMON, talk.chat_id, "nereye?")
    await talk.check_no_answer(KIRAZ, "8F KALEMLER", reply_to=said["message_id"])
    assert await talk.load_current_table() == LAID
