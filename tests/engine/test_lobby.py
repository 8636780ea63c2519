"""Lobbies: seats, how they begin, also by the seat that fills them, and end."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from engine import cancellation
from engine import game as door
from engine.cancellation import ProposeCancel
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.encoding import decode_table, make_decoder, to_json
from engine.errors import Refusal
from engine.invitations import ABANDONED_AFTER, Abandon, begin_in
from engine.lexicon import load_lexicon
from engine.lobby_seats import (
    Alter,
    Begin,
    Join,
    Leave,
    Lobby,
    LobbyClosed,
    Open,
    Seat,
    SeatLeft,
    SeatTaken,
    open_lobby,
)
from engine.lobby_view import LobbyView
from engine.proof import Proof, compose_proof
from engine.replay_log import replay_log
from engine.rng import commitment
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from engine.verify import verify_proof
from tests.support.games import (
    NAMES,
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


BEGIN = Begin(USERS[1], 7, "00", -100)


def table(start: str = "full", seated: int = 1) -> Lobby:
    return open_lobby_of(resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": start}), seated)


def joins(begin: Begin | None) -> Join:
    return Join(USERS[1], NAMES[1], begin)


def test_the_last_seat_begins_the_game_as_two_actions_would() -> None:
    step = apply(table(), joins(BEGIN))
    apart = apply(table(seated=2), BEGIN)
    assert isinstance(step.table, GameState)
    assert step.table == apart.table
    assert step.events == (SeatTaken(USERS[1], NAMES[1]), *apart.events)


def test_a_table_with_a_free_seat_waits() -> None:
    three = open_lobby_of(resolve_ruleset(crossword_rulesets()["scrabble-en"], {"start": "full"}), 2)
    assert isinstance(apply(three, Join(USERS[2], NAMES[2], BEGIN)).table, Lobby)


def test_a_table_that_starts_when_somebody_asks_for_it_waits() -> None:
    assert isinstance(apply(table("asked"), joins(BEGIN)).table, Lobby)


def proven(message: int = 1) -> Proof:
    done = simulate_game(
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"}), 2, "full", 1, load_lexicon("tr")
    )
    opened, joined, begun, *turns = done.log
    assert isinstance(joined.action, Join)
    begin = begin_in(begun.action)
    assert begin is not None
    action = replace(joined.action, begin=replace(begin, message=message))
    first = LogEntry(action, begun.at, {}, (*joined.events, *begun.events), begun.scores)
    return compose_proof(done.state, (opened, first, *turns), "x")


def test_its_proof_agrees_and_names_the_message_of_the_last_seat() -> None:
    proof = proven()
    assert verify_proof(proof).differences == ()
    assert (len(proof.seats), proof.start.message) == (2, 1)
    assert replay_log(proof.ruleset, proof.secret, proof.log) is not None


def test_another_message_than_the_log_has_is_found() -> None:
    proof = proven()
    other = replace(proof, start=replace(proof.start, message=2))
    assert {found.what for found in verify_proof(other).differences} == {"seed", "start"}
    nobody = replace(proof, seats=proof.seats[:1])
    assert "seats" in {found.what for found in verify_proof(nobody).differences}


def test_a_seed_of_another_message_proves_nothing() -> None:
    with pytest.raises(Refusal, match="proof_gone"):
        proven(message=2)
