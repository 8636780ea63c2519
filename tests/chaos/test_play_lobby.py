"""Seats that are kept, as people of chaos ask for them and answer, and as the auditor reads that."""

from random import Random

import pytest

from engine.errors import Refusal
from engine.invitations import EndInvitation, Guest, Invite, invite_guests
from engine.lobby_seats import Invitation, Join, Lobby
from tests.support.games import NOW, open_lobby_of
from tools.chaos import play_lobby, players
from tools.chaos.expected_actions import AcceptInvitation, CloseInvitation, InvitePlayer
from tools.chaos.update_sender import PlayerAction

HOST, GUEST = players.make_players(1_000, 2).values()
STRANGER = players.stranger_of(GUEST.user)


def kept(user: int | None = None) -> Lobby:
    """A table with a seat that is kept for the guest, by the user or by the username alone."""
    waits = open_lobby_of("scrabble-tr", 1)
    asked = Invite(waits.host, (Guest(GUEST.name, user, "" if user else GUEST.username),))
    return invite_guests(waits, asked, NOW)[0]


def answers(table: Lobby, seeds: int = 200) -> list[PlayerAction]:
    (seat,) = table.invited
    return [
        done
        for seed in range(seeds)
        for done in play_lobby.choose_invitation_answers(table, seat, GUEST, STRANGER, Random(seed))
    ]


def test_seats_are_taken_turned_down_and_taken_back_and_strangers_try() -> None:
    table = kept()
    tapped = {(done.user, done.text.rpartition(":")[2]) for done in answers(table)}
    assert tapped == {
        (GUEST.user, "y"),
        (GUEST.user, "n"),
        (table.host, "n"),
        (STRANGER.user, "y"),
        (STRANGER.user, "n"),
    }


@pytest.mark.parametrize("user", [None, GUEST.user])
def test_whoever_is_invited_asks_for_the_seat_and_nobody_else_may(user: int | None) -> None:
    table = kept(user)
    for done in answers(table):
        if isinstance(done.expected, AcceptInvitation) and done.user == GUEST.user:
            asked = done.expected.to_action(table, NOW)
            assert asked == Join(GUEST.user, GUEST.name, username="" if user else GUEST.username)
            assert done.expected.matches(asked, table, NOW)
        elif isinstance(done.expected, AcceptInvitation):
            with pytest.raises(Refusal, match="not_invited"):
                done.expected.to_action(table, NOW)


@pytest.mark.parametrize("user", [None, GUEST.user])
def test_an_invitation_ends_by_a_username_only_where_no_more_is_known(user: int | None) -> None:
    table = kept(user)
    for done in answers(table):
        if isinstance(done.expected, CloseInvitation):
            username = GUEST.username if done.user == GUEST.user and user is None else ""
            assert done.expected.to_action(table, NOW) == EndInvitation(done.user, 1, username)
            if done.user == STRANGER.user:
                with pytest.raises(Refusal, match="not_invited"):
                    done.expected.try_on_table(table, NOW)


def test_what_ends_an_invitation_that_is_over_is_refused() -> None:
    ask = CloseInvitation(GUEST.user, number=2, username=GUEST.username)
    with pytest.raises(Refusal, match="invitation_over"):
        ask.try_on_table(kept(), NOW)


def test_people_are_invited_by_both_ways_and_that_is_understood_as_one() -> None:
    done = [play_lobby.invite_player(HOST, GUEST, Random(seed)) for seed in range(20)]
    assert {(one.text, one.reply_to) for one in done} == {("/davet", GUEST.user), (f"/davet @{GUEST.username}", None)}
    ask = done[0].expected
    assert isinstance(ask, InvitePlayer)
    assert ask.matches(Invite(HOST.user, (Guest("Mehmet", GUEST.user),)), None, NOW)
    assert ask.matches(Invite(HOST.user, (Guest("@", None, GUEST.username),)), None, NOW)
    assert not ask.matches(Invite(HOST.user, (Guest("Mehmet", STRANGER.user),)), None, NOW)
    assert not ask.matches(Invite(HOST.user, (Guest("@", None, STRANGER.username),)), None, NOW)


def test_names_of_people_do_not_end_as_those_of_bots_do() -> None:
    assert not any(person.username.endswith("bot") for person in (HOST, GUEST, STRANGER))
    assert Invitation(1, "x", NOW, None, GUEST.username).is_for(0, GUEST.username)
