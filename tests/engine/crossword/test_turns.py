"""What a turn does to racks, bag, board and whose turn it is (RULES §1.4, §1.7)."""

from collections import Counter

import pytest

from engine import game as door
from engine.crossword.actions import AcceptDraw, DeclineDraw, OfferDraw
from engine.crossword.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.state import GameState
from engine.crossword.view import DrawOffer, GameView
from engine.errors import Refusal
from engine.turns import PlayerSurrendered
from tests.support import boards
from tests.support.games import (
    USERS,
    after_actions,
    apply_step,
    exchange_faces,
    game,
    outcome_of,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    with_fields,
)


def test_a_play_goes_on_the_board_and_is_refilled_to_seven() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], bag="QQQQQQQQ")
    state, events = apply_step(state, place_play(state, "8H LOFTY"))
    boards.assert_board(state.cells, "\n".join(["." * 15] * 7 + [".......LOFTY..."] + ["." * 15] * 7), state.ruleset)
    assert Counter(state.players[0].rack) == Counter("AEQQQQQ")
    assert state.bag == ("Q", "Q", "Q")
    assert [type(event) for event in events] == [TilesPlaced, TilesDrawn]
    assert state.turn == 1


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


def test_an_exchange_draws_before_it_returns() -> None:
    state = game(racks=["AEINSDL", "AEINSDL"], bag="QQQQQQQ")
    state, events = apply_step(state, exchange_faces(state, "AEINSDL"))
    assert Counter(state.players[0].rack) == Counter("QQQQQQQ")
    assert Counter(state.bag) == Counter("AEINSDL")
    assert [type(event) for event in events] == [TilesExchanged, TilesDrawn]
    assert (state.turn, state.players[0].score) == (1, 0)


def test_a_pass_changes_the_turn_and_nothing_else() -> None:
    state = game(racks=["AEINSDL", "AEINSDE"], scores=[3, 4])
    passed, events = apply_step(state, pass_turn(state))
    assert passed.turn == 1
    assert (with_fields(passed.players[0], run=0), passed.players[1]) == state.players
    assert (passed.cells, passed.bag, passed.draws) == (state.cells, state.bag, state.draws)
    assert [type(event) for event in events] == [TurnPassed]


def test_of_four_players_one_may_surrender_out_of_turn_and_the_turn_stays() -> None:
    state = game(racks=["AEI", "AEI", "AEI", "AEI"])
    state, events = apply_step(state, surrender(state, 2))
    assert state.turn == 0
    assert state.outcome is None
    assert events == (PlayerSurrendered(2),)


def test_players_who_gave_up_are_skipped() -> None:
    state = game(racks=["AEI", "AEI", "AEI", "AEI"])
    state = after_actions(state, surrender(state, 1), surrender(state, 2), pass_turn(state))
    assert state.turn == 3


def test_a_surrendered_rack_is_set_aside_and_returns_to_nobody() -> None:
    state = game(racks=["AEI", "QZX", "AEI"])
    gone = after_actions(state, surrender(state, 1))
    assert gone.players[1].rack == ("Q", "Z", "X")
    assert gone.bag == state.bag


A, B, C, D = USERS
CALM = {"challenge": "void", "clock": "none"}


def box(seated: int = 2) -> GameState:
    racks = ("NAEEEEE", "AEIOUST", "QJXZKVW", "AEIOUST")[:seated]
    return game("wordbox-en", laid=["8I AID"], racks=racks, scores=(40, 10, 20, 30)[:seated], options=CALM)


def offer(state: GameState) -> DrawOffer | None:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view.offer


def test_an_offer_is_told_and_shown_and_takes_no_turn() -> None:
    state, events = apply_step(box(), OfferDraw(A))
    assert events == (DrawOffered(0),)
    assert (offer(state), state.turn, state.number) == (DrawOffer(0), 0, 0)


def test_of_two_one_acceptance_draws_the_game() -> None:
    state, events = apply_step(after_actions(box(), OfferDraw(A)), AcceptDraw(B))
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("draw", (0, 1))
    assert [(final.place, final.score, final.adjustment) for final in outcome_of(state).finals] == [
        (1, 40, 0),
        (1, 10, 0),
    ]
    assert events[0] == DrawAccepted(1, ())
    assert isinstance(events[1], GameEnded)


def test_of_four_all_must_accept() -> None:
    state, events = apply_step(after_actions(box(4), OfferDraw(D)), AcceptDraw(A))
    assert (events, state.outcome) == ((DrawAccepted(0, (1, 2)),), None)
    state = after_actions(state, AcceptDraw(C))
    assert offer(state) == DrawOffer(3, (0, 2))
    state = after_actions(state, AcceptDraw(B))
    assert outcome_of(state).winners == (0, 1, 2, 3)


def test_who_gave_up_has_no_say_and_no_part_in_a_draw() -> None:
    state = after_actions(box(3), surrender(box(3), 2), OfferDraw(A), AcceptDraw(B))
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("draw", (0, 1))
    assert [final.place for final in outcome_of(state).finals] == [1, 1, 3]


def test_when_the_only_one_who_has_not_answered_gives_up_all_have_agreed() -> None:
    state = after_actions(box(3), OfferDraw(A), AcceptDraw(B), surrender(box(3), 2))
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("draw", (0, 1))


def test_an_offer_leaves_with_its_author() -> None:
    state = after_actions(box(3), OfferDraw(C))
    assert after_actions(state, surrender(state, 2)).offer is None


def test_an_offer_ends_when_one_declines_it_or_its_author_withdraws_it() -> None:
    offered = after_actions(box(3), OfferDraw(A), AcceptDraw(B))
    for user, told in ((A, DrawDeclined(0, withdrawn=True)), (C, DrawDeclined(2))):
        state, events = apply_step(offered, DeclineDraw(user))
        assert (events, state.offer) == ((told,), None)
    assert after_actions(state, OfferDraw(C)).offer == DrawOffer(2)


def test_who_was_declined_may_offer_again_once_a_turn_is_taken() -> None:
    state = after_actions(box(), OfferDraw(A), DeclineDraw(B))
    with pytest.raises(Refusal, match="draw_offered_lately"):
        apply_step(state, OfferDraw(A))
    state = after_actions(state, pass_turn(state), OfferDraw(A))
    assert offer(state) == DrawOffer(0)


def test_an_offer_outlives_passes_and_exchanges_and_lapses_with_the_next_play() -> None:
    state = after_actions(box(), OfferDraw(A))
    assert after_actions(state, place_on_board(state, L8="E")).offer is None
    assert after_actions(state, pass_turn(state)).offer is not None
    state = after_actions(state, exchange_faces(state, "N"))
    assert after_actions(state, AcceptDraw(B)).outcome is not None


def test_a_draw_while_a_window_is_open_leaves_the_play_standing() -> None:
    state = game("wordbox-en", laid=["8I AID"], racks=["NAEEEEE", "A"], options={"clock": "none"})
    state = after_actions(state, place_on_board(state, L8="E"), OfferDraw(B), AcceptDraw(A))
    assert (outcome_of(state).reason, state.pending) == ("draw", None)
    assert [player.score for player in state.players] == [5, 0]
