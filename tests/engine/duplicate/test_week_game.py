"""The table of the week's game: nobody opens it, and it has a number of rounds that no other table is offered."""

import pytest

from engine.cancellation import acting_host
from engine.clock import NOBODY
from engine.duplicate.state import GameState
from engine.errors import Refusal
from engine.game import Begin, apply
from engine.game_record import difference_from_shipped
from engine.lobby_seats import Join, Open, Seat, open_lobby
from engine.replay_log import replay_log
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from engine.turns import Stop
from tests.support.games import NOW, SECRET, accepts_any_word

RULES = resolve_ruleset(shipped_rulesets()["duplicate-tr"], {"round": "86400", "rounds": "7"})


def test_seven_rounds_are_read_and_kept_and_not_offered() -> None:
    assert "7" not in RULES.options()["round"].values
    assert "7" not in shipped_rulesets()["duplicate-tr"].options()["rounds"].values
    assert RULES.options_in_use["rounds"] == "7"
    assert difference_from_shipped(RULES) is None


def test_a_table_that_nobody_opens_begins_with_nobody_and_its_log_replays() -> None:
    lobby = open_lobby(RULES, Seat(NOBODY, ""), SECRET, now=NOW)
    assert lobby.seats == ()
    opening = LogEntry(Open(NOBODY, ""), NOW, {})
    step, entry = apply_and_log(lobby, Begin(NOBODY, 739_000, "00", 0), NOW, {})
    assert isinstance(step.table, GameState)
    assert step.table.players == ()
    assert replay_log(RULES, SECRET, [opening, entry]) == step.table


def test_somebody_seated_is_needed_to_begin_any_other_table() -> None:
    lobby = open_lobby(RULES, Seat(7, "Ayşe"), SECRET, now=NOW)
    with pytest.raises(Refusal) as refused:
        apply(lobby, Begin(NOBODY, 1, "00"), NOW, accepts_any_word)
    assert refused.value.code == "not_seated"


def test_no_player_directs_it_and_an_administrator_may_stop_it() -> None:
    game = apply(open_lobby(RULES, Seat(NOBODY, ""), SECRET, now=NOW), Begin(NOBODY, 1, "00"), NOW, accepts_any_word)
    assert game.table is not None
    entered = apply(game.table, Join(7, "Ayşe"), NOW, accepts_any_word).table
    assert isinstance(entered, GameState)
    assert acting_host(entered) == NOBODY
    with pytest.raises(Refusal) as refused:
        apply(entered, Stop(7), NOW, accepts_any_word)
    assert refused.value.code == "not_host"
    ended = apply(entered, Stop(8, ruling=True), NOW, accepts_any_word).table
    assert isinstance(ended, GameState)
    assert ended.outcome is not None
    assert ended.outcome.reason == "stopped"
