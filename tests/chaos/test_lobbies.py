"""Seats that are kept, as people of chaos ask for them and answer, and as the auditor reads that."""

from random import Random

import pytest

from bot.chaos import lobbies, people
from bot.chaos.asks import Accepts, Frees, Invites
from bot.chaos.boards import Done
from engine.errors import Refusal
from engine.invitations import EndInvitation, Guest, Invite, invite
from engine.seats import Invitation, Join, Lobby
from tests.support.games import NOW, lobby

HOST, GUEST = people.players(1_000, 2).values()
STRANGER = people.stranger(GUEST.user)


def kept(user: int | None = None) -> Lobby:
    """A table with a seat that is kept for the guest, by the user or by the username alone."""
    waits = lobby("scrabble-tr", 1)
    asked = Invite(waits.host, (Guest(GUEST.name, user, "" if user else GUEST.username),))
    return invite(waits, asked, NOW)[0]


def answers(table: Lobby, seeds: int = 200) -> list[Done]:
    (seat,) = table.invited
    return [done for seed in range(seeds) for done in lobbies.answered(table, seat, GUEST, STRANGER, Random(seed))]


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
        if isinstance(done.ask, Accepts) and done.user == GUEST.user:
            asked = done.ask.action(table, NOW)
            assert asked == Join(GUEST.user, GUEST.name, username="" if user else GUEST.username)
            assert done.ask.means(asked, table, NOW)
        elif isinstance(done.ask, Accepts):
            with pytest.raises(Refusal, match="not_invited"):
                done.ask.action(table, NOW)


@pytest.mark.parametrize("user", [None, GUEST.user])
def test_an_invitation_ends_by_a_username_only_where_no_more_is_known(user: int | None) -> None:
    table = kept(user)
    for done in answers(table):
        if isinstance(done.ask, Frees):
            username = GUEST.username if done.user == GUEST.user and user is None else ""
            assert done.ask.action(table, NOW) == EndInvitation(done.user, 1, username)
            if done.user == STRANGER.user:
                with pytest.raises(Refusal, match="not_invited"):
                    done.ask.attempted(table, NOW)


def test_what_ends_an_invitation_that_is_over_is_refused() -> None:
    ask = Frees(GUEST.user, number=2, username=GUEST.username)
    with pytest.raises(Refusal, match="invitation_over"):
        ask.attempted(kept(), NOW)


def test_people_are_invited_by_both_ways_and_that_is_understood_as_one() -> None:
    done = [lobbies.invitation(HOST, GUEST, Random(seed)) for seed in range(20)]
    assert {(one.text, one.answers) for one in done} == {("/davet", GUEST.user), (f"/davet @{GUEST.username}", None)}
    ask = done[0].ask
    assert isinstance(ask, Invites)
    assert ask.means(Invite(HOST.user, (Guest("Mehmet", GUEST.user),)), None, NOW)
    assert ask.means(Invite(HOST.user, (Guest("@", None, GUEST.username),)), None, NOW)
    assert not ask.means(Invite(HOST.user, (Guest("Mehmet", STRANGER.user),)), None, NOW)
    assert not ask.means(Invite(HOST.user, (Guest("@", None, STRANGER.username),)), None, NOW)


def test_names_of_people_do_not_end_as_those_of_bots_do() -> None:
    assert not any(person.username.endswith("bot") for person in (HOST, GUEST, STRANGER))
    assert Invitation(1, "x", NOW, None, GUEST.username).is_for(0, GUEST.username)
