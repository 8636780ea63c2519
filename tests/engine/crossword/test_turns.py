"""What a turn does to racks, bag, board and whose turn it is (RULES §1.4, §1.7); EX cells (RULES §5.5)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.crossword.actions import AcceptDraw, DeclineDraw, OfferDraw
from engine.crossword.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    TileExchanged,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.premiums import premium_board
from engine.crossword.secrecy import redact
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import trigger_ex_cells
from engine.crossword.view import DrawOffer, GameView
from engine.errors import Refusal
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
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


VOID = {"challenge": "void", "clock": "none"}
EX = ("I3", "C8", "O8", "I13")


def indices(*cells: str) -> list[int]:
    known = premium_board(crossword_rulesets()["wordbox-en"].board).grid.indices
    return [known[cell] for cell in cells]


def ex_box(
    racks: list[str], bag: str | None = "EEEEEEE", *, ex: str = "bag", seed: int = 1, laid: tuple[str, ...] = ()
) -> GameState:
    state = game(
        resolve_ruleset(crossword_rulesets()["wordbox-en"], {**VOID, "ex": ex}), racks=racks, bag=bag, laid=laid
    )
    return replace(state, draws=Draws(f"{seed:064x}"))


def only(events: tuple[Event, ...]) -> TileExchanged:
    (event,) = events
    assert isinstance(event, TileExchanged)
    return event


def racks(state: GameState) -> list[str]:
    return ["".join(sorted(player.rack)) for player in state.players]


@pytest.mark.parametrize("cell", EX)
def test_each_ex_cell_exchanges_an_opponents_tile_with_the_bag(cell: str) -> None:
    state, events = trigger_ex_cells(ex_box(["AAAAAAA", "BBBBBBB"]), 0, indices(cell))
    assert racks(state) == ["AAAAAAA", "BBBBBBE"]
    assert Counter(state.bag) == Counter("EEEEEEB")
    assert only(events) == TileExchanged(seat=0, victim=1, cell=cell, swapped=False, lost="B", gained="E")


def test_other_cells_exchange_nothing() -> None:
    state = ex_box(["AAAAAAA", "BBBBBBB"])
    others = [index for index in range(17 * 15) if index not in indices(*EX)]
    assert trigger_ex_cells(state, 0, others) == (state, ())


def test_every_opponent_with_tiles_and_every_tile_may_be_met_and_nobody_else() -> None:
    state = ex_box(["AA", "BC", "", "DG"])
    gone = replace(state.players[3], surrendered=0)
    met = {
        (only(events).victim, only(events).lost)
        for seed in range(80)
        for events in [trigger_ex_cells(replace(state, draws=Draws(f"{seed:064x}")), 0, indices("I3"))[1]]
    }
    assert met == {(1, "B"), (1, "C"), (3, "D"), (3, "G")}
    without = replace(state, players=(*state.players[:3], gone))
    assert {
        only(trigger_ex_cells(replace(without, draws=Draws(f"{seed:064x}")), 0, indices("I3"))[1]).victim
        for seed in range(40)
    } == {1}


@pytest.mark.parametrize(("ex", "bag"), [("bag", 6), ("swap", 6), ("off", 7)])
def test_nothing_happens_with_fewer_than_seven_tiles_in_the_bag_nor_where_the_cells_are_off(ex: str, bag: int) -> None:
    state = ex_box(["AAA", "BBB"], bag="E" * bag, ex=ex)
    assert trigger_ex_cells(state, 0, indices("I3")) == (state, ())


def test_by_option_the_tile_is_swapped_with_one_of_the_mover() -> None:
    state, events = trigger_ex_cells(ex_box(["AAA", "BBB"], ex="swap"), 0, indices("I3"))
    assert racks(state) == ["AAB", "ABB"]
    assert "".join(state.bag) == "EEEEEEE"
    assert only(events) == TileExchanged(seat=0, victim=1, cell="I3", swapped=True, lost="B", gained="A")


def test_an_exchange_by_an_ex_cell_is_none_of_the_victims_own() -> None:
    state, _ = trigger_ex_cells(ex_box(["A", "BBBBBBB"]), 0, indices("I3"))
    assert state.players[1].exchanges == 0
    state = replace(state, turn=1)
    for _ in range(3):
        state = after_actions(state, exchange_faces(state, state.players[1].rack[0]), pass_turn(replace(state, turn=0)))
    assert state.players[1].exchanges == 3


@pytest.mark.parametrize(
    ("swapped", "viewers"), [pytest.param(False, {1}, id="with the bag"), pytest.param(True, {0, 1}, id="swapped")]
)
def test_what_changed_is_told_to_those_whose_racks_changed_alone(swapped: bool, viewers: set[int]) -> None:  # noqa: FBT001 - a column of the table
    event = TileExchanged(seat=0, victim=1, cell="I3", swapped=swapped, lost="B", gained="E")
    for viewer in (None, 0, 1, 2):
        seen = redact(event, viewer)
        hidden = TileExchanged(seat=0, victim=1, cell="I3", swapped=swapped)
        assert seen == (event if viewer in viewers else hidden)


def test_a_play_on_an_ex_cell_refills_the_movers_rack_first() -> None:
    state = ex_box(["CATSDOG", "BBBBBBB"], bag="E" * 12, laid=("I8 O", "I4 NNNN"))
    state, events = apply_step(state, place_play(state, "I3 ANNNNO"))
    kinds = [type(event) for event in events]
    assert kinds[1:3] == [TilesDrawn, TileExchanged]
    assert racks(state) == ["CDEGOST", "BBBBBBE"]
    assert state.turn == 1


def test_a_spent_ex_cell_is_asleep() -> None:
    state = ex_box(["CATSDOG", "BBBBBBB"], bag="E" * 12, laid=("I8 O", "I3 ANNNN"))
    _, events = apply_step(state, place_play(state, "I2 CANNNNO"))
    assert not any(isinstance(event, TileExchanged) for event in events)
