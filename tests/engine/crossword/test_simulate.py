"""Simulated games: the same for the same seed, legal to the end, and of every ending."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import SimulatedGame, simulate_game
from engine.errors import Refusal
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support import boards
from tests.support.games import after_actions, exchange_faces, game


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


@settings(max_examples=5)
@given(st.data(), st.sampled_from(sorted(crossword_rulesets())), st.integers(1, 2**32))
def test_games_of_any_ruleset_and_options_keep_every_tile_to_their_end(
    data: st.DataObject, ruleset: str, number: int
) -> None:
    rules = crossword_rulesets()[ruleset]
    chosen = {name: data.draw(st.sampled_from(option.values), name) for name, option in rules.options().items()}
    played(resolve_ruleset(rules, chosen), data.draw(st.integers(rules.players.least, rules.players.most)), number)


IDS = ("tournament-en", "tournament-tr")


@pytest.mark.parametrize("name", IDS)
def test_a_table_may_let_tiles_be_exchanged_as_long_as_the_bag_holds_as_many(name: str) -> None:
    state = game(name, racks=["AAAAEEE", "A"], bag="KLM", options={"exchange-least": "1"})
    assert sorted(after_actions(state, exchange_faces(state, "AAA")).players[0].rack) == sorted("AEEEKLM")
    with pytest.raises(Refusal, match=r"exchange_beyond_bag.*most=3"):
        after_actions(state, exchange_faces(state, "AAAA"))
