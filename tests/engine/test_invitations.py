"""Seats that are kept for named people: nobody else takes one, and it is free again when it is not wanted."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import game as door
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
)
from engine.lobby_seats import Join, Leave, Lobby, Open, Seat, SeatTaken, open_lobby
from engine.lobby_view import LobbyView
from engine.replay_log import replay_log
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from tests.support.games import NAMES, NOW, OUTSIDER, SECRET, USERS, accepts_any_word

RULES = resolve_ruleset(shipped_rulesets()["wordbox-en"])
HOST, GUEST, OTHER, FOURTH = USERS
ECE = Invite(HOST, (Guest("Ece", OUTSIDER),))
NAMED = Invite(HOST, (Guest("@Deniz_1", username="Deniz_1"),))


def opened(*actions: door.Action) -> Lobby:
    """A table for four, where Ayşe sits, after these actions."""
    table = open_lobby(RULES, Seat(HOST, NAMES[0]), SECRET, now=NOW)
    for action in actions:
        table = does(table, action)
    return table


def does(table: Lobby, action: door.Action, hours: float = 0) -> Lobby:
    after = apply(table, action, hours).table
    assert isinstance(after, Lobby)
    return after


def apply(table: door.Table, action: door.Action, hours: float = 0) -> door.Step:
    return door.apply(table, action, NOW, accepts_any_word, NOW + timedelta(hours=hours))


def refused(table: door.Table, action: door.Action, hours: float = 0) -> str:
    with pytest.raises(Refusal) as caught:
        apply(table, action, hours)
    return caught.value.code


def joins(user: int, username: str = "") -> Join:
    return Join(user, "N", username=username)


def test_a_kept_seat_is_told_and_counts() -> None:
    step = apply(opened(), ECE, 1)
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
    table = opened(joins(GUEST), ECE, NAMED)
    assert refused(table, joins(OTHER)) == "seats_kept"
    assert refused(table, joins(OTHER, "deniz")) == "seats_kept"
    seen = door.view(table, None)
    assert isinstance(seen, LobbyView)
    assert not seen.has_room


def test_whoever_is_invited_takes_it_by_the_user_or_by_the_username_of_now() -> None:
    table = opened(joins(GUEST), ECE, NAMED)
    table = does(table, joins(OTHER, "DENIZ_1"))
    assert [kept.name for kept in table.invited] == ["Ece"]
    table = does(table, joins(OUTSIDER))
    assert (len(table.seats), table.invited) == (4, ())


def test_a_username_is_not_enough_where_the_user_is_known() -> None:
    table = opened(joins(GUEST), joins(OTHER), Invite(HOST, (Guest("Ece", OUTSIDER, "ece"),)))
    assert refused(table, joins(FOURTH, "ece")) == "seats_kept"


def test_a_game_that_begins_keeps_no_seats() -> None:
    running = apply(opened(joins(GUEST), ECE), door.Begin(GUEST, 7, "00")).table
    assert running is not None
    assert [refused(running, action) for action in (ECE, EndInvitation(OUTSIDER, 1))] == ["game_running"] * 2


def test_more_are_not_invited_than_there_are_seats() -> None:
    table = opened(joins(GUEST), ECE, NAMED)
    assert refused(table, Invite(HOST, (Guest("Can", OTHER),))) == "seats_kept"
    full = does(does(table, joins(OTHER, "deniz_1")), joins(OUTSIDER))
    assert refused(full, Invite(HOST, (Guest("Can", FOURTH),))) == "table_full"


def test_several_are_invited_at_once_all_or_none() -> None:
    ece, deniz, can = ECE.guests[0], NAMED.guests[0], Guest("Can", FOURTH)
    step = apply(opened(joins(GUEST)), Invite(HOST, (ece, deniz)))
    assert step.events == (SeatOffered("Ece"), SeatOffered("@Deniz_1"))
    assert isinstance(step.table, Lobby)
    assert [(one.number, one.name) for one in step.table.invited] == [(1, "Ece"), (2, "@Deniz_1")]
    assert refused(opened(joins(GUEST)), Invite(HOST, (ece, deniz, can))) == "seats_kept"
    assert refused(opened(), Invite(HOST, (ece, ece))) == "invited_already"
    with pytest.raises(Malformed, match="whom_to_invite"):
        apply(opened(), Invite(HOST, ()))


def test_who_sits_there_or_is_invited_is_not_invited_again() -> None:
    table = opened(joins(GUEST), ECE, NAMED)
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
    table = opened(joins(GUEST), joins(OTHER), ECE)
    step = apply(table, end)
    assert step.events == (InvitationEnded("Ece", how),)  # type: ignore[arg-type]  # one of them
    assert isinstance(step.table, Lobby)
    assert does(step.table, joins(FOURTH)).seats[-1].user == FOURTH


def test_nobody_else_ends_an_invitation() -> None:
    table = opened(joins(GUEST), NAMED)
    assert refused(table, EndInvitation(GUEST, 1)) == "not_invited"
    assert refused(table, EndInvitation(GUEST, 1, "deniz")) == "not_invited"
    assert refused(table, EndInvitation(HOST, 2)) == "invitation_over"
    assert does(table, EndInvitation(OTHER, 1, "deniz_1")).invited == ()


def test_a_seat_is_kept_for_twelve_hours_and_the_table_stays() -> None:
    table = does(does(opened(), ECE, 1), NAMED, 2)
    due = NOW + timedelta(hours=1) + INVITATION_LIFETIME
    assert door.deadline(table) == due
    assert refused(table, LapseInvitation(1), 12) == "not_due"
    action = door.due_action(table, due)
    assert action == LapseInvitation(1)
    step = door.apply(table, action, due, accepts_any_word)
    assert step.events == (InvitationEnded("Ece", "lapsed"),)
    assert isinstance(step.table, Lobby)
    assert door.deadline(step.table) == due + timedelta(hours=1)
    later = does(step.table, LapseInvitation(2), 14)
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
    table: door.Table | None = open_lobby(RULES, Seat(HOST, NAMES[0]), SECRET, now=NOW)
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
            assert len(table.seats) + len(table.invited) <= RULES.players.most
            assert not {seat.user for seat in table.seats} & {kept.user for kept in table.invited}
            assert decode_table(to_json(table).encode()) == table
    assert replay_log(RULES, SECRET, [make_decoder(LogEntry).decode(to_json(entry)) for entry in log]) == table
