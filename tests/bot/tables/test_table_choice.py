"""Which table is meant follows from public facts: what was named, then the seat, then the turn when it was sent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedTable
from bot.tables.table_choice import (
    BoundElsewhere,
    NoSuchTable,
    TableRight,
    choose_table,
)
from engine.crossword.state import GameState
from engine.game import Game
from engine.game_base import Petition
from tests.support.games import NOW, USERS, after_actions, open_lobby_of, pass_turn, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.table_choices import (
    ALSO_OWN,
    AYSE,
    BORA,
    CAN,
    FULL,
    LOBBY,
    OTHERS,
    OWN,
    SENT,
    STRANGER,
    THEIRS,
    at_table,
    chosen_number,
    game_of,
    hints,
    name_of,
)


@pytest.mark.parametrize(
    ("tables", "user", "right", "meant"),
    [
        ((OWN, OTHERS), AYSE, "turn", 1),
        ((OWN, THEIRS), AYSE, "turn", 1),
        ((OWN, THEIRS), BORA, "turn", 2),
        ((OWN, ALSO_OWN), AYSE, "turn", [1, 4]),
        ((OWN, ALSO_OWN, THEIRS), AYSE, "turn", [1, 4]),
        ((OWN, THEIRS), AYSE, "seat", [1, 2]),
        ((OWN, OTHERS), AYSE, "seat", 1),
        ((OWN, OTHERS), STRANGER, "seat", [1, 3]),
        ((OWN, OTHERS), STRANGER, "turn", 3),
        ((OWN, OTHERS), CAN, "look", 3),
        ((OWN, THEIRS), AYSE, "look", 1),
        ((OWN, ALSO_OWN), AYSE, "look", [1, 4]),
        ((OWN, OTHERS), STRANGER, "look", [1, 3]),
        ((OWN, OTHERS), AYSE, "rule", [1, 3]),
        ((OWN, LOBBY), CAN, "join", 5),
        ((LOBBY, FULL), CAN, "join", 5),
        ((LOBBY, at_table(7, open_lobby_of("kelimelik", 1))), CAN, "join", [5, 7]),
        ((LOBBY, at_table(7, open_lobby_of("kelimelik", 1))), AYSE, "lobby", [5, 7]),
        ((LOBBY, FULL), BORA, "lobby", 6),
        ((OWN, LOBBY), AYSE, "turn", 1),
        ((OTHERS, LOBBY), AYSE, "turn", 5),
    ],
)
def test_of_what_nobody_named_seat_and_turn_decide(
    tables: Sequence[LoadedTable], user: int, right: TableRight, meant: int | list[int]
) -> None:
    assert chosen_number(tables, hints(user, right)) == meant


@pytest.mark.parametrize("right", ["look", "turn", "answer", "seat", "rule"])
@pytest.mark.parametrize(
    "named",
    [
        {"number": 2},
        {"replied_tables": (name_of(THEIRS),)},
        {"replied_message": 222},
        {"replied_numbers": (2,), "replied_message": 230},
        {"bound_to": name_of(THEIRS)},
        {"number": 2, "replied_message": 222},
        {"number": 2, "replied_numbers": (1, 2, 4)},
        {"number": 2, "bound_to": name_of(THEIRS)},
        {"bound_to": name_of(THEIRS), "replied_message": 111},
    ],
    ids=str,
)
def test_what_is_named_goes_before_seat_and_turn(right: TableRight, named: Mapping[str, object]) -> None:
    there = (
        replace(OWN, messages=frozenset({111})),
        replace(THEIRS, messages=frozenset({222})),
        ALSO_OWN,
    )
    assert chosen_number(there, hints(AYSE, right, is_costly=True, **named)) == 2


def test_hints_that_contradict_ask() -> None:
    there = OWN, replace(THEIRS, messages=frozenset({222})), ALSO_OWN
    assert chosen_number(there, hints(number=4, replied_message=222)) == [2, 4]
    assert chosen_number(there, hints(number=1, replied_tables=(name_of(ALSO_OWN),))) == [1, 4]


def test_a_message_about_several_tables_leaves_the_others_out() -> None:
    names = name_of(THEIRS), name_of(OWN)
    assert chosen_number((OWN, THEIRS, ALSO_OWN), hints(replied_tables=names)) == 1
    assert chosen_number((OWN, THEIRS, ALSO_OWN), hints(replied_numbers=(1, 4))) == [1, 4]


def test_a_number_in_an_old_message_was_another_tables() -> None:
    there = OWN, replace(THEIRS, messages=frozenset({222, 230}))
    assert chosen_number(there, hints(replied_numbers=(2,), replied_message=100)) == 1


def test_a_number_that_no_table_has_is_refused() -> None:
    for number in (3, 9):
        with pytest.raises(NoSuchTable):
            choose_table((OWN, THEIRS), hints(number=number))
    with pytest.raises(NoSuchTable):
        choose_table((OWN,), hints(number=2))


def test_one_number_in_several_places_is_of_several_tables() -> None:
    elsewhere = replace(THEIRS, scope=Scope(-9))
    assert chosen_number((OWN, elsewhere, ALSO_OWN), hints(number=1)) == 1
    assert chosen_number((OWN, elsewhere, ALSO_OWN), hints(BORA, right="seat", number=1)) == [1, 1]


def test_what_stays_with_a_table_is_done_at_no_other() -> None:
    with pytest.raises(BoundElsewhere):
        choose_table((OWN, THEIRS), hints(bound_to=name_of(THEIRS), number=1))
    with pytest.raises(BoundElsewhere):
        choose_table((OWN, THEIRS), hints(bound_to=name_of(OTHERS)))


def test_a_turn_that_began_since_the_message_was_sent_may_have_been_its_senders() -> None:
    changed = at_table(2, game_of(BORA, AYSE, minute=6))
    assert chosen_number((OWN, changed), hints()) == [1, 2]
    assert chosen_number((OWN, changed), hints(sent_at=SENT + timedelta(seconds=61))) == 1
    # Telegram's instants are whole seconds, rounded down: of the same second nobody can tell what was first.
    assert chosen_number((OWN, changed), hints(sent_at=SENT + timedelta(minutes=1))) == [1, 2]
    assert chosen_number((OWN, at_table(2, game_of(BORA, AYSE, minute=6.01))), hints()) == [1, 2]
    assert chosen_number((OWN, changed), hints(sent_at=SENT + timedelta(seconds=59.5))) == [1, 2]
    assert chosen_number((OWN, changed), hints(sent_at=None)) == 1


@pytest.mark.parametrize("right", ["turn", "answer"])
def test_what_is_costly_is_asked_about_wherever_its_sender_plays(right: TableRight) -> None:
    assert chosen_number((OWN, THEIRS), hints(right=right, is_costly=True)) == [1, 2]
    assert chosen_number((OWN, OTHERS), hints(right=right, is_costly=True)) == 1


def test_who_can_answer_something_at_one_table_means_that_one() -> None:
    def open_at_theirs(played: Game, _: int) -> bool:
        return played == THEIRS.table

    assert chosen_number((OWN, THEIRS), hints(right="answer", may_answer=open_at_theirs)) == 2
    assert chosen_number((OWN, THEIRS), hints(right="answer", may_answer=lambda *_: False)) == [1, 2]


def test_a_table_that_has_changed_since_may_be_the_one_to_answer_at() -> None:
    changed = at_table(2, game_of(BORA, AYSE, minute=6))
    for window in (OWN.table, changed.table):
        assert chosen_number(
            (OWN, ALSO_OWN, changed), hints(right="answer", may_answer=lambda played, _, at=window: played == at)
        ) == ([1, 2] if window == OWN.table else 2)
    later = hints(right="answer", sent_at=SENT + timedelta(minutes=2), may_answer=lambda played, _: played == OWN.table)
    assert chosen_number((OWN, ALSO_OWN, changed), later) == 1


def test_who_gave_up_at_a_table_plays_there_no_more() -> None:
    state = game_of(BORA, AYSE, CAN)
    assert isinstance(state, GameState)
    left = at_table(2, after_actions(state, surrender(state, 1)))
    assert chosen_number((OWN, left), hints(right="seat")) == 1
    assert chosen_number((OWN, left), hints(BORA, "seat")) == [1, 2]
    assert chosen_number((OWN, left), hints(right="look")) == 1


def test_cancelling_goes_to_the_own_table() -> None:
    assert chosen_number((OWN, OTHERS, FULL), hints(right="cancel")) == [1, 6]
    assert chosen_number((OWN, OTHERS), hints(right="cancel")) == 1
    assert chosen_number((OTHERS, LOBBY), hints(right="cancel")) == 5
    assert chosen_number((OWN, OTHERS), hints(STRANGER, "cancel")) == [1, 3]


def test_a_computer_player_comes_to_a_lobby_or_to_an_empty_seat() -> None:
    def seeking(number: int, *seats: int) -> LoadedTable:
        return at_table(number, with_fields(game_of(*seats), petition=Petition("replace", 1, 0, NOW)))

    mine, others = seeking(7, AYSE, BORA), seeking(8, BORA, CAN)
    assert chosen_number((mine, others, THEIRS), hints(right="computer")) == 7
    assert chosen_number((others, THEIRS), hints(right="computer")) == 8
    assert chosen_number((mine, others, THEIRS), hints(STRANGER, "computer")) == [7, 8]
    assert chosen_number((mine, LOBBY, THEIRS), hints(right="computer")) == 5
    assert chosen_number((OWN, THEIRS), hints(right="computer")) == 2


def test_a_move_of_one_kind_of_game_is_meant_for_such_a_game() -> None:
    cards = at_table(8, klepka_game_of_chat())
    seated = USERS[0]
    mine = at_table(1, game_of(seated, STRANGER))

    def is_cards(one: LoadedTable) -> bool:
        return one.table == cards.table

    assert chosen_number((mine, cards), hints(seated, fits=is_cards)) == 8
    # Where no such game is, the one that there is says so.
    assert chosen_number((mine, THEIRS), hints(seated, fits=lambda _: False)) == 1


def test_the_table_that_was_looked_at_last_decides_look_ups_alone() -> None:
    rights: Mapping[TableRight, int | list[int]] = {"look": 4, "turn": [1, 4], "seat": [1, 4], "rule": [1, 4]}
    for right, meant in rights.items():
        assert chosen_number((OWN, ALSO_OWN), hints(right=right, looked_at=4)) == meant
    assert chosen_number((OWN, OTHERS), hints(STRANGER, "look", looked_at=3)) == 3
    assert chosen_number((OWN, OTHERS), hints(STRANGER, "look", looked_at=9)) == [1, 3]


def test_after_ones_own_turn_the_other_table_is_meant() -> None:
    state = OWN.table
    assert isinstance(state, GameState)
    moved = replace(OWN, table=after_actions(state, pass_turn(state)))
    assert chosen_number((moved, ALSO_OWN), hints()) == 4
