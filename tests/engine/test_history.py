"""The score history: everybody's score after each turn, as the curve on the final picture draws it."""

from engine import game as door
from engine.crossword.actions import Challenge
from engine.history import amended
from engine.klepka.view import GameView
from tests.support import klepka
from tests.support.challenges import NO_WORD, lofty, table, view
from tests.support.games import USERS, after, changed, exchange, game, pass_, play, put, surrender

A, B, C, D = USERS


def test_a_new_game_has_no_history() -> None:
    assert view(game()).history == ()


def test_every_turn_adds_the_scores_after_it() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], scores=(3, 4))
    state = after(state, play(state, "8H LOFTY"))
    state = after(state, exchange(state, "A"))
    state = after(state, pass_(state))
    assert view(state).history == ((33, 4), (33, 4), (33, 4))


def test_a_turn_lost_by_a_challenge_is_a_turn() -> None:
    state = after(lofty("double"), Challenge(B))
    assert (state.number, state.history) == (2, ((30, 0), (30, 0)))


def test_a_player_who_leaves_takes_no_turn() -> None:
    state = game(racks=["A", "E", "I"])
    assert after(state, surrender(state)).history == ()


def test_a_withdrawn_play_never_scored() -> None:
    state = table(scores=(5, 6))
    state = after(state, play(state, "8H LOFTY"))
    assert state.history == ((35, 6),)
    assert after(state, Challenge(B), judge=NO_WORD).history == ((5, 6),)


def test_a_withdrawn_play_never_scored_in_the_turns_lost_after_it_either() -> None:
    state = table("double", ("LOFTYAE", "AEINSDL", "AEINSDL"))
    state = changed(state, players=(*state.players[:1], changed(state.players[1], skips=1), *state.players[2:]))
    state = after(state, play(state, "8H LOFTY"))
    assert state.history == ((30, 0, 0), (30, 0, 0))
    assert after(state, Challenge(C), judge=NO_WORD).history == ((0, 0, 0), (0, 0, 0))


def test_the_price_of_a_challenge_belongs_to_the_last_turn() -> None:
    assert after(lofty("five"), Challenge(B)).history == ((35, 0),)
    assert after(lofty("wordpoints"), Challenge(B)).history == ((30, -30),)


def test_what_the_ending_adds_is_no_turn() -> None:
    state = game(laid=["8H ON"], racks=["E", "QD"], bag="", scores=(20, 20))
    state = after(state, put(state, J8="E"))
    assert [player.score for player in state.players] == [35, 8]
    assert state.history == ((23, 20),)


def test_a_game_whose_first_turns_are_not_known_has_the_history_of_the_others() -> None:
    state = changed(lofty(), history=(), number=7)
    state = changed(state, pending=changed(state.pending, play=6) if state.pending else None)
    assert after(state, Challenge(B), judge=NO_WORD).history == ()


def test_points_are_amended_in_the_newest_entries_alone() -> None:
    assert amended(((0, 0), (5, 0), (5, 7)), 0, -5, 2) == ((0, 0), (0, 0), (0, 7))
    assert amended(((5, 0),), 1, 3, 4) == ((5, 3),)
    assert amended(((5, 0),), 1, 3, 0) == ((5, 0),)


def test_in_klepka_an_entry_is_made_when_the_turn_ends() -> None:
    state = klepka.game("А.", "ДІМ", "")
    state = klepka.after(state, klepka.form(state, "дім"))
    assert state.history == ()
    state = klepka.after(state, klepka.flip(state, 1))
    (points, nothing), *_ = state.history
    assert (points, nothing) == (state.players[0].score, 0)
    assert points > 0


def test_in_klepka_a_word_doubled_when_its_turn_is_over_corrects_that_turn() -> None:
    state = klepka.game("А.", "ЩО", "", ruleset=klepka.rules(deck="full", double="host"))
    state = klepka.after(state, klepka.form(state, "що"), klepka.flip(state, 1))
    assert state.history == ((9, 0),)
    doubled = klepka.after(state, klepka.double("що"))
    assert doubled.history == ((18, 0),)


def test_in_klepka_everybody_sees_the_history() -> None:
    state = klepka.game("А.", "", "")
    state = klepka.after(state, klepka.flip(state, 1))
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    assert shown.history == ((0, 0),)
