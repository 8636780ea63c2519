"""Tournament Scrabble as S4 has it (RULES §4, §8 nos. 29–33): where it differs from the box's rules."""

import pytest

from engine import game as door
from engine.clock import Timeout
from engine.crossword import endings
from engine.crossword.actions import Challenge
from engine.crossword.events import GameStarted, TurnPassed
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.games import (
    USERS,
    accepts_only,
    after_actions,
    apply_step,
    exchange_faces,
    game,
    pass_turn,
    place_play,
    score_of_play,
    started_game,
)

IDS = ("tournament-en", "tournament-tr")


@pytest.mark.parametrize("name", IDS)
def test_parameters(name: str) -> None:
    rules = crossword_rulesets()[name]
    run = rules.ending.run
    assert (rules.players.least, rules.players.most, rules.players.order) == (2, 4, "draw")
    assert (rules.scoring.bingo, rules.exchange.least_in_bag, rules.ending.out) == (50, 7, "transfer")
    assert (run.counts, run.turns, run.per_player, run.own_rack) == ("passes", 2, 2, True)
    assert (rules.judging.mode, rules.judging.window, rules.draw_offers) == ("wordpoints", 60, False)
    assert (rules.lexicon, rules.chat_words, rules.places) == (name[-2:], False, False)


@pytest.mark.parametrize("name", IDS)
def test_board_bag_and_values_are_those_of_scrabble(name: str) -> None:
    rules, usual = crossword_rulesets()[name], crossword_rulesets()[f"scrabble-{name[-2:]}"]
    assert (rules.board, rules.values, rules.counts) == (usual.board, usual.values, usual.counts)


@pytest.mark.parametrize("name", IDS)
def test_all_seats_are_ordered_by_drawn_letters(name: str) -> None:
    _, events = started_game(name, 4)
    (started,) = (event for event in events if isinstance(event, GameStarted))
    assert {one.user for one in started.rounds[0]} == set(USERS)


@pytest.mark.parametrize("name", IDS)
def test_a_table_may_let_tiles_be_exchanged_as_long_as_the_bag_holds_as_many(name: str) -> None:
    state = game(name, racks=["AAAAEEE", "A"], bag="KLM", options={"exchange-least": "1"})
    assert sorted(after_actions(state, exchange_faces(state, "AAA")).players[0].rack) == sorted("AEEEKLM")
    with pytest.raises(Refusal, match=r"exchange_beyond_bag.*most=3"):
        after_actions(state, exchange_faces(state, "AAAA"))


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("options", [{}, {"exchange-least": "7"}])
def test_without_that_seven_tiles_are_needed(name: str, options: dict[str, str]) -> None:
    state = game(name, racks=["A", "A"], bag="KLMKLM", options=options)
    with pytest.raises(Refusal, match="bag_too_small"):
        after_actions(state, exchange_faces(state, "A"))


def test_only_tournaments_have_that_choice() -> None:
    assert {name for name, rules in crossword_rulesets().items() if "exchange-least" in rules.options()} == set(IDS)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("seated", [2, 3, 4])
def test_two_full_rounds_of_passes_end_it_and_own_racks_are_deducted(name: str, seated: int) -> None:
    state = game(name, racks=["A", "AA", "AAA", "AAAA"][:seated], scores=[50] * seated)
    for _ in range(2 * seated):
        assert state.outcome is None
        state = after_actions(state, pass_turn(state))
    assert state.outcome is not None
    assert state.outcome.reason == "passes"
    assert [player.score for player in state.players] == [49, 48, 47, 46][:seated]


def test_a_lost_challenge_breaks_the_rounds_of_passes() -> None:
    state = game("tournament-en", laid=["8H ON"], racks=["EAAAAAA", "A"])
    state = after_actions(state, pass_turn(state), pass_turn(after_actions(state, pass_turn(state))))
    state = after_actions(state, place_play(state, "9H AE"), Challenge(USERS[1]), judge=accepts_only())
    assert endings.run_counts(state) == (0, 0)
    for _ in range(4):
        assert state.outcome is None
        state = after_actions(state, pass_turn(state))
    assert state.outcome is not None


def test_the_first_score_is_doubled_by_the_star_once() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "A"])
    assert score_of_play(state, "8H LOFTY").total == 30


def test_two_minutes_a_turn_and_ninety_seconds_in_the_final() -> None:
    rules = crossword_rulesets()["tournament-en"]
    assert resolve_ruleset(rules).clock_rule.seconds == 120  # type: ignore[union-attr]
    assert resolve_ruleset(rules, {"clock": "final"}).clock_rule.seconds == 90  # type: ignore[union-attr]


def test_a_late_turn_is_passed() -> None:
    state = game("tournament-tr", racks=["ABC", "A"])
    _, events = apply_step(state, Timeout(), seconds=120)
    assert events[0] == TurnPassed(0, ("A", "B", "C"), automatic=True)


def test_the_english_words_of_two_letters_are_those_of_the_list() -> None:
    words = load_lexicon(crossword_rulesets()["tournament-en"].lexicon)
    assert all(word in words for word in ("QI", "ZA", "AA"))
    assert not any(word in words for word in ("DA", "GI", "PO", "TE", "EW", "OK"))


def test_everybody_sees_that_plays_are_challenged() -> None:
    view = door.view(started_game("tournament-en")[0], None)
    assert isinstance(view, GameView)
    assert view.judging.has_challenges
    assert view.options["challenge"] == "wordpoints"
