"""Lobbies: seats, how they begin and end."""

from datetime import timedelta

import pytest

from engine import cancellation
from engine import game as door
from engine.cancellation import ProposeCancel
from engine.crossword.state import GameState
from engine.encoding import decode_table, make_decoder, to_json
from engine.errors import Refusal
from engine.invitations import ABANDONED_AFTER, Abandon
from engine.lobby_seats import Alter, Join, Leave, Lobby, LobbyClosed, Open, Seat, SeatLeft, SeatTaken, open_lobby
from engine.lobby_view import LobbyView
from engine.replay_log import replay_log
from engine.rng import commitment
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from tests.support.games import (
    NOW,
    OUTSIDER,
    SECRET,
    USERS,
    accepts_any_word,
    after_actions,
    game,
    instant_at,
    open_lobby_of,
    outcome_of,
    with_fields,
)


def apply(table: door.Table, action: door.Action) -> door.Step:
    return door.apply(table, action, NOW, accepts_any_word)


def test_who_joins_sits_last_a_guest_may_leave_and_so_may_the_host_after_whom_the_next_one_is_host() -> None:
    joined = apply(open_lobby_of(), Join(OUTSIDER, "Ece"))
    assert isinstance(joined.table, Lobby)
    assert joined.table.seats[-1] == Seat(OUTSIDER, "Ece")
    assert joined.events == (SeatTaken(OUTSIDER, "Ece"),)
    for leaver, name, host, left in ((1, "Bora", 0, [0, 2]), (0, "Ayşe", 1, [1, 2])):
        step = apply(open_lobby_of(seated=3), Leave(USERS[leaver]))
        assert isinstance(step.table, Lobby)
        assert step.table.host == USERS[host]
        assert [seat.user for seat in step.table.seats] == [USERS[seat] for seat in left]
        assert step.events == (SeatLeft(USERS[leaver], name, USERS[host]),)


def test_when_the_last_one_leaves_the_table_is_closed() -> None:
    step = apply(open_lobby_of(seated=1), Leave(USERS[0]))
    assert step.table is None
    assert step.events == (SeatLeft(USERS[0], "Ayşe", None), door.LobbyClosed())


def test_a_lobby_shows_its_commitment_and_not_its_secret() -> None:
    view = door.view(open_lobby_of("kelimelik"), None)
    assert isinstance(view, LobbyView)
    assert view.commitment == commitment(SECRET)
    assert (view.least, view.most, view.tiles, len(view.seats)) == (2, 2, 100, 2)
    assert SECRET not in str(view)


RULES = resolve_ruleset(shipped_rulesets()["scrabble-en"])
HOUR = timedelta(hours=1)


def opened() -> Lobby:
    return open_lobby(RULES, Seat(USERS[0], "Ayşe"), SECRET, now=NOW)


def does(table: Lobby, action: door.Action, hours: float) -> Lobby:
    after = door.apply(table, action, NOW, accepts_any_word, NOW + hours * HOUR).table
    assert isinstance(after, Lobby)
    return after


def test_a_table_closes_a_day_after_it_was_opened_and_not_before() -> None:
    assert door.deadline(opened()) == NOW + ABANDONED_AFTER == NOW + 24 * HOUR
    early = NOW + ABANDONED_AFTER - timedelta(seconds=1)
    with pytest.raises(Refusal, match="not_due"):
        door.due_action(opened(), early)
    with pytest.raises(Refusal, match="not_due"):
        door.apply(opened(), Abandon(), early, accepts_any_word)
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
    assert cancellation.objection_deadline(state) == minute == instant_at(60)
    assert cancellation.due_cancel(state, minute - INSTANT) is None
    end = cancellation.due_cancel(state, minute)
    assert end is not None
    assert (end.by, end.unopposed) == (A, True)
    with pytest.raises(Refusal, match="not_due"):
        after_actions(state, end, seconds=59.999)
    over = after_actions(state, end, seconds=60)
    assert outcome_of(over).reason == "cancelled"
