"""A table in a private chat is spoken of as one that is there: not as a group's, and not by buttons of a group."""

import json

import pytest

from engine.computers import computer
from tests.support.chats import KIRAZ, LIMON, NANE, House
from tests.support.fades import sweep
from tests.support.games import changed, game
from tests.support.languages import LANGUAGES
from tests.support.ownboards import behind, steps

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
    board = await steps(private, told, private.plain("mine-pass"), private.plain("mine-pass-yes"))
    assert board.text.startswith(private.plain("mine-done-private"))


PERSONS = game("kelimelik", racks=["AAEEKKL", "JJJJJJJ"])
ALONE = changed(PERSONS, players=(PERSONS.players[0], changed(PERSONS.players[1], user=computer("kolay", 1))))


def telling(house: House, said: str, after: int) -> list[str]:
    """The methods of the calls that said something."""
    calls = house.playground.journal.entries(after=after)
    return [one.method for one in calls if said in json.dumps(one.parameters, ensure_ascii=False, default=repr)]


@pytest.mark.parametrize("way", ["command", "own board"])
async def test_a_surrender_is_told_once_and_its_question_goes(house: House, way: str) -> None:
    private = await house.private(KIRAZ)
    await private.deal(ALONE)
    if way == "command":
        question = await private.ask(KIRAZ, "/teslim")
        yes = question.data("yes")
    else:
        question = await steps(private, await private.ask(KIRAZ, "/raf"), private.plain("mine-surrender"))
        yes = behind(question, private.plain("button-surrender"))
    before = house.calls
    await private.press(KIRAZ, question, yes)
    (end,) = await private.sent()
    assert end.photo
    await sweep(house)
    await house.quiet()
    assert telling(house, "teslim oldu.", before) == ["sendPhoto"]
    assert question.id not in private.chat.messages


async def test_who_presses_the_own_board_once_the_game_is_over_is_shown_the_end(house: House) -> None:
    private = await house.private(KIRAZ)
    await private.deal(ALONE)
    board = await steps(private, await private.ask(KIRAZ, "/raf"), private.plain("mine-surrender"))
    await private.tap(KIRAZ, await private.ask(KIRAZ, "/teslim"), "yes")
    await private.sent()
    await private.press(KIRAZ, board, behind(board, private.plain("button-surrender")))
    shown = await private.changed(board, "editMessageMedia")
    assert "teslim oldu." in shown.text
