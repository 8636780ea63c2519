"""Windows that were told late: they are longer by that, once, and a replay makes them so again (RULES §7.1)."""

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.clock import Pause, Resume, Timeout
from engine.crossword.actions import Challenge, TakeBack
from engine.crossword.events import TilesDrawn, WindowClosed
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game_base import OpenWindow
from engine.late_windows import PROMPT_WITHIN, LengthenWindow, WindowLengthened
from engine.replay_log import Deviation, replay_entry
from engine.table_log import LogEntry, apply_and_log
from engine.turns import Surrender, Undo
from tests.support import klepka
from tests.support.games import (
    NO_WORD_IS_VALID,
    SECRET,
    USERS,
    accepts_any_word,
    after_actions,
    apply_step,
    challengeable_last_play,
    challengeable_play,
    game,
    instant_at,
    pass_turn,
    place_play,
)

A, B, C, D = USERS
LATE = LengthenWindow(1, 20_000)
"""That the first play was told twenty seconds late."""


def retractable_play() -> GameState:
    """A play that its player may take back for ten seconds."""
    options = {"challenge": "void", "clock": "none", "take-back": "10"}
    state = game(racks=("LOFTYAE", "AEINSDL", "AEINSDL"), bag="Q" * 20, options=options)
    return after_actions(state, place_play(state, "8H LOFTY"))


def window_end(state: GameState) -> float:
    assert state.open_window is not None
    return (state.open_window.until - instant_at(0)).total_seconds()


def refusal(state: door.Table, action: door.Action, after: float = 21) -> str:
    with pytest.raises(Refusal) as caught:
        door.apply(state, action, instant_at(after), accepts_any_word)
    return caught.value.code


def test_a_window_is_longer_by_how_late_it_was_told_and_nobody_hears_of_it() -> None:
    before = challengeable_play()
    after, events = apply_step(before, LATE, seconds=20)
    assert before.open_window == OpenWindow(1, instant_at(0), instant_at(60))
    assert after.open_window == OpenWindow(1, instant_at(0), instant_at(80))
    assert events == (WindowLengthened(1, instant_at(80)),)
    assert events[0].is_silent
    assert door.deadline(after) == instant_at(80)


def test_nothing_else_of_the_game_changes() -> None:
    before = challengeable_play()
    after = after_actions(before, LATE, seconds=20)
    assert after.pending is not None
    assert before.pending is not None
    same = replace(after.pending, until=before.pending.until, late=0)
    assert replace(after, pending=same, former=before.former) == before


def test_a_play_can_be_challenged_until_the_later_end_and_no_longer() -> None:
    longer = after_actions(challengeable_play(), LATE, seconds=20)
    state, _ = apply_step(longer, Challenge(B), NO_WORD_IS_VALID, seconds=79)
    assert state.challenges[0].withdrawn
    assert refusal(longer, Challenge(B), 80) == "challenge_too_late"
    assert refusal(longer, Timeout(), 79) == "not_due"
    _, events = apply_step(longer, Timeout(), seconds=80)
    assert [type(event) for event in events] == [WindowClosed, TilesDrawn]


def test_a_play_can_be_taken_back_until_the_later_end_and_no_longer() -> None:
    longer = after_actions(retractable_play(), LATE, seconds=20)
    assert not any(after_actions(longer, TakeBack(A, 1), seconds=29).cells)
    assert refusal(longer, TakeBack(A, 1), 30) == "take_back_too_late"


def test_the_last_play_ends_the_game_that_much_later() -> None:
    longer = after_actions(challengeable_last_play(), LATE, seconds=20)
    assert refusal(longer, Timeout(), 79) == "not_due"
    assert door.is_over(after_actions(longer, Timeout(), seconds=80))


def test_a_window_that_is_over_by_its_first_end_is_longer_all_the_same() -> None:
    longer = after_actions(challengeable_play(), LengthenWindow(1, 90_000), seconds=90)
    assert window_end(longer) == 150


def test_it_happens_once_a_window() -> None:
    longer = after_actions(challengeable_play(), LATE, seconds=20)
    assert refusal(longer, LATE) == refusal(longer, LengthenWindow(1, 40_000)) == "not_due"


WITHIN = PROMPT_WITHIN.total_seconds() * 1000


@pytest.mark.parametrize("late", [-60_000, 0, WITHIN])
def test_what_is_told_in_time_stays_as_it_is(late: float) -> None:
    assert refusal(challengeable_play(), LengthenWindow(1, int(late))) == "not_due"
    assert window_end(after_actions(challengeable_play(), LengthenWindow(1, int(WITHIN) + 1), seconds=6)) > 65


def test_a_window_that_is_closed_or_another_ones_stays_as_it_is() -> None:
    state = challengeable_play()
    assert refusal(state, LengthenWindow(2, 20_000)) == "not_due"
    assert refusal(after_actions(state, pass_turn(state), seconds=10), LATE) == "not_due"
    assert refusal(after_actions(state, Timeout(), seconds=60), LATE, 61) == "not_due"


def test_no_other_family_has_windows() -> None:
    state = klepka.game()
    assert refusal(state, LATE) == "another_game"
    assert state.open_window is None


def test_a_pause_moves_the_later_end_as_it_moves_any() -> None:
    longer = after_actions(challengeable_play(), LATE, seconds=20)
    paused = after_actions(longer, Pause(D), seconds=30)
    assert window_end(after_actions(paused, Resume(D), seconds=130)) == 180


def test_time_that_a_play_was_given_stays_when_somebody_left_and_that_is_undone() -> None:
    gone = after_actions(retractable_play(), Surrender(A), seconds=2)
    assert gone.pending is None
    third = after_actions(retractable_play(), Surrender(C), seconds=2)
    longer = after_actions(third, LATE, seconds=20)
    back = after_actions(longer, Undo(D, longer.number), seconds=21)
    assert (window_end(longer), window_end(back)) == (30, 30)
    assert back.players[USERS.index(C)].active


def test_a_replay_makes_it_so_again_and_finds_one_that_never_was() -> None:
    state = challengeable_play()
    step, entry = apply_and_log(state, LATE, instant_at(20), {})
    assert replay_entry(state.ruleset, SECRET, state, entry) == step.table
    made_up = LogEntry(LengthenWindow(1, 4000), instant_at(20), {}, entry.events, entry.scores)
    with pytest.raises(Deviation):
        replay_entry(state.ruleset, SECRET, state, made_up)
