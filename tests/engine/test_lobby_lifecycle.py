"""A table at which nobody comes, goes or changes anything is closed after a day."""

from datetime import timedelta

import pytest

from engine import cancellation
from engine import game as door
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.crossword.state import GameState
from engine.encoding import decode_table, make_decoder, to_json
from engine.errors import Refusal
from engine.invitations import ABANDONED_AFTER, Abandon
from engine.lobby_seats import Alter, Join, Leave, Lobby, LobbyClosed, Open, Seat, SeatTaken, open_lobby
from engine.replay_log import replay_log
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from tests.support.games import NOW, SECRET, USERS, accepts_any_word, after_actions, game, instant_at, with_fields

RULES = resolve_ruleset(shipped_rulesets()["scrabble-en"])
HOUR = timedelta(hours=1)


def opened() -> Lobby:
    return open_lobby(RULES, Seat(USERS[0], "Ayşe"), SECRET, now=NOW)


def does(table: Lobby, action: door.Action, hours: float) -> Lobby:
    after = door.apply(table, action, NOW, accepts_any_word, NOW + hours * HOUR).table
    assert isinstance(after, Lobby)
    return after


def test_a_table_closes_a_day_after_it_was_opened() -> None:
    assert door.deadline(opened()) == NOW + ABANDONED_AFTER == NOW + 24 * HOUR
    due = door.due_action(opened(), NOW + ABANDONED_AFTER)
    step = door.apply(opened(), due, NOW + ABANDONED_AFTER, accepts_any_word)
    assert (step.table, step.events) == (None, (LobbyClosed(abandoned=True),))


def test_who_comes_goes_or_changes_anything_puts_that_off() -> None:
    table = opened()
    altered = resolve_ruleset(shipped_rulesets()["scrabble-en"], {"clock": "25min"})
    acts = (Join(USERS[1], "Bora"), Leave(USERS[1]), Alter(USERS[0], "clock", "25min", altered))
    for hours, action in enumerate(acts, start=5):
        table = does(table, action, hours)
        assert door.deadline(table) == NOW + hours * HOUR + ABANDONED_AFTER


def test_no_time_runs_backwards_at_a_table() -> None:
    table = does(does(opened(), Join(USERS[1], "Bora"), 5), Join(USERS[2], "Cem"), 4)
    assert door.deadline(table) == NOW + 5 * HOUR + ABANDONED_AFTER


def test_it_is_not_closed_before() -> None:
    early = NOW + ABANDONED_AFTER - timedelta(seconds=1)
    with pytest.raises(Refusal, match="not_due"):
        door.due_action(opened(), early)
    with pytest.raises(Refusal, match="not_due"):
        door.apply(opened(), Abandon(), early, accepts_any_word)


def test_a_game_that_has_begun_is_not_abandoned() -> None:
    table = does(opened(), Join(USERS[1], "Bora"), 1)
    game = door.apply(table, door.Begin(USERS[1], 7, "00"), NOW + HOUR, accepts_any_word).table
    assert game is not None
    with pytest.raises(Refusal, match="another_game"):
        door.apply(game, Abandon(), NOW + 9 * ABANDONED_AFTER, accepts_any_word)


def test_its_log_leads_to_the_same_table_and_to_its_end() -> None:
    table: door.Table = opened()
    log = [LogEntry(Open(USERS[0], "Ayşe"), NOW, {}, (SeatTaken(USERS[0], "Ayşe"),))]
    assert replay_log(RULES, SECRET, log) == opened()
    step, entry = apply_and_log(table, Join(USERS[1], "Bora"), NOW + HOUR, {}, begins=NOW + 2 * HOUR)
    log.append(entry)
    assert replay_log(RULES, SECRET, log) == step.table == decode_table(to_json(step.table).encode())
    assert step.table is not None
    end = NOW + 2 * HOUR + ABANDONED_AFTER
    log.append(apply_and_log(step.table, door.due_action(step.table, end), end, {})[1])
    assert [make_decoder(LogEntry).decode(to_json(entry)) for entry in log] == log
    assert replay_log(RULES, SECRET, log) is None


A, B = USERS[:2]
INSTANT = timedelta(microseconds=1)


def asked() -> GameState:
    """A game that A, its host, asks to end at the beginning."""
    table = with_fields(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"]), host=A)
    return after_actions(table, ProposeCancel(A))


def test_the_game_ends_at_the_full_minute_and_no_instant_before() -> None:
    state = asked()
    minute = instant_at(0) + cancellation.OBJECTION_TIME
    assert cancellation.objection_deadline(state) == minute
    assert cancellation.due_cancel(state, minute - INSTANT) is None
    end = cancellation.due_cancel(state, minute)
    assert end is not None
    assert (end.by, end.unopposed) == (A, True)


def test_the_bots_own_end_before_the_minute_is_refused() -> None:
    state = asked()
    end = cancellation.due_cancel(state, instant_at(60))
    assert end is not None
    with pytest.raises(Refusal, match="not_due"):
        after_actions(state, end, seconds=59.999)
    over = after_actions(state, end, seconds=60)
    assert over.outcome is not None
    assert over.outcome.reason == "cancelled"


def test_an_objection_leaves_nothing_to_end() -> None:
    state = after_actions(asked(), ObjectToCancel(B))
    assert (cancellation.objection_deadline(state), cancellation.due_cancel(state, instant_at(3600))) == (None, None)
