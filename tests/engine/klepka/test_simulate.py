"""Simulated games of Klepka: the same for the same seed, legal to the end, and of every deck."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refusal
from engine.klepka.actions import Chaos, Flip, Form
from engine.klepka.events import CardsRevealed, Event, TableShuffled
from engine.klepka.simulate import Habits, find_word, random_move, remember_cards, simulate_game
from engine.klepka.view import RevealedCard
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


@settings(max_examples=8)
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


def test_tables_of_the_wrong_size_are_refused() -> None:
    with pytest.raises(Refusal, match="table_full"):
        simulate_game(klepka_rules(), 7, "s", 1, WORDS)
    with pytest.raises(Refusal, match="too_few_players"):
        simulate_game(klepka_rules(), 1, "s", 1, WORDS)


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


def test_recalled_pairs_are_turned_up() -> None:
    state = game("АБВгБ", "", "")
    asked, _ = random_move(state, {2: "БY", 5: "БY", 1: "АY"}, Draws("1"), WORDS, Habits(recalling=1000, forming=0))
    assert isinstance(asked, Flip)
    assert set(asked.positions) == {2, 5}


def test_what_was_taken_is_forgotten_and_chaos_forgets_all() -> None:
    shown: tuple[Event, ...] = (
        CardsRevealed(0, (RevealedCard(1, "АY", taken=False), RevealedCard(2, "ОY", taken=True)), extra=False, again=0),
    )
    assert remember_cards({2: "ОY", 3: "БY"}, shown) == {1: "АY", 3: "БY"}
    assert remember_cards({3: "БY"}, (TableShuffled(0, 5),)) == {}


def test_a_word_is_found_among_the_cards_with_polysemy_too() -> None:
    assert find_word(game("", "ВОДА", ""), Draws("1"), WORDS)[0] is not None
    assert find_word(game("", "Ь", ""), Draws("1"), WORDS)[0] is None
    found = {find_word(game("", "ЩЩ*", ""), Draws(str(seed)), WORDS)[0] for seed in range(60)}
    assert any(word is not None and "[" in word for word in found)
