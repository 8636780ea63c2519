"""Own board in a topic of a group, and questions, on each server that shows messages to one person alone."""

from typing import Any

import pytest

from bot.playground.server_version import VERSIONS
from bot.store.scope import Scope
from engine.game import Table
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import after_actions, game, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.stored_tables import ChatTableStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
HINTED = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "free"})
OTHER_FAMILY = klepka_game_of_chat("ОоЩф", "СлаВ", "")
OTHER = with_fields(LAID, commitment="7" * 64)


def message_seen_alone(talk: ChatSession, person: int) -> dict[str, Any]:
    """What somebody alone sees in the group."""
    (shown,) = talk.harness.playground.world.ephemeral.visible_to_person(talk.chat_id, person)
    message: dict[str, Any] = shown["message"]
    return message


def button_data(message: dict[str, Any], start: str) -> str:
    """The data of the first button whose data or label begins so."""
    keys = [key for row in message["reply_markup"]["inline_keyboard"] for key in row]
    return str(
        next(key["callback_data"] for key in keys if key["callback_data"].startswith(start) or start in key["text"])
    )


NEWER = [version for version in VERSIONS if version != "10.0"]


@pytest.mark.parametrize("version", NEWER)
async def test_a_question_leads_to_what_is_now_and_goes_once_it_is_answered(harness: BotHarness, version: str) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(version)
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK")
    assert asked.is_ephemeral
    await talk.put_table(with_fields(LAID, number=2))
    for number in (0, 2):
        question = message_seen_alone(talk, KIRAZ)
        assert button_data(question, "put:").split(":")[3] == str(number)
        assert "18" in question["text"], "nobody else reads what it would score"
        await talk.press_data(KIRAZ, asked, button_data(question, "put:"))
        await harness.wait_until_idle()
    assert (await talk.load_current_game()).turn == 1
    assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)


@pytest.mark.parametrize("version", VERSIONS)
async def test_the_whole_seal_is_shown_to_the_one_who_presses(harness: BotHarness, version: str) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(version)
    opened = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    table = await talk.load_current_table()
    assert table is not None
    answer = await talk.press_kind(LIMON, opened, "seal")
    if version in NEWER:
        assert not answer["text"]
        assert table.commitment in message_seen_alone(talk, LIMON)["text"]
        assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)
    else:
        assert table.commitment in answer["text"]
        assert answer["show_alert"]
    assert table.commitment not in "".join(message.get("text", "") for message in talk.chat.messages.values())


@pytest.mark.parametrize("version", NEWER)
async def test_a_pass_is_made_where_the_message_names_no_topic(harness: BotHarness, version: str) -> None:
    world = harness.playground.world
    talk = await harness.new_group()
    harness.switch_server_version(version)
    world.set_forum(talk.chat, on=True)
    here, there = (Scope(talk.chat_id, world.add_topic(KIRAZ, talk.chat, name)) for name in ("Bir", "İki"))
    await talk.put_table(LAID, here)
    await talk.put_table(OTHER, there)
    world.write_as_person(KIRAZ, talk.chat_id, "/tahta", thread=here.topic)
    await harness.wait_until_idle()
    board = [message for message in talk.chat.messages.values() if "photo" in message][-1]
    await world.press_button(KIRAZ, talk.chat_id, board["message_id"], button_data(board, "rack:")).answer
    await harness.wait_until_idle()
    for label in (talk.text_plain("own-board-pass"), talk.text_plain("own-board-pass-yes")):
        shown = message_seen_alone(talk, KIRAZ)
        pressed = button_data(shown, label)
        for person in (LIMON, NANE):
            forged = await talk.forge_tap(talk.user_json(person), None, pressed)
            assert forged["show_alert"]
        await world.press_button(KIRAZ, talk.chat_id, shown["ephemeral_message_id"], pressed, ephemeral=True).answer
        await harness.wait_until_idle()
    moved = [await ChatTableStore(harness.redis, harness.store, scope).load_current_game() for scope in (here, there)]
    assert [state.turn for state in moved] == [1, 0]


@pytest.mark.parametrize("version", NEWER)
async def test_a_hint_is_told_in_the_group_to_its_asker_alone(harness: BotHarness, version: str) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(version)
    await talk.put_table(HINTED)
    before = dict(talk.chat.messages)
    asked = await talk.say_and_wait(KIRAZ, "/ipucu")
    assert asked.is_ephemeral
    assert talk.text_html("hint-where-row", line="8") in asked.html
    await talk.press_kind(KIRAZ, asked, "hint")
    await harness.wait_until_idle()
    state = await talk.load_current_game()
    assert state.hint is not None
    assert state.hint.word is not None
    length = talk.text_plain("hint-length-play", count=len(state.hint.word.cells))
    shown = harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)
    assert any(length in one["message"]["text"] for one in shown)
    assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, LIMON)
    written = [message for number, message in talk.chat.messages.items() if number not in before]
    assert not any("💡" in message.get("text", "") for message in written)


@pytest.mark.parametrize("table", [LAID, after_actions(LAID, surrender(LAID)), OTHER_FAMILY])
@pytest.mark.parametrize("version", VERSIONS)
async def test_a_board_as_text_is_shown_to_its_asker_alone(harness: BotHarness, version: str, table: Table) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(version)
    await talk.put_table(table)
    shown = await talk.say_and_wait(NANE, "/tahta metin")
    assert shown.is_ephemeral == (version in NEWER)
    if shown.is_ephemeral:
        assert message_seen_alone(talk, NANE)["text"] == shown.text
        await run_auto_deletes(harness, 3601)
        assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE)
    assert not (await talk.say_and_wait(NANE, "/tahta")).is_ephemeral


async def test_a_lobby_as_text_is_for_all(harness: BotHarness) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(NEWER[-1])
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    shown = await talk.say_and_wait(NANE, "/tahta metin")
    assert not shown.is_ephemeral
    assert (await talk.press_kind(LIMON, shown, "join"))["text"]
