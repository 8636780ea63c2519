"""A table at which nobody comes, goes or changes anything is closed after a day."""

from datetime import timedelta

import pytest

from engine import game as door
from engine.encoding import as_json, decode_table, decoder
from engine.errors import Refusal
from engine.record import LogEntry, applied
from engine.retrace import retrace
from engine.rulesets import resolve, rulesets
from engine.seats import Alter, Join, Leave, Lobby, LobbyClosed, Open, Seat, SeatTaken, open_lobby
from engine.waiting import ABANDONED, Abandon
from tests.support.games import NOW, SECRET, USERS, any_word

RULES = resolve(rulesets()["scrabble-en"])
HOUR = timedelta(hours=1)


def opened() -> Lobby:
    return open_lobby(RULES, Seat(USERS[0], "Ayşe"), SECRET, now=NOW)


def does(table: Lobby, action: door.Action, hours: float) -> Lobby:
    after = door.apply(table, action, NOW, any_word, NOW + hours * HOUR).table
    assert isinstance(after, Lobby)
    return after


def test_a_table_closes_a_day_after_it_was_opened() -> None:
    assert door.deadline(opened()) == NOW + ABANDONED == NOW + 24 * HOUR
    due = door.what_is_due(opened(), NOW + ABANDONED)
    step = door.apply(opened(), due, NOW + ABANDONED, any_word)
    assert (step.table, step.events) == (None, (LobbyClosed(abandoned=True),))


def test_who_comes_goes_or_changes_anything_puts_that_off() -> None:
    table = opened()
    altered = resolve(rulesets()["scrabble-en"], {"clock": "25min"})
    acts = (Join(USERS[1], "Bora"), Leave(USERS[1]), Alter(USERS[0], "clock", "25min", altered))
    for hours, action in enumerate(acts, start=5):
        table = does(table, action, hours)
        assert door.deadline(table) == NOW + hours * HOUR + ABANDONED


def test_no_time_runs_backwards_at_a_table() -> None:
    table = does(does(opened(), Join(USERS[1], "Bora"), 5), Join(USERS[2], "Cem"), 4)
    assert door.deadline(table) == NOW + 5 * HOUR + ABANDONED


def test_it_is_not_closed_before() -> None:
    early = NOW + ABANDONED - timedelta(seconds=1)
    with pytest.raises(Refusal, match="not_due"):
        door.what_is_due(opened(), early)
    with pytest.raises(Refusal, match="not_due"):
        door.apply(opened(), Abandon(), early, any_word)


def test_a_game_that_has_begun_is_not_abandoned() -> None:
    table = does(opened(), Join(USERS[1], "Bora"), 1)
    game = door.apply(table, door.Begin(USERS[1], 7, "00"), NOW + HOUR, any_word).table
    assert game is not None
    with pytest.raises(Refusal, match="another_game"):
        door.apply(game, Abandon(), NOW + 9 * ABANDONED, any_word)


def test_its_log_leads_to_the_same_table_and_to_its_end() -> None:
    table: door.Table = opened()
    log = [LogEntry(Open(USERS[0], "Ayşe"), NOW, {}, (SeatTaken(USERS[0], "Ayşe"),))]
    assert retrace(RULES, SECRET, log) == opened()
    step, entry = applied(table, Join(USERS[1], "Bora"), NOW + HOUR, {}, begins=NOW + 2 * HOUR)
    log.append(entry)
    assert retrace(RULES, SECRET, log) == step.table == decode_table(as_json(step.table).encode())
    assert step.table is not None
    end = NOW + 2 * HOUR + ABANDONED
    log.append(applied(step.table, door.what_is_due(step.table, end), end, {})[1])
    assert [decoder(LogEntry).decode(as_json(entry)) for entry in log] == log
    assert retrace(RULES, SECRET, log) is None
