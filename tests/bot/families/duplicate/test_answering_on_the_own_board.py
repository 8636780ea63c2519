"""Answering on the own board: spelled, given, changed, locked and taken back, unseen by anybody else."""

import pytest

from engine.duplicate.state import GameState
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.chat_steps import press_own_board, press_own_board_in_turn, rows
from tests.support.duplicate_games import open_round, play_of
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")
ROUND = open_round()


async def open_own_board(
    house: BotHarness, table: GameState = ROUND, language: str = "tr"
) -> tuple[ChatSession, ChatSession, SentMessage]:
    """A group with an open round, a player's private chat, and that player's board in it."""
    group, private = await house.new_group(language), await house.private_chat(KIRAZ, language)
    await group.put_table(table)
    command = {"tr": "/raf", "en": "/rack", "uk": "/pidstavka"}[language]
    return group, private, await private.say_and_wait(KIRAZ, command)


async def load_game(group: ChatSession) -> GameState:
    table = await group.load_current_table()
    assert isinstance(table, GameState)
    return table


async def test_an_answer_takes_three_taps_beside_its_letters(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    print(board.text, rows(board))
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①")
    print(board.text, rows(board))
    await group.start_watching()
    board = await press_own_board(private, board, "✅")
    print(board.text, rows(board))
    state = await load_game(group)
    assert state.players[0].answer is not None
    assert state.players[0].answer.play == play_of(ROUND, "8F KALEMLİK")
    board = await press_own_board(private, board, "🔒")
    print(board.text, rows(board))
    assert False
