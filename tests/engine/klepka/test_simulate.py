"""Simulated games of Klepka: the same for the same seed, legal to the end, and of every deck."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.klepka.actions import Chaos, Flip, Form
from engine.klepka.simulate import Habits, find_word, random_move, simulate_game
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.turns import Surrender
from tests.support.klepka import count_cards, game, klepka_rules

WORDS = load_lexicon("uk")
NEVER = Habits(forming=0, recalling=0, declining=0, rewarding=0)


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


@pytest.mark.parametrize(("number", "reason"), [(1, "cleared"), (38, "surrender")])
def test_games_end_by_clearing_the_table_and_by_surrender(number: int, reason: str) -> None:
    outcome = simulate_game(klepka_rules(deck="quick"), 2, "reasons", number, WORDS).state.outcome
    assert outcome is not None
    assert outcome.reason == reason


@pytest.mark.parametrize(
    ("habits", "kind"),
    [
        (Habits(surrendering=1000), Surrender),
        (Habits(rewarding=1000), Chaos),
        (Habits(forming=1000, rewarding=0), Form),
        (NEVER, Flip),
    ],
)
def test_habits_decide_what_a_player_does(habits: Habits, kind: type) -> None:
    state = game("АБВГ", "ВОДА", "#")
    assert isinstance(random_move(state, {}, Draws("1"), WORDS, habits)[0], kind)


def test_a_word_is_found_among_the_cards_with_polysemy_too() -> None:
    assert find_word(game("", "ВОДА", ""), Draws("1"), WORDS)[0] is not None
    assert find_word(game("", "Ь", ""), Draws("1"), WORDS)[0] is None
    found = {find_word(game("", "ЩЩ*", ""), Draws(str(seed)), WORDS)[0] for seed in range(60)}
    assert any(word is not None and "[" in word for word in found)
