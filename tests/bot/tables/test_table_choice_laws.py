"""Laws of which table is meant: one of those there are, always the same, and no secret counts."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.loaded_table import LoadedTable
from bot.tables.table_choice import (
    OpenChoice,
    TableHints,
    TableRight,
    choose_table,
)
from engine.crossword.state import GameState
from engine.game import Table
from tests.support.games import NOW, open_lobby_of, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.table_choices import AYSE, BORA, CAN, STRANGER, at_table, chosen_number, game_of, hints, numbers_of

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
