"""My board in a topic of a group, and questions, on each server that shows messages to one person alone."""

from typing import Any

import pytest

from bot.playground.servers import VERSIONS
from bot.store.keys import Scope
from tests.support.chat_tables import ChatTable
from tests.support.chats import KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import changed, game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
OTHER = changed(LAID, commitment="7" * 64)


def alone(talk: Talk, person: int) -> dict[str, Any]:
    """What somebody alone sees in the group."""
    (shown,) = talk.house.playground.world.ephemeral.shown(talk.id, person)
    message: dict[str, Any] = shown["message"]
    return message


def behind(message: dict[str, Any], start: str) -> str:
    """The data of the first button whose data or label begins so."""
    keys = [key for row in message["reply_markup"]["inline_keyboard"] for key in row]
    return str(
        next(key["callback_data"] for key in keys if key["callback_data"].startswith(start) or start in key["text"])
    )


NEWER = [version for version in VERSIONS if version != "10.0"]


@pytest.mark.parametrize("version", NEWER)
async def test_a_question_leads_to_what_is_now_and_goes_once_it_is_answered(house: House, version: str) -> None:
    talk = await house.group()
    house.serve(version)
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK")
    assert asked.alone
    await talk.deal(changed(LAID, number=2))
    for number in (0, 2):
        question = alone(talk, KIRAZ)
        assert behind(question, "put:").split(":")[3] == str(number)
        assert "18" in question["text"], "nobody else reads what it would score"
        await talk.press(KIRAZ, asked, behind(question, "put:"))
        await house.quiet()
    assert (await talk.game()).turn == 1
    assert not house.playground.world.ephemeral.shown(talk.id, KIRAZ)


@pytest.mark.parametrize("version", VERSIONS)
async def test_the_whole_seal_is_shown_to_the_one_who_presses(house: House, version: str) -> None:
    talk = await house.group()
    house.serve(version)
    opened = await talk.ask(KIRAZ, "/yeni kelimelik")
    table = await talk.table()
    assert table is not None
    answer = await talk.tap(LIMON, opened, "seal")
    if version in NEWER:
        assert not answer["text"]
        assert table.commitment in alone(talk, LIMON)["text"]
        assert not house.playground.world.ephemeral.shown(talk.id, KIRAZ)
    else:
        assert table.commitment in answer["text"]
        assert answer["show_alert"]
    assert table.commitment not in "".join(message.get("text", "") for message in talk.chat.messages.values())


@pytest.mark.parametrize("version", NEWER)
async def test_a_pass_is_made_where_the_message_names_no_topic(house: House, version: str) -> None:
    world = house.playground.world
    talk = await house.group()
    house.serve(version)
    world.set_forum(talk.chat, on=True)
    here, there = (Scope(talk.id, world.add_topic(KIRAZ, talk.chat, name)) for name in ("Bir", "İki"))
    await talk.deal(LAID, here)
    await talk.deal(OTHER, there)
    world.say(KIRAZ, talk.id, "/tahta", thread=here.topic)
    await house.quiet()
    board = [message for message in talk.chat.messages.values() if "photo" in message][-1]
    await world.press(KIRAZ, talk.id, board["message_id"], behind(board, "rack:")).answer
    await house.quiet()
    for label in (talk.plain("mine-pass"), talk.plain("mine-pass-yes")):
        shown = alone(talk, KIRAZ)
        pressed = behind(shown, label)
        for person in (LIMON, NANE):
            forged = await talk.forge(talk.user(person), None, pressed)
            assert forged["show_alert"]
        await world.press(KIRAZ, talk.id, shown["ephemeral_message_id"], pressed, ephemeral=True).answer
        await house.quiet()
    moved = [await ChatTable(house.redis, house.store, scope).game() for scope in (here, there)]
    assert [state.turn for state in moved] == [1, 0]
