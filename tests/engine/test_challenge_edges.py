"""Challenges at the edges: the last play, retired players, an empty bag, EX cells (RULES §7.1, §5.5)."""

from collections import Counter

import pytest

from engine import game as door
from engine.clock import Timeout
from engine.crossword.actions import Challenge
from engine.crossword.events import (
    GameEnded,
    TileExchanged,
    TilesDrawn,
    TurnLost,
    WindowClosed,
)
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support.challenges import NO_WORD, last_play, lofty, table, view
from tests.support.games import (
    USERS,
    after,
    any_word,
    at,
    changed,
    game,
    pass_,
    play,
    put,
    step,
)

A, B, C, D = USERS


def test_the_last_play_waits_for_its_window() -> None:
    state = last_play()
    assert (state.outcome, state.turn) == (None, 1)
    assert view(state).window is not None
    assert view(state).window.last  # type: ignore[union-attr]


def test_the_last_play_ends_the_game_when_the_window_closes() -> None:
    state, events = step(last_play(), Timeout(), seconds=60)
    assert state.outcome is not None
    assert (state.outcome.reason, [player.score for player in state.players]) == ("out", [20 + 3 + 12, 20 - 12])
    assert events[0] == WindowClosed(0, 1, "time")


def test_the_next_player_may_accept_the_last_play_by_passing() -> None:
    state = last_play()
    state, events = step(state, pass_(state), seconds=3)
    assert state.outcome is not None
    assert state.outcome.reason == "out"
    assert [type(event) for event in events] == [WindowClosed, GameEnded]
    assert (events[0], state.number) == (WindowClosed(0, 1, "accepted"), 1)


def test_a_last_play_withdrawn_goes_on_with_the_next_player() -> None:
    state = after(last_play(), Challenge(B), judge=NO_WORD)
    assert (state.outcome, state.turn, state.players[0].rack, state.players[0].score) == (None, 1, ("E",), 20)
    assert after(state, pass_(state)).turn == 0


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({"mode": "single"}, [35, 8]),
        ({"mode": "double"}, [35, 8]),
        ({"mode": "five"}, [40, 8]),
        ({"mode": "wordpoints"}, [35, 5]),
    ],
)
def test_a_failed_challenge_of_the_last_play_ends_the_game_with_its_price(
    options: dict[str, str], scores: list[int]
) -> None:
    state, events = step(last_play(options["mode"]), Challenge(B))
    assert state.outcome is not None
    assert (state.outcome.reason, [player.score for player in state.players]) == ("out", scores)
    assert isinstance(events[-1], GameEnded)
    assert not any(isinstance(event, TurnLost) for event in events)


def test_a_last_play_counts_as_last_only_when_nothing_refills_it() -> None:
    state = table(laid=["8H ON"], racks=("E", "QD"), bag="A")
    state = after(state, put(state, J8="E"))
    state = after(state, Timeout(), seconds=60)
    assert (state.outcome, state.players[0].rack) == (None, ("A",))


def test_a_mover_alone_waits_for_the_window() -> None:
    state = lofty(seated=2)
    state = changed(state, players=(state.players[0], changed(state.players[1], retired=True)), turn=0)
    with pytest.raises(Refusal, match="window_open"):
        step(state, pass_(state))
    state = after(state, Timeout(), seconds=60)
    assert after(state, pass_(state), seconds=61).number == 2


def test_a_retired_player_may_still_challenge() -> None:
    state = lofty(seated=3)
    state = changed(state, players=(*state.players[:2], changed(state.players[2], retired=True)))
    assert not any(after(state, Challenge(C), judge=NO_WORD).cells)


def test_a_play_that_follows_meets_its_own_window() -> None:
    state = lofty()
    state = after(state, play(state, "H7 ALE"), seconds=30)
    assert (view(state).window.play, door.deadline(state)) == (2, at(90))  # type: ignore[union-attr]


def test_words_are_refused_where_the_mode_is_void_and_nothing_waits() -> None:
    state = table("void")
    with pytest.raises(Refusal, match="not_words"):
        step(state, play(state, "8H LOFTY"), NO_WORD)
    state = after(state, play(state, "8H LOFTY"), judge=any_word)
    assert (state.pending, len(state.players[0].rack), state.challenges) == (None, 7, ())


def test_an_ex_cell_waits_for_the_window() -> None:
    state = over_ex()
    assert state.players[1].rack == tuple("ABCDEFG")
    state, events = step(state, Timeout(), seconds=60)
    assert [type(event) for event in events] == [WindowClosed, TilesDrawn, TileExchanged]
    assert Counter(state.players[1].rack)["Z"] == 1


def test_an_ex_cell_of_a_withdrawn_play_does_nothing() -> None:
    state, events = step(over_ex(), Challenge(B), NO_WORD)
    assert not any(isinstance(event, TileExchanged) for event in events)
    assert state.players[1].rack == tuple("ABCDEFG")


def test_an_ex_cell_spares_the_tiles_of_the_play_that_closes_the_window() -> None:
    state = over_ex()
    state, events = step(state, play(state, "D8 OABCDEF"))
    (exchanged,) = (event for event in events if isinstance(event, TileExchanged))
    assert (exchanged.victim, exchanged.lost, state.players[1].rack) == (1, "G", ("Z",))


def over_ex() -> GameState:
    """WordBox: the first player has just covered the EX cell C8 and only Z is left in the bag."""
    options = {"challenge": "single", "clock": "none"}
    state = game("wordbox-en", laid=["8D ON"], racks=["NAAAAAA", "ABCDEFG"], bag="Z" * 20, options=options)
    return after(state, put(state, C8="N"))
