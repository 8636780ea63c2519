"""What somebody looks up is true when it is read, however long it waited to be sent."""

import asyncio

import pytest

from bot.playground.bot_api.faults import Fault
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
PLAY = "/oyna F8 yatay KALEMLİK"
_SLOW = 1
"""Seconds for which Telegram takes nothing more."""


async def play_while_refused(talk: ChatSession) -> None:
    """Once Telegram has wanted something to wait, somebody plays, and the group is told."""
    while talk.harness.playground.faults.waiting_faults:  # noqa: ASYNC110 - a refused call has no event
        await asyncio.sleep(0.005)
    talk.say(KIRAZ, PLAY)


@pytest.mark.parametrize("asked", ["/tahta", "/skor", "/torba", "button"])
async def test_a_look_that_waited_shows_the_table_as_it_is_by_then(harness: BotHarness, asked: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.start_watching()
    before = harness.last_call_number
    method = "sendPhoto" if asked in {"/tahta", "button"} else "sendMessage"
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", chat_id=talk.chat_id, method=method, retry_after=_SLOW)
    )
    if asked == "button":
        await talk.press_without_waiting(LIMON, board, board.button_data("board"))
    else:
        talk.say(LIMON, asked)
    await play_while_refused(talk)
    while (await talk.load_current_game()).number == LAID.number:  # noqa: ASYNC110 - the game is asked for until it has gone on
        await asyncio.sleep(0.005)
    await harness.wait_until_idle()
    calls = [
        call
        for call in harness.playground.journal.find_entries(method, after=before)
        if str(call.parameters.get("chat_id")) == str(talk.chat_id) and call.status == 200
    ]
    (looked,) = [call for call in calls if "reply_parameters" in call.parameters or asked == "button"][-1:]
    text = str(looked.parameters.get("caption") or looked.parameters.get("text"))
    now = await talk.say_and_wait(NANE, asked if asked != "button" else "/tahta")
    assert text == now.html
    assert looked.result.get("reply_markup") == now.message.get("reply_markup"), "no button of a turn that is over"
