"""Computer players of Klepka: they know what everybody saw, and forget it by level."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from engine.computer_ids import LEVELS, Level
from engine.klepka import secrecy
from engine.klepka.actions import Flip, Form
from engine.klepka.events import CardsRevealed, TableShuffled
from engine.klepka.players import ComputerView, SeenCard, choose_action, play_game, recall_cards, update_seen
from engine.klepka.state import GameState
from engine.klepka.view import RevealedCard
from engine.lexicon import load_lexicon
from engine.turns import Pass
from tests.support.klepka import game, klepka_rules

WORDS = load_lexicon("uk-common")
SEEN = {position: SeenCard("АY", position % 5) for position in range(1, 41)}


def sight(state: GameState, seen: dict[int, SeenCard] | None = None) -> ComputerView:
    return ComputerView(secrecy.view_for(state, None), state.ruleset, WORDS, seen or {}, "chance")


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_forgotten_stays_forgotten(level: Level) -> None:
    known = [recall_cards(level, SEEN, turn, "chance") for turn in range(5, 25)]
    assert all(later.items() <= earlier.items() for earlier, later in pairwise(known))
    assert recall_cards(level, SEEN, 4, "chance").items() >= known[0].items()


def test_the_stronger_a_level_the_more_it_remembers() -> None:
    held = [len(recall_cards(level, SEEN, 9, "chance")) for level in LEVELS]
    assert held == sorted(held)
    assert held[0] < 10
    assert held[-1] == len(SEEN)


def test_what_is_turned_down_is_noticed_until_it_is_taken_or_mixed() -> None:
    def opened(*cards: RevealedCard) -> CardsRevealed:
        return CardsRevealed(0, cards, extra=False, again=0)

    seen = update_seen({}, [opened(RevealedCard(1, "АY", False), RevealedCard(2, "БB", False))], 4)
    assert seen == {1: SeenCard("АY", 4), 2: SeenCard("БB", 4)}
    taken = update_seen(seen, [opened(RevealedCard(1, "АY", True), RevealedCard(3, "АB", True))], 5)
    assert taken == {2: SeenCard("БB", 4)}
    assert update_seen(taken, [TableShuffled(0, 9)], 6) == {}


def test_a_known_pair_is_turned_up_and_otherwise_cards_that_are_not_known() -> None:
    state = game("АБ\nаВ", "", "")
    action = choose_action("usta", sight(state, {1: SeenCard("АY", 0), 3: SeenCard("АB", 0), 2: SeenCard("БY", 0)}))
    assert isinstance(action, Flip)
    assert set(action.positions) == {1, 3}
    action = choose_action("usta", sight(state, {1: SeenCard("АY", 0), 2: SeenCard("БY", 0)}))
    assert isinstance(action, Flip)
    assert set(action.positions) == {3, 4}


def test_a_word_is_formed_and_a_turn_without_anything_to_do_is_passed() -> None:
    state = game("АБ\nаб", "КІТ", "")
    action = choose_action("usta", sight(state))
    assert isinstance(action, Form)
    assert action.word in WORDS
    assert isinstance(choose_action("usta", sight(game("..\n..", "Щ", "К"))), Pass)


def test_a_word_of_two_letters_is_formed_only_while_there_is_no_longer_one() -> None:
    for hand, word in (("ЇЇКІТ", "КІТ"), ("ЇЇ", "ЇЇ")):
        action = choose_action("usta", sight(game("АБ\nаб", hand, "")))
        assert isinstance(action, Form)
        assert sorted(action.word) == sorted(word)


@pytest.mark.parametrize("levels", [("orta", "usta"), ("acemi", "iyi")])
def test_no_word_is_formed_twice_in_a_game_though_the_table_allows_it(levels: tuple[Level, Level]) -> None:
    ruleset = klepka_rules()
    assert ruleset.repeats == "allowed"
    words = [formed.word for formed in play_game(ruleset, levels, WORDS, "a game").words]
    assert len(words) == len(set(words)) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_does_not_depend_on_what_lies_face_down(level: Level) -> None:
    state = game("АБВГ\nабвг", "КІТЛО", "Р")
    mixed = list(state.table)
    Random(1).shuffle(mixed)
    seen = {2: SeenCard("БY", 0)}
    assert choose_action(level, sight(replace(state, table=tuple(mixed)), seen)) == choose_action(
        level, sight(state, seen)
    )
