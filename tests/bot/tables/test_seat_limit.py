"""At how many tables of a place a person may sit at once."""

import pytest

from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedPlace, LoadedTable
from bot.tables.seat_limit import check_can_host_table, check_may_sit_down, most_seats
from engine.errors import Refusal
from engine.game import Table
from engine.game_base import Petition
from engine.lobby_seats import Seat
from tests.support.games import NOW, after_actions, game, open_lobby_of, surrender, with_fields

KIRAZ, LIMON, NANE = 101, 102, 103
GAME = game("kelimelik", racks=["KALEMLİ", "DEFTERA"])


def place(*tables: Table, chat: int = -100, **settings: str) -> LoadedPlace:
    return LoadedPlace(
        tuple(
            LoadedTable(Scope(chat, table=number), table, 1, settings, is_duplicate=False)
            for number, table in enumerate(tables, start=1)
        )
    )


@pytest.mark.parametrize(
    ("stored", "most"), [("", 3), ("1", 1), ("10", 10), ("99", 10), ("0", 1), ("-2", 3), ("two", 3)]
)
def test_it_is_what_is_stored_within_bounds_and_three_if_nothing_is(stored: str, most: int) -> None:
    assert most_seats({"seats": stored} if stored else {}) == most


def test_seats_in_lobbies_and_running_games_count() -> None:
    full = place(open_lobby_of("kelimelik"), GAME, seats="2")
    with pytest.raises(Refusal, match="too_many_seats") as refused:
        check_may_sit_down(full, KIRAZ)
    assert refused.value.fields == {"most": 2}
    check_may_sit_down(full, NANE)
    check_may_sit_down(place(open_lobby_of("kelimelik"), GAME), KIRAZ)


def test_games_that_are_over_or_were_given_up_do_not_count() -> None:
    three = game("kelimelik", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"])
    given_up = after_actions(three, surrender(three, 0))
    over = after_actions(GAME, surrender(GAME, 0))
    check_may_sit_down(place(given_up, over, seats="1"), KIRAZ)
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(place(given_up, over, seats="1"), LIMON)


def test_who_is_ready_to_take_a_seat_has_one() -> None:
    petition = Petition("replace", 1, 0, NOW, substitute=Seat(NANE, "Nane"))
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(place(with_fields(GAME, petition=petition), seats="1"), NANE)


def test_a_seat_at_the_same_table_is_none_more() -> None:
    """As where somebody taps twice to take a seat."""
    petition = Petition("replace", 1, 0, NOW, substitute=Seat(NANE, "Nane"))
    at = place(with_fields(GAME, petition=petition), GAME, seats="1")
    check_may_sit_down(at, NANE, Scope(-100))
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(at, NANE, Scope(-100, table=2))


def test_in_private_the_number_of_tables_alone_is_limited() -> None:
    check_can_host_table(place(*[GAME] * 5, chat=KIRAZ), KIRAZ)
    with pytest.raises(Refusal, match="too_many_tables"):
        check_can_host_table(place(*[GAME] * 6, chat=KIRAZ), KIRAZ)
