"""Plays that are taken back while their seconds run; undone turns have tests of their own."""

import pytest

from engine import game as door
from engine.clock import Pause, Resume, Timeout, elapsed
from engine.computer_ids import computer_user
from engine.crossword.actions import TakeBack
from engine.crossword.events import PlayKept, TilesDrawn, TilesPlaced, TurnUndone
from engine.crossword.view import Retractable
from engine.errors import Refusal
from engine.extra_time import Extend
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support.games import (
    accepts_only,
    after_actions,
    apply_step,
    challenge_view,
    challengeable_play,
    exchange_faces,
    game,
    instant_at,
    pass_turn,
    place_on_board,
    place_play,
    with_fields,
)
from tests.support.undone_turns import A, B, C, D, held, laid, table, undo


def test_a_play_that_can_be_taken_back_waits_for_its_tiles() -> None:
    state, events = apply_step(table(), place_play(table(), "8H LOFTY"))
    assert [type(event) for event in events] == [TilesPlaced]
    assert (state.players[0].rack, len(state.bag), state.turn) == (("A", "E"), 20, 1)
    assert challenge_view(state).retractable == Retractable(1, 0, instant_at(20), last=False)
    assert challenge_view(state).window is None
    assert door.deadline(state) == instant_at(20)


@pytest.mark.parametrize("challenge", ["void", "double"])
def test_a_computer_takes_nothing_back_and_its_play_stands_at_once_unless_it_can_be_challenged(challenge: str) -> None:
    options = {"take-back": "20"} if challenge == "void" else {"challenge": challenge}
    before = game("scrabble-en", racks=["LOFTYAE", "AAEEKKL"], bag="AEIOU" * 4, options=options)
    computer = with_fields(before.players[0], user=computer_user("orta", 1))
    state, _ = apply_step(
        with_fields(before, players=(computer, before.players[1])),
        with_fields(place_play(before, "8H LOFTY"), by=computer.user),
    )
    assert challenge_view(state).retractable is None
    with pytest.raises(Refusal):
        apply_step(state, TakeBack(computer.user, 1), seconds=1)
    if challenge == "void":
        assert door.deadline(state) == instant_at(0)
        kept, events = apply_step(state, Timeout())
        assert [type(event) for event in events] == [PlayKept, TilesDrawn]
        assert kept.pending is None
    else:
        assert challenge_view(state).window is not None
        with pytest.raises(Refusal, match="not_due"):
            apply_step(state, Timeout())


def test_a_phony_is_refused_there_as_everywhere_without_challenges() -> None:
    with pytest.raises(Refusal, match="not_words"):
        apply_step(table(), place_play(table(), "8H LOFTY"), accepts_only())


def test_when_the_seconds_are_over_tiles_are_drawn_and_nobody_is_told() -> None:
    state, events = apply_step(laid(), Timeout(), seconds=20)
    assert [type(event) for event in events] == [PlayKept, TilesDrawn]
    assert all(event.is_silent for event in events)
    assert (len(state.players[0].rack), len(state.bag), challenge_view(state).retractable) == (7, 15, None)


def test_the_next_player_need_not_wait_and_draws_behind_the_first() -> None:
    for action in (place_play(laid(), "H7 ALE"), exchange_faces(laid(), "A"), pass_turn(laid())):
        _, events = apply_step(laid(), action, seconds=5)
        assert isinstance(events[0], PlayKept)
        assert isinstance(events[1], TilesDrawn)
        assert events[1].seat == 0


def test_a_play_that_is_taken_back_leaves_everything_as_it_was() -> None:
    before = table()
    state, events = apply_step(laid(before), TakeBack(A, 1), seconds=19)
    assert held(state) == held(before)
    (told,) = events
    assert isinstance(told, TurnUndone)
    assert (told.seat, told.kind, told.score, told.ruling, told.words[0].word) == (0, "play", 30, False, "LOFTY")
    assert state.last is not None
    assert (state.last.kind, state.last.words[0].score, state.highlights) == ("taken_back", 0, before.highlights)
    assert (state.number, state.history) == (1, ((0, 0),))


def test_a_play_that_is_gone_back_by_gives_the_bonus_cell_back() -> None:
    options = {"challenge": "void", "clock": "none", "take-back": "20"}
    state = game("kelimelik", racks=["EVAAAAA", "EVAAAAA"], bonus="I8", options=options)
    first = after_actions(state, place_play(state, "8H EV"))
    assert first.bonus_taken
    for regret in (TakeBack(A), undo(first)):
        done = after_actions(first, regret, seconds=5)
        assert not done.bonus_taken
        assert after_actions(done, place_play(done, "8H EV")).players[0].score == first.players[0].score == 25 + 16


def test_a_play_is_taken_back_once_in_a_turn() -> None:
    state = after_actions(laid(), TakeBack(A))
    state, events = apply_step(state, place_play(state, "8H LOFTY"))
    assert isinstance(events[1], TilesDrawn)
    with pytest.raises(Refusal, match="take_back_too_late"):
        apply_step(state, TakeBack(A))
    state = after_actions(state, pass_turn(state))
    state = after_actions(state, place_on_board(state, H7="Q"))
    assert state.pending is not None, "in the next turn it can be"


@pytest.mark.parametrize(
    ("user", "number", "seconds", "code"),
    [
        (B, 1, 5, "play_of_another"),
        (B, None, 5, "play_of_another"),
        (D, 1, 5, "not_seated"),
        (A, 1, 20, "take_back_too_late"),
        (A, 2, 5, "take_back_too_late"),
        (A, 0, 5, "take_back_too_late"),
    ],
)
def test_nobody_else_takes_it_back_and_nothing_too_late(user: int, number: int | None, seconds: int, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        apply_step(laid(), TakeBack(user, number), seconds=seconds)


def test_once_the_next_player_has_acted_it_is_too_late() -> None:
    state = after_actions(laid(), pass_turn(laid()))
    with pytest.raises(Refusal, match="nothing_to_take_back"):
        apply_step(state, TakeBack(A))
    with pytest.raises(Refusal, match="take_back_too_late"):
        apply_step(state, TakeBack(A, 1))


def test_what_the_turn_has_cost_of_the_clock_stays_spent_and_the_others_time_does_not_run() -> None:
    state = table(clock="25min")
    state = laid(state, seconds=100)
    state = after_actions(state, TakeBack(A), seconds=115)
    assert (elapsed(state.clocks, instant_at(115)), state.clocks.left) == (100_000, (1_500_000, 1_500_000))
    state = after_actions(state, pass_turn(state), seconds=125)
    assert state.clocks.left == (1_390_000, 1_500_000)


def test_who_was_given_more_time_meanwhile_keeps_it() -> None:
    state = table(clock="25min")
    passed = after_actions(state, pass_turn(state), seconds=60)
    for seat in (0, 1):
        more = after_actions(passed, Extend(C, seat, 300, passed.number), seconds=61)
        undone = after_actions(more, undo(more), seconds=62)
        given = tuple(300_000 if one == seat else 0 for one in (0, 1))
        assert undone.clocks.left == (1_500_000 + given[0], 1_500_000 + given[1])
        assert elapsed(undone.clocks, instant_at(62)) == 60_000


def test_while_the_clocks_stand_still_nothing_is_taken_back() -> None:
    state = after_actions(laid(table(clock="2min")), Pause(D), seconds=5)
    with pytest.raises(Refusal, match="paused"):
        apply_step(state, TakeBack(A), seconds=6)
    state = after_actions(state, Resume(D), seconds=500)
    assert after_actions(state, TakeBack(A), seconds=510).turn == 0, "the seconds stood still as well"


def test_the_last_play_waits_and_may_be_let_stand_by_the_next_player() -> None:
    state = game(
        laid=["8H ON"],
        racks=("E", "QD"),
        bag="",
        scores=(20, 20),
        options={"challenge": "void", "clock": "none", "take-back": "20"},
    )
    waiting = after_actions(state, place_on_board(state, J8="E"))
    assert (waiting.outcome, challenge_view(waiting).retractable) == (
        None,
        Retractable(1, 0, instant_at(20), last=True),
    )
    with pytest.raises(Refusal, match="take_back_open"):
        apply_step(waiting, place_on_board(waiting, K8="D"))
    assert held(after_actions(waiting, TakeBack(A), seconds=3)) == held(state)
    for action, seconds in ((pass_turn(waiting), 3), (Timeout(), 20)):
        assert after_actions(waiting, action, seconds=seconds).outcome is not None


def test_tournaments_know_no_taking_back_and_challenges_leave_no_room_for_it() -> None:
    for name in ("tournament-en", "tournament-tr", "klepka"):
        assert "take-back" not in shipped_rulesets()[name].options()
    assert resolve_ruleset(shipped_rulesets()["scrabble-en"], {"take-back": "30"}).take_back == 30  # type: ignore[attr-defined]
    for state in (challengeable_play(), game(laid=["8H ON"])):
        with pytest.raises(Refusal, match="no_take_back"):
            apply_step(state, TakeBack(A))
