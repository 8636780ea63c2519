"""What is said to one person in a group goes, on every server: with what they do next, or after a minute."""

from typing import Any

import pytest

from bot.playground.servers import VERSIONS
from bot.telegram.fading import SECONDS
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.fades import standing, sweep
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
QUESTION, REFUSED = "/oyna KALEMLİK", "/oyna A1 yatay KALEM"
SURE = ("/iptal", "/teslim")
"""What is asked back."""
SERVERS = [(version, status) for version in VERSIONS for status in ("administrator", "member")]


async def seated(house: House, version: str, status: str) -> tuple[Talk, int]:
    """A group with a running game, and how many messages of the bot stand in it."""
    talk = await house.group(status=status)
    house.serve(version)
    await talk.deal(LAID)
    await talk.ask(KIRAZ, "/tahta")
    return talk, len(standing(talk))


def alone(talk: Talk, person: int = KIRAZ) -> list[dict[str, Any]]:
    """What somebody alone sees in the group."""
    return [one["message"] for one in talk.house.playground.world.ephemeral.shown(talk.id, person)]


async def say(talk: Talk, person: int, text: str) -> None:
    talk.say(person, text)
    await talk.house.quiet()


@pytest.mark.parametrize("text", [QUESTION, REFUSED, *SURE])
@pytest.mark.parametrize(("version", "status"), SERVERS)
async def test_a_question_and_a_refusal_are_one_message_and_go_after_a_minute(
    house: House, version: str, status: str, text: str
) -> None:
    talk, before = await seated(house, version, status)
    await say(talk, KIRAZ, text)
    seen, said = len(standing(talk)) - before, alone(talk)
    hidden = version != "10.0" and status == "administrator"
    assert (seen, len(said)) == (not hidden, hidden)
    await sweep(house, SECONDS - 1)
    assert len(standing(talk)) - before + len(alone(talk)) == 1
    await sweep(house, 2)
    assert (len(standing(talk)), alone(talk)) == (before, [])


@pytest.mark.parametrize("text", [QUESTION, REFUSED])
@pytest.mark.parametrize("turn", ["/pas", "/oyna F8 yatay KALEMLİK"])
@pytest.mark.parametrize(("version", "status"), SERVERS)
async def test_they_go_with_the_turn(house: House, version: str, status: str, turn: str, text: str) -> None:
    talk, before = await seated(house, version, status)
    await say(talk, KIRAZ, text)
    await say(talk, KIRAZ, turn)
    await sweep(house, 1)
    assert (len(standing(talk)), alone(talk)) == (before + 1, []), "the turn, and nothing else"


@pytest.mark.parametrize("version", VERSIONS)
async def test_they_go_with_a_turn_that_was_taken_in_private(house: House, version: str) -> None:
    private = await house.private(KIRAZ)
    talk, before = await seated(house, version, "administrator")
    await say(talk, KIRAZ, QUESTION)
    await say(private, KIRAZ, "/pas")
    await talk.house.quiet()
    await sweep(house, 1)
    assert (len(standing(talk)), alone(talk)) == (before + 1, [])


@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_a_refusal_that_one_person_alone_sees_was_never_edited(house: House, version: str) -> None:
    talk, before = await seated(house, version, "administrator")
    for person in (KIRAZ, LIMON, KIRAZ):
        await say(talk, person, "/oyna A1 yatay KALEM")
    said = [*alone(talk), *alone(talk, LIMON)]
    assert len(said) == 3
    assert not any("edit_date" in one for one in said)
    assert len(standing(talk)) == before


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_question_that_is_turned_has_its_minute_again(house: House, version: str) -> None:
    talk, before = await seated(house, version, "administrator")
    await talk.deal(game("kelimelik", racks=["KALEMİS", "LERASİS"]))
    asked = await talk.ask(KIRAZ, "/oyna KALEMİS")
    await sweep(house, SECONDS - 1)
    await talk.press(KIRAZ, asked, asked.data("rows"))
    await house.quiet()
    await sweep(house, SECONDS - 1)
    assert len(standing(talk)) - before + len(alone(talk)) == 1
    await sweep(house, 2)
    assert (len(standing(talk)), alone(talk)) == (before, [])


@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_they_go_with_a_turn_that_was_tapped(house: House, version: str) -> None:
    talk, before = await seated(house, version, "administrator")
    await say(talk, KIRAZ, QUESTION)
    await say(talk, KIRAZ, "/raf")
    for label in ("mine-pass", "mine-pass-yes"):
        board = next(one for one in alone(talk) if "caption" in one)
        keys = [key for row in board["reply_markup"]["inline_keyboard"] for key in row]
        pressed = next(key["callback_data"] for key in keys if talk.plain(label) in key["text"])
        world = talk.house.playground.world
        await world.press(KIRAZ, talk.id, board["ephemeral_message_id"], pressed, ephemeral=True).answer
        await house.quiet()
    await sweep(house, 1)
    assert len(standing(talk)) == before + 1
    assert not [one for one in alone(talk) if "caption" not in one], "the own board stays"
