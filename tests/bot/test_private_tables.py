"""A table in a private chat is spoken of as one that is there: not as a group's, and not by buttons of a group."""

import pytest

from engine.computers import computer
from tests.support.chats import KIRAZ, LIMON, NANE, House
from tests.support.games import changed, game
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(("person", "language"), [*zip((KIRAZ, LIMON, NANE), LANGUAGES, strict=True)])
async def test_what_is_refused_of_it_and_how_a_game_there_begins(house: House, person: int, language: str) -> None:
    private = await house.private(person, language)
    user = private.user(person)
    question = await private.ask(person, "/bot")
    await private.forge(user, question, "alone::0:kelimelik")
    lobby = (await private.sent(1))[0]
    assert (await private.forge(user, question, "alone::0"))["text"] == private.plain("refusal-lobby-open-private")
    await private.tap(person, lobby, "begin")
    begun = (await private.sent(1))[0]
    how = private.html("started-how-private", cell="H8", word=private.house.texts.plain("tr", "sample-word"))
    assert how in begun.html
    assert private.plain("button-rack") not in begun.text
    assert (await private.ask(person, "/davet @masada")).html == private.html("refusal-game-running-private")
    assert (await private.forge(user, question, "alone::0"))["text"] == private.plain("refusal-game-running-private")
    # What the refusal names leads on.
    for command, kind in (("/teslim", "yes"), ("/iptal", "cancel")):
        asked = await private.ask(person, command)
        assert any(one["callback_data"].startswith(f"{kind}:") for one in asked.buttons)


async def test_a_person_has_the_own_board_after_a_computer_that_laid_nothing(house: House) -> None:
    private = await house.private(KIRAZ)
    dealt = game("kelimelik", racks=["AAEEKKL", "JJJJJJJ"], turn=1)
    rival = changed(dealt.players[1], user=computer("kolay", 1))
    await private.deal(changed(dealt, players=(dealt.players[0], rival)))
    await house.pass_time(60)
    (told,) = await private.sent()
    assert told.photo, told.text
    assert told.data("mine")
