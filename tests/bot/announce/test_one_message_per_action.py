"""Groups as quiet as can be: one message an action, nothing that stays for one person."""

import asyncio
from typing import Any

import pytest

from bot.playground.dispatch import Fault
from bot.tables.table_loader import table_name
from bot.telegram.replies import REPLY_SECONDS
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_kinds_of, is_stale_alert, run_auto_deletes, visible_bot_messages
from tests.support.games import after_actions, game, surrender, with_fields
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))
PLAY = "/oyna F8 yatay KALEMLİK"


async def wait_until_true(true: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - what the bot does beside all else has no event
            await asyncio.sleep(0.005)


async def send_and_wait(talk: ChatSession, person: int, text: str) -> None:
    talk.say(person, text)
    await talk.harness.wait_until_idle()


async def test_a_lobby_is_one_message_however_many_come_and_go(harness: BotHarness) -> None:
    talk = await harness.new_group()
    before = len(visible_bot_messages(talk))
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    picture = card.message["photo"][-1]["file_id"]
    for kind, person in (("join", LIMON), ("join", NANE), ("leave", LIMON), ("join", LIMON), ("join", ZEYTIN)):
        await talk.press_kind(person, card, kind)
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before + 1
    now = talk.chat.messages[card.message_id]
    assert all(name in now["caption"] for name in ("Kiraz", "Limon", "Nane", "Zeytin"))
    assert now["photo"][-1]["file_id"] != picture
    assert button_kinds_of(now) == ["leave", "begin", "alter", "alert"]
    await talk.press_kind(LIMON, card, "begin")
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before + 2
    await wait_until_true(lambda: not button_kinds_of(talk.chat.messages[card.message_id]))


async def test_every_turn_is_one_message_and_one_without_tiles_is_words(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    before = len(visible_bot_messages(talk))
    for person, text in ((KIRAZ, PLAY), (LIMON, "/pas"), (KIRAZ, "/degistir 1 2"), (LIMON, "/degistir 1")):
        await send_and_wait(talk, person, text)
    await run_auto_deletes(harness, 1)
    told = visible_bot_messages(talk)[before:]
    assert [("photo" in message) for message in told] == [True, False, False, False]
    assert all(button_kinds_of(message) == ["rack", "board"] for message in told[-1:])
    await wait_until_true(
        lambda: not any(button_kinds_of(message) for message in visible_bot_messages(talk)[before:-1])
    )
    mentioned = [entity["user"]["id"] for entity in told[-1]["entities"] if entity["type"] == "text_mention"]
    assert mentioned == [KIRAZ], "the next player, and nobody else"


async def test_a_lobby_that_was_deleted_is_sent_anew(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    harness.playground.world.delete_message(talk.chat, card.message_id)
    await talk.start_watching()
    talk.say(LIMON, "/katil")
    again = next(sent for sent in await talk.wait_messages(2) if sent.is_photo)
    assert "Limon" in again.text
    assert again.button_data("begin")


@pytest.mark.parametrize("text", ["/raf", "/yon"])
@pytest.mark.parametrize("opened", [True, False])
async def test_what_leads_one_person_elsewhere_goes_after_a_minute(
    harness: BotHarness, text: str, *, opened: bool
) -> None:
    talk = await harness.new_group()
    await harness.private_chat(KIRAZ, opened=opened)
    await talk.put_table(LAID)
    said = await talk.say_and_wait(KIRAZ, text)
    await run_auto_deletes(harness, REPLY_SECONDS + 1)
    assert said.message_id not in talk.chat.messages


async def test_what_is_to_be_deleted_outlasts_trouble_and_is_gone_already_without_harm(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    first, second = [await talk.say_and_wait(LIMON, PLAY) for _ in range(2)]
    harness.playground.world.delete_message(talk.chat, first.message_id)
    fault = Fault(
        kind="error", status=502, description="Bad Gateway", method="deleteMessage", chat_id=talk.chat_id, count=2
    )
    harness.playground.faults.add_fault(fault)
    await run_auto_deletes(harness, REPLY_SECONDS + 1)
    await wait_until_true(lambda: not harness.playground.faults.waiting_faults)
    await run_auto_deletes(harness, 120)
    assert second.message_id not in talk.chat.messages


async def test_an_old_button_leads_to_what_is_now_and_goes(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.put_table(with_fields(LAID, commitment="0" * 64))
    answer = await talk.press_kind(NANE, board, "rack")
    assert await is_stale_alert(talk, answer)
    assert talk.text_plain("turn-next", name="Ayşe") in answer["text"]
    await wait_until_true(lambda: not button_kinds_of(talk.chat.messages[board.message_id]))


async def test_a_finished_game_offers_itself_once_more_and_others(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OVER)
    over = await talk.say_and_wait(NANE, "/tahta")
    assert [button["callback_data"].partition(":")[0] for button in over.buttons] == ["again", "more", "proof", "seal"]
    await talk.press_kind(LIMON, over, "more")
    (choice,) = await talk.wait_messages()
    assert (await talk.press_kind(NANE, choice, "choose"))["text"] == talk.text_plain("refusal-not-your-button")
    assert (await talk.press_kind(LIMON, over, "again"))["text"] == talk.text_plain("again-opened")
    (card,) = await talk.wait_messages()
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert (table.host, table.ruleset) == (LIMON, OVER.ruleset)
    assert card.button_data("join")
    assert (await talk.press_kind(LIMON, over, "again"))["text"] == talk.text_plain("refusal-already-seated")
    assert await talk.load_current_table() == table
    assert (await talk.press_kind(KIRAZ, over, "again"))["text"] == talk.text_plain("begun")


@pytest.mark.parametrize("data", ["choose::{user}:kelimelik", "no:{table}:{user}"])
async def test_a_press_that_no_message_bears_changes_none(harness: BotHarness, data: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    said = await talk.say_and_wait(KIRAZ, "/pas")
    if "table" not in data:
        await talk.put_table(OVER)
    await harness.wait_until_idle()
    for message in (board, said):
        forged = data.format(user=NANE, table=table_name(LAID))
        await talk.forge_tap(talk.user_json(NANE), message, forged)
        await harness.wait_until_idle()
    await run_auto_deletes(harness, 1)
    now = [talk.chat.messages.get(message.message_id, {}) for message in (board, said)]
    assert [now[0].get("caption"), now[1].get("text")] == [board.text, said.text]
