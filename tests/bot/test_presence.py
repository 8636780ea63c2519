"""Players who leave the group of their table or are put out of it: what its boards say, and that nothing is sent."""

import pytest

from engine.family import Game
from tests.support.chats import KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import game
from tests.support.klepka_chats import dealt
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ["KALEMLİ", "DEFTERA", "SİLGİAA"]
DAY = 24 * 60 * 60


async def seated(house: House, language: str = "tr", *, options: str = "none") -> Talk:
    talk = await house.group(language)
    await talk.deal(game("scrabble-tr", racks=RACKS, bag="A" * 30, options={"clock": options}))
    return talk


async def table(talk: Talk) -> Game:
    found = await talk.table()
    assert isinstance(found, Game)
    return found


async def moved(talk: Talk, person: int, *, here: bool) -> None:
    """Let somebody leave, or come back, and the bot hear of it; it says nothing."""
    await talk.mark()
    before = talk.house.calls
    talk.house.playground.world.set_presence(talk.chat, person, here=here)
    await talk.house.quiet()
    said = [call.method for call in talk.house.playground.journal.entries(after=before)]
    assert not [method for method in said if method.startswith(("send", "edit"))], "the bot has nothing to say to it"


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_left_is_marked_until_they_come_back(house: House, language: str, status: str) -> None:
    talk = await seated(house, language)
    talk.house.playground.world.set_bot_status(talk.chat, status)
    await talk.house.quiet()
    mark = f"({talk.plain('seat-gone')})"
    await moved(talk, LIMON, here=False)
    assert (await table(talk)).gone == (LIMON,)
    assert f"Bora\u2069 <b>0</b> {mark}" in (await talk.ask(KIRAZ, "/tahta")).html
    await moved(talk, LIMON, here=True)
    assert (await table(talk)).gone == ()
    assert mark not in (await talk.ask(KIRAZ, "/tahta")).html


async def test_a_table_of_cards_shows_it_too(house: House) -> None:
    talk = await house.group("uk")
    await talk.deal(dealt("ОоЩф ОоЩф", "КіТКіТ", "ВоДа"))
    await moved(talk, LIMON, here=False)
    assert f"({talk.plain('seat-gone')})" in (await talk.ask(KIRAZ, "/score")).html


async def test_the_seat_waits_and_then_the_rules_for_the_absent_hold(house: House) -> None:
    talk = await seated(house)
    await moved(talk, KIRAZ, here=False)
    await moved(talk, NANE, here=False)
    state = await table(talk)
    assert (state.turn, state.number, [player.active for player in state.players]) == (0, 0, [True] * 3)
    await talk.mark()
    await house.pass_time(DAY)
    await talk.sent()
    assert (await table(talk)).clocks.reminded


async def test_whoever_is_gone_is_found_by_asking_where_nobody_said_so(house: House) -> None:
    talk = await seated(house)
    talk.chat.people = (KIRAZ, LIMON)
    await talk.ask(LIMON, "/cikar 3")
    assert (await table(talk)).gone == (NANE,)


async def test_people_who_do_not_play_and_other_groups_change_nothing(house: House) -> None:
    talk, other = await seated(house), await seated(house)
    before = await talk.stored(), await other.stored()
    house.playground.world.set_presence(other.chat, LIMON, here=False)
    await house.quiet()
    assert (await table(other)).gone == (LIMON,)
    assert await talk.stored() == before[0]
    user = talk.user(NANE) | {"id": 9999}
    await talk.say_as(user, "", left_chat_member=user)
    assert await talk.stored() == before[0]
