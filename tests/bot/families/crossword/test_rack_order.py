"""The order of a rack on the own board is what its player has chosen."""

import pytest

from bot.store import keys
from bot.tables.loaded_table import table_name
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.chat_steps import button_labels as labels
from tests.support.chat_steps import press_own_board_in_turn
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_a_rack_lies_by_the_alphabet_where_its_player_chose_so(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    await harness.redis.delete(keys.rack_order(KIRAZ, table_name(LAID)))
    await harness.store.save_setting(KIRAZ, "order", "letters")
    board = await press_own_board_in_turn(
        private, await private.say_and_wait(KIRAZ, "/raf"), private.text_plain("own-board-exchange")
    )
    rack = [label[0] for label in labels(board)][: len(LAID.players[0].rack)]
    assert rack == ["E", "İ", "İ", "L", "R", "S", "▢"]
    await harness.store.save_setting(KIRAZ, "order", None)
    board = await press_own_board_in_turn(
        private, await private.say_and_wait(KIRAZ, "/raf"), private.text_plain("own-board-exchange")
    )
    assert [label[0] for label in labels(board)][: len(rack)] == ["L", "E", "R", "İ", "S", "İ", "▢"]
