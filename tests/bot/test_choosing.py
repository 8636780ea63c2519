"""Who may not choose for a group is told so, and posts no buttons there; those of who may do not stay."""

import pytest

from bot.handlers.choosing import PANEL_SECONDS
from bot.playground.servers import NEWEST
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.fades import sweep
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def _with_messages_for_one_alone(house: House) -> None:
    house.serve(NEWEST)


ASKED = ("/tema", "/dil", "/etiket", "/ayarlar")


@pytest.mark.parametrize("text", ASKED)
async def test_who_may_not_choose_is_answered_alone_and_without_a_panel(house: House, text: str) -> None:
    talk = await house.group()
    answer = await talk.ask(LIMON, text)
    assert (answer.html, answer.buttons) == (talk.html("refusal-admins-only"), [])
    assert answer.alone


async def test_a_command_that_there_is_not_is_answered_alone(house: House) -> None:
    talk = await house.group()
    await talk.deal(game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"]))
    answer = await talk.ask(KIRAZ, "/stats")
    assert answer.html == talk.html("refusal-mistyped-command", typed="/stats", near="/skor")
    assert answer.alone


@pytest.mark.parametrize("text", ASKED)
async def test_the_buttons_of_who_may_go_after_a_while(house: House, text: str) -> None:
    talk = await house.group()
    asked = await talk.ask(KIRAZ, text)
    assert asked.buttons
    await sweep(house, PANEL_SECONDS - 1)
    assert asked.id in talk.chat.messages
    await sweep(house, 2)
    assert asked.id not in talk.chat.messages


@pytest.mark.parametrize("text", ASKED)
async def test_in_private_anybody_chooses(house: House, text: str) -> None:
    private = await house.private(LIMON)
    assert (await private.ask(LIMON, text)).buttons
