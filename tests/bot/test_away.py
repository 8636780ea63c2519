"""The service away in mid-run, over the wire: nobody's time went on, and where a clock runs that is told once."""

import pytest

from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def timed(house: House, clock: str = "2min") -> Talk:
    talk = await house.group()
    options = {"clock": clock, "challenge": "void"}
    await talk.deal(game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options=options))
    return talk


def told(talk: Talk) -> str:
    """That nobody could play for five minutes."""
    return talk.html("clocks-shifted", time=talk.plain("unit-minute", count=5))


async def test_a_move_is_in_time_and_tells_of_the_absence(house: House) -> None:
    talk = await timed(house)
    await house.be_away(300)
    played = await talk.ask(KIRAZ, "/oyna 8F KALEMLİK")
    assert played.html.startswith(f"{told(talk)}\n")
    assert "<b>KALEMLİK</b>" in played.html
    assert told(talk) not in (await talk.ask(LIMON, "/pas")).html


async def test_whoever_asks_for_the_clocks_is_told_and_then_nobody(house: House) -> None:
    talk = await timed(house)
    await house.be_away(300)
    stand = await talk.ask(LIMON, "/sure")
    assert stand.html.startswith(f"{told(talk)}\n⏱")
    assert talk.plain("unit-minute", count=2) in stand.html
    assert told(talk) not in (await talk.ask(LIMON, "/sure")).html
    assert told(talk) not in (await talk.ask(KIRAZ, "/oyna 8F KALEMLİK")).html


async def test_less_than_a_minute_is_not_worth_a_word(house: House) -> None:
    talk = await timed(house)
    await house.be_away(59)
    assert "⏱" not in (await talk.ask(KIRAZ, "/oyna 8F KALEMLİK")).html.partition("\n")[0]
