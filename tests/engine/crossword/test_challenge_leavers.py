"""A window stays open for those who are left when somebody leaves the game, the mover too (RULES §1.4, §7.1)."""

from collections import Counter

import pytest

from engine import game as door
from engine.clock import Timeout
from engine.crossword import ending_runs
from engine.crossword.actions import Challenge
from engine.crossword.events import (
    PlayChallenged,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TilesDrawn,
    TurnLost,
    WindowClosed,
)
from engine.crossword.state import GameState
from engine.crossword.view import LastTurn
from engine.errors import Refusal
from engine.turns import Pass, PlayerSurrendered
from tests.support import boards
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    after_actions,
    apply_step,
    challenge_table,
    challenge_view,
    challengeable_last_play,
    challengeable_play,
    exchange_faces,
    game,
    instant_at,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    with_fields,
)

A, B, C, D = USERS


def left(mode: str = "single", *, seated: int = 3, bag: str = "QQQQQQQQ", **options: str) -> GameState:
    """The first player has laid LOFTY for 30 points and given the game up; the next is on turn."""
    state = challengeable_play(mode, seated=seated, bag=bag, **options)
    return after_actions(state, surrender(state, 0))


def left_at_the_last_play(mode: str = "single") -> GameState:
    """The first player has laid the last tile and given the game up; the bag is empty."""
    state = challengeable_last_play(mode, seated=3)
    return after_actions(state, surrender(state, 0))


def test_of_two_a_mover_who_gives_up_while_the_window_is_open_loses() -> None:
    state, events = apply_step(challengeable_play(), surrender(challengeable_play(), 0))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners, state.pending) == ("surrender", (1,), None)
    assert (len(events), state.last) == (2, LastTurn(0, "surrender"))


def test_of_two_an_opponent_who_gives_up_while_the_window_is_open_loses() -> None:
    state = after_actions(challengeable_play(), surrender(challengeable_play(), 1))
    assert state.outcome is not None
    assert (state.outcome.winners, state.pending, state.last) == ((0,), None, LastTurn(1, "surrender"))


def test_the_window_stays_open_when_an_opponent_leaves() -> None:
    state = challengeable_play(seated=3)
    state = after_actions(state, surrender(state, 1))
    assert (state.turn, state.pending is not None) == (2, True)
    state = after_actions(state, Challenge(C), judge=NO_WORD_IS_VALID)
    assert not any(state.cells)


def test_a_mover_who_leaves_leaves_the_window_open() -> None:
    before = challengeable_play(seated=3)
    state, events = apply_step(before, surrender(before, 0))
    assert events == (PlayerSurrendered(0),)
    assert (state.turn, state.last, challenge_view(state).window) == (1, before.last, challenge_view(before).window)
    assert door.deadline(state) == instant_at(60)


def test_a_phony_of_a_mover_who_left_goes_to_the_rack_that_is_set_aside() -> None:
    before = left()
    state, events = apply_step(before, Challenge(B), NO_WORD_IS_VALID, 10)
    assert [type(event) for event in events] == [PlayChallenged, PlayWithdrawn]
    assert not any(state.cells)
    assert (Counter(state.players[0].rack), state.players[0].score) == (Counter("LOFTYAE"), 0)
    assert (state.players[0].active, state.bag, state.turn) == (False, before.bag, 1)


def test_no_tile_is_lost_or_made_when_a_mover_who_left_is_challenged() -> None:
    def tiles(state: GameState) -> Counter[str]:
        return boards.count_tiles(state.bag, [player.rack for player in state.players], state.cells)

    state = left()
    assert (
        tiles(after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID))
        == tiles(state)
        == tiles(after_actions(state, Challenge(B)))
    )


@pytest.mark.parametrize("seat", [1, 2])
def test_everybody_who_is_left_may_challenge_and_the_mover_may_not(seat: int) -> None:
    assert not any(after_actions(left(), Challenge(USERS[seat]), judge=NO_WORD_IS_VALID).cells)
    with pytest.raises(Refusal, match="has_surrendered"):
        apply_step(left(), Challenge(A))


@pytest.mark.parametrize(
    ("action", "seconds", "closed"),
    [
        (Timeout(), 60, WindowClosed(0, 1, "time")),
        (Pass(B), 5, WindowClosed(0, 1, "acted")),
    ],
)
def test_a_play_that_stands_is_not_refilled_for_a_mover_who_left(
    action: door.Action, seconds: float, closed: WindowClosed
) -> None:
    state, events = apply_step(left(), action, seconds=seconds)
    assert events[0] == closed
    assert not any(isinstance(event, TilesDrawn) for event in events)
    assert (state.players[0].rack, len(state.bag), state.pending) == (("A", "E"), 8, None)
    with pytest.raises(Refusal, match="challenge_too_late"):
        apply_step(state, Challenge(C, play=1))


def test_an_exchange_counts_the_whole_bag_when_the_mover_left() -> None:
    state = left(bag="Q" * 7)
    assert after_actions(state, exchange_faces(state, "A")).number == 2
    with pytest.raises(Refusal, match=r"bag_too_small.*bag=6"):
        apply_step(left(bag="Q" * 6), exchange_faces(state, "A"))


def test_a_play_that_stands_keeps_its_points_and_the_leaver_is_last_all_the_same() -> None:
    state = after_actions(left(), Challenge(B))
    state = after_actions(state, surrender(state, 1))
    assert state.outcome is not None
    assert [(final.seat, final.score) for final in state.outcome.finals] == [(2, 0), (1, 0), (0, 30)]


@pytest.mark.parametrize("mode", ["five", "ten"])
def test_a_price_for_the_mover_does_not_help_one_who_left(mode: str) -> None:
    price = {"five": 5, "ten": 10}[mode]
    state, events = apply_step(left(mode), Challenge(B))
    assert events[-1] == PointsAdjusted(0, price)
    assert [player.score for player in state.players] == [30 + price, 0, 0]
    state = after_actions(state, surrender(state, 2))
    assert state.outcome is not None
    assert (state.outcome.winners, [final.place for final in state.outcome.finals]) == ((1,), [1, 2, 3])


def test_a_price_for_the_challenger_is_paid_although_the_mover_left() -> None:
    state = after_actions(left("wordpoints"), Challenge(C))
    assert [player.score for player in state.players] == [30, 0, -30]


def test_double_skips_a_challenger_on_turn_although_the_mover_left() -> None:
    state, events = apply_step(left("double"), Challenge(B))
    assert events[-1] == TurnLost(1)
    assert (state.turn, state.number, ending_runs.run_counts(state)) == (2, 2, (0, 1, 0))


def test_double_skips_a_challenger_who_comes_later_although_the_mover_left() -> None:
    state = after_actions(left("double"), Challenge(C))
    assert (state.turn, challenge_view(state).seats[2].skips) == (1, 1)
    state, events = apply_step(state, pass_turn(state))
    assert events[-1] == TurnLost(2)
    assert state.turn == 1


def skipping() -> GameState:
    """Both opponents lose a turn, so that the mover of LOFTY is on turn again and waits for the own window."""
    state = challenge_table("double", ("LOFTYAE", "AEINSDL", "AEINSDL"), bag="QQQQQQQQ", options={"clock": "2min"})
    others = (with_fields(player, skips=1) for player in state.players[1:])
    state = with_fields(state, players=(state.players[0], *others))
    return after_actions(state, place_play(state, "8H LOFTY"))


def test_a_mover_on_turn_who_leaves_hands_the_turn_on() -> None:
    state = skipping()
    assert (state.turn, state.number, state.clocks.started) == (0, 3, None)
    state = after_actions(state, surrender(state, 0), seconds=20)
    assert (state.turn, state.clocks.started, state.pending is not None) == (1, instant_at(20), True)
    assert after_actions(state, pass_turn(state), seconds=30).turn == 2


def test_turns_lost_since_a_withdrawn_play_are_turns_without_score_too() -> None:
    assert ending_runs.run_counts(after_actions(skipping(), Challenge(B), judge=NO_WORD_IS_VALID)) == (1, 1, 1)


def test_a_withdrawal_after_the_mover_left_gives_the_others_their_own_turns_of_the_run_back() -> None:
    state = challenge_table(laid=["8H ON"], racks=("EA", "K", "Q"), run=(1, 2, 2), scores=(90, 50, 50))
    state = after_actions(state, place_on_board(state, J8="E"))
    state = after_actions(state, surrender(state, 0), Challenge(B), judge=NO_WORD_IS_VALID)
    for length in (4, 5):
        assert (state.outcome, ending_runs.run_length(state)) == (None, length)
        state = after_actions(state, pass_turn(state))
    assert state.outcome is not None
    assert state.outcome.reason == "scoreless"
    assert [(final.seat, final.score) for final in state.outcome.finals] == [(1, 45), (2, 40), (0, 90)]


def test_a_last_play_whose_mover_left_ends_no_game() -> None:
    state = left_at_the_last_play()
    window = challenge_view(state).window
    assert (state.outcome, state.turn, window is not None and window.last) == (None, 1, False)


@pytest.mark.parametrize(("action", "seconds", "turn"), [(Pass(B), 5, 2), (Challenge(B), 5, 1), (Timeout(), 60, 1)])
def test_the_others_play_on_when_the_window_of_a_last_play_closes_whose_mover_left(
    action: door.Action, seconds: float, turn: int
) -> None:
    done = after_actions(left_at_the_last_play(), action, seconds=seconds)
    assert (done.outcome, done.turn, done.pending) == (None, turn, None)


def test_a_last_play_whose_mover_left_lets_the_next_clock_run() -> None:
    state = challengeable_last_play(seated=3, clock="2min")
    assert state.clocks.started is None
    assert after_actions(state, surrender(state, 0), seconds=20).clocks.started == instant_at(20)


def test_a_last_play_of_a_mover_who_left_may_be_withdrawn() -> None:
    state = after_actions(left_at_the_last_play(), Challenge(C), judge=NO_WORD_IS_VALID)
    assert (state.players[0].rack, state.players[0].score, state.turn) == (("E",), 20, 1)


def test_the_points_of_the_set_aside_rack_go_to_nobody_who_goes_out_later() -> None:
    state = after_actions(left_at_the_last_play(), Challenge(B), judge=NO_WORD_IS_VALID)
    state = after_actions(state, pass_turn(state))
    state = after_actions(state, place_on_board(state, J8="Z"))
    state = after_actions(state, Timeout(), seconds=60)
    assert state.outcome is not None
    assert state.outcome.reason == "out"
    assert [(final.seat, final.adjustment) for final in state.outcome.finals] == [(2, 12), (1, -12), (0, 0)]


def test_an_ex_cell_of_a_mover_who_left_does_nothing() -> None:
    options = {"challenge": "single", "clock": "none"}
    racks = ["NAAAAAA", "ABCDEFG", "ABCDEFG"]
    state = game("wordbox-en", laid=["8D ON"], racks=racks, bag="Z" * 20, options=options)
    state = after_actions(state, place_on_board(state, C8="N"))
    state, events = apply_step(after_actions(state, surrender(state, 0)), Challenge(B))
    assert not any(isinstance(event, TileExchanged) for event in events)
    assert [player.rack for player in state.players[1:]] == [tuple("ABCDEFG")] * 2


def test_a_bonus_cell_of_a_mover_who_left_is_taken_only_if_the_play_stands() -> None:
    state = game("kelimelik", racks=["EVAAAAA"] * 3, bonus="I8", options={"challenge": "single"})
    state = after_actions(state, place_play(state, "8H EV"))
    state = after_actions(state, surrender(state, 0))
    assert after_actions(state, Challenge(B)).bonus_taken
    assert not after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID).bonus_taken


def test_the_score_history_of_a_mover_who_left_shows_what_stands() -> None:
    assert left().history == ((30, 0, 0),)
    assert after_actions(left(), Challenge(B), judge=NO_WORD_IS_VALID).history == ((0, 0, 0),)


def test_the_game_ends_when_one_is_left_while_the_window_of_a_leaver_is_open() -> None:
    state = after_actions(left(), surrender(left(), 1))
    assert state.outcome is not None
    assert (state.outcome.winners, state.pending) == ((2,), None)


def test_four_play_on_as_three_with_the_window_of_the_one_who_left() -> None:
    state = after_actions(left(seated=4), Challenge(D), judge=NO_WORD_IS_VALID)
    for seat in (1, 2, 3, 1):
        assert state.turn == seat
        state = after_actions(state, pass_turn(state))
