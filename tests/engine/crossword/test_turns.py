"""What a turn does to racks, bag, board and whose turn it is (RULES §1.4, §1.7)."""

from collections import Counter

from engine.crossword.events import TilesDrawn, TilesExchanged, TilesPlaced, TurnPassed
from engine.turns import PlayerSurrendered
from tests.support import boards
from tests.support.games import (
    after_actions,
    apply_step,
    exchange_faces,
    game,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    with_fields,
)


def test_a_play_goes_on_the_board_and_is_refilled_to_seven() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], bag="QQQQQQQQ")
    state, events = apply_step(state, place_play(state, "8H LOFTY"))
    boards.assert_board(
        state.cells,
        "\n".join(["." * 15] * 7 + [".......LOFTY..."] + ["." * 15] * 7),
        state.ruleset,
    )
    assert Counter(state.players[0].rack) == Counter("AEQQQQQ")
    assert state.bag == ("Q", "Q", "Q")
    assert [type(event) for event in events] == [TilesPlaced, TilesDrawn]
    assert state.turn == 1


def test_a_play_takes_what_the_bag_has() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], bag="QQ")
    state = after_actions(state, place_play(state, "8H LOFTY"))
    assert Counter(state.players[0].rack) == Counter("AEQQ")
    assert state.bag == ()


def test_a_play_with_an_empty_bag_draws_nothing_and_says_nothing_of_it() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], bag="")
    state, events = apply_step(state, place_play(state, "8H LOFTY"))
    assert Counter(state.players[0].rack) == Counter("AE")
    assert [type(event) for event in events] == [TilesPlaced]


def test_a_blank_lies_with_its_letter_and_leaves_the_rack() -> None:
    state = game(racks=["?OAAAAA", "AEINSDL"], bag="")
    state = after_actions(state, place_play(state, "8H On"))
    assert state.cells[7 * 15 + 8] == "?N"
    assert Counter(state.players[0].rack) == Counter("AAAAA")


def test_a_held_letter_is_used_before_nobody_asks_for_a_blank() -> None:
    state = game(racks=["?NOAAAA", "AEINSDL"], bag="")
    state = after_actions(state, place_play(state, "8H ON"))
    assert Counter(state.players[0].rack) == Counter("?AAAA")


def test_an_exchange_draws_before_it_returns() -> None:
    state = game(racks=["AEINSDL", "AEINSDL"], bag="QQQQQQQ")
    state, events = apply_step(state, exchange_faces(state, "AEINSDL"))
    assert Counter(state.players[0].rack) == Counter("QQQQQQQ")
    assert Counter(state.bag) == Counter("AEINSDL")
    assert [type(event) for event in events] == [TilesExchanged, TilesDrawn]
    assert (state.turn, state.players[0].score) == (1, 0)


def test_an_exchange_of_some_tiles_keeps_the_others() -> None:
    state = game(racks=["AEINSDL", "AEINSDL"], bag="QQQQQQQ")
    state = after_actions(state, exchange_faces(state, "LA"))
    assert Counter(state.players[0].rack) == Counter("EINSDQQ")
    assert Counter(state.bag) == Counter("QQQQQAL")


def test_a_blank_may_be_exchanged() -> None:
    state = game(racks=["AE?", "A"], bag="QQQQQQQ")
    state = after_actions(state, exchange_faces(state, "?"))
    assert Counter(state.players[0].rack) == Counter("AEQ")
    assert "?" in state.bag


def test_an_exchange_with_few_in_the_bag_where_the_ruleset_allows_it() -> None:
    state = game(racks=["AEINSDL", "A"], bag="QQQQQQQ")
    state = after_actions(state, exchange_faces(state, "A"))
    assert len(state.bag) == 7


def test_a_pass_changes_the_turn_and_nothing_else() -> None:
    state = game(racks=["AEINSDL", "AEINSDE"], scores=[3, 4])
    passed, events = apply_step(state, pass_turn(state))
    assert passed.turn == 1
    assert (with_fields(passed.players[0], run=0), passed.players[1]) == state.players
    assert (passed.cells, passed.bag, passed.draws) == (state.cells, state.bag, state.draws)
    assert [type(event) for event in events] == [TurnPassed]


def test_turns_go_round_the_table() -> None:
    state = game(racks=["AEI", "AEI", "AEI"])
    turns = []
    for _ in range(4):
        state = after_actions(state, pass_turn(state))
        turns.append(state.turn)
    assert turns == [1, 2, 0, 1]


def test_turns_are_counted() -> None:
    state = game(racks=["ONAAAAA", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H ON"))
    assert state.number == 1
    state = after_actions(state, pass_turn(state))
    assert state.number == 2
    state = after_actions(state, exchange_faces(state, state.players[0].rack[0]))
    assert state.number == 3
    state = after_actions(state, place_on_board(state, J8="E"))
    assert state.number == 4


def test_of_four_players_one_may_surrender_out_of_turn_and_the_turn_stays() -> None:
    state = game(racks=["AEI", "AEI", "AEI", "AEI"])
    state, events = apply_step(state, surrender(state, 2))
    assert state.turn == 0
    assert state.outcome is None
    assert events == (PlayerSurrendered(2),)


def test_of_four_players_one_may_surrender_on_turn_and_the_next_is_on() -> None:
    state = game(racks=["AEI", "AEI", "AEI", "AEI"], turn=3)
    state = after_actions(state, surrender(state))
    assert state.turn == 0


def test_players_who_gave_up_are_skipped() -> None:
    state = game(racks=["AEI", "AEI", "AEI", "AEI"])
    state = after_actions(state, surrender(state, 1), surrender(state, 2), pass_turn(state))
    assert state.turn == 3


def test_a_surrendered_rack_is_set_aside_and_returns_to_nobody() -> None:
    state = game(racks=["AEI", "QZX", "AEI"])
    gone = after_actions(state, surrender(state, 1))
    assert gone.players[1].rack == ("Q", "Z", "X")
    assert gone.bag == state.bag
