"""Lobbies: seats, those kept for named people, how they begin, also by the seat that fills them, and end."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import cancellation
from engine import game as door
from engine.cancellation import ProposeCancel
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.encoding import decode_table, make_decoder, to_json
from engine.errors import Malformed, Refusal
from engine.invitations import (
    ABANDONED_AFTER,
    INVITATION_LIFETIME,
    Abandon,
    EndInvitation,
    Guest,
    InvitationEnded,
    Invite,
    LapseInvitation,
    SeatOffered,
    begin_in,
)
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


FOUR_SEATS = resolve_ruleset(shipped_rulesets()["wordbox-en"])
HOST, GUEST, OTHER, FOURTH = USERS
ECE = Invite(HOST, (Guest("Ece", OUTSIDER),))
NAMED = Invite(HOST, (Guest("@Deniz_1", username="Deniz_1"),))


def inviting_table(*actions: door.Action) -> Lobby:
    """A table for four, where Ayşe sits, after these actions."""
    table = open_lobby(FOUR_SEATS, Seat(HOST, NAMES[0]), SECRET, now=NOW)
    for action in actions:
        table = after_action(table, action)
    return table


def after_action(table: Lobby, action: door.Action, hours: float = 0) -> Lobby:
    after = apply_later(table, action, hours).table
    assert isinstance(after, Lobby)
    return after


def apply_later(table: door.Table, action: door.Action, hours: float = 0) -> door.Step:
    return door.apply(table, action, NOW, accepts_any_word, NOW + timedelta(hours=hours))


def refused(table: door.Table, action: door.Action, hours: float = 0) -> str:
    with pytest.raises(Refusal) as caught:
        apply_later(table, action, hours)
    return caught.value.code


def guest_joins(user: int, username: str = "") -> Join:
    return Join(user, "N", username=username)


def test_a_kept_seat_is_told_and_counts() -> None:
    step = apply_later(inviting_table(), ECE, 1)
    assert step.events == (SeatOffered("Ece"),)
    assert isinstance(step.table, Lobby)
    (kept,) = step.table.invited
    assert (kept.number, kept.name, kept.until) == (1, "Ece", NOW + timedelta(hours=1) + INVITATION_LIFETIME)
    seen = door.view(step.table, None)
    assert isinstance(seen, LobbyView)
    assert [one.name for one in seen.invited] == ["Ece"]
    assert seen.has_room
    assert not seen.is_full


def test_nobody_else_takes_a_seat_that_is_kept() -> None:
    table = inviting_table(guest_joins(GUEST), ECE, NAMED)
    assert refused(table, guest_joins(OTHER)) == "seats_kept"
    assert refused(table, guest_joins(OTHER, "deniz")) == "seats_kept"
    seen = door.view(table, None)
    assert isinstance(seen, LobbyView)
    assert not seen.has_room


def test_whoever_is_invited_takes_it_by_the_user_or_by_the_username_of_now() -> None:
    table = inviting_table(guest_joins(GUEST), ECE, NAMED)
    table = after_action(table, guest_joins(OTHER, "DENIZ_1"))
    assert [kept.name for kept in table.invited] == ["Ece"]
    table = after_action(table, guest_joins(OUTSIDER))
    assert (len(table.seats), table.invited) == (4, ())


def test_a_username_is_not_enough_where_the_user_is_known() -> None:
    table = inviting_table(guest_joins(GUEST), guest_joins(OTHER), Invite(HOST, (Guest("Ece", OUTSIDER, "ece"),)))
    assert refused(table, guest_joins(FOURTH, "ece")) == "seats_kept"


def test_a_game_that_begins_keeps_no_seats() -> None:
    running = apply_later(inviting_table(guest_joins(GUEST), ECE), door.Begin(GUEST, 7, "00")).table
    assert running is not None
    assert [refused(running, action) for action in (ECE, EndInvitation(OUTSIDER, 1))] == ["game_running"] * 2


def test_more_are_not_invited_than_there_are_seats() -> None:
    table = inviting_table(guest_joins(GUEST), ECE, NAMED)
    assert refused(table, Invite(HOST, (Guest("Can", OTHER),))) == "seats_kept"
    full = after_action(after_action(table, guest_joins(OTHER, "deniz_1")), guest_joins(OUTSIDER))
    assert refused(full, Invite(HOST, (Guest("Can", FOURTH),))) == "table_full"


def test_several_are_invited_at_once_all_or_none() -> None:
    ece, deniz, can = ECE.guests[0], NAMED.guests[0], Guest("Can", FOURTH)
    step = apply_later(inviting_table(guest_joins(GUEST)), Invite(HOST, (ece, deniz)))
    assert step.events == (SeatOffered("Ece"), SeatOffered("@Deniz_1"))
    assert isinstance(step.table, Lobby)
    assert [(one.number, one.name) for one in step.table.invited] == [(1, "Ece"), (2, "@Deniz_1")]
    assert refused(inviting_table(guest_joins(GUEST)), Invite(HOST, (ece, deniz, can))) == "seats_kept"
    assert refused(inviting_table(), Invite(HOST, (ece, ece))) == "invited_already"
    with pytest.raises(Malformed, match="whom_to_invite"):
        apply_later(inviting_table(), Invite(HOST, ()))


def test_who_sits_there_or_is_invited_is_not_invited_again() -> None:
    table = inviting_table(guest_joins(GUEST), ECE, NAMED)
    assert refused(table, Invite(HOST, (Guest("B", GUEST),))) == "invited_is_seated"
    assert refused(table, Invite(HOST, (Guest("A", HOST),))) == "invited_is_seated"
    assert refused(table, ECE) == "invited_already"
    assert refused(table, Invite(HOST, (Guest("@deniz_1", username="deniz_1"),))) == "invited_already"


@pytest.mark.parametrize(
    ("end", "how"),
    [
        (EndInvitation(OUTSIDER, 1), "declined"),
        (EndInvitation(HOST, 1), "withdrawn"),
        (EndInvitation(GUEST, 1, ruling=True), "withdrawn"),
    ],
)
def test_a_seat_is_free_again_once_it_is_not_wanted(end: EndInvitation, how: str) -> None:
    table = inviting_table(guest_joins(GUEST), guest_joins(OTHER), ECE)
    step = apply_later(table, end)
    assert step.events == (InvitationEnded("Ece", how),)  # type: ignore[arg-type]  # one of them
    assert isinstance(step.table, Lobby)
    assert after_action(step.table, guest_joins(FOURTH)).seats[-1].user == FOURTH


def test_nobody_else_ends_an_invitation() -> None:
    table = inviting_table(guest_joins(GUEST), NAMED)
    assert refused(table, EndInvitation(GUEST, 1)) == "not_invited"
    assert refused(table, EndInvitation(GUEST, 1, "deniz")) == "not_invited"
    assert refused(table, EndInvitation(HOST, 2)) == "invitation_over"
    assert after_action(table, EndInvitation(OTHER, 1, "deniz_1")).invited == ()


def test_a_seat_is_kept_for_twelve_hours_and_the_table_stays() -> None:
    table = after_action(after_action(inviting_table(), ECE, 1), NAMED, 2)
    due = NOW + timedelta(hours=1) + INVITATION_LIFETIME
    assert door.deadline(table) == due
    assert refused(table, LapseInvitation(1), 12) == "not_due"
    action = door.due_action(table, due)
    assert action == LapseInvitation(1)
    step = door.apply(table, action, due, accepts_any_word)
    assert step.events == (InvitationEnded("Ece", "lapsed"),)
    assert isinstance(step.table, Lobby)
    assert door.deadline(step.table) == due + timedelta(hours=1)
    later = after_action(step.table, LapseInvitation(2), 14)
    assert door.deadline(later) == NOW + timedelta(hours=2) + ABANDONED_AFTER, (
        "nobody has come, gone or changed anything"
    )
    assert door.due_action(later, NOW + timedelta(hours=2) + ABANDONED_AFTER) == Abandon()


GUESTS = st.one_of(
    st.builds(Guest, st.just("N"), st.sampled_from((*USERS, OUTSIDER))),
    st.builds(Guest, st.just("N"), st.none(), st.sampled_from(("a", "b"))),
)
MOVES = st.one_of(
    st.builds(Join, st.sampled_from((*USERS, OUTSIDER)), st.just("N"), username=st.sampled_from(("", "a", "b"))),
    st.builds(Leave, st.sampled_from(USERS)),
    st.builds(Invite, st.just(HOST), st.lists(GUESTS, min_size=1, max_size=3).map(tuple), st.booleans()),
    st.builds(EndInvitation, st.sampled_from(USERS), st.integers(1, 4), st.sampled_from(("", "a")), st.booleans()),
    st.builds(LapseInvitation, st.integers(1, 4)),
)


@given(st.lists(st.tuples(MOVES, st.integers(0, 9)), max_size=25))
def test_seats_taken_and_kept_are_never_more_than_there_are_and_the_log_leads_there(
    moves: list[tuple[door.Action, int]],
) -> None:
    table: door.Table | None = open_lobby(FOUR_SEATS, Seat(HOST, NAMES[0]), SECRET, now=NOW)
    log = [LogEntry(Open(HOST, NAMES[0]), NOW, {}, (SeatTaken(HOST, NAMES[0]),))]
    now = NOW
    for action, hours in moves:
        now += timedelta(hours=hours)
        if not isinstance(table, Lobby):
            break
        try:
            step, entry = apply_and_log(table, action, now, {})
        except Refusal:
            continue
        log.append(entry)
        table = step.table
        if isinstance(table, Lobby):
            assert len(table.seats) + len(table.invited) <= FOUR_SEATS.players.most
            assert not {seat.user for seat in table.seats} & {kept.user for kept in table.invited}
            assert decode_table(to_json(table).encode()) == table
    assert replay_log(FOUR_SEATS, SECRET, [make_decoder(LogEntry).decode(to_json(entry)) for entry in log]) == table
