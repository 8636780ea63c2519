"""Which table is meant follows from public facts: what was named, then the seat, then the turn when it was sent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.commits import TableNumber
from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedTable, table_name
from bot.tables.table_choice import (
    BoundElsewhere,
    NoSuchTable,
    OpenChoice,
    TableHints,
    TableIsOver,
    TableRight,
    choose_table,
)
from engine.crossword.state import GameState
from engine.game import Game, Table
from engine.game_base import Petition
from engine.rng import commitment
from tests.support.games import NOW, USERS, after_actions, game, open_lobby_of, pass_turn, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat

AYSE, BORA, CAN, _ = USERS
STRANGER = 999
SENT = NOW + timedelta(minutes=5)


def at_table(number: int, table: Table, **more: Any) -> LoadedTable:
    """A table of a place, with a short name of its own."""
    secret = f"{number:02x}" * 32
    named = with_fields(table, secret=secret, commitment=commitment(secret))
    loaded = LoadedTable(Scope(-7, None, number), named, 1, {}, is_duplicate=False, numbers={})
    return replace(loaded, **more)


def game_of(*seats: int, turn: int = 0, minute: float = 0.0) -> Game:
    """A game of these users, whose turn began that many minutes after the others began."""
    state = game("kelimelik", racks=["AAEEKKL"] * len(seats), turn=turn)
    players = tuple(with_fields(player, user=user) for player, user in zip(state.players, seats, strict=True))
    clocks = with_fields(state.clocks, started=NOW + timedelta(minutes=minute))
    return with_fields(state, players=players, clocks=clocks)


def hints(user: int = AYSE, right: TableRight = "turn", **more: Any) -> TableHints:
    return replace(TableHints(user, right, sent_at=SENT, sent_second=int(SENT.timestamp())), **more)


def name_of(loaded: LoadedTable) -> str:
    assert loaded.table is not None
    return table_name(loaded.table)


def numbers_of(chosen: LoadedTable | OpenChoice) -> list[int]:
    tables = chosen.tables if isinstance(chosen, OpenChoice) else (chosen,)
    return [one.scope.table for one in tables]


def chosen_number(tables: Sequence[LoadedTable], given_hints: TableHints) -> int | list[int]:
    """The number of the table that is meant; of those that are asked about a list."""
    chosen = choose_table(tables, given_hints)
    return numbers_of(chosen) if isinstance(chosen, OpenChoice) else chosen.scope.table


MINE, THEIRS, OTHERS = (
    at_table(1, game_of(AYSE, BORA)),
    at_table(2, game_of(BORA, AYSE)),
    at_table(3, game_of(BORA, CAN)),
)
ALSO_MINE = at_table(4, game_of(AYSE, CAN))
LOBBY = at_table(5, open_lobby_of("kelimelik", 1))
FULL = at_table(6, open_lobby_of("kelimelik", 2))


@pytest.mark.parametrize(
    ("tables", "user", "right", "meant"),
    [
        ((MINE, OTHERS), AYSE, "turn", 1),
        ((MINE, THEIRS), AYSE, "turn", 1),
        ((MINE, THEIRS), BORA, "turn", 2),
        ((MINE, ALSO_MINE), AYSE, "turn", [1, 4]),
        ((MINE, ALSO_MINE, THEIRS), AYSE, "turn", [1, 4]),
        ((MINE, THEIRS), AYSE, "seat", [1, 2]),
        ((MINE, OTHERS), AYSE, "seat", 1),
        ((MINE, OTHERS), STRANGER, "seat", [1, 3]),
        ((MINE, OTHERS), STRANGER, "turn", 3),
        ((MINE, OTHERS), CAN, "look", 3),
        ((MINE, THEIRS), AYSE, "look", 1),
        ((MINE, ALSO_MINE), AYSE, "look", [1, 4]),
        ((MINE, OTHERS), STRANGER, "look", [1, 3]),
        ((MINE, OTHERS), AYSE, "rule", [1, 3]),
        ((MINE, LOBBY), CAN, "join", 5),
        ((LOBBY, FULL), CAN, "join", 5),
        ((LOBBY, at_table(7, open_lobby_of("kelimelik", 1))), CAN, "join", [5, 7]),
        ((LOBBY, at_table(7, open_lobby_of("kelimelik", 1))), AYSE, "lobby", [5, 7]),
        ((LOBBY, FULL), BORA, "lobby", 6),
        ((MINE, LOBBY), AYSE, "turn", 1),
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
        replace(MINE, messages=frozenset({111})),
        replace(THEIRS, messages=frozenset({222})),
        ALSO_MINE,
    )
    assert chosen_number(there, hints(AYSE, right, is_costly=True, **named)) == 2


def test_hints_that_contradict_ask() -> None:
    there = MINE, replace(THEIRS, messages=frozenset({222})), ALSO_MINE
    assert chosen_number(there, hints(number=4, replied_message=222)) == [2, 4]
    assert chosen_number(there, hints(number=1, replied_tables=(name_of(ALSO_MINE),))) == [1, 4]


def test_a_message_about_several_tables_leaves_the_others_out() -> None:
    names = name_of(THEIRS), name_of(MINE)
    assert chosen_number((MINE, THEIRS, ALSO_MINE), hints(replied_tables=names)) == 1
    assert chosen_number((MINE, THEIRS, ALSO_MINE), hints(replied_numbers=(1, 4))) == [1, 4]


def test_a_number_in_an_old_message_was_another_tables() -> None:
    there = MINE, replace(THEIRS, messages=frozenset({222, 230}))
    assert chosen_number(there, hints(replied_numbers=(2,), replied_message=100)) == 1


def test_a_number_that_no_table_has_is_refused() -> None:
    for number in (3, 9):
        with pytest.raises(NoSuchTable):
            choose_table((MINE, THEIRS), hints(number=number))
    with pytest.raises(NoSuchTable):
        choose_table((MINE,), hints(number=2))


def test_one_number_in_several_places_is_of_several_tables() -> None:
    elsewhere = replace(THEIRS, scope=Scope(-9))
    assert chosen_number((MINE, elsewhere, ALSO_MINE), hints(number=1)) == 1
    assert chosen_number((MINE, elsewhere, ALSO_MINE), hints(BORA, right="seat", number=1)) == [1, 1]


def test_what_stays_with_a_table_is_done_at_no_other() -> None:
    with pytest.raises(BoundElsewhere):
        choose_table((MINE, THEIRS), hints(bound_to=name_of(THEIRS), number=1))
    with pytest.raises(BoundElsewhere):
        choose_table((MINE, THEIRS), hints(bound_to=name_of(OTHERS)))


def over(loaded: LoadedTable, seconds: float) -> LoadedTable:
    """The table once its game is over, so many seconds after the request was sent."""
    assert isinstance(loaded.table, GameState)
    since = int(SENT.timestamp() + seconds)
    ended = after_actions(loaded.table, surrender(loaded.table, 1))
    number = TableNumber(is_open=False, is_told=True, free_since=since)
    return replace(loaded, table=ended, numbers={loaded.scope.table: number})


def test_a_finished_game_is_looked_at_where_it_is_named() -> None:
    there = MINE, over(THEIRS, -9), ALSO_MINE
    assert chosen_number(there, hints(right="look", number=2)) == 2
    assert chosen_number(there, hints(right="look", replied_tables=(name_of(THEIRS),))) == 2
    with pytest.raises(NoSuchTable):
        choose_table(there, hints(number=2))


def test_who_replies_to_a_finished_game_is_asked_unless_one_table_is_left() -> None:
    finished = over(THEIRS, -9)
    reply = hints(replied_tables=(name_of(THEIRS),))
    asked = choose_table((MINE, finished, OTHERS), reply)
    assert isinstance(asked, OpenChoice)
    assert asked.is_stray
    assert numbers_of(asked) == [1]
    assert chosen_number((MINE, finished), reply) == 1


@pytest.mark.parametrize(("seconds", "meant"), [(-1, 1), (0, [1, 2]), (1, [1, 2])])
def test_a_game_that_ended_since_the_message_was_sent_may_be_meant(seconds: float, meant: int | list[int]) -> None:
    assert chosen_number((MINE, over(THEIRS, seconds)), hints()) == meant
    assert chosen_number((MINE, over(THEIRS, seconds)), hints(CAN, "look")) == 1


def test_a_turn_that_began_since_the_message_was_sent_may_have_been_its_senders() -> None:
    changed = at_table(2, game_of(BORA, AYSE, minute=6))
    assert chosen_number((MINE, changed), hints()) == [1, 2]
    assert chosen_number((MINE, changed), hints(sent_at=SENT + timedelta(seconds=61))) == 1
    # Telegram's instants are whole seconds, rounded down: of the same second nobody can tell what was first.
    assert chosen_number((MINE, changed), hints(sent_at=SENT + timedelta(minutes=1))) == [1, 2]
    assert chosen_number((MINE, at_table(2, game_of(BORA, AYSE, minute=6.01))), hints()) == [1, 2]
    assert chosen_number((MINE, changed), hints(sent_at=SENT + timedelta(seconds=59.5))) == [1, 2]
    assert chosen_number((MINE, changed), hints(sent_at=None)) == 1


@pytest.mark.parametrize("right", ["turn", "answer"])
def test_what_is_costly_is_asked_about_wherever_its_sender_plays(right: TableRight) -> None:
    assert chosen_number((MINE, THEIRS), hints(right=right, is_costly=True)) == [1, 2]
    assert chosen_number((MINE, OTHERS), hints(right=right, is_costly=True)) == 1


def test_who_can_answer_something_at_one_table_means_that_one() -> None:
    def open_at_theirs(played: Game, _: int) -> bool:
        return played == THEIRS.table

    assert chosen_number((MINE, THEIRS), hints(right="answer", may_answer=open_at_theirs)) == 2
    assert chosen_number((MINE, THEIRS), hints(right="answer", may_answer=lambda *_: False)) == [1, 2]


def test_a_table_that_has_changed_since_may_be_the_one_to_answer_at() -> None:
    changed = at_table(2, game_of(BORA, AYSE, minute=6))
    for window in (MINE.table, changed.table):
        assert chosen_number(
            (MINE, ALSO_MINE, changed), hints(right="answer", may_answer=lambda played, _, at=window: played == at)
        ) == ([1, 2] if window == MINE.table else 2)
    later = hints(
        right="answer", sent_at=SENT + timedelta(minutes=2), may_answer=lambda played, _: played == MINE.table
    )
    assert chosen_number((MINE, ALSO_MINE, changed), later) == 1


def test_who_gave_up_at_a_table_plays_there_no_more() -> None:
    state = game_of(BORA, AYSE, CAN)
    assert isinstance(state, GameState)
    left = at_table(2, after_actions(state, surrender(state, 1)))
    assert chosen_number((MINE, left), hints(right="seat")) == 1
    assert chosen_number((MINE, left), hints(BORA, "seat")) == [1, 2]
    assert chosen_number((MINE, left), hints(right="look")) == 1


def test_cancelling_goes_to_the_own_table() -> None:
    assert chosen_number((MINE, OTHERS, FULL), hints(right="cancel")) == [1, 6]
    assert chosen_number((MINE, OTHERS), hints(right="cancel")) == 1
    assert chosen_number((OTHERS, LOBBY), hints(right="cancel")) == 5
    assert chosen_number((MINE, OTHERS), hints(STRANGER, "cancel")) == [1, 3]


def test_a_computer_player_comes_to_a_lobby_or_to_an_empty_seat() -> None:
    def seeking(number: int, *seats: int) -> LoadedTable:
        return at_table(number, with_fields(game_of(*seats), petition=Petition("replace", 1, 0, NOW)))

    mine, others = seeking(7, AYSE, BORA), seeking(8, BORA, CAN)
    assert chosen_number((mine, others, THEIRS), hints(right="computer")) == 7
    assert chosen_number((others, THEIRS), hints(right="computer")) == 8
    assert chosen_number((mine, others, THEIRS), hints(STRANGER, "computer")) == [7, 8]
    assert chosen_number((mine, LOBBY, THEIRS), hints(right="computer")) == 5
    assert chosen_number((MINE, THEIRS), hints(right="computer")) == 2


def test_what_is_costly_is_not_done_elsewhere_than_at_the_table_that_is_over() -> None:
    finished = over(THEIRS, -9)
    reply = hints(replied_tables=(name_of(THEIRS),), is_costly=True)
    for there in ((MINE, finished), (MINE, ALSO_MINE, finished), (MINE,)):
        with pytest.raises(TableIsOver):
            choose_table(there, reply)
    assert chosen_number((MINE, finished), replace(reply, number=1)) == 1


@pytest.mark.parametrize("seconds", [-9, 9])
def test_what_is_decided_about_a_game_that_is_over_is_not_decided_about_another(seconds: float) -> None:
    reply = hints(STRANGER, "rule", replied_tables=(name_of(OTHERS),))
    for beside in ((MINE,), (MINE, ALSO_MINE)):
        with pytest.raises(TableIsOver):
            choose_table((*beside, over(OTHERS, seconds)), reply)
    # A board of a game that was here before, and whose number another has by now, says nothing, as where one table is.
    assert chosen_number((MINE,), reply) == 1


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
        assert chosen_number((MINE, ALSO_MINE), hints(right=right, looked_at=4)) == meant
    assert chosen_number((MINE, OTHERS), hints(STRANGER, "look", looked_at=3)) == 3
    assert chosen_number((MINE, OTHERS), hints(STRANGER, "look", looked_at=9)) == [1, 3]


RIGHTS: Sequence[TableRight] = ("look", "turn", "answer", "seat", "rule", "cancel", "join", "lobby", "computer")
USERS_OR_NOBODY = (AYSE, BORA, CAN, STRANGER)

a_table: st.SearchStrategy[Table] = st.one_of(
    st.builds(
        lambda seats, turn, minute: game_of(*seats, turn=turn, minute=minute),
        st.permutations((AYSE, BORA, CAN)).map(lambda order: order[:2]),
        st.integers(0, 1),
        st.integers(0, 9),
    ),
    st.integers(1, 2).map(lambda seated: open_lobby_of("kelimelik", seated)),
    st.just(klepka_game_of_chat()),
)
some_tables = st.lists(a_table, min_size=1, max_size=4).map(
    lambda found: tuple(
        replace(at_table(number, table), messages=frozenset({100 * number}))
        for number, table in enumerate(found, start=1)
    )
)
some_hints = st.builds(
    hints,
    st.sampled_from(USERS_OR_NOBODY),
    st.sampled_from(RIGHTS),
    is_costly=st.booleans(),
    looked_at=st.none() | st.integers(1, 5),
    replied_message=st.none() | st.sampled_from((100, 200, 300, 999)),
    sent_at=st.integers(0, 9).map(lambda minute: NOW + timedelta(minutes=minute)),
)


@given(some_tables, some_hints)
def test_law_it_is_one_of_the_tables_or_some_of_them_and_always_the_same(
    tables: tuple[LoadedTable, ...], asked: TableHints
) -> None:
    chosen = choose_table(tables, asked)
    meant = chosen.tables if isinstance(chosen, OpenChoice) else (chosen,)
    assert meant
    assert all(one in tables for one in meant)
    assert len({one.scope for one in meant}) == len(meant)
    again = choose_table(tables, asked)
    assert again == chosen
    if isinstance(chosen, OpenChoice):
        assert set(numbers_of(choose_table(tables[::-1], asked))) == set(numbers_of(chosen))


@given(some_tables, some_hints, st.data())
def test_law_a_typed_number_that_nothing_contradicts_wins(
    tables: tuple[LoadedTable, ...], asked: TableHints, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, len(tables)))
    replied = data.draw(st.sampled_from((None, 100 * number)))
    assert chosen_number(tables, replace(asked, number=number, replied_message=replied)) == number


@given(a_table, some_hints)
def test_law_one_table_alone_is_never_asked_about(table: Table, asked: TableHints) -> None:
    assert chosen_number((at_table(1, table),), asked) == 1


@given(some_tables, some_hints, st.sampled_from(("KALEMİR", "ŞŞZZVVÖ", "????AAE")), st.text("ABCÇ", max_size=9))
def test_law_racks_bags_and_dictionaries_change_nothing(
    tables: tuple[LoadedTable, ...], asked: TableHints, rack: str, bag: str
) -> None:
    def with_other_secrets(loaded: LoadedTable) -> LoadedTable:
        table = loaded.table
        if not isinstance(table, GameState):
            return loaded
        players = tuple(with_fields(player, rack=tuple(rack)) for player in table.players)
        return replace(
            loaded, table=with_fields(table, players=players, bag=tuple(bag), lexicon="ff"), custom_words=None
        )

    other = tuple(map(with_other_secrets, tables))
    assert chosen_number(other, asked) == chosen_number(tables, asked)


def test_after_ones_own_turn_the_other_table_is_meant() -> None:
    state = MINE.table
    assert isinstance(state, GameState)
    moved = replace(MINE, table=after_actions(state, pass_turn(state)))
    assert chosen_number((moved, ALSO_MINE), hints()) == 4
