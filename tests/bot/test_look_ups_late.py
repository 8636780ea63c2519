"""What somebody looks up is true when it is read, however long it waited to be sent."""

import asyncio

import pytest

from bot.playground.faults import Fault
from tests.support.chats import KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
PLAY = "/oyna F8 yatay KALEMLİK"
_SLOW = 1
"""Seconds for which Telegram takes nothing more."""


async def _played_meanwhile(talk: Talk) -> None:
    """Once Telegram has wanted something to wait, somebody plays, and the group is told."""
    while talk.house.playground.faults.waiting:  # noqa: ASYNC110 - a refused call has no event
        await asyncio.sleep(0.005)
    talk.say(KIRAZ, PLAY)


@pytest.mark.parametrize("asked", ["/tahta", "/skor", "/torba", "button"])
async def test_a_look_that_waited_shows_the_table_as_it_is_by_then(house: House, asked: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.mark()
    before = house.calls
    method = "sendPhoto" if asked in {"/tahta", "button"} else "sendMessage"
    house.playground.faults.add(Fault(kind="retry_after", chat_id=talk.id, method=method, retry_after=_SLOW))
    if asked == "button":
        await talk.press_at_once(LIMON, board, board.data("board"))
    else:
        talk.say(LIMON, asked)
    await _played_meanwhile(talk)
    while (await talk.game()).number == LAID.number:  # noqa: ASYNC110 - the game is asked for until it has gone on
        await asyncio.sleep(0.005)
    await house.quiet()
    calls = [
        call
        for call in house.playground.journal.entries(method, after=before)
        if str(call.parameters.get("chat_id")) == str(talk.id) and call.status == 200
    ]
    (looked,) = [call for call in calls if "reply_parameters" in call.parameters or asked == "button"][-1:]
    text = str(looked.parameters.get("caption") or looked.parameters.get("text"))
    now = await talk.ask(NANE, asked if asked != "button" else "/tahta")
    assert text == now.html
    assert looked.result.get("reply_markup") == now.message.get("reply_markup"), "no button of a turn that is over"
