"""The lobby: sitting down, getting up, closing."""

from engine import game as door
from engine.lobby_seats import Join, Leave, Lobby, Seat, SeatLeft, SeatTaken
from engine.lobby_view import LobbyView
from engine.rng import commitment
from engine.turns import Cancel
from tests.support.games import NOW, OUTSIDER, SECRET, USERS, accepts_any_word, open_lobby_of


def apply(table: door.Table, action: door.Action) -> door.Step:
    return door.apply(table, action, NOW, accepts_any_word)


def test_the_host_sits_down_first() -> None:
    table = open_lobby_of(seated=1)
    assert (table.host, table.seats) == (USERS[0], (Seat(USERS[0], "Ayşe"),))


def test_who_joins_sits_last() -> None:
    step = apply(open_lobby_of(), Join(OUTSIDER, "Ece"))
    assert isinstance(step.table, Lobby)
    assert step.table.seats[-1] == Seat(OUTSIDER, "Ece")
    assert step.events == (SeatTaken(OUTSIDER, "Ece"),)


def test_a_guest_may_leave() -> None:
    step = apply(open_lobby_of(seated=3), Leave(USERS[1]))
    assert isinstance(step.table, Lobby)
    assert [seat.user for seat in step.table.seats] == [USERS[0], USERS[2]]
    assert step.events == (SeatLeft(USERS[1], "Bora", USERS[0]),)


def test_when_the_host_leaves_the_next_one_is_host() -> None:
    step = apply(open_lobby_of(seated=3), Leave(USERS[0]))
    assert isinstance(step.table, Lobby)
    assert step.table.host == USERS[1]
    assert step.events == (SeatLeft(USERS[0], "Ayşe", USERS[1]),)


def test_when_the_last_one_leaves_the_table_is_closed() -> None:
    step = apply(open_lobby_of(seated=1), Leave(USERS[0]))
    assert step.table is None
    assert step.events == (SeatLeft(USERS[0], "Ayşe", None), door.LobbyClosed())


def test_who_left_may_sit_down_again() -> None:
    step = apply(open_lobby_of(), Leave(USERS[0]))
    assert step.table is not None
    again = apply(step.table, Join(USERS[0], "Ayşe")).table
    assert isinstance(again, Lobby)
    assert (again.host, [seat.user for seat in again.seats]) == (USERS[1], [USERS[1], USERS[0]])


def test_a_lobby_may_be_cancelled() -> None:
    step = apply(open_lobby_of(), Cancel(USERS[0]))
    assert (step.table, step.events) == (None, (door.LobbyClosed(),))


def test_anybody_seated_may_begin() -> None:
    assert apply(open_lobby_of(), door.Begin(USERS[1], 1, "00")).table is not None


def test_a_lobby_shows_its_commitment_and_not_its_secret() -> None:
    view = door.view(open_lobby_of("kelimelik"), None)
    assert isinstance(view, LobbyView)
    assert view.commitment == commitment(SECRET)
    assert (view.least, view.most, view.tiles, len(view.seats)) == (2, 2, 100, 2)
    assert SECRET not in str(view)


def test_nothing_is_due_at_a_table_that_was_opened_at_no_instant() -> None:
    assert door.deadline(open_lobby_of(seated=1)) is None
