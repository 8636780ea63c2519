"""A typed challenge that waited behind the next player's move: it is never about a play that was laid after it."""

from datetime import timedelta

import pytest

from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from tests.support.chats import NANE, House, Talk
from tests.support.games import NOW, USERS, after, changed, game, only, play

pytestmark = pytest.mark.asyncio(loop_scope="module")

AYSE, BORA, CAN = USERS[:3]
LAID_AT = 10.4
"""Seconds from the games' beginning to Bora's play."""
BEFORE = game(
    "scrabble-tr",
    laid=["8F KALEM"],
    racks=["LİKRSĞZ", "AAEEKKL", "AAEEKKL"],
    options={"challenge": "double"},
)
AYSES_PHONY = after(BEFORE, play(BEFORE, "8F KALEMZ"), seconds=2)
BORAS_PLAY = after(AYSES_PHONY, play(AYSES_PHONY, "H7 ALA"), seconds=LAID_AT)


async def challenge(talk: Talk, state: GameState, *, sent: float, text: str = "/itiraz") -> str:
    """What Can, the third at the table, hears to a challenge sent so many seconds after the game's beginning."""
    await talk.deal(state)
    instant = NOW + timedelta(seconds=sent)
    await talk.say_as(talk.user(NANE), text, date=int(instant.timestamp()))
    return (await talk.sent())[0].html


async def test_one_sent_before_the_open_play_was_laid_comes_too_late_for_the_play_it_meant(house: House) -> None:
    talk = await house.group()
    answer = await challenge(talk, BORAS_PLAY, sent=LAID_AT - 3)
    assert answer == talk.html("refusal-challenge-too-late")
    assert await talk.game() == BORAS_PLAY


@pytest.mark.parametrize("sent", [int(LAID_AT), LAID_AT + 20], ids=["in the same second", "later"])
async def test_one_sent_after_the_open_play_was_laid_is_about_it(house: House, sent: float) -> None:
    talk = await house.group()
    await challenge(talk, BORAS_PLAY, sent=sent)
    assert [done.play for done in (await talk.game()).challenges] == [2]


async def test_one_that_names_words_of_the_open_play_is_about_it_whenever_it_was_sent(house: House) -> None:
    talk = await house.group()
    await challenge(talk, BORAS_PLAY, sent=0, text="/itiraz ala")
    assert [done.play for done in (await talk.game()).challenges] == [2]


async def test_an_older_one_that_names_a_word_of_the_play_before_is_not_about_the_open_one(house: House) -> None:
    talk = await house.group()
    answer = await challenge(talk, BORAS_PLAY, sent=LAID_AT - 3, text="/itiraz kalemz")
    assert answer == talk.html("refusal-challenge-too-late")


async def test_an_older_one_about_a_play_that_another_challenged_says_so(house: House) -> None:
    talk = await house.group()
    heard = after(AYSES_PHONY, Challenge(BORA), judge=only("KALEM"), seconds=5)
    answer = await challenge(talk, after(heard, play(heard, "H7 ALA"), seconds=LAID_AT), sent=4)
    assert answer == talk.html("refusal-challenged-already")


@pytest.mark.parametrize(("sent", "doubted"), [(LAID_AT - 3, []), (LAID_AT + 20, [2])])
async def test_when_it_was_sent_is_told_in_the_time_of_the_play(house: House, sent: float, doubted: list[int]) -> None:
    """Telegram's instants are those of people, and the service was away once."""
    talk = await house.group()
    await house.be_away(300)
    await challenge(talk, BORAS_PLAY, sent=300 + sent)
    assert [done.play for done in (await talk.game()).challenges] == doubted


async def test_a_window_that_moved_with_the_clocks_leaves_a_challenge_in_time(house: House) -> None:
    """The bot was away after the play: the challenge waited at Telegram, and the window was moved past it."""
    talk = await house.group()
    assert BORAS_PLAY.pending is not None
    moved = changed(BORAS_PLAY.pending, until=BORAS_PLAY.pending.until + timedelta(minutes=10))
    await challenge(talk, changed(BORAS_PLAY, pending=moved), sent=LAID_AT + 20)
    assert [done.play for done in (await talk.game()).challenges] == [2]
