"""Simulated games: the same for the same seed, legal to the end, and of every ending."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.clock import Timeout
from engine.crossword import endings
from engine.crossword.actions import Challenge, Exchange, Place
from engine.crossword.events import GameStarted, TurnPassed
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Habits, SimulatedGame, random_move, simulate_game
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from engine.turns import Pass, Surrender
from tests.support import boards
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


def test_a_seed_and_a_number_name_one_game() -> None:
    rules, words = resolve_ruleset(crossword_rulesets()["scrabble-en"]), load_lexicon("en")
    first, again = (simulate_game(rules, 2, "s", 1, words) for _ in range(2))
    assert first == again
    assert simulate_game(rules, 2, "s", 2, words).state.cells != first.state.cells
    assert simulate_game(rules, 2, "t", 1, words).state.cells != first.state.cells


def played(rules: Ruleset, players: int, number: int, seed: str = "endings") -> SimulatedGame:
    """A simulated game, which has come to its end and lost no tile."""
    game = simulate_game(rules, players, seed, number, load_lexicon(rules.lexicon))
    assert game.state.outcome is not None
    assert (
        boards.count_tiles(game.state.bag, [player.rack for player in game.state.players], game.state.cells)
        == rules.counts
    )
    return game


@settings(max_examples=8)
@given(st.data(), st.sampled_from(sorted(crossword_rulesets())), st.integers(1, 2**32))
def test_games_of_any_ruleset_and_options_keep_every_tile_to_their_end(
    data: st.DataObject, ruleset: str, number: int
) -> None:
    rules = crossword_rulesets()[ruleset]
    chosen = {name: data.draw(st.sampled_from(option.values), name) for name, option in rules.options().items()}
    played(resolve_ruleset(rules, chosen), data.draw(st.integers(rules.players.least, rules.players.most)), number)


@pytest.mark.parametrize(
    ("ruleset", "players", "ends"),
    [
        ("kelimelik", 2, {"passes": 4, "out": 1, "surrender": 17}),
        ("scrabble-tr", 4, {"out": 1, "scoreless": 2, "surrender": 26}),
        ("scrabble-en", 3, {"out": 1, "scoreless": 9, "surrender": 17}),
    ],
)
def test_games_have_every_ending(ruleset: str, players: int, ends: dict[str, int]) -> None:
    rules = resolve_ruleset(crossword_rulesets()[ruleset])
    for reason, number in ends.items():
        outcome = played(rules, players, number).state.outcome
        assert outcome is not None
        assert outcome.reason == reason


def test_tables_of_the_wrong_size_are_refused() -> None:
    with pytest.raises(Refusal, match="table_full"):
        simulate_game(resolve_ruleset(crossword_rulesets()["kelimelik"]), 3, "s", 1, load_lexicon("tr"))
    with pytest.raises(Refusal, match="too_few_players"):
        simulate_game(resolve_ruleset(crossword_rulesets()["kelimelik"]), 1, "s", 1, load_lexicon("tr"))


@pytest.mark.parametrize(
    ("habits", "kind"),
    [
        (Habits(passing=1000), Pass),
        (Habits(exchanging=1000), Exchange),
        (Habits(surrendering=1000), Surrender),
        (Habits(), Place),
    ],
)
def test_habits_decide_what_a_player_does(habits: Habits, kind: type) -> None:
    state = game(laid=["8G CAB"], racks=["AEINRST", "AEINRST"])
    assert isinstance(random_move(state, Draws("1"), load_lexicon("en"), habits)[0], kind)


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
