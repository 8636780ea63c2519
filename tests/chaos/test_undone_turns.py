"""The auditor looks at turns that were gone back by: nothing was drawn, and everything is as it was."""

import pytest
from msgspec.structs import replace

from bot.store.scope import Scope
from engine import game as door
from engine.crossword.actions import TakeBack
from engine.crossword.events import TurnUndone
from engine.crossword.state import GameState
from engine.table_log import LogEntry
from engine.turns import Surrender, Undo
from tests.support.audited_games import CHAT, AuditedGame, whole_crossword_game
from tests.support.games import NOW, USERS, accepts_any_word, after_actions, game, place_play
from tools.chaos import undone_turns
from tools.chaos.findings import Findings
from tools.chaos.ledger import TableRecord
from tools.chaos.log_audit import LogStep

A, _, C, D = USERS


@pytest.fixture(scope="module")
def regretted() -> AuditedGame:
    """A game with turns that were taken back, and some that were undone."""
    return whole_crossword_game({"clock": "none", "take-back": "60"}, number=3)


def found(game: AuditedGame, steps: list[LogStep]) -> list[str]:
    findings = Findings()
    undone_turns.check_undone_turns(game.place, steps, findings)
    return [finding.kind for finding in findings]


def gone_back(steps: list[LogStep]) -> list[int]:
    """The places of the steps by which a turn was gone back."""
    return [
        place for place, step in enumerate(steps) if any(isinstance(told, TurnUndone) for told in step.entry.events)
    ]


def test_turns_that_were_gone_back_by_rightly_are_no_findings(regretted: AuditedGame) -> None:
    steps = regretted.steps
    rulings = {
        told.ruling for place in gone_back(steps) for told in steps[place].entry.events if isinstance(told, TurnUndone)
    }
    assert rulings == {True, False}
    assert found(regretted, steps) == []


@pytest.mark.parametrize("what", ["racks", "scores", "cells", "turn", "bag"])
def test_what_is_not_as_it_was_is_found(regretted: AuditedGame, what: str) -> None:
    steps = regretted.steps
    place = gone_back(steps)[0]
    state = steps[place].after
    assert isinstance(state, GameState)
    first, *others = state.players
    spoilt = {
        "racks": replace(state, players=(replace(first, rack=(*first.rack[1:], "Z")), *others)),
        "scores": replace(state, players=(replace(first, score=first.score + 1), *others)),
        "cells": replace(state, cells=("Z", *state.cells[1:])),
        "turn": replace(state, turn=1 - state.turn),
        "bag": replace(state, bag=state.bag[1:]),
    }[what]
    steps[place] = replace(steps[place], after=spoilt)
    assert found(regretted, steps) == ["leaked" if what == "bag" else "wrong"]


def test_turns_are_gone_back_by_over_the_heads_of_those_who_left_since() -> None:
    options = {"challenge": "void", "clock": "none", "take-back": "30"}
    state: GameState = game(racks=("LOFTYAE", "AEINSDL", "AEINSDL"), options=options)
    played = after_actions(state, place_play(state, "8H LOFTY"))
    for asked in (
        (Surrender(C), TakeBack(A)),
        (Surrender(C), Undo(D, played.number), Undo(D, played.number)),
        (Surrender(C), Undo(D, played.number), TakeBack(A)),
    ):
        steps, table = [], state
        for action in (place_play(state, "8H LOFTY"), *asked):
            done = door.apply(table, action, NOW, accepts_any_word)
            assert isinstance(done.table, GameState)
            steps.append(LogStep(table, LogEntry(action, NOW, {}, done.events), done.table))
            table = done.table
        assert not any(table.cells)
        findings = Findings()
        undone_turns.check_undone_turns(TableRecord(Scope(CHAT), "scrabble-en"), steps, findings)
        assert [finding.kind for finding in findings] == []


def test_a_turn_undone_before_any_was_taken_is_found(regretted: AuditedGame) -> None:
    steps = regretted.steps
    assert found(regretted, [steps[gone_back(steps)[0]]]) == ["wrong"]
