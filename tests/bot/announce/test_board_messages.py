"""Boards as a group has chosen them: each, the newest alone, one that is edited, one that is pinned."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import button_kinds_of, run_auto_deletes
from tests.support.games import game
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")
PLAY = "/oyna F8 yatay KALEMLİK"


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
