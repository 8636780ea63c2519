"""The picture of an own board, which follows its words when no key comes for a moment."""

import asyncio
from pathlib import Path

from bot.telegram.private_delivery import PICTURE_SECONDS
from tests.support.chat_harness import KIRAZ
from tests.support.chat_steps import data_of_label, press_own_board_in_turn
from tests.support.games import game
from tests.support.run_harness import run_harness


async def test_a_picture_that_waits_does_not_come_once_the_message_has_done_its_work(
    redis_url: str, tmp_path: Path
) -> None:
    """The last move is played within the moment that the picture of its place waits for."""
    is_quiet = asyncio.Event()
    is_quiet.set()

    async def pause(seconds: float) -> None:
        await (is_quiet.wait() if seconds == PICTURE_SECONDS else asyncio.sleep(seconds))

    async with run_harness(redis_url, tmp_path, {}, pause=pause) as harness:
        private = await harness.private_chat(KIRAZ)
        await private.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LİK", "A"], bag=""))
        board = await private.say_and_wait(KIRAZ, "/raf")
        board = await press_own_board_in_turn(private, board, *"LİK")
        is_quiet.clear()
        await private.press_data(KIRAZ, board, data_of_label(board, "①"))
        board = await private.wait_edited(board, "editMessageCaption")
        await private.press_without_waiting(KIRAZ, board, data_of_label(board, "✅"))
        await private.wait_messages()
        last = harness.last_call_number
        is_quiet.set()
        await harness.wait_until_idle()
        later = [call.method for call in harness.playground.journal.find_entries(after=last)]
        assert not {"editMessageMedia", "sendPhoto"}.intersection(later)
