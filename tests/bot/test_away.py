"""Telegram away in mid-run, over the wire: what people sent meanwhile is in time when it comes."""

from datetime import timedelta

import pytest

from bot.playground.faults import Fault
from tests.support.chats import KIRAZ, House
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_move_sent_during_an_outage_is_accepted_and_the_time_is_told(house: House) -> None:
    talk = await house.group()
    options = {"clock": "120s", "challenge": "void"}
    await talk.deal(game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options=options))
    house.playground.faults.add(Fault(kind="error", method="getMe", count=1_000))
    house.clock.now += timedelta(minutes=5)
    shifted = await talk.ask(KIRAZ, "/oyna 8F KALEMLİK")
    time = talk.plain("unit-minute", count=5)
    assert shifted.html == talk.html("clocks-shifted", time=time)
    (played,) = await talk.sent()
    house.playground.faults.clear()
    assert played.photo
    assert "<b>KALEMLİK</b>" in played.html
    assert (await talk.game()).turn == 1
