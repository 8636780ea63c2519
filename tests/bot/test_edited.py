"""A refused move that is edited counts anew; nothing else that is edited does anything."""

import pytest

from bot.store import keys
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import changed, game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])


async def refused(talk: Talk, person: int, text: str) -> int:
    """Say something that is not done; the number of the message."""
    await talk.mark()
    number = talk.house.playground.world.say(person, talk.id, text)["message_id"]
    assert not (await talk.sent())[0].photo
    return int(number)


async def silent_after(talk: Talk, person: int, message: int, text: str) -> None:
    await talk.mark()
    talk.house.playground.world.edit(person, talk.id, message, text)
    await talk.silent(person)


@pytest.mark.parametrize(
    "text", ["/oyna 8F KALEMLKİ", "/oyna 8F yatay yatay", "/oyna KALEMLİ", "/oyna P9 KALEMLİK", "/oyn KALEM"]
)
async def test_a_refused_move_is_played_once_it_is_edited_and_then_no_more(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    message = await refused(talk, KIRAZ, text)
    house.playground.world.edit(KIRAZ, talk.id, message, "/oyna 8F KALEMLİK")
    assert (await talk.sent())[0].photo
    state = await talk.game()
    assert state.number == LAID.number + 1
    await silent_after(talk, KIRAZ, message, "/oyna F8 KALEMLİK")
    await talk.deal(changed(LAID, number=LAID.number + 2))
    await silent_after(talk, KIRAZ, message, "/oyna 8F yatay KALEMLİK")
    assert (await talk.game()).turn == 0


async def test_what_was_refused_out_of_turn_counts_when_the_turn_comes(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    message = await refused(talk, LIMON, "/oyna 9J EL")
    await talk.ask(KIRAZ, "/pas")
    await talk.mark()
    house.playground.world.edit(LIMON, talk.id, message, "/oyna H8 dikey LALE")
    assert (await talk.sent())[0].photo


async def test_an_edit_asks_where_an_offer_is_narrowed(house: House) -> None:
    talk = await house.group()
    await talk.deal(game("kelimelik", racks=["KALEMİS", "LERASİS"]))
    message = await refused(talk, KIRAZ, "/oyna KALEMİS")
    house.playground.world.edit(KIRAZ, talk.id, message, "/oyna KALEMİS 8")
    assert len([one for one in (await talk.sent())[0].buttons if one["callback_data"].startswith("put:")]) == 7


async def test_a_word_that_was_offered_its_places_may_become_another(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.mark()
    message = house.playground.world.say(KIRAZ, talk.id, "KİR", reply_to=board.id)["message_id"]
    assert (await talk.sent())[0].html.startswith("<b>KİR</b>")
    house.playground.world.edit(KIRAZ, talk.id, message, "KALEMLİK")
    (asked,) = await talk.sent()
    await talk.press(
        KIRAZ, asked, next(one["callback_data"] for one in asked.buttons if ":8F:" in one["callback_data"])
    )
    assert (await talk.sent())[0].photo
    await silent_after(talk, KIRAZ, message, "KEL")


async def test_edits_of_anything_else_do_nothing(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.mark()
    looked = house.playground.world.say(KIRAZ, talk.id, "/torba")["message_id"]
    await talk.sent()
    talked = house.playground.world.say(KIRAZ, talk.id, "tamam mı", reply_to=board.id)["message_id"]
    first = await refused(talk, KIRAZ, "/oyna 8F KALEMLKİ")
    second = await refused(talk, KIRAZ, "/oyna 8F KALEMLKS")
    for message, text in [
        (looked, "/torba 2"),
        (looked, "/pas"),
        (looked, "/oyna 8F KALEMLİK"),
        (talked, "8F KALEMLİK"),
        (first, "/oyna 8F KALEMLİK"),
        (second, "/tahta"),
    ]:
        await silent_after(talk, KIRAZ, message, text)
    await house.redis.delete(keys.refused(KIRAZ))
    await silent_after(talk, KIRAZ, second, "/oyna 8F KALEMLİK")
    assert await talk.game() == LAID


async def test_it_is_remembered_for_minutes_only(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    await refused(talk, KIRAZ, "/oyna 8F KALEMLKİ")
    assert 0 < await house.redis.ttl(keys.refused(KIRAZ)) <= 900


async def test_in_private_an_edit_is_for_the_game_that_it_was_refused_in(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    message = await refused(private, KIRAZ, "8F KALEMLKİ")
    house.playground.world.edit(KIRAZ, private.id, message, "8F KALEMLİK")
    assert (await private.sent())[0].text == private.plain("done-in-group")
    assert (await group.game()).turn == 1
