"""Players who are away, as their group sees it: skipping, removing, replacing, votes, and who may do what."""

import pytest

from engine.game_base import Game
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST = "Ayşe"
"""Who is on turn first."""
DAY = 24 * 60 * 60
RACKS = ["KALEMLİ", "DEFTERA", "SİLGİAA"]


async def deal_table(house: BotHarness, players: int) -> ChatSession:
    """A group with a game of so many, the first of them on turn and nobody in a hurry."""
    talk = await house.new_group()
    await talk.put_table(game("scrabble-tr", racks=RACKS[:players], bag="A" * 30, options={"clock": "none"}))
    return talk


async def wait_for_first(house: BotHarness, talk: ChatSession) -> None:
    """A day passes without a move, and the group is told so."""
    await talk.start_watching()
    await house.advance_time(DAY)
    await talk.wait_messages()


async def active_seats(talk: ChatSession) -> list[bool]:
    return [player.active for player in (await table(talk)).players]


async def table(talk: ChatSession) -> Game:
    found = await talk.load_current_table()
    assert isinstance(found, Game)
    return found


async def test_with_two_players_the_other_skips_after_a_day(harness: BotHarness) -> None:
    talk = await deal_table(harness, 2)
    assert FIRST in (await talk.say_and_wait(LIMON, "/atla")).text
    assert (await table(talk)).number == 0
    await harness.advance_time(DAY)
    assert FIRST in (await talk.say_and_wait(LIMON, "/atla")).text
    assert ((await table(talk)).turn, (await table(talk)).number) == (1, 1)


async def test_nobody_is_voted_out_who_plays(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    assert (await talk.say_and_wait(NANE, "/cikar 2")).text == talk.text_plain("refusal-not-away", name="Bora")
    assert FIRST in (await talk.say_and_wait(LIMON, "/cikar 1")).text
    assert (await table(talk)).petition is None


async def test_a_vote_is_one_message_that_shows_who_voted(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    assert FIRST in asked.text
    no = asked.button_data("vote").removesuffix("y") + "n"
    await talk.press_data(NANE, asked, no)
    (lost,) = await talk.messages_despite_refusals()
    assert "Kabul edilmedi" in lost.text
    assert "<b>" not in lost.text
    assert not lost.buttons
    assert await active_seats(talk) == [True] * 3


async def test_one_vote_of_several_changes_the_message_and_is_no_other(harness: BotHarness) -> None:
    talk = await harness.new_group()
    state = game("scrabble-tr", racks=[*RACKS, "KİTAPAA"], bag="A" * 30, options={"clock": "none"})
    await talk.put_table(state)
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    await talk.press_data(NANE, asked, asked.button_data("vote").removesuffix("y") + "n")
    changed = await talk.wait_edited(asked, "editMessageText")
    assert "❌ " in changed.text
    await talk.check_no_answer(LIMON, "böyle de olur")


async def test_a_typed_vote_changes_the_message_that_shows_the_vote(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON, NANE, ZEYTIN))
    racks = [*RACKS, "KİTAPAA"]
    await talk.put_table(game("scrabble-tr", racks=racks, bag="A" * 30, options={"clock": "none"}))
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    await talk.press_data(LIMON, asked, asked.button_data("vote").removesuffix("y") + "n")
    await talk.wait_edited(asked, "editMessageText")
    talk.say(NANE, "/cikar 1")
    changed = await talk.wait_edited(asked, "editMessageText", newest=True)
    assert "✅ \u2068Can\u2069" in changed.text
    assert "❌ \u2068Bora\u2069" in changed.text
    assert changed.button_data("vote") == asked.button_data("vote")
    assert await active_seats(talk) == [True] * 4
    await talk.check_no_answer(LIMON, "tamam")


async def test_enough_votes_take_a_player_out(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    await talk.press_data(NANE, asked, asked.button_data("vote"))
    assert await active_seats(talk) == [False, True, True]


async def test_nobody_else_votes_and_a_forged_button_does_nothing(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    yes = asked.button_data("vote")
    for user, data, message in (
        (FIFTH_USER, yes, "refusal-not-seated"),
        (talk.user_json(ZEYTIN), yes, "refusal-not-seated"),
        (talk.user_json(KIRAZ), yes, "refusal-vote-on-oneself"),
        (talk.user_json(NANE), yes.replace("remove:0", "remove:1"), "refusal-no-vote"),
        (talk.user_json(ZEYTIN), f"heir:{yes.split(':')[1]}:0", "refusal-no-vote"),
    ):
        before = await talk.stored_state()
        answer = await talk.forge_tap(user, asked, data)
        assert answer["text"] == talk.text_plain(message)
        assert await talk.stored_state() == before


async def test_a_substitute_takes_the_seat_and_the_former_owner_sees_nothing_of_it(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    sought = await talk.say_and_wait(LIMON, "/yerine 1")
    assert (await talk.forge_tap(FIFTH_USER, sought, sought.button_data("heir")))["text"] == talk.text_plain(
        "refusal-members-only"
    )
    await talk.press_data(ZEYTIN, sought, sought.button_data("heir"))
    asked = next(one for one in await talk.wait_messages() if any("vote" in str(row) for row in one.buttons))
    assert "Zeytin" in asked.text
    for person in (LIMON, NANE):
        await talk.press_data(person, asked, asked.button_data("vote"))
    assert [player.user for player in (await table(talk)).players] == [ZEYTIN, LIMON, NANE]
    assert (await talk.say_and_wait(KIRAZ, "/pas")).text == talk.text_plain("refusal-not-seated")
    talk.say(ZEYTIN, "/pas")
    await harness.wait_until_idle()
    assert (await table(talk)).turn == 1


async def test_a_turn_that_waited_for_a_day_is_told_once(harness: BotHarness) -> None:
    talk = await deal_table(harness, 2)
    await talk.start_watching()
    await harness.advance_time(DAY)
    (told,) = await talk.wait_messages()
    assert FIRST in told.text
    assert (await table(talk)).clocks.reminded


async def test_an_administrator_confirms_a_removal_and_whoever_is_out_is_told_why(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    asked = await talk.say_and_wait(KIRAZ, "/cikar 2")
    assert asked.html == talk.text_html("remove-sure", name="\u2068Bora\u2069")
    assert await active_seats(talk) == [True] * 3
    yes = asked.button_data("remove")
    assert (await talk.forge_tap(talk.user_json(LIMON), asked, yes))["text"] == talk.text_plain(
        "refusal-not-your-button"
    )
    await talk.press_data(KIRAZ, asked, yes.removesuffix("y") + "n")
    assert await active_seats(talk) == [True] * 3
    asked = await talk.say_and_wait(KIRAZ, "/cikar 2")
    await talk.press_data(KIRAZ, asked, asked.button_data("remove"))
    assert await active_seats(talk) == [True, False, True]
    assert (await talk.say_and_wait(LIMON, "/pas")).text == talk.text_plain("refusal-was-removed", why="ruling")


async def test_whoever_was_voted_out_is_told_so(harness: BotHarness) -> None:
    talk = await deal_table(harness, 3)
    await wait_for_first(harness, talk)
    asked = await talk.say_and_wait(LIMON, "/cikar 1")
    await talk.press_data(NANE, asked, asked.button_data("vote"))
    await harness.wait_until_idle()
    assert (await talk.say_and_wait(KIRAZ, "/pas")).text == talk.text_plain("refusal-was-removed", why="vote")
