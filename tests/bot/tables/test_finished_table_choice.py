"""Whether a finished game is meant, or one that goes on."""

from dataclasses import replace

import pytest

from bot.store.commits import TableNumber
from bot.tables.loaded_table import LoadedTable
from bot.tables.table_choice import (
    NoSuchTable,
    OpenChoice,
    TableIsOver,
    choose_table,
)
from engine.crossword.state import GameState
from tests.support.games import after_actions, surrender
from tests.support.table_choices import (
    ALSO_OWN,
    CAN,
    OTHERS,
    OWN,
    SENT,
    STRANGER,
    THEIRS,
    chosen_number,
    hints,
    name_of,
    numbers_of,
)


def over(loaded: LoadedTable, seconds: float) -> LoadedTable:
    """The table once its game is over, so many seconds after the request was sent."""
    assert isinstance(loaded.table, GameState)
    since = int(SENT.timestamp() + seconds)
    ended = after_actions(loaded.table, surrender(loaded.table, 1))
    number = TableNumber(is_open=False, is_told=True, free_since=since)
    return replace(loaded, table=ended, numbers={loaded.scope.table: number})


def test_a_finished_game_is_looked_at_where_it_is_named() -> None:
    there = OWN, over(THEIRS, -9), ALSO_OWN
    assert chosen_number(there, hints(right="look", number=2)) == 2
    assert chosen_number(there, hints(right="look", replied_tables=(name_of(THEIRS),))) == 2
    with pytest.raises(NoSuchTable):
        choose_table(there, hints(number=2))


def test_who_replies_to_a_finished_game_is_asked_unless_one_table_is_left() -> None:
    finished = over(THEIRS, -9)
    reply = hints(replied_tables=(name_of(THEIRS),))
    asked = choose_table((OWN, finished, OTHERS), reply)
    assert isinstance(asked, OpenChoice)
    assert asked.is_stray
    assert numbers_of(asked) == [1]
    assert chosen_number((OWN, finished), reply) == 1


@pytest.mark.parametrize(("seconds", "meant"), [(-1, 1), (0, [1, 2]), (1, [1, 2])])
def test_a_game_that_ended_since_the_message_was_sent_may_be_meant(seconds: float, meant: int | list[int]) -> None:
    assert chosen_number((OWN, over(THEIRS, seconds)), hints()) == meant
    assert chosen_number((OWN, over(THEIRS, seconds)), hints(CAN, "look")) == 1


def test_what_is_costly_is_not_done_elsewhere_than_at_the_table_that_is_over() -> None:
    finished = over(THEIRS, -9)
    reply = hints(replied_tables=(name_of(THEIRS),), is_costly=True)
    for there in ((OWN, finished), (OWN, ALSO_OWN, finished), (OWN,)):
        with pytest.raises(TableIsOver):
            choose_table(there, reply)
    assert chosen_number((OWN, finished), replace(reply, number=1)) == 1


@pytest.mark.parametrize("seconds", [-9, 9])
def test_what_is_decided_about_a_game_that_is_over_is_not_decided_about_another(seconds: float) -> None:
    reply = hints(STRANGER, "rule", replied_tables=(name_of(OTHERS),))
    for beside in ((OWN,), (OWN, ALSO_OWN)):
        with pytest.raises(TableIsOver):
            choose_table((*beside, over(OTHERS, seconds)), reply)
    # A board of a game that was here before, and whose number another has by now, says nothing, as where one table is.
    assert chosen_number((OWN,), reply) == 1
