"""A typed challenge that waited behind the next player's move: it is never about a play that was laid after it."""

from datetime import timedelta

import pytest

from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from tests.support.chat_harness import NANE, BotHarness, ChatSession
from tests.support.games import NOW, USERS, accepts_only, after_actions, game, place_play, with_fields

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
AYSES_PHONY = after_actions(BEFORE, place_play(BEFORE, "8F KALEMZ"), seconds=2)
BORAS_PLAY = after_actions(AYSES_PHONY, place_play(AYSES_PHONY, "H7 ALA"), seconds=LAID_AT)


SKEWS = (-300, -70, -3, 3, 70, 300)
"""Seconds that the clock of Redis's machine may be ahead of Telegram's."""


async def answer_to_challenge(
    talk: ChatSession, state: GameState, *, arrives: float, text: str = "/itiraz", ahead: float = 0
) -> str:
    """What Can, the third at the table, hears to a challenge that arrives so many seconds after the game's beginning.

    Redis's clock is ahead of Telegram's by so much.
    """
    await talk.put_table(state)
    talk.harness.clock.now = NOW + timedelta(seconds=arrives) + talk.harness.served_clock.downtime
    dated = talk.harness.clock.now - timedelta(seconds=ahead)
    await talk.say_as_user(talk.user_json(NANE), text, date=int(dated.timestamp()))
    return (await talk.wait_messages())[0].html


async def test_one_that_came_before_the_open_play_was_laid_is_too_late_for_the_play_it_meant(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group()
    answer = await answer_to_challenge(talk, BORAS_PLAY, arrives=LAID_AT - 0.1)
    assert answer == talk.text_html("refusal-challenge-too-late")
    assert await talk.load_current_game() == BORAS_PLAY


@pytest.mark.parametrize("arrives", [LAID_AT, LAID_AT + 20], ids=["at once", "later"])
async def test_one_that_came_after_the_open_play_was_laid_is_about_it(harness: BotHarness, arrives: float) -> None:
    talk = await harness.new_group()
    await answer_to_challenge(talk, BORAS_PLAY, arrives=arrives)
    assert [done.play for done in (await talk.load_current_game()).challenges] == [2]


@pytest.mark.parametrize("ahead", SKEWS)
@pytest.mark.parametrize(("arrives", "doubted"), [(LAID_AT - 0.1, []), (LAID_AT + 0.1, [2]), (LAID_AT + 59, [2])])
async def test_which_play_it_meets_is_not_told_by_a_clock_that_disagrees(
    harness: BotHarness, arrives: float, doubted: list[int], ahead: float
) -> None:
    talk = await harness.new_group()
    await answer_to_challenge(talk, BORAS_PLAY, arrives=arrives, ahead=ahead)
    assert [done.play for done in (await talk.load_current_game()).challenges] == doubted


async def test_one_that_names_words_of_the_open_play_is_about_it_whenever_it_came(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await answer_to_challenge(talk, BORAS_PLAY, arrives=0, text="/itiraz ala")
    assert [done.play for done in (await talk.load_current_game()).challenges] == [2]


async def test_an_older_one_that_names_a_word_of_the_play_before_is_not_about_the_open_one(harness: BotHarness) -> None:
    talk = await harness.new_group()
    answer = await answer_to_challenge(talk, BORAS_PLAY, arrives=LAID_AT - 3, text="/itiraz kalemz")
    assert answer == talk.text_html("refusal-challenge-too-late")


async def test_an_older_one_about_a_play_that_another_challenged_says_so(harness: BotHarness) -> None:
    talk = await harness.new_group()
    heard = after_actions(AYSES_PHONY, Challenge(BORA), judge=accepts_only("KALEM"), seconds=5)
    answer = await answer_to_challenge(
        talk, after_actions(heard, place_play(heard, "H7 ALA"), seconds=LAID_AT), arrives=4
    )
    assert answer == talk.text_html("refusal-challenged-already")


@pytest.mark.parametrize(("arrives", "doubted"), [(LAID_AT - 3, []), (LAID_AT + 20, [2])])
async def test_when_it_came_is_told_in_the_time_of_the_play(
    harness: BotHarness, arrives: float, doubted: list[int]
) -> None:
    """Arrivals are instants of people, and the service was away once."""
    talk = await harness.new_group()
    await harness.pass_downtime(300)
    await answer_to_challenge(talk, BORAS_PLAY, arrives=arrives)
    assert [done.play for done in (await talk.load_current_game()).challenges] == doubted


async def test_a_window_that_moved_with_the_clocks_leaves_a_challenge_in_time(harness: BotHarness) -> None:
    """The bot was away after the play: the challenge waited at Telegram, and the window was moved past it."""
    talk = await harness.new_group()
    assert BORAS_PLAY.pending is not None
    moved = with_fields(BORAS_PLAY.pending, until=BORAS_PLAY.pending.until + timedelta(minutes=10))
    await answer_to_challenge(talk, with_fields(BORAS_PLAY, pending=moved), arrives=LAID_AT + 80)
    assert [done.play for done in (await talk.load_current_game()).challenges] == [2]
