"""Buttons look like what they do, where apps show that: green to play, red to give up."""

import pytest

from bot.playground.servers import OLDEST
from tests.support.chats import KIRAZ, LIMON, House, Sent
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def styles(sent: Sent) -> dict[str, str]:
    """By what the buttons' data begin with."""
    return {str(one["callback_data"]).partition(":")[0]: str(one.get("style", "")) for one in sent.buttons}


async def test_the_button_that_begins_is_green_and_those_beside_it_are_as_apps_like(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni kelimelik")
    lobby = await talk.ask(LIMON, "/tahta")
    found = styles(lobby)
    assert found["begin"] == "success"
    assert found["join"] == found["leave"] == ""


async def test_giving_up_is_red_and_playing_on_is_not(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/teslim")
    assert styles(asked) == {"yes": "danger", "no": ""}


async def test_ending_the_game_of_all_is_red(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    assert styles(await talk.ask(KIRAZ, "/iptal")) == {"cancel": "danger", "keep": ""}


async def test_the_one_place_of_a_word_is_green(house: House) -> None:
    assert house.playground.world.server.version == OLDEST, "every version that is served reads styles"
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK")
    assert set(styles(asked).values()) <= {"success", ""}
