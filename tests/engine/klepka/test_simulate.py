"""Simulated games of Klepka: the same for the same seed, legal to the end, and of every deck."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.klepka.simulate import simulate_game
from engine.lexicon import load_lexicon
from tests.support.klepka import count_cards, klepka_rules

WORDS = load_lexicon("uk")


def test_a_seed_and_a_number_name_one_game() -> None:
    first, again = (simulate_game(klepka_rules(deck="quick"), 2, "s", 1, WORDS) for _ in range(2))
    assert first == again
    assert simulate_game(klepka_rules(deck="quick"), 2, "s", 2, WORDS).state.words != first.state.words
    assert simulate_game(klepka_rules(deck="quick"), 2, "t", 1, WORDS).state.words != first.state.words


@settings(max_examples=4)
@given(st.sampled_from(["quick", "chat", "full"]), st.integers(2, 6), st.integers(1, 2**32))
def test_games_are_played_to_their_end_and_keep_every_card(deck: str, players: int, number: int) -> None:
    ruleset = klepka_rules(deck=deck)
    state = simulate_game(ruleset, players, "endings", number, WORDS).state
    assert state.outcome is not None
    assert all(word.word in WORDS for word in state.words)
    collections = [player.cards for player in state.players]
    assert count_cards(state.table, collections, state.discarded) == Counter(ruleset.cards.all_cards)
