"""Players who leave the group of their table or are put out of it: what its boards say, and that nothing is sent."""

import pytest

from engine.game_base import Game
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ["KALEMLİ", "DEFTERA", "SİLGİAA"]
DAY = 24 * 60 * 60


async def deal_table(house: BotHarness, language: str = "tr", *, options: str = "none") -> ChatSession:
    talk = await house.new_group(language)
    await talk.put_table(game("scrabble-tr", racks=RACKS, bag="A" * 30, options={"clock": options}))
    return talk


async def table(talk: ChatSession) -> Game:
    found = await talk.load_current_table()
    assert isinstance(found, Game)
    return found


async def leave_or_return(talk: ChatSession, person: int, *, here: bool) -> None:
    """Let somebody leave, or come back, and the bot hear of it; it says nothing."""
    await talk.start_watching()
    before = talk.harness.last_call_number
    talk.harness.playground.world.set_presence(talk.chat, person, here=here)
    await talk.harness.wait_until_idle()
    said = [call.method for call in talk.harness.playground.journal.find_entries(after=before)]
    assert not [method for method in said if method.startswith(("send", "edit"))], "the bot has nothing to say to it"


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_left_is_marked_until_they_come_back(harness: BotHarness, language: str, status: str) -> None:
    talk = await deal_table(harness, language)
    talk.harness.playground.world.set_bot_status(talk.chat, status)
    await talk.harness.wait_until_idle()
    mark = f"({talk.text_plain('seat-gone')})"
    await leave_or_return(talk, LIMON, here=False)
    assert (await table(talk)).gone == (LIMON,)
    assert f"Bora\u2069 <b>0</b> {mark}" in (await talk.say_and_wait(KIRAZ, "/tahta")).html
    await leave_or_return(talk, LIMON, here=True)
    assert (await table(talk)).gone == ()
    assert mark not in (await talk.say_and_wait(KIRAZ, "/tahta")).html


async def test_a_table_of_cards_shows_it_too(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(klepka_game_of_chat("ОоЩф ОоЩф", "КіТКіТ", "ВоДа"))
    await leave_or_return(talk, LIMON, here=False)
    assert f"({talk.text_plain('seat-gone')})" in (await talk.say_and_wait(KIRAZ, "/score")).html


async def test_the_seat_waits_and_then_the_rules_for_the_absent_hold(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    await leave_or_return(talk, KIRAZ, here=False)
    await leave_or_return(talk, NANE, here=False)
    state = await table(talk)
    assert (state.turn, state.number, [player.active for player in state.players]) == (0, 0, [True] * 3)
    await talk.start_watching()
    await harness.advance_time(DAY)
    await talk.wait_messages()
    assert (await table(talk)).clocks.reminded


async def test_whoever_is_gone_is_found_by_asking_where_nobody_said_so(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    talk.chat.people = (KIRAZ, LIMON)
    await talk.say_and_wait(LIMON, "/cikar 3")
    assert (await table(talk)).gone == (NANE,)


async def test_people_who_do_not_play_and_other_groups_change_nothing(harness: BotHarness) -> None:
    talk, other = await deal_table(harness), await deal_table(harness)
    before = await talk.stored_state(), await other.stored_state()
    harness.playground.world.set_presence(other.chat, LIMON, here=False)
    await harness.wait_until_idle()
    assert (await table(other)).gone == (LIMON,)
    assert await talk.stored_state() == before[0]
    user = talk.user_json(NANE) | {"id": 9999}
    await talk.say_as_user(user, "", left_chat_member=user)
    assert await talk.stored_state() == before[0]


@pytest.mark.parametrize("by_message", [True, False])
async def test_who_leaves_before_the_game_begins_is_dealt_no_tiles(harness: BotHarness, *, by_message: bool) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    for person in (LIMON, NANE):
        talk.say(person, "/katil")
        await harness.wait_until_idle()
    if by_message:
        harness.playground.world.add_service_message(LIMON, talk.chat, {"left_chat_member": talk.user_json(LIMON)})
    else:
        harness.playground.world.set_presence(talk.chat, LIMON, here=False)
    await harness.wait_until_idle()
    lobby = await talk.load_current_table()
    assert isinstance(lobby, Lobby)
    assert [seat.user for seat in lobby.seats] == [KIRAZ, NANE]
