"""A host asks to end the game without a result: the minute in which players may object."""

from datetime import timedelta

import pytest

from engine import closing
from engine.closing import ObjectToCancel, ProposeCancel
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support.games import USERS, after, at, changed, game

A, B = USERS[:2]
INSTANT = timedelta(microseconds=1)


def asked() -> GameState:
    """A game that A, its host, asks to end at the beginning."""
    table = changed(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"]), host=A)
    return after(table, ProposeCancel(A))


def test_the_game_ends_at_the_full_minute_and_no_instant_before() -> None:
    state = asked()
    minute = at(0) + closing.OBJECTION
    assert closing.until(state) == minute
    assert closing.due(state, minute - INSTANT) is None
    end = closing.due(state, minute)
    assert end is not None
    assert (end.by, end.unopposed) == (A, True)


def test_the_bots_own_end_before_the_minute_is_refused() -> None:
    state = asked()
    end = closing.due(state, at(60))
    assert end is not None
    with pytest.raises(Refusal, match="not_due"):
        after(state, end, seconds=59.999)
    over = after(state, end, seconds=60)
    assert over.outcome is not None
    assert over.outcome.reason == "cancelled"


def test_an_objection_leaves_nothing_to_end() -> None:
    state = after(asked(), ObjectToCancel(B))
    assert (closing.until(state), closing.due(state, at(3600))) == (None, None)
