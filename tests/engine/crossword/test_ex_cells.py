"""EX cells exchange an opponent's tile (RULES §5.5)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.crossword.events import Event, TileExchanged, TilesDrawn
from engine.crossword.premiums import premium_board
from engine.crossword.secrecy import redact
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import trigger_ex_cells
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from tests.support.games import after_actions, apply_step, exchange_faces, game, pass_turn, place_play

VOID = {"challenge": "void", "clock": "none"}
EX = ("I3", "C8", "O8", "I13")


def indices(*cells: str) -> list[int]:
    known = premium_board(crossword_rulesets()["wordbox-en"].board).grid.indices
    return [known[cell] for cell in cells]


def box(
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
    state, events = trigger_ex_cells(box(["AAAAAAA", "BBBBBBB"]), 0, indices(cell))
    assert racks(state) == ["AAAAAAA", "BBBBBBE"]
    assert Counter(state.bag) == Counter("EEEEEEB")
    assert only(events) == TileExchanged(seat=0, victim=1, cell=cell, swapped=False, lost="B", gained="E")


def test_other_cells_exchange_nothing() -> None:
    state = box(["AAAAAAA", "BBBBBBB"])
    others = [index for index in range(17 * 15) if index not in indices(*EX)]
    assert trigger_ex_cells(state, 0, others) == (state, ())


def test_every_opponent_with_tiles_and_every_tile_may_be_met_and_nobody_else() -> None:
    state = box(["AA", "BC", "", "DG"])
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
    state = box(["AAA", "BBB"], bag="E" * bag, ex=ex)
    assert trigger_ex_cells(state, 0, indices("I3")) == (state, ())


def test_by_option_the_tile_is_swapped_with_one_of_the_mover() -> None:
    state, events = trigger_ex_cells(box(["AAA", "BBB"], ex="swap"), 0, indices("I3"))
    assert racks(state) == ["AAB", "ABB"]
    assert "".join(state.bag) == "EEEEEEE"
    assert only(events) == TileExchanged(seat=0, victim=1, cell="I3", swapped=True, lost="B", gained="A")


def test_an_exchange_by_an_ex_cell_is_none_of_the_victims_own() -> None:
    state, _ = trigger_ex_cells(box(["A", "BBBBBBB"]), 0, indices("I3"))
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
    state = box(["CATSDOG", "BBBBBBB"], bag="E" * 12, laid=("I8 O", "I4 NNNN"))
    state, events = apply_step(state, place_play(state, "I3 ANNNNO"))
    kinds = [type(event) for event in events]
    assert kinds[1:3] == [TilesDrawn, TileExchanged]
    assert racks(state) == ["CDEGOST", "BBBBBBE"]
    assert state.turn == 1


def test_a_spent_ex_cell_is_asleep() -> None:
    state = box(["CATSDOG", "BBBBBBB"], bag="E" * 12, laid=("I8 O", "I3 ANNNN"))
    _, events = apply_step(state, place_play(state, "I2 CANNNNO"))
    assert not any(isinstance(event, TileExchanged) for event in events)
