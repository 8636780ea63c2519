"""Groups as quiet as can be: one message an action, nothing that stays for one person, boards as chosen."""

import pytest

from bot.playground.dispatch import Fault
from bot.tables.table_loader import table_name
from bot.telegram.replies import REPLY_SECONDS
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_kinds_of, is_stale_alert, run_auto_deletes, visible_bot_messages
from tests.support.games import after_actions, game, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.sent_messages import SentMessage
from tests.support.waiting import wait_until

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))
PLAY = "/oyna F8 yatay KALEMLİK"


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
    await wait_until(lambda: not button_kinds_of(talk.chat.messages[card.message_id]))


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
    await wait_until(lambda: not any(button_kinds_of(message) for message in visible_bot_messages(talk)[before:-1]))
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


@pytest.mark.parametrize(("text", "opened"), [("/raf", True), ("/yon", False)])
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
    await wait_until(lambda: not harness.playground.faults.waiting_faults)
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
    await wait_until(lambda: not button_kinds_of(talk.chat.messages[board.message_id]))


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


CARDS = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")


async def choose_boards(talk: ChatSession, boards: str) -> SentMessage:
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::boards")
    await talk.press_data(KIRAZ, panel, f"set::boards:{boards}")
    assert (await house_settings(talk)).get("boards") == (None if boards == "each" else boards)
    return panel


async def house_settings(talk: ChatSession) -> dict[str, str]:
    return await talk.harness.store.load_settings(talk.chat_id)


async def test_only_the_newest_board_is_kept_where_that_is_chosen(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await choose_boards(talk, "last")
    await talk.put_table(LAID)
    first = await talk.say_and_wait(KIRAZ, PLAY)
    second = await talk.say_and_wait(LIMON, "/pas")
    await talk.say_and_wait(KIRAZ, "/pas")
    third = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, third, "yes")
    (board,) = await talk.wait_messages()
    await harness.wait_until_idle()
    await run_auto_deletes(harness, 1)
    assert first.message_id not in talk.chat.messages
    assert {second.message_id, board.message_id} <= talk.chat.messages.keys(), (
        "words stay, and so does the newest board"
    )


@pytest.mark.parametrize("boards", ["one", "pin"])
async def test_one_board_is_edited_and_what_happened_is_said_below_it(harness: BotHarness, boards: str) -> None:
    talk = await harness.new_group()
    await choose_boards(talk, boards)
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    board = await talk.say_and_wait(KIRAZ, "/baslat")
    await harness.wait_until_idle()
    assert talk.chat.pinned == (board.message_id if boards == "pin" else None)
    state = await talk.load_current_game()
    picture = talk.chat.messages[board.message_id]["photo"][-1]["file_id"]
    said = await talk.say_and_wait(state.players[state.turn].user, "/pas")
    assert not said.is_photo
    assert said.message["reply_to_message"]["message_id"] == board.message_id
    assert button_kinds_of(talk.chat.messages[board.message_id]) == ["rack"]
    assert button_kinds_of(said.message) == ["rack", "board"]
    assert talk.chat.messages[board.message_id]["photo"][-1]["file_id"] != picture
    harness.playground.world.delete_message(talk.chat, board.message_id)
    again = await talk.say_and_wait(state.players[1 - state.turn].user, "/pas")
    assert again.is_photo, "where it was deleted another one is sent"


async def test_one_board_at_most_is_pinned_game_after_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await choose_boards(talk, "pin")
    pinned = [await begin_with_pinned_board(talk)]
    await talk.cancel_game(KIRAZ)
    await talk.put_table(CARDS)
    await talk.say_and_wait(KIRAZ, "/ac 1 3")
    await talk.cancel_game(KIRAZ)
    pinned.append(await begin_with_pinned_board(talk))
    unpinned = [call.parameters for call in harness.playground.journal.find_entries("unpinChatMessage")]
    assert [int(one["message_id"]) for one in unpinned if str(one["chat_id"]) == str(talk.chat_id)] == pinned[:1]


async def test_a_board_is_pinned_and_let_go_as_that_is_chosen_in_the_midst_of_a_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, PLAY)
    await choose_boards(talk, "pin")
    said = await talk.say_and_wait(LIMON, "/pas")
    await harness.wait_until_idle()
    assert (said.is_photo, talk.chat.pinned) == (False, board.message_id)
    await choose_boards(talk, "each")
    await talk.say_and_wait(KIRAZ, "/pas")
    other = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, other, "yes")
    await talk.wait_messages()
    await harness.wait_until_idle()
    assert talk.chat.pinned is None


async def begin_with_pinned_board(talk: ChatSession) -> int:
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    board = await talk.say_and_wait(KIRAZ, "/baslat")
    await talk.harness.wait_until_idle()
    assert talk.chat.pinned == board.message_id
    return board.message_id


async def test_a_board_that_may_not_be_pinned_is_told_all_the_same(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await choose_boards(talk, "pin")
    talk.chat.can_pin = False
    await talk.put_table(LAID)
    assert (await talk.say_and_wait(KIRAZ, PLAY)).is_photo
    assert talk.chat.pinned is None


async def test_cards_are_seen_as_long_as_they_are_to_be_though_only_the_newest_table_is_kept(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group()
    await choose_boards(talk, "last")
    await talk.put_table(CARDS)
    first = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    await talk.say_and_wait(LIMON, "/ac 1 3")
    await harness.wait_until_idle()
    await run_auto_deletes(harness, 1)
    assert first.message_id in talk.chat.messages
    await run_auto_deletes(harness, 60)
    assert first.message_id not in talk.chat.messages
