"""A game in which all answer at once: nobody is awaited, people come in, and what is about turns is refused."""

from datetime import timedelta

import pytest

from engine import cancellation
from engine import game as door
from engine.absence import Presence, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.allowance import Extend
from engine.clock import Pause
from engine.errors import Refusal
from engine.lobby_seats import Join
from engine.messages import Action
from engine.turns import Cancel, Surrender
from tests.support import duplicate
from tests.support.duplicate import after, opened, refusal, started, step
from tests.support.games import NOW, after_actions, game, surrender, with_fields


def test_in_turns_the_one_on_turn_is_awaited_and_may_act() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"), turn=1)
    assert (state.awaited, state.may_act(0), state.may_act(1)) == ((1,), False, True)
    assert (door.view(state, None).awaited, state.due_at) == ((1,), None)  # type: ignore[attr-defined]  # a game's


def test_nobody_is_awaited_in_a_paused_or_finished_game() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"))
    paused = with_fields(state, clocks=with_fields(state.clocks, paused=NOW))
    assert (paused.awaited, paused.may_act(0)) == ((), True), "it is still their turn"
    over = after_actions(state, surrender(state))
    assert (over.awaited, over.may_act(0), over.may_act(1)) == ((), False, False)


def test_where_all_answer_at_once_nobody_is_awaited_and_who_has_not_locked_may() -> None:
    state = opened(started())
    state = after(state, duplicate.answer(state, 2, "8D LOFTY", lock=True))
    assert (state.awaited, state.may_act(0), state.may_act(1)) == ((), True, False)


def test_people_come_into_a_running_game_and_nobody_twice() -> None:
    state, (told,) = step(opened(started()), Join(9, "Cem"))
    assert (told.is_silent, state.seat_of(9)) == (True, 3)
    assert not door.may_enter(state, 9)
    assert door.may_enter(state, 10)
    assert refusal(state, Join(9, "Cem")) == "already_seated"


def test_nobody_comes_into_a_game_in_turns() -> None:
    state = game("kelimelik")
    assert not door.may_enter(state, 10)
    with pytest.raises(Refusal, match="game_running"):
        door.apply(state, Join(10, "Cem"), NOW, bool)


@pytest.mark.parametrize(
    "action",
    [
        Extend(1, 1, 60, 0),
        Skip(1, 1, 0),
        Remove(1, 1),
        Replace(1, 1, 9),
        Seek(1, 1),
        Volunteer(9, "Cem", 1),
        Vote(1, "skip", 1, 0),
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_is_about_turns_and_absence_is_refused_without_turns(action: Action) -> None:
    state = opened(started())
    assert refusal(state, action) == "no_turns"
    assert refusal(after(state, Cancel(1)), action) == "game_over"
    assert refusal(state, Surrender(1)) == "another_game"


def test_pauses_presence_and_cancelling_are_for_every_game() -> None:
    state = opened(started())
    paused = after(state, Pause(1), seconds=10)
    assert (paused.due_at, door.deadline(paused)) == (None, None)
    assert after(state, Presence(2, here=False)).gone == (2,)
    asked = after(state, cancellation.ProposeCancel(1))
    due = door.due_action(asked, NOW + timedelta(seconds=60))
    assert after(asked, due, seconds=60).outcome is not None
