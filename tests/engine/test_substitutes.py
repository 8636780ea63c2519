"""Somebody takes the seat of a player who is away: the whole of it, once the others agree (RULES §7.2)."""

import pytest
from msgspec.structs import replace

from engine import cancellation
from engine import game as door
from engine.absence import (
    PlayerReplaced,
    Presence,
    Replace,
    Seek,
    Skip,
    SubstituteReady,
    Volunteer,
    Vote,
    VoteCast,
    left_seats,
)
from engine.turns import Surrender
from tests.engine.test_absence import DAY, GAMES, STRANGER, A, B, C, does, kinds, refused, table
from tests.support.games import NOW as START


@pytest.mark.parametrize("name", GAMES)
def test_a_substitute_takes_the_whole_seat_once_the_others_agree(name: str) -> None:
    before = table(name, 3)
    state, _ = does(before, Seek(B, 0))
    assert refused(state, Volunteer(C, "C", 0)) == "already_seated"
    state, events = does(state, Volunteer(STRANGER, "Zoe", 0))
    assert kinds(events) == [SubstituteReady]
    assert refused(state, Volunteer(98, "Yan", 0)) == "has_substitute"
    assert refused(state, Vote(B, "replace", 0, 0, user=98)) == "no_vote"
    state, _ = does(state, Vote(B, "replace", 0, 0, user=STRANGER))
    state, events = does(state, Vote(C, "replace", 0, 0, user=STRANGER), DAY)
    assert kinds(events) == [VoteCast, PlayerReplaced]
    assert state.players[0] == replace(before.players[0], user=STRANGER, name="Zoe")  # type: ignore[type-var]
    assert (state.seat_of(A), door.deadline(state)) == (None, START + 2 * DAY)
    assert door.view(state, A) == door.view(state, None)
    assert refused(state, Surrender(A)) == "not_seated"


@pytest.mark.parametrize("name", GAMES)
def test_who_was_replaced_comes_back_to_that_seat_alone(name: str) -> None:
    """They know what is held there, and would play against it."""
    state, _ = does(table(name, 3), Seek(STRANGER, 0, ruling=True))
    state, _ = does(state, Volunteer(98, "Yan", 0))
    state, _ = does(state, Replace(STRANGER, 0, 98))
    other, _ = does(state, Seek(STRANGER, 1, ruling=True))
    assert refused(other, Volunteer(A, "A", 1)) == "sat_elsewhere"
    assert kinds(does(other, Volunteer(97, "Xu", 1))[1]) == [SubstituteReady]
    same, _ = does(state, Seek(STRANGER, 0, ruling=True))
    back, _ = does(same, Volunteer(A, "A", 0))
    back, _ = does(back, Replace(STRANGER, 0, A))
    assert back.seat_of(A) == 0
    other, _ = does(back, Seek(STRANGER, 1, ruling=True))
    assert refused(other, Volunteer(98, "Yan", 1)) == "sat_elsewhere"


@pytest.mark.parametrize("name", GAMES)
def test_who_left_the_group_and_has_the_seat_back_is_there_again(name: str) -> None:
    state, _ = does(table(name, 3), Presence(A, here=False))
    for user in (98, A):
        state, _ = does(state, Seek(STRANGER, 0, ruling=True))
        state, _ = does(state, Volunteer(user, "N", 0))
        state, _ = does(state, Replace(STRANGER, 0, user))
    assert state.players[0].user == A
    assert left_seats(state) == ()


@pytest.mark.parametrize("name", GAMES)
def test_who_takes_a_seat_over_is_not_away(name: str) -> None:
    state, _ = does(table(name, 3), Skip(STRANGER, 0, 0))
    assert state.clocks.misses[0] == 1
    state, _ = does(state, Seek(STRANGER, 0, ruling=True))
    state, _ = does(state, Volunteer(98, "Yan", 0))
    state, _ = does(state, Replace(STRANGER, 0, 98))
    assert state.clocks.misses[0] == 0
    assert refused(state, Vote(B, "remove", 0, 1), DAY) == "not_away"


@pytest.mark.parametrize("name", GAMES)
def test_who_takes_the_hosts_seat_over_is_the_host(name: str) -> None:
    state = replace(table(name, 3), host=C)
    state, _ = does(state, Seek(STRANGER, 2, ruling=True))
    state, _ = does(state, Volunteer(98, "Yan", 2))
    state, _ = does(state, Replace(STRANGER, 2, 98))
    assert cancellation.acting_host(state) == 98
