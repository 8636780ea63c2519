"""The score history: everybody's score after each turn, as the curve on the final picture draws it."""

from engine import game as door
from engine.crossword.actions import Challenge
from engine.game_base import amend_history
from engine.klepka.view import GameView
from tests.support import klepka
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    after_actions,
    challenge_table,
    challenge_view,
    challengeable_play,
    exchange_faces,
    game,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    with_fields,
)

A, B, C, D = USERS


def test_a_new_game_has_no_history() -> None:
    assert challenge_view(game()).history == ()


def test_every_turn_adds_the_scores_after_it() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], scores=(3, 4))
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state = after_actions(state, exchange_faces(state, "A"))
    state = after_actions(state, pass_turn(state))
    assert challenge_view(state).history == ((33, 4), (33, 4), (33, 4))


def test_a_turn_lost_by_a_challenge_is_a_turn() -> None:
    state = after_actions(challengeable_play("double"), Challenge(B))
    assert (state.number, state.history) == (2, ((30, 0), (30, 0)))


def test_a_player_who_leaves_takes_no_turn() -> None:
    state = game(racks=["A", "E", "I"])
    assert after_actions(state, surrender(state)).history == ()


def test_a_withdrawn_play_never_scored() -> None:
    state = challenge_table(scores=(5, 6))
    state = after_actions(state, place_play(state, "8H LOFTY"))
    assert state.history == ((35, 6),)
    assert after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID).history == ((5, 6),)


def test_a_withdrawn_play_never_scored_in_the_turns_lost_after_it_either() -> None:
    state = challenge_table("double", ("LOFTYAE", "AEINSDL", "AEINSDL"))
    state = with_fields(state, players=(*state.players[:1], with_fields(state.players[1], skips=1), *state.players[2:]))
    state = after_actions(state, place_play(state, "8H LOFTY"))
    assert state.history == ((30, 0, 0), (30, 0, 0))
    assert after_actions(state, Challenge(C), judge=NO_WORD_IS_VALID).history == ((0, 0, 0), (0, 0, 0))


def test_the_price_of_a_challenge_belongs_to_the_last_turn() -> None:
    assert after_actions(challengeable_play("five"), Challenge(B)).history == ((35, 0),)
    assert after_actions(challengeable_play("wordpoints"), Challenge(B)).history == ((30, -30),)


def test_what_the_ending_adds_is_no_turn() -> None:
    state = game(laid=["8H ON"], racks=["E", "QD"], bag="", scores=(20, 20))
    state = after_actions(state, place_on_board(state, J8="E"))
    assert [player.score for player in state.players] == [35, 8]
    assert state.history == ((23, 20),)


def test_a_game_whose_first_turns_are_not_known_has_the_history_of_the_others() -> None:
    state = with_fields(challengeable_play(), history=(), number=7)
    state = with_fields(state, pending=with_fields(state.pending, play=6) if state.pending else None)
    assert after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID).history == ()


def test_points_are_amended_in_the_newest_entries_alone() -> None:
    assert amend_history(((0, 0), (5, 0), (5, 7)), 0, -5, 2) == ((0, 0), (0, 0), (0, 7))
    assert amend_history(((5, 0),), 1, 3, 4) == ((5, 3),)
    assert amend_history(((5, 0),), 1, 3, 0) == ((5, 0),)


def test_in_klepka_an_entry_is_made_when_the_turn_ends() -> None:
    state = klepka.game("А.", "ДІМ", "")
    state = klepka.after_actions(state, klepka.form(state, "дім"))
    assert state.history == ()
    state = klepka.after_actions(state, klepka.flip(state, 1))
    (points, nothing), *_ = state.history
    assert (points, nothing) == (state.players[0].score, 0)
    assert points > 0


def test_in_klepka_a_word_doubled_when_its_turn_is_over_corrects_that_turn() -> None:
    state = klepka.game("А.", "ЩО", "", ruleset=klepka.klepka_rules(deck="full", double="host"))
    state = klepka.after_actions(state, klepka.form(state, "що"), klepka.flip(state, 1))
    assert state.history == ((9, 0),)
    doubled = klepka.after_actions(state, klepka.double("що"))
    assert doubled.history == ((18, 0),)


def test_in_klepka_everybody_sees_the_history() -> None:
    state = klepka.game("А.", "", "")
    state = klepka.after_actions(state, klepka.flip(state, 1))
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    assert shown.history == ((0, 0),)
