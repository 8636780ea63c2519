"""Answering on the own board: spelled, given, changed, locked and taken back, unseen by anybody else."""

from datetime import timedelta

import pytest

from bot.playground.server_version import VERSIONS
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from engine.duplicate.state import GameState
from tests.support.chat_harness import KIRAZ, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, data_of_label, press_own_board, press_own_board_in_turn, rows
from tests.support.duplicate_answers import ROUND, STRICT, open_group, public_calls, standing, word_of
from tests.support.duplicate_chats import load_game, load_round
from tests.support.duplicate_games import open_round
from tests.support.games import with_fields
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def open_own_board(house: BotHarness, table: GameState = ROUND) -> tuple[ChatSession, ChatSession, SentMessage]:
    """A group with an open round, a player's private chat, and that player's board in it."""
    group, private = await open_group(house, table), await house.private_chat(KIRAZ)
    await group.put_table(table)
    return group, private, await private.say_and_wait(KIRAZ, "/raf")


async def test_an_answer_takes_three_taps_beside_its_letters(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    until = int((await load_round(group)).due.timestamp())
    assert rows(board)[0] == ["A₁", "E₁", "İ₁", "K₁", "L₁", "S₂", "▢", "⌫"]
    assert board.text.splitlines()[0] == private.text_plain("own-board-spell")
    assert private.text_plain("duplicate-unanswered-yet") in board.text
    assert f'unix="{until}"' in board.html, "which stays true while one looks"
    mark = harness.last_call_number
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅")
    assert await word_of(group) == "F8 KALEMLİK"
    assert "KALEMLİK" in board.text.splitlines()[0], "what stands"
    assert f'unix="{until}"' in (await private.say_and_wait(KIRAZ, "8F KALEMLİ")).html
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    assert private.text_plain("duplicate-answered", count=1) in board.text
    assert len(rows(board)) == 4, "the letters, lock and take back, the rest, and the way to the group"
    assert public_calls(group, mark) == []


async def test_an_answer_is_changed_taken_back_and_locked(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, "L", "İ", "①", "✅")
    assert await word_of(group) == "F8 KALEMLİ"
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅")
    assert await word_of(group) == "F8 KALEMLİK", "the last one counts"
    board = await press_own_board(private, board, private.text_plain("button-answer-withdraw"))
    assert await standing(group) is None
    assert private.text_plain("duplicate-unanswered-yet") in board.text
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅", "🔒")
    assert (await load_game(group)).players[0].locked
    assert not {"🔒", "↩️ Geri al"} & set(button_labels(board))
    board = await press_own_board_in_turn(private, board, "L", "İ", "①")
    assert rows(board)[0] == ["‹"], "it can be tried, and not answered"
    assert private.text_plain("answer-is-final") in board.text


async def test_with_strict_words_every_place_is_offered_by_points_alone(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness, STRICT)
    board = await press_own_board_in_turn(private, board, "S", "K", "①")
    assert private.text_plain("answer-no-verdict") in board.text
    board = await press_own_board(private, board, "✅")
    answer = await standing(group)
    assert answer is not None
    assert not answer.counts
    assert answer.play.word in board.text


async def test_a_tap_on_a_round_that_is_over_shows_the_next(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①")
    await group.put_table(open_round(number=2, rack="AAEEKKZ", top="8F KALEME"))
    board = await press_own_board(private, board, "✅")
    assert "".join(label[0] for label in button_labels(board)[:7]) == "AAEEKKZ"
    assert board.text.startswith(private.text_plain("answer-round-closed").replace("<i>", "").replace("</i>", ""))
    assert await standing(group) is None
    for number, told in ((2, "answer-next-rack"), (10, "turn-none")):
        await group.put_table(
            with_fields(ROUND, round=None, number=number, opens=ROUND.round.due + timedelta(days=1))  # type: ignore[union-attr]  # it is open
        )
        board = await press_own_board(private, board, private.text_plain("own-board-refresh"))
        assert private.text_plain(told) in board.text


@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_in_the_group_it_is_an_ephemeral_message_and_who_opens_it_is_in_the_game(
    harness: BotHarness, version: str
) -> None:
    group = await open_group(harness)
    table = await group.say_and_wait(KIRAZ, "/tahta")
    harness.switch_server_version(version)
    mark = harness.last_call_number
    await group.press_kind(NANE, table, "rack")
    await harness.wait_until_idle()
    for label in ("L", "İ", "K", "①", "✅"):
        await press_ephemeral(group, NANE, label)
    assert (await load_game(group)).players[2].user == NANE
    assert await word_of(group, 2) == "F8 KALEMLİK"
    assert public_calls(group, mark) == []
    harness.switch_server_version(VERSIONS[0])


async def press_ephemeral(group: ChatSession, person: int, label: str) -> None:
    """Press a button of the own board that the person alone sees in the group."""
    (shown,) = group.harness.playground.world.ephemeral.visible_to_person(group.chat_id, person)
    board = SentMessage({}, shown["message"], is_photo=True)
    await group.press_data(person, board, data_of_label(board, label))
    await group.harness.wait_until_idle()


async def test_whose_private_chat_is_closed_sees_the_rack_in_an_alert(harness: BotHarness) -> None:
    group = await open_group(harness)
    await harness.private_chat(KIRAZ, opened=False)
    await group.put_table(ROUND)
    told = await group.forge_tap(group.user_json(KIRAZ), None, encode_button_data("rack", table_name(ROUND)))
    assert told["show_alert"]
    assert "A₁  E₁  İ₁" in told["text"]
