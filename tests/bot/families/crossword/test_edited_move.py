"""A refused move that is edited counts anew; nothing else that is edited does anything."""

import pytest

from bot.store import keys
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])


async def send_refused_move(talk: ChatSession, person: int, text: str) -> int:
    """Say something that is not done; the number of the message."""
    await talk.start_watching()
    number = talk.harness.playground.world.write_as_person(person, talk.chat_id, text)["message_id"]
    assert not (await talk.wait_messages())[0].is_photo
    return int(number)


async def edit_without_answer(talk: ChatSession, person: int, message: int, text: str) -> None:
    await talk.start_watching()
    talk.harness.playground.world.edit_as_person(person, talk.chat_id, message, text)
    await talk.check_silence(person)


@pytest.mark.parametrize(
    "text", ["/oyna 8F KALEMLKİ", "/oyna 8F yatay yatay", "/oyna KALEMLİ", "/oyna P9 KALEMLİK", "/oyn KALEM"]
)
async def test_a_refused_move_is_played_once_it_is_edited_and_then_no_more(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    message = await send_refused_move(talk, KIRAZ, text)
    harness.playground.world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna 8F KALEMLİK")
    assert (await talk.wait_messages())[0].is_photo
    state = await talk.load_current_game()
    assert state.number == LAID.number + 1
    await edit_without_answer(talk, KIRAZ, message, "/oyna F8 KALEMLİK")
    await talk.put_table(with_fields(LAID, number=LAID.number + 2))
    await edit_without_answer(talk, KIRAZ, message, "/oyna 8F yatay KALEMLİK")
    assert (await talk.load_current_game()).turn == 0


async def test_what_was_refused_out_of_turn_counts_when_the_turn_comes(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    message = await send_refused_move(talk, LIMON, "/oyna 9J EL")
    await talk.say_and_wait(KIRAZ, "/pas")
    await talk.start_watching()
    harness.playground.world.edit_as_person(LIMON, talk.chat_id, message, "/oyna H8 dikey LALE")
    assert (await talk.wait_messages())[0].is_photo


async def test_an_edit_asks_where_an_offer_is_narrowed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", racks=["KALEMİS", "LERASİS"]))
    message = await send_refused_move(talk, KIRAZ, "/oyna KALEMİS")
    harness.playground.world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna KALEMİS 8")
    assert len([one for one in (await talk.wait_messages())[0].buttons if one["callback_data"].startswith("put:")]) == 7


async def test_a_word_that_was_offered_its_places_may_become_another(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.start_watching()
    message = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "KİR", reply_to=board.message_id)[
        "message_id"
    ]
    assert (await talk.wait_messages())[0].html.startswith("<b>KİR</b>")
    harness.playground.world.edit_as_person(KIRAZ, talk.chat_id, message, "KALEMLİK")
    (asked,) = await talk.wait_messages()
    await talk.press_data(
        KIRAZ, asked, next(one["callback_data"] for one in asked.buttons if ":8F:" in one["callback_data"])
    )
    assert (await talk.wait_messages())[0].is_photo
    await edit_without_answer(talk, KIRAZ, message, "KEL")


async def test_edits_of_anything_else_do_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.start_watching()
    looked = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "/torba")["message_id"]
    await talk.wait_messages()
    talked = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "tamam mı", reply_to=board.message_id)[
        "message_id"
    ]
    first = await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKİ")
    second = await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKS")
    for message, text in [
        (looked, "/torba 2"),
        (looked, "/pas"),
        (looked, "/oyna 8F KALEMLİK"),
        (talked, "8F KALEMLİK"),
        (first, "/oyna 8F KALEMLİK"),
        (second, "/tahta"),
    ]:
        await edit_without_answer(talk, KIRAZ, message, text)
    await harness.redis.delete(keys.refused_move(KIRAZ))
    await edit_without_answer(talk, KIRAZ, second, "/oyna 8F KALEMLİK")
    assert await talk.load_current_game() == LAID


async def test_it_is_remembered_for_minutes_only(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKİ")
    assert 0 < await harness.redis.ttl(keys.refused_move(KIRAZ)) <= 900


async def test_in_private_an_edit_is_for_the_game_that_it_was_refused_in(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    message = await send_refused_move(private, KIRAZ, "8F KALEMLKİ")
    harness.playground.world.edit_as_person(KIRAZ, private.chat_id, message, "8F KALEMLİK")
    assert (await private.wait_messages())[0].text == private.text_plain("done-in-group")
    assert (await group.load_current_game()).turn == 1
