"""Clocks: what they measure, when they are due, and what an overrun leads to (RULES §2.8, §5.7, §7.2)."""

import pytest

from engine import game as door
from engine.clock import BankClock, MoveClock, Timeout
from engine.crossword import endings
from engine.crossword.actions import Challenge
from engine.crossword.events import GameEnded, PlayerForfeited, PlayerRetired, TurnPassed, WindowClosed
from engine.crossword.state import GameState
from engine.crossword.view import LastTurn
from engine.turns import Cancel
from tests.support.games import (
    USERS,
    accepts_only,
    after_actions,
    apply_step,
    clock_view,
    end_reason,
    exchange_faces,
    game,
    game_on_clock,
    game_on_own_clock,
    instant_at,
    pass_turn,
    place_on_board,
    place_play,
    seconds_left,
    started_game,
    surrender,
    two_minute_game,
    with_fields,
)

A, B, C, D = USERS
MINUTE = 60


def test_a_game_without_a_clock_has_none_to_show() -> None:
    state, _ = started_game("scrabble-en")
    assert clock_view(state).clock is None


def test_the_clock_starts_with_the_game() -> None:
    state, _ = started_game("tournament-en")
    assert door.deadline(state) == instant_at(90)
    assert clock_view(state).clock.due == instant_at(120)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("ruleset", "name", "seconds"),
    [
        ("kelimelik", "slow", 72 * 3600),
        ("kelimelik", "fast", 12 * 3600),
        ("kelimelik", "5min", 300),
        ("kelimelik", "2min", 120),
        ("tournament-en", "2min", 120),
        ("tournament-tr", "final", 90),
        ("wordbox-en", "25min", 25 * 60),
    ],
)
def test_allowances(ruleset: str, name: str, seconds: int) -> None:
    state = game(ruleset, racks=["A", "A"], options={"clock": name})
    assert clock_view(state).clock.due == instant_at(seconds)  # type: ignore[union-attr]


def test_kelimelik_allows_seventy_two_hours_unless_told_otherwise() -> None:
    assert started_game("kelimelik")[0].ruleset.clock == "slow"


def test_a_turn_begins_its_own_allowance() -> None:
    state = after_actions(two_minute_game(), pass_turn(two_minute_game()), seconds=100)
    assert clock_view(state).clock.due == instant_at(220)  # type: ignore[union-attr]


def test_acting_a_moment_before_the_end_counts() -> None:
    assert after_actions(two_minute_game(), pass_turn(two_minute_game()), seconds=119.999).number == 1


def test_an_overrun_passes_the_turn() -> None:
    state, events = apply_step(game("tournament-en", racks=["AEINSDL", "A"]), Timeout(), seconds=120)
    assert events == (TurnPassed(0, tuple("AEINSDL"), automatic=True),)
    assert (state.turn, endings.run_counts(state), state.number) == (1, (1, 0), 1)
    assert state.last == LastTurn(0, "pass", automatic=True)
    assert clock_view(state).clock.due == instant_at(240)  # type: ignore[union-attr]


def test_automatic_passes_end_a_game_as_others_do() -> None:
    state = game("tournament-en", racks=["E", "AA"], run=[1, 2])
    state, events = apply_step(state, Timeout(), seconds=120)
    assert end_reason(state) == "passes"
    assert [player.score for player in state.players] == [-1, -2]
    assert isinstance(events[-1], GameEnded)


def test_the_second_overrun_in_a_row_forfeits() -> None:
    state = after_actions(two_minute_game(), Timeout(), seconds=120)
    state = after_actions(state, place_on_board(state, H8="E", I8="V"), seconds=130)
    state, events = apply_step(state, Timeout(), seconds=250)
    assert events[0] == PlayerForfeited(0)
    assert (end_reason(state), state.outcome.winners) == ("forfeit", (1,))  # type: ignore[union-attr]


def test_an_own_turn_in_between_forgives_the_first_overrun() -> None:
    state = after_actions(two_minute_game(), Timeout(), seconds=120)
    state = after_actions(state, place_on_board(state, H8="E", I8="V"), seconds=130)
    state = after_actions(state, exchange_faces(state, "A"), seconds=140)
    state = after_actions(state, exchange_faces(state, "A"), seconds=150)
    state = after_actions(state, Timeout(), seconds=270)
    assert (state.outcome, state.turn) == (None, 1)


def test_overruns_of_different_players_are_counted_apart() -> None:
    state = after_actions(two_minute_game(), Timeout(), seconds=120)
    state = after_actions(state, Timeout(), seconds=240)
    assert (state.outcome, endings.run_length(state)) == (None, 2)


def test_a_forfeit_comes_before_the_third_pass() -> None:
    state = after_actions(two_minute_game(), Timeout(), seconds=120)
    state = after_actions(state, pass_turn(state), seconds=130)
    assert endings.run_length(state) == 2
    assert end_reason(after_actions(state, Timeout(), seconds=250)) == "forfeit"


def test_slow_kelimelik_is_forfeited_at_the_first_overrun() -> None:
    state = game("kelimelik", racks=["A", "A"])
    assert end_reason(after_actions(state, Timeout(), seconds=72 * 3600)) == "forfeit"


def test_of_three_the_others_play_on_after_a_forfeit() -> None:
    state = game_on_own_clock(MoveClock(60, "forfeit"), seated=3)
    state, events = apply_step(state, Timeout(), seconds=60)
    assert events == (PlayerForfeited(0),)
    assert (state.outcome, state.turn, state.players[0].active) == (None, 1, False)
    assert state.last == LastTurn(0, "forfeit")
    state = after_actions(state, Timeout(), seconds=120)
    assert [(final.seat, final.place) for final in state.outcome.finals] == [(2, 1), (1, 2), (0, 3)]  # type: ignore[union-attr]


def test_a_late_time_out_starts_the_next_turn_when_it_is_told() -> None:
    state = after_actions(game("tournament-en", racks=["A", "A"]), Timeout(), seconds=500)
    assert clock_view(state).clock.due == instant_at(620)  # type: ignore[union-attr]


def test_a_game_clock_runs_in_the_own_turns_only() -> None:
    state = game_on_clock("25min")
    state = after_actions(state, exchange_faces(state, "A"), seconds=100)
    state = after_actions(state, exchange_faces(state, "A"), seconds=160)
    assert (seconds_left(state, 0, 200), seconds_left(state, 1, 200)) == (1500 - 100 - 40, 1500 - 60)


def test_an_increment_is_added_after_each_own_turn() -> None:
    state = game_on_clock("15min")
    state = after_actions(state, exchange_faces(state, "A"), seconds=30)
    assert seconds_left(state, 0, 30) == 900 - 30 + 10


@pytest.mark.parametrize(("over", "price"), [(0, 0), (0.001, -10), (60, -10), (60.001, -20), (599, -100)])
def test_overtime_costs_ten_points_a_started_minute(over: float, price: int) -> None:
    state = game_on_clock("25min")
    state = after_actions(state, exchange_faces(state, "A"), seconds=1500 + over)
    state = after_actions(state, surrender(state, 1), seconds=1500 + over)
    finals = {final.seat: final for final in state.outcome.finals}  # type: ignore[union-attr]
    assert (finals[0].penalty, finals[0].score, finals[0].adjustment) == (price, price, 0)
    assert finals[1].penalty == 0


def test_the_running_turn_counts_at_the_end_too() -> None:
    state = after_actions(game_on_clock("25min"), surrender(game_on_clock("25min"), 1), seconds=1501)
    assert state.players[0].score == -10


def test_overtime_has_its_limit_and_then_the_game_is_lost() -> None:
    state = game_on_clock("25min")
    assert clock_view(state).clock.due == instant_at(35 * MINUTE)  # type: ignore[union-attr]
    state = after_actions(state, Timeout(), seconds=35 * MINUTE)
    assert (end_reason(state), state.outcome.winners) == ("forfeit", (1,))  # type: ignore[union-attr]


def test_a_cancelled_game_has_no_penalties() -> None:
    state = after_actions(game_on_clock("25min"), Cancel(A), seconds=1501)
    assert [final.penalty for final in state.outcome.finals] == [0, 0]  # type: ignore[union-attr]


def test_a_bank_pays_for_turns_that_take_longer() -> None:
    state = game_on_own_clock(BankClock(60, 100, "forfeit"))
    state = after_actions(state, exchange_faces(state, "A"), seconds=50)
    assert seconds_left(state, 0, 50) == 160
    state = after_actions(state, exchange_faces(state, "A"), seconds=50 + 90)
    assert seconds_left(state, 1, 140) == 60 + 70
    assert end_reason(after_actions(state, Timeout(), seconds=140 + 160)) == "forfeit"


def test_a_bank_is_used_up_and_turns_go_on_without_it() -> None:
    state = game_on_own_clock(BankClock(60, 100, "pass"))
    state = after_actions(state, Timeout(), seconds=160)
    assert (seconds_left(state, 0, 160), seconds_left(state, 1, 160)) == (60, 160)


def box(seated: int = 2, **options: str) -> GameState:
    """WordBox with its game clock, and different racks."""
    return game("wordbox-en", racks=["E", "AA", "JA"][:seated], options=options, scores=[10, 20, 30][:seated])


def test_who_is_out_of_time_in_wordbox_plays_no_more() -> None:
    state, events = apply_step(box(3), Timeout(), seconds=1500)
    assert events == (PlayerRetired(0),)
    assert (state.turn, state.outcome, endings.run_length(state), state.number) == (1, None, 0, 0)
    assert [seat.retired for seat in clock_view(state).seats] == [True, False, False]
    assert [seat.active for seat in clock_view(state).seats] == [True, True, True]
    state = after_actions(state, pass_turn(state), seconds=1510)
    assert after_actions(state, pass_turn(state), seconds=1520).turn == 1


def test_when_all_are_out_of_time_wordbox_ends_and_own_racks_are_deducted() -> None:
    state = after_actions(box(), Timeout(), seconds=1500)
    state = after_actions(state, Timeout(), seconds=3000)
    assert end_reason(state) == "time"
    assert [player.score for player in state.players] == [9, 18]
    assert state.outcome.winners == (1,)  # type: ignore[union-attr]


def test_who_is_out_of_time_may_still_win() -> None:
    state = with_fields(box(), players=(with_fields(box().players[0], score=500), box().players[1]))
    state = after_actions(state, Timeout(), seconds=1500)
    state = after_actions(state, Timeout(), seconds=3000)
    assert state.outcome.winners == (0,)  # type: ignore[union-attr]


def test_a_run_of_passes_counts_those_who_still_play() -> None:
    rules = box(3).ruleset
    run = with_fields(rules.ending.run, turns=1)
    state = with_fields(box(3), ruleset=with_fields(rules, ending=with_fields(rules.ending, run=run)))
    state = after_actions(state, Timeout(), seconds=1500)
    for second in range(1, 5):
        assert state.outcome is None
        state = after_actions(state, pass_turn(state), seconds=1500 + second)
    assert end_reason(state) == "passes"


def test_when_the_last_player_with_time_gives_up_the_time_is_out_for_all() -> None:
    state = after_actions(box(3), Timeout(), seconds=1500)
    state = after_actions(state, surrender(state, 1), seconds=1501)
    assert state.turn == 2
    state = after_actions(state, Timeout(), seconds=3001)
    assert end_reason(state) == "time"


def test_clocks_stand_while_the_last_play_waits() -> None:
    state = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="")
    state = after_actions(state, place_on_board(state, L8="E"), seconds=100)
    assert clock_view(state).clock.due is None  # type: ignore[union-attr]
    assert door.deadline(state) == instant_at(160)
    state = after_actions(state, Challenge(B), judge=accepts_only(), seconds=150)
    assert seconds_left(state, 1, 150) == 1500


def test_the_next_players_clock_runs_while_a_play_may_be_challenged() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"), seconds=10)
    assert (door.deadline(state), clock_view(state).clock.due) == (instant_at(70), instant_at(130))  # type: ignore[union-attr]


def test_a_withdrawn_play_gives_the_next_player_a_new_turn() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"), seconds=10)
    state = after_actions(state, Challenge(B), judge=accepts_only(), seconds=50)
    assert clock_view(state).clock.due == instant_at(170)  # type: ignore[union-attr]


def test_an_automatic_pass_closes_the_window() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"], options={"window": "300"})
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state, events = apply_step(state, Timeout(), seconds=120)
    assert [type(event).__name__ for event in events] == ["WindowClosed", "TilesDrawn", "TurnPassed"]
    assert events[0] == WindowClosed(0, 1, "time")


def test_of_two_things_due_the_window_comes_first() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state = after_actions(state, Timeout(), seconds=500)
    assert (state.pending, state.turn, door.deadline(state)) == (None, 1, instant_at(90))
    assert after_actions(state, Timeout(), seconds=501).turn == 0
