"""Players who are away, as their group sees it: skipping, removing, replacing, votes, and who may do what."""

import pytest

from engine.family import Game
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, ZEYTIN, House, Talk
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST = "Ayşe"
"""Who is on turn first."""
DAY = 24 * 60 * 60
RACKS = ["KALEMLİ", "DEFTERA", "SİLGİAA"]


async def seated(house: House, players: int) -> Talk:
    """A group with a game of so many, the first of them on turn and nobody in a hurry."""
    talk = await house.group()
    await talk.deal(game("scrabble-tr", racks=RACKS[:players], bag="A" * 30, options={"clock": "none"}))
    return talk


async def wait_for_first(house: House, talk: Talk) -> None:
    """A day passes without a move, and the group is told so."""
    await talk.mark()
    await house.pass_time(DAY)
    await talk.sent()


async def active(talk: Talk) -> list[bool]:
    return [player.active for player in (await table(talk)).players]


async def table(talk: Talk) -> Game:
    found = await talk.table()
    assert isinstance(found, Game)
    return found


async def test_with_two_players_the_other_skips_after_a_day(house: House) -> None:
    talk = await seated(house, 2)
    assert FIRST in (await talk.ask(LIMON, "/atla")).text
    assert (await table(talk)).number == 0
    await house.pass_time(DAY)
    assert FIRST in (await talk.ask(LIMON, "/atla")).text
    assert ((await table(talk)).turn, (await table(talk)).number) == (1, 1)


async def test_nobody_is_voted_out_who_plays(house: House) -> None:
    talk = await seated(house, 3)
    assert (await talk.ask(NANE, "/cikar 2")).text == talk.plain("refusal-not-away", name="Bora")
    assert FIRST in (await talk.ask(LIMON, "/cikar 1")).text
    assert (await table(talk)).petition is None


async def test_a_vote_is_one_message_that_shows_who_voted(house: House) -> None:
    talk = await seated(house, 3)
    await wait_for_first(house, talk)
    asked = await talk.ask(LIMON, "/cikar 1")
    assert FIRST in asked.text
    no = asked.data("vote").removesuffix("y") + "n"
    await talk.press(NANE, asked, no)
    (lost,) = await talk.told()
    assert "Oylama kaybedildi" in lost.text
    assert "<b>" not in lost.text
    assert not lost.buttons
    assert await active(talk) == [True] * 3


async def test_one_vote_of_several_changes_the_message_and_is_no_other(house: House) -> None:
    talk = await house.group()
    state = game("scrabble-tr", racks=[*RACKS, "KİTAPAA"], bag="A" * 30, options={"clock": "none"})
    await talk.deal(state)
    await wait_for_first(house, talk)
    asked = await talk.ask(LIMON, "/cikar 1")
    await talk.press(NANE, asked, asked.data("vote").removesuffix("y") + "n")
    changed = await talk.changed(asked, "editMessageText")
    assert "❌ " in changed.text
    await talk.silent_on(LIMON, "böyle de olur")


async def test_a_typed_vote_changes_the_message_that_shows_the_vote(house: House) -> None:
    talk = await house.group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    racks = [*RACKS, "KİTAPAA"]
    await talk.deal(game("scrabble-tr", racks=racks, bag="A" * 30, options={"clock": "none"}))
    await wait_for_first(house, talk)
    asked = await talk.ask(LIMON, "/cikar 1")
    await talk.press(LIMON, asked, asked.data("vote").removesuffix("y") + "n")
    await talk.changed(asked, "editMessageText")
    talk.say(NANE, "/cikar 1")
    changed = await talk.changed(asked, "editMessageText", newest=True)
    assert "✅ \u2068Can\u2069" in changed.text
    assert "❌ \u2068Bora\u2069" in changed.text
    assert changed.data("vote") == asked.data("vote")
    assert await active(talk) == [True] * 4
    await talk.silent_on(LIMON, "tamam")


async def test_enough_votes_take_a_player_out(house: House) -> None:
    talk = await seated(house, 3)
    await wait_for_first(house, talk)
    asked = await talk.ask(LIMON, "/cikar 1")
    await talk.press(NANE, asked, asked.data("vote"))
    assert await active(talk) == [False, True, True]


async def test_nobody_else_votes_and_a_forged_button_does_nothing(house: House) -> None:
    talk = await seated(house, 3)
    await wait_for_first(house, talk)
    asked = await talk.ask(LIMON, "/cikar 1")
    yes = asked.data("vote")
    for user, data, message in (
        (FIFTH, yes, "refusal-not-seated"),
        (talk.user(ZEYTIN), yes, "refusal-not-seated"),
        (talk.user(KIRAZ), yes, "refusal-vote-on-oneself"),
        (talk.user(NANE), yes.replace("remove:0", "remove:1"), "refusal-no-vote"),
        (talk.user(ZEYTIN), f"heir:{yes.split(':')[1]}:0", "refusal-no-vote"),
    ):
        before = await talk.stored()
        answer = await talk.forge(user, asked, data)
        assert answer["text"] == talk.plain(message)
        assert await talk.stored() == before


async def test_a_substitute_takes_the_seat_and_the_former_owner_sees_nothing_of_it(house: House) -> None:
    talk = await seated(house, 3)
    sought = await talk.ask(LIMON, "/degis 1")
    assert (await talk.forge(FIFTH, sought, sought.data("heir")))["text"] == talk.plain("refusal-members-only")
    await talk.press(ZEYTIN, sought, sought.data("heir"))
    asked = next(one for one in await talk.sent() if any("vote" in str(row) for row in one.buttons))
    assert "Zeytin" in asked.text
    for person in (LIMON, NANE):
        await talk.press(person, asked, asked.data("vote"))
    assert [player.user for player in (await table(talk)).players] == [ZEYTIN, LIMON, NANE]
    assert (await talk.ask(KIRAZ, "/pas")).text == talk.plain("refusal-not-seated")
    talk.say(ZEYTIN, "/pas")
    await house.quiet()
    assert (await table(talk)).turn == 1


async def test_a_turn_that_waited_for_a_day_is_told_once(house: House) -> None:
    talk = await seated(house, 2)
    await talk.mark()
    await house.pass_time(DAY)
    (told,) = await talk.sent()
    assert FIRST in told.text
    assert (await table(talk)).clocks.reminded
