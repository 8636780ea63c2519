"""The audit of rounds finds what was lost, taken late, or closed late, and nothing in a sound game."""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache

from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from bot.store.keys import Scope
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.duplicate.actions import Answer
from engine.duplicate.events import RoundClosed
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.simulate import simulate_game
from engine.duplicate.state import GameState
from engine.game import Table
from engine.replay_log import replay_entry
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tools.simulator.ledger import AnswerAsked, Findings, LogStep, SentUpdate, TableRecord
from tools.simulator.rounds import FaultTime, check_rounds


@cache
def sound_steps() -> tuple[LogStep, ...]:
    """A game of two rounds, answered and not locked in time to end them early."""
    rules = shipped_rulesets()["duplicate-mini"]
    assert isinstance(rules, Ruleset)
    rules = resolve_ruleset(rules, {"rounds": "5"})
    words = load_base_list(*split_lexicon_name(rules.lexicon))
    game = simulate_game(rules, ["greedy"], "audit", 1, words, BoardSearcher())
    steps, table = list[LogStep](), None
    for entry in game.log:
        before: Table | None = table
        table = replay_entry(rules, game.state.secret, before, entry)
        steps.append(LogStep(before, entry, table))
    return tuple(steps)


def find(steps: Sequence[LogStep], *sent: SentUpdate, faults: Sequence[FaultTime] = ()) -> list[str]:
    record, findings = TableRecord(Scope(-7), "duplicate-mini"), Findings()
    for one in sent:
        one.record = record
    record.sent_updates += sent
    check_rounds(record, steps, (), faults, findings)
    return [finding.kind for finding in findings]


def closing(steps: Sequence[LogStep]) -> int:
    return next(n for n, step in enumerate(steps) if any(isinstance(one, RoundClosed) for one in step.entry.events))


def test_an_answer_of_after_the_end_is_late() -> None:
    steps = list(sound_steps())
    number = next(n for n, step in enumerate(steps) if isinstance(step.entry.action, Answer))
    before, action = steps[number].before, steps[number].entry.action
    assert isinstance(before, GameState)
    assert before.round is not None
    assert find(steps) == []
    late = replace(action, sent=before.round.due + timedelta(seconds=1))  # type: ignore[type-var] # it is an answer
    steps[number] = replace(steps[number], entry=replace(steps[number].entry, action=late))
    assert find(steps) == ["late"]


def test_a_round_that_is_closed_four_seconds_late_is_found_unless_something_was_broken() -> None:
    steps = list(sound_steps())
    number = closing(steps)
    entry = steps[number].entry
    steps[number] = replace(steps[number], entry=replace(entry, at=entry.at + timedelta(seconds=4)))
    assert find(steps) == ["late"]
    fault = FaultTime("worker_killed", entry.at.timestamp() - 60, entry.at.timestamp())
    assert find(steps, faults=[fault]) == []


def test_an_answer_that_is_safe_before_the_end_and_in_no_entry_is_lost() -> None:
    steps = sound_steps()
    before = steps[closing(steps)].before
    assert isinstance(before, GameState)
    assert before.round is not None
    ask = AnswerAsked(by=99, what="an answer", round=1, play=before.round.laid)
    record, end = TableRecord(Scope(-7), ""), steps[closing(steps)].entry.at.timestamp()
    for at, kinds in ((end - 5, ["lost"]), (end + 1, [])):
        sent = SentUpdate(1, record, ask, False, 0, 0.0, acknowledged_at=1.0, acknowledged_utc=at)
        assert find(steps, sent) == kinds
