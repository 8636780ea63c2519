"""Plays taken back by button and by command, and turns undone by administrators, in the group's eyes."""

import pytest

from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import changed, game
from tests.support.languages import LANGUAGES
from tests.support.presses import CARDS

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "20"})
PLAIN = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none"})
"""Kiraz owns the group; Kiraz and Limon play."""
ANOTHERS = game("kelimelik", racks=["ŞŞZZVVÖ", "KALEMİR"], turn=1, options={"clock": "none", "take-back": "20"})
"""Limon is on turn."""


async def laid(talk: Talk) -> Sent:
    """The board once Kiraz has played."""
    await talk.deal(GAME)
    return await talk.ask(KIRAZ, "/oyna 8F KALEM")


async def found(talk: Talk, dealt: GameState = GAME) -> bool:
    """Whether racks, scores, board and turn are those that were dealt."""
    now = await talk.game()
    racks = [sorted(player.rack) for player in now.players]
    same = racks == [sorted(player.rack) for player in dealt.players]
    return same and (now.cells, now.bag, now.turn) == (dealt.cells, dealt.bag, dealt.turn)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_board_says_until_when_and_a_tap_takes_the_play_back(house: House, language: str) -> None:
    talk = await house.group(language)
    board = await laid(talk)
    name, time = "\u2068Ayşe\u2069", talk.plain("unit-second", count=20)
    assert talk.html("take-back-until", name=name, time=time) in board.html
    await talk.mark()
    toast = await talk.tap(KIRAZ, board, "back")
    assert toast["text"] == talk.plain("take-back-done")
    (told,) = await talk.sent()
    assert told.html.startswith(talk.html("turn-taken-back", name=name, word="KALEM", score=12))
    assert await found(talk)
    assert not [button for button in told.buttons if button["callback_data"].startswith("back:")]


async def test_nobody_else_takes_it_back_and_nobody_too_late(house: House) -> None:
    talk = await house.group()
    board = await laid(talk)
    for person, code in ((LIMON, "play-of-another"), (NANE, "not-seated")):
        alert = await talk.tap(person, board, "back")
        assert alert["text"] == talk.plain(f"refusal-{code}", name="Ayşe")
    await house.pass_time(21)
    alert = await talk.tap(KIRAZ, board, "back")
    assert alert["text"] == talk.plain("refusal-take-back-too-late")


async def test_when_the_seconds_are_over_the_group_hears_nothing(house: House) -> None:
    talk = await house.group()
    await laid(talk)
    await talk.mark()
    await house.pass_time(21)
    await talk.silent(KIRAZ)


async def test_the_command_does_the_same_in_the_group_and_in_private(house: House) -> None:
    talk, private = await house.group(), await house.private(KIRAZ)
    await laid(talk)
    await talk.ask(KIRAZ, "/geri")
    assert await found(talk)
    await laid(talk)
    assert (await private.ask(KIRAZ, "/geri")).html == private.html("take-back-done")
    assert await found(talk)


async def test_the_next_move_closes_the_seconds(house: House) -> None:
    talk = await house.group()
    board = await laid(talk)
    await talk.ask(LIMON, "/pas")
    alert = await talk.forge(talk.user(KIRAZ), board, board.data("back"))
    assert alert["text"] == talk.plain("refusal-take-back-too-late")


async def test_where_the_table_does_not_allow_it_there_is_no_button(house: House) -> None:
    talk = await house.group()
    await talk.deal(PLAIN)
    board = await talk.ask(KIRAZ, "/oyna 8F KALEM")
    assert not [button for button in board.buttons if button["callback_data"].startswith("back:")]
    refusal = await talk.ask(KIRAZ, "/geri")
    assert refusal.html == talk.html("refusal-no-take-back")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_undoes_a_turn_and_it_is_told_and_logged(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(ANOTHERS)
    await talk.ask(LIMON, "/oyna 8F KALEM")
    told = await talk.ask(KIRAZ, "/undo")
    name = "\u2068Bora\u2069"
    assert told.html.startswith(
        talk.html("turn-undone-play", by="\u2068Kiraz\u2069", name=name, word="KALEM", score=12)
    )
    assert await found(talk, ANOTHERS)
    log = (await talk.ask(KIRAZ, "/log")).html
    assert talk.html("act-undo", at="", name="\u2068Kiraz\u2069").strip(" \u00b7") in log


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_who_undoes_the_own_turn_is_named_once(house: House, language: str) -> None:
    talk = await house.group(language)
    own = changed(GAME.players[0], name="Kiraz")
    await talk.deal(changed(GAME, players=(own, *GAME.players[1:])))
    name = "\u2068Kiraz\u2069"
    for turn, told in (
        ("/pas", talk.html("turn-undone-own-pass", name=name)),
        ("/oyna 8F KALEM", talk.html("turn-undone-own-play", name=name, word="KALEM", score=12)),
    ):
        await talk.ask(KIRAZ, turn)
        assert (await talk.ask(KIRAZ, "/undo")).html.splitlines()[0] == told
        assert told.count("Kiraz") == 1


async def test_passes_are_undone_and_what_drew_tiles_is_not(house: House) -> None:
    talk = await house.group()
    await talk.deal(PLAIN)
    await talk.ask(KIRAZ, "/pas")
    assert (await talk.ask(KIRAZ, "/gerial")).html.startswith("\u21a9\ufe0f")
    assert await found(talk, PLAIN)
    await talk.ask(KIRAZ, "/oyna 8F KALEM")
    assert (await talk.ask(KIRAZ, "/gerial")).html == talk.html("refusal-nothing-to-undo")


async def test_whoever_is_no_administrator_undoes_nothing(house: House) -> None:
    talk = await house.group()
    await laid(talk)
    for person in (LIMON, NANE):
        assert (await talk.ask(person, "/gerial")).html == talk.html("refusal-admins-only")
    assert not await found(talk)


async def test_cards_once_seen_are_not_undone(house: House) -> None:
    talk = await house.group()
    await talk.deal(CARDS)
    assert (await talk.ask(KIRAZ, "/gerial")).html == talk.html("refusal-nothing-to-undo")
    assert (await talk.ask(KIRAZ, "/geri")).html == talk.html("refusal-another-game")
