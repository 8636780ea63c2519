"""Computer players of Klepka: they know what everybody saw, and forget it by level."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from engine.klepka import secrecy
from engine.klepka.actions import Flip, Form
from engine.klepka.contest import pair
from engine.klepka.events import CardsRevealed, TableShuffled
from engine.klepka.players import Seen, Sight, choose, noticed, remembered
from engine.klepka.state import GameState
from engine.klepka.view import RevealedCard
from engine.levels import LEVELS, Level
from engine.lexicon import lexicon
from engine.turns import Pass
from tests.support.klepka import game, rules

WORDS = lexicon("uk-common")
SEEN = {position: Seen("АY", position % 5) for position in range(1, 41)}


def sight(state: GameState, seen: dict[int, Seen] | None = None) -> Sight:
    return Sight(secrecy.view(state, None), state.ruleset, WORDS, seen or {}, "chance")


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_forgotten_stays_forgotten(level: Level) -> None:
    known = [remembered(level, SEEN, turn, "chance") for turn in range(5, 25)]
    assert all(later.items() <= earlier.items() for earlier, later in pairwise(known))
    assert remembered(level, SEEN, 4, "chance").items() >= known[0].items()


def test_the_stronger_a_level_the_more_it_remembers() -> None:
    held = [len(remembered(level, SEEN, 9, "chance")) for level in LEVELS]
    assert held == sorted(held)
    assert held[0] < 10
    assert held[-1] == len(SEEN)


def test_what_is_turned_down_is_noticed_until_it_is_taken_or_mixed() -> None:
    def opened(*cards: RevealedCard) -> CardsRevealed:
        return CardsRevealed(0, cards, extra=False, again=0)

    seen = noticed({}, [opened(RevealedCard(1, "АY", False), RevealedCard(2, "БB", False))], 4)
    assert seen == {1: Seen("АY", 4), 2: Seen("БB", 4)}
    taken = noticed(seen, [opened(RevealedCard(1, "АY", True), RevealedCard(3, "АB", True))], 5)
    assert taken == {2: Seen("БB", 4)}
    assert noticed(taken, [TableShuffled(0, 9)], 6) == {}


def test_a_known_pair_is_turned_up_and_otherwise_cards_that_are_not_known() -> None:
    state = game("АБ\nаВ", "", "")
    action = choose("usta", sight(state, {1: Seen("АY", 0), 3: Seen("АB", 0), 2: Seen("БY", 0)}))
    assert isinstance(action, Flip)
    assert set(action.positions) == {1, 3}
    action = choose("usta", sight(state, {1: Seen("АY", 0), 2: Seen("БY", 0)}))
    assert isinstance(action, Flip)
    assert set(action.positions) == {3, 4}


def test_a_word_is_formed_and_a_turn_without_anything_to_do_is_passed() -> None:
    state = game("АБ\nаб", "КІТ", "")
    action = choose("usta", sight(state))
    assert isinstance(action, Form)
    assert action.word in WORDS
    assert isinstance(choose("usta", sight(game("..\n..", "Щ", "К"))), Pass)


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_does_not_depend_on_what_lies_face_down(level: Level) -> None:
    state = game("АБВГ\nабвг", "КІТЛО", "Р")
    mixed = list(state.table)
    Random(1).shuffle(mixed)
    seen = {2: Seen("БY", 0)}
    assert choose(level, sight(replace(state, table=tuple(mixed)), seen)) == choose(level, sight(state, seen))


@pytest.mark.parametrize("repeats", ["allowed", "forbidden"])
def test_games_are_played_out(repeats: str) -> None:
    ruleset = rules(deck="quick", repeats=repeats)
    first, second = pair(ruleset, ("orta", "orta"), WORDS, "a pair")
    assert first == second[::-1]
    assert sum(first) > 0
