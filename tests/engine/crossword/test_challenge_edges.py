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
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    accepts_any_word,
    after_actions,
    apply_step,
    challenge_table,
    challenge_view,
    challengeable_last_play,
    challengeable_play,
    game,
    instant_at,
    pass_turn,
    place_on_board,
    place_play,
    with_fields,
)

A, B, C, D = USERS


def test_the_last_play_waits_for_its_window() -> None:
    state = challengeable_last_play()
    assert (state.outcome, state.turn) == (None, 1)
    assert challenge_view(state).window is not None
    assert challenge_view(state).window.last  # type: ignore[union-attr]


def test_the_last_play_ends_the_game_when_the_window_closes() -> None:
    state, events = apply_step(challengeable_last_play(), Timeout(), seconds=60)
    assert state.outcome is not None
    assert (state.outcome.reason, [player.score for player in state.players]) == ("out", [20 + 3 + 12, 20 - 12])
    assert events[0] == WindowClosed(0, 1, "time")


def test_the_next_player_may_accept_the_last_play_by_passing() -> None:
    state = challengeable_last_play()
    state, events = apply_step(state, pass_turn(state), seconds=3)
    assert state.outcome is not None
    assert state.outcome.reason == "out"
    assert [type(event) for event in events] == [WindowClosed, GameEnded]
    assert (events[0], state.number) == (WindowClosed(0, 1, "accepted"), 1)


def test_a_last_play_withdrawn_goes_on_with_the_next_player() -> None:
    state = after_actions(challengeable_last_play(), Challenge(B), judge=NO_WORD_IS_VALID)
    assert (state.outcome, state.turn, state.players[0].rack, state.players[0].score) == (None, 1, ("E",), 20)
    assert after_actions(state, pass_turn(state)).turn == 0


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
    state, events = apply_step(challengeable_last_play(options["mode"]), Challenge(B))
    assert state.outcome is not None
    assert (state.outcome.reason, [player.score for player in state.players]) == ("out", scores)
    assert isinstance(events[-1], GameEnded)
    assert not any(isinstance(event, TurnLost) for event in events)


def test_a_last_play_counts_as_last_only_when_nothing_refills_it() -> None:
    state = challenge_table(laid=["8H ON"], racks=("E", "QD"), bag="A")
    state = after_actions(state, place_on_board(state, J8="E"))
    state = after_actions(state, Timeout(), seconds=60)
    assert (state.outcome, state.players[0].rack) == (None, ("A",))


def test_a_mover_alone_waits_for_the_window() -> None:
    state = challengeable_play(seated=2)
    state = with_fields(state, players=(state.players[0], with_fields(state.players[1], retired=True)), turn=0)
    with pytest.raises(Refusal, match="window_open"):
        apply_step(state, pass_turn(state))
    state = after_actions(state, Timeout(), seconds=60)
    assert after_actions(state, pass_turn(state), seconds=61).number == 2


def test_a_retired_player_may_still_challenge() -> None:
    state = challengeable_play(seated=3)
    state = with_fields(state, players=(*state.players[:2], with_fields(state.players[2], retired=True)))
    assert not any(after_actions(state, Challenge(C), judge=NO_WORD_IS_VALID).cells)


def test_a_play_that_follows_meets_its_own_window() -> None:
    state = challengeable_play()
    state = after_actions(state, place_play(state, "H7 ALE"), seconds=30)
    assert (challenge_view(state).window.play, door.deadline(state)) == (2, instant_at(90))  # type: ignore[union-attr]


def test_words_are_refused_where_the_mode_is_void_and_nothing_waits() -> None:
    state = challenge_table("void")
    with pytest.raises(Refusal, match="not_words"):
        apply_step(state, place_play(state, "8H LOFTY"), NO_WORD_IS_VALID)
    state = after_actions(state, place_play(state, "8H LOFTY"), judge=accepts_any_word)
    assert (state.pending, len(state.players[0].rack), state.challenges) == (None, 7, ())


def test_an_ex_cell_waits_for_the_window() -> None:
    state = over_ex()
    assert state.players[1].rack == tuple("ABCDEFG")
    state, events = apply_step(state, Timeout(), seconds=60)
    assert [type(event) for event in events] == [WindowClosed, TilesDrawn, TileExchanged]
    assert Counter(state.players[1].rack)["Z"] == 1


def test_an_ex_cell_of_a_withdrawn_play_does_nothing() -> None:
    state, events = apply_step(over_ex(), Challenge(B), NO_WORD_IS_VALID)
    assert not any(isinstance(event, TileExchanged) for event in events)
    assert state.players[1].rack == tuple("ABCDEFG")


def test_an_ex_cell_spares_the_tiles_of_the_play_that_closes_the_window() -> None:
    state = over_ex()
    state, events = apply_step(state, place_play(state, "D8 OABCDEF"))
    (exchanged,) = (event for event in events if isinstance(event, TileExchanged))
    assert (exchanged.victim, exchanged.lost, state.players[1].rack) == (1, "G", ("Z",))


def over_ex() -> GameState:
    """WordBox: the first player has just covered the EX cell C8 and only Z is left in the bag."""
    options = {"challenge": "single", "clock": "none"}
    state = game("wordbox-en", laid=["8D ON"], racks=["NAAAAAA", "ABCDEFG"], bag="Z" * 20, options=options)
    return after_actions(state, place_on_board(state, C8="N"))
