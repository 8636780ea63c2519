"""Challenges: a play lies unjudged, and what it costs when somebody doubts it (RULES §7.1, §8 nos. 28, 30, 33, 38)."""

from collections import Counter
from datetime import timedelta

import pytest

from engine import game as door
from engine.clock import Timeout
from engine.crossword import ending_runs
from engine.crossword.actions import Challenge
from engine.crossword.events import (
    GameEnded,
    PlayChallenged,
    PlayWithdrawn,
    PointsAdjusted,
    TilesDrawn,
    TilesPlaced,
    TurnLost,
    TurnPassed,
    WindowClosed,
)
from engine.crossword.view import Challenged, LastTurn, Verdict, Window, WordScore
from engine.errors import Refusal
from tests.support import boards
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    accepts_only,
    after_actions,
    apply_step,
    challenge_table,
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

A, B, C, D = USERS


def test_a_play_lies_unjudged_and_scored_and_the_turn_goes_on() -> None:
    state = challenge_table()
    state, events = apply_step(state, place_play(state, "8H LOFTY"), NO_WORD_IS_VALID)
    assert (state.turn, state.players[0].score, state.number) == (1, 30, 1)
    assert [type(event) for event in events] == [TilesPlaced]
    assert isinstance(events[0], TilesPlaced)
    assert (events[0].play, events[0].until) == (1, instant_at(60))


def test_the_refill_waits_for_the_window() -> None:
    state = challengeable_play()
    assert (state.players[0].rack, len(state.bag)) == (("A", "E"), 8)


def test_everybody_sees_what_may_be_challenged_until_when() -> None:
    words = (WordScore("LOFTY", 30, ("H8", "I8", "J8", "K8", "L8")),)
    assert challenge_view(challengeable_play()).window == Window(1, 0, instant_at(60), words, last=False)
    assert [seat.tiles for seat in challenge_view(challengeable_play()).seats] == [2, 7]


def test_the_windows_end_is_the_next_thing_due() -> None:
    assert door.deadline(challengeable_play()) == instant_at(60)
    assert door.deadline(challengeable_play(window="300")) == instant_at(300)


def test_when_the_time_is_up_the_play_stands_and_is_refilled() -> None:
    state, events = apply_step(challengeable_play(), Timeout(), seconds=60)
    assert events[0] == WindowClosed(0, 1, "time")
    assert isinstance(events[1], TilesDrawn)
    assert Counter(state.players[0].rack) == Counter("AEQQQQQ")
    assert (state.turn, state.pending, door.deadline(state)) == (1, None, instant_at(86400))


def test_the_next_players_action_closes_the_window_before_it_counts() -> None:
    state = challengeable_play(bag="Q" * 20)
    for action in (place_play(state, "H7 ALE"), exchange_faces(state, "A"), pass_turn(state)):
        done, events = apply_step(state, action, seconds=5)
        assert events[0] == WindowClosed(0, 1, "acted")
        assert isinstance(events[1], TilesDrawn)
        assert events[1].seat == 0
        assert len(done.players[0].rack) == 7


def test_a_refused_action_leaves_the_window_open() -> None:
    state = challengeable_play()
    with pytest.raises(Refusal, match="not_on_rack"):
        apply_step(state, place_play(state, "H7 ZLZ"))
    assert state.pending is not None


def test_an_exchange_counts_the_bag_after_the_refill() -> None:
    assert after_actions(challengeable_play(bag="Q" * 12), exchange_faces(challengeable_play(), "A")).number == 2
    with pytest.raises(Refusal, match=r"bag_too_small.*bag=6"):
        apply_step(challengeable_play(bag="Q" * 11), exchange_faces(challengeable_play(), "A"))


def test_a_phony_goes_back_to_the_rack_and_the_turn_is_lost() -> None:
    state, events = apply_step(challengeable_play(), Challenge(B), NO_WORD_IS_VALID, 10)
    assert not any(state.cells)
    assert Counter(state.players[0].rack) == Counter("LOFTYAE")
    assert (state.players[0].score, state.turn, state.number) == (0, 1, 1)
    done = Challenged(1, 0, 1, (Verdict("LOFTY", valid=False),), withdrawn=True)
    assert events[0] == PlayChallenged(done)
    assert state.challenges == (done,)
    assert isinstance(events[1], PlayWithdrawn)
    assert (events[1].phonies, events[1].score, len(events)) == (("LOFTY",), 30, 2)


def test_the_letters_of_a_withdrawn_play_are_public_and_the_rest_of_the_rack_is_not() -> None:
    _, events = apply_step(challengeable_play(), Challenge(B), NO_WORD_IS_VALID)
    (withdrawn,) = (event for event in events if isinstance(event, PlayWithdrawn))
    heard = door.redact(withdrawn, 1)
    assert isinstance(heard, PlayWithdrawn)
    assert ("".join(tile.tile for tile in heard.tiles), heard.rack) == ("LOFTY", None)
    assert door.redact(withdrawn, 0) == withdrawn


def test_what_was_withdrawn_is_the_last_turn() -> None:
    state = after_actions(challengeable_play(), Challenge(B), judge=NO_WORD_IS_VALID)
    words = (WordScore("LOFTY", 0, ("H8", "I8", "J8", "K8", "L8")),)
    assert state.last == LastTurn(0, "withdrawn", ("H8", "I8", "J8", "K8", "L8"), words, play=1)


def test_a_blank_of_a_withdrawn_play_has_no_letter_any_more() -> None:
    state = challenge_table(racks=("?OAAAAA", "AEINSDL"))
    state = after_actions(state, place_play(state, "8H On"), Challenge(B), judge=NO_WORD_IS_VALID)
    assert Counter(state.players[0].rack) == Counter("?OAAAAA")


def test_a_withdrawn_play_gives_bonus_cell_and_premiums_back() -> None:
    state = game("kelimelik", racks=["EVAAAAA", "EVAAAAA"], bonus="I8", options={"challenge": "single"})
    state = after_actions(state, place_play(state, "8H EV"))
    assert state.bonus_taken
    state = after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID)
    assert not state.bonus_taken
    again, events = apply_step(state, place_play(state, "8H EV"))
    (placed,) = (event for event in events if isinstance(event, TilesPlaced))
    assert (placed.cell_bonus, again.players[1].score) == (25, 25 + 16)


def test_a_lost_challenge_is_a_turn_without_score_and_no_pass() -> None:
    state = challenge_table(laid=["8H ON"], run=(1, 2))
    state = after_actions(state, place_on_board(state, J8="E"))
    assert ending_runs.run_counts(state) == (0, 0)
    state = after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID)
    assert ending_runs.run_counts(state) == (2, 2)


def test_a_withdrawn_play_may_end_the_run_of_scoreless_turns() -> None:
    state = challenge_table(laid=["8H ON"], racks=("EA", "K"), run=(2, 3))
    state, events = apply_step(state, place_on_board(state, J8="E"))
    state, events = apply_step(state, Challenge(B), NO_WORD_IS_VALID)
    assert state.outcome is not None
    assert (state.outcome.reason, [player.score for player in state.players]) == ("scoreless", [-2, -5])
    assert isinstance(events[-1], GameEnded)


def test_a_withdrawn_play_ends_no_run_of_passes() -> None:
    state = game("tournament-en", laid=["8H ON"], racks=["EA", "K"], run=[1, 2])
    state = after_actions(state, place_on_board(state, J8="E"), Challenge(B), judge=NO_WORD_IS_VALID)
    assert (state.outcome, ending_runs.run_counts(state)) == (None, (0, 0))


def test_one_bad_word_of_several_withdraws_the_whole_play() -> None:
    state = challenge_table(laid=["8H ON"])
    state = after_actions(state, place_play(state, "9H AE"))
    state, events = apply_step(state, Challenge(B), accepts_only("AE", "OA"))
    assert isinstance(events[1], PlayWithdrawn)
    assert events[1].phonies == ("NE",)
    assert (state.cells[8 * 15 + 7], state.cells[7 * 15 + 7]) == ("", "O")


def test_only_the_named_words_are_judged() -> None:
    state = challenge_table(laid=["8H ON"])
    state = after_actions(state, place_play(state, "9H AE"))
    state, events = apply_step(state, Challenge(B, ("OA",)), accepts_only("OA"))
    (challenged,) = (event for event in events if isinstance(event, PlayChallenged))
    assert challenged.challenge.verdicts == (Verdict("OA", valid=True),)
    assert state.cells[8 * 15 + 7] == "A"


def test_a_good_play_stands_and_is_refilled_at_once() -> None:
    state, events = apply_step(challengeable_play(), Challenge(B), seconds=10)
    assert [type(event) for event in events] == [PlayChallenged, WindowClosed, TilesDrawn]
    assert events[1] == WindowClosed(0, 1, "challenge")
    assert (len(state.players[0].rack), state.players[0].score, state.turn) == (7, 30, 1)
    assert door.deadline(state) == state.clocks.started + timedelta(days=1)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("options", "mover", "challenger"),
    [
        ({"mode": "single"}, 0, 0),
        ({"mode": "double"}, 0, 0),
        ({"mode": "five"}, 5, 0),
        ({"mode": "five", "challenge_per": "word"}, 15, 0),
        ({"mode": "five", "challenge_to": "challenger"}, 0, -5),
        ({"mode": "ten"}, 10, 0),
        ({"mode": "ten", "challenge_per": "word", "challenge_to": "challenger"}, 0, -30),
        ({"mode": "wordpoints"}, 0, -8),
    ],
)
def test_the_price_of_a_failed_challenge(options: dict[str, str], mover: int, challenger: int) -> None:
    chosen = {name.replace("_", "-"): value for name, value in options.items() if name != "mode"}
    state = challenge_table(options["mode"], laid=["8H ON"], options=chosen)
    state = after_actions(state, place_play(state, "9H AE"))
    assert state.last is not None
    assert ([word.word for word in state.last.words], state.players[0].score) == (["AE", "OA", "NE"], 8)
    state = after_actions(state, Challenge(B))
    assert [player.score for player in state.players] == [8 + mover, challenger]
    assert state.challenges[0].points == mover + challenger


def test_wordpoints_takes_the_named_words_points_with_premiums_and_without_the_bingo() -> None:
    state = challenge_table("wordpoints", laid=["8H LOFTY", "7I LOAM"], racks=("FICIATE", "A"))
    state = after_actions(state, place_play(state, "J7 OFFICIATE"))
    assert state.last is not None
    assert (state.last.bingo, [word.word for word in state.last.words]) == (50, ["OFFICIATE"])
    state, events = apply_step(state, Challenge(B))
    assert events[-1] == PointsAdjusted(1, -21)
    assert [player.score for player in state.players] == [21 + 50, -21]


def test_a_word_formed_twice_costs_its_points_twice_and_is_one_word() -> None:
    state = challenge_table("wordpoints", laid=["8H O", "10H O"], racks=("NNAAAAA", "A"))
    state = with_fields(state, cells=boards.board_with_plays(["8H O", "9H A", "10H O"], state.ruleset))
    state = after_actions(state, place_on_board(state, I8="N", I9="A", I10="N"))
    assert state.last is not None
    twice = [word.score for word in state.last.words if word.word == "ON"]
    assert len(twice) == 2
    state = after_actions(state, Challenge(B, ("ON",)))
    assert state.players[1].score == -sum(twice)
    assert state.challenges[0].verdicts == (Verdict("ON", valid=True),)


def test_double_skips_the_challenger_who_is_next() -> None:
    state, events = apply_step(challengeable_play("double"), Challenge(B))
    assert events[-1] == TurnLost(1)
    assert (state.turn, state.number, ending_runs.run_counts(state)) == (0, 2, (0, 1))


def test_double_skips_a_challenger_when_the_turn_comes() -> None:
    state = challengeable_play("double", seated=3)
    state, events = apply_step(state, Challenge(C))
    assert not any(isinstance(event, TurnLost) for event in events)
    assert (state.turn, challenge_view(state).seats[2].skips) == (1, 1)
    state, events = apply_step(state, pass_turn(state))
    assert [type(event) for event in events] == [TurnPassed, TurnLost]
    assert (state.turn, state.players[2].skips, state.number) == (0, 0, 3)


def test_a_turn_lost_by_a_challenge_may_end_the_game() -> None:
    state = after_actions(challengeable_play("double", seated=3), Challenge(C))
    state = with_fields(
        state, players=tuple(with_fields(one, run=two) for one, two in zip(state.players, (2, 1, 1), strict=True))
    )
    state, events = apply_step(state, pass_turn(state))
    assert state.outcome is not None
    assert state.outcome.reason == "scoreless"
    assert [type(event) for event in events[-2:]] == [TurnLost, GameEnded]


def test_the_first_challenger_bears_the_risk_alone() -> None:
    state = after_actions(challengeable_play("ten", seated=3, challenge_to="challenger"), Challenge(C))
    assert [player.score for player in state.players] == [30, 0, -10]
    with pytest.raises(Refusal, match="challenged_already"):
        apply_step(state, Challenge(B))


def test_a_challenge_races_the_next_move_and_the_first_to_come_counts() -> None:
    state = challengeable_play(seated=3)
    moved = after_actions(state, place_play(state, "H7 ALE"))
    with pytest.raises(Refusal, match="challenge_too_late"):
        apply_step(moved, Challenge(C, play=1))
    with pytest.raises(Refusal, match="word_not_in_play"):
        apply_step(moved, Challenge(C, ("LOFTY",)))
    state, events = apply_step(moved, Challenge(C, play=2), NO_WORD_IS_VALID)
    assert isinstance(events[1], PlayWithdrawn)
    assert events[1].seat == 1
    assert state.cells[7 * 15 + 7] == "L"


def test_challenges_go_on_when_the_bag_has_run_out() -> None:
    state = challenge_table(racks=("LOFTYAE", "AEINSDL"), bag="")
    state = after_actions(state, place_play(state, "8H LOFTY"))
    back = after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID)
    assert Counter(back.players[0].rack) == Counter("LOFTYAE")
    kept = after_actions(state, Challenge(B))
    assert (kept.players[0].rack, kept.outcome) == (("A", "E"), None)
