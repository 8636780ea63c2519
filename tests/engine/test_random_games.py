"""Thousands of random actions on every ruleset, legal and illegal: no crash, nothing lost or made, nothing leaked."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from engine import game as door
from engine.crossword.ruleset import Ruleset as Crossword
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState as CrosswordState
from engine.game import is_over
from engine.klepka.ruleset import Ruleset as Klepka
from engine.klepka.state import GameState as KlepkaState
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support import boards, games, klepka, klepka_random_actions, random_actions
from tests.support.klepka import count_cards

LONGEST = 120
ENOUGH = 100
"""How many actions of either kind eight games of a ruleset see at the least."""

Tried = tuple[Struct, door.Action, Struct, tuple[door.Event, ...]]


def any_options(rules: Crossword | Klepka, random: Random) -> dict[str, str]:
    """A value for every option that the game has."""
    return {name: random.choice(option.values) for name, option in rules.options().items()}


def crossword_course(rules: Crossword, seed: int) -> Iterable[Tried]:
    """A random game at a table with random options."""
    random = Random(seed)
    chosen = resolve_ruleset(rules, any_options(rules, random))
    seated = random.randint(rules.players.least, rules.players.most)
    state, _ = games.started_game(chosen, seated, secret=f"{random.getrandbits(256):064x}")
    return random_actions.play_numbers(state, (random.randrange(2**20) for _ in range(LONGEST)))


def klepka_course(rules: Klepka, seed: int) -> Iterable[Tried]:
    """The same with cards."""
    random = Random(seed)
    seated = random.randint(rules.players.least, rules.players.most)
    chosen = resolve_ruleset(rules, any_options(rules, random))
    state = klepka.started_game(seated, secret=f"{random.getrandbits(256):064x}", ruleset=chosen)
    for before, asked, _, after, events in klepka_random_actions.play_numbers(
        state, (random.randrange(2**20) for _ in range(LONGEST))
    ):
        yield before, asked, after, events


def check_nothing_lost(state: Struct) -> None:
    match state:
        case CrosswordState():
            racks = [player.rack for player in state.players]
            assert boards.count_tiles(state.bag, racks, state.cells) == state.ruleset.counts
        case KlepkaState():
            collections = [player.cards for player in state.players]
            assert count_cards(state.table, collections, state.discarded) == Counter(state.ruleset.cards.all_cards)
        case _:
            raise AssertionError(state)


def check_nothing_told(state: Struct, events: tuple[door.Event, ...]) -> None:
    """The group's view and events hold neither racks nor seed; the secret stays hidden to the end."""
    assert isinstance(state, CrosswordState | KlepkaState)
    seen = door.view(state, None)
    public = msgspec.to_builtins([seen, *(door.redact(event, None) for event in events)])
    text = msgspec.json.encode(public).decode()
    assert state.draws.seed not in text
    if is_over(state):
        return
    assert state.secret not in text
    for told in public:
        assert not told.get("rack")
        assert told["type"] not in {"tiles_drawn", "tiles_exchanged"} or told["tiles"] is None


def courses(ruleset: str, seed: int) -> Iterable[Tried]:
    """A random game of any family."""
    rules = shipped_rulesets()[ruleset]
    return (
        klepka_course(rules, seed)
        if isinstance(rules, Klepka)
        else crossword_course(crossword_rulesets()[ruleset], seed)
    )


@settings(max_examples=20)
@given(st.sampled_from(sorted(shipped_rulesets())), st.integers(0, 2**32))
def test_random_actions_neither_crash_nor_lose_nor_leak(ruleset: str, seed: int) -> None:
    for before, _, after, events in courses(ruleset, seed):
        if after is not before:
            check_nothing_lost(after)
            check_nothing_told(after, events)


@pytest.mark.repeats(4)
@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_random_actions_are_accepted_and_refused_alike(ruleset: str) -> None:
    """Else the law above would say little."""
    tried = Counter(after is not before for seed in range(10) for before, _, after, _ in courses(ruleset, seed))
    assert min(tried[True], tried[False]) >= ENOUGH
