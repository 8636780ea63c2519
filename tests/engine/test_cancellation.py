"""A host asks to end the game without a result: the minute in which players may object."""

from datetime import timedelta

import pytest

from engine import cancellation
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support.games import USERS, after_actions, game, instant_at, with_fields

A, B = USERS[:2]
INSTANT = timedelta(microseconds=1)


def asked() -> GameState:
    """A game that A, its host, asks to end at the beginning."""
    table = with_fields(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"]), host=A)
    return after_actions(table, ProposeCancel(A))


def test_the_game_ends_at_the_full_minute_and_no_instant_before() -> None:
    state = asked()
    minute = instant_at(0) + cancellation.OBJECTION_TIME
    assert cancellation.objection_deadline(state) == minute
    assert cancellation.due_cancel(state, minute - INSTANT) is None
    end = cancellation.due_cancel(state, minute)
    assert end is not None
    assert (end.by, end.unopposed) == (A, True)


def test_the_bots_own_end_before_the_minute_is_refused() -> None:
    state = asked()
    end = cancellation.due_cancel(state, instant_at(60))
    assert end is not None
    with pytest.raises(Refusal, match="not_due"):
        after_actions(state, end, seconds=59.999)
    over = after_actions(state, end, seconds=60)
    assert over.outcome is not None
    assert over.outcome.reason == "cancelled"


def test_an_objection_leaves_nothing_to_end() -> None:
    state = after_actions(asked(), ObjectToCancel(B))
    assert (cancellation.objection_deadline(state), cancellation.due_cancel(state, instant_at(3600))) == (None, None)
