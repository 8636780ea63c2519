"""Every way in which the engine's core says no; none of them changes anything (RULES §1)."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import engine
from engine import game as door
from engine.crossword.shipped import crossword_rulesets
from engine.errors import Refusal
from engine.rulesets import resolve_ruleset
from engine.turns import Pass, Surrender
from tests.engine.crossword.refusal_cases.challenges_and_clocks import CHALLENGING, DRAWING, TIMING
from tests.engine.crossword.refusal_cases.turns import EMPTY, EXCHANGING, FIRST, LOBBY, PLACING, TURNS
from tests.support.games import NOW, accepts_any_word, instant_at
from tests.support.refusals import RefusalCase, check_refused, refusal_codes_in

CASES = PLACING + EXCHANGING + TURNS + LOBBY + CHALLENGING + TIMING + DRAWING


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_a_refusal_says_why_and_changes_nothing(case: RefusalCase) -> None:
    check_refused(
        case.table, lambda: door.apply(case.table, case.action, instant_at(case.seconds), case.judge), case.refusal
    )


def test_an_unknown_value_is_refused_with_the_values_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s9"})
    assert str(refusal.value) == "unknown_value(option='bag', value='s9', values=('official', 's3-table'))"


def test_an_unknown_option_is_refused_with_the_options_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"ex": "off"})
    assert refusal.value.code == "unknown_option"
    assert refusal.value.fields["option"] == "ex"
    assert refusal.value.fields["options"] == tuple(crossword_rulesets()["kelimelik"].options())


def test_no_refusal_names_a_letter_of_the_rack() -> None:
    codes = {"not_on_rack", "blanks_not_held", "bag_too_small", "nothing_to_exchange", "exchange_beyond_bag"}
    assert all(not set(case.refusal.fields) - {"least", "bag", "most"} for case in CASES if case.refusal.code in codes)


CORE = [
    "lobby_seats.py",
    "computer_players.py",
    "game.py",
    "turns.py",
    "timekeeping.py",
    *(
        f"crossword/{name}.py"
        for name in (
            "rules",
            "placement",
            "tiles",
            "challenge",
            "endings",
            "setup",
            "turns",
            "timing",
            "undoing",
        )
    ),
]


def test_every_code_of_the_core_has_a_case() -> None:
    raised = {code for name in CORE for code in refusal_codes_in(Path(engine.__path__[0]) / name)}
    without_turns = {"no_turns"}
    assert raised - without_turns == {case.refusal.code for case in CASES}


@pytest.mark.parametrize("mutate", [Pass, Surrender])
def test_an_accepted_action_leaves_its_input_alone(mutate: Callable[[int], door.Action]) -> None:
    before = msgspec.json.encode(EMPTY)
    door.apply(EMPTY, mutate(FIRST), NOW, accepts_any_word)
    assert msgspec.json.encode(EMPTY) == before
