"""The worked examples of RULES §9, played through the engine's door."""

import pytest

from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import face_of
from tests.support.games import after_actions, apply_step, game, pass_turn, place_play, score_of_play, with_fields

ENCYCLOPAEDIA = [
    ("8H LOFTY", 30, {"LOFTY": 30}),
    ("7I LOAM", 24, {"LOAM": 7, "LO": 3, "OF": 5, "AT": 2, "MY": 7}),
    ("J7 OFFICIATE", 71, {"OFFICIATE": 21}),
    ("15H QUETZALs", 365, {"QUETZALS": 315}),
]
BOX = [
    ("8F HORN", 14, {"HORN": 14}),
    ("H6 FARM", 9, {"FARM": 9}),
    ("10F PASTE", 25, {"PASTE": 15, "FARMS": 10}),
    ("9H MOB", 16, {"MOB": 8, "NOT": 4, "BE": 4}),
    ("11E BIT", 16, {"BIT": 10, "PI": 4, "AT": 2}),
]


@pytest.mark.parametrize("sheet", [ENCYCLOPAEDIA, BOX], ids=["encyclopaedia", "box-rules"])
def test_a_published_sheet(sheet: list[tuple[str, int, dict[str, int]]]) -> None:
    state = game(racks=["AA", "AA"], bag="AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    for written, expected, words in sheet:
        action = place_play(state, written)
        rack = tuple(face_of(put.tile) for put in action.tiles)
        players = tuple(with_fields(player, rack=rack) for player in state.players)
        state, _ = apply_step(with_fields(state, players=players), action)
        assert state.last is not None
        assert {word.word: word.score for word in state.last.words} == words
        assert state.last.score == expected


@pytest.mark.parametrize(
    ("laid", "written", "expected"),
    [
        pytest.param(["E1 I"], "1A CRAZIEST", 311, id="a triple-triple"),
        pytest.param([], "8F FAZE", 32, id="the Z under the star's neighbour"),
        pytest.param(["8F FAZE"], "8F FAZES", 17, id="an S later counts no premium again"),
        pytest.param([], "8D QUAKE", 56, id="the Q on a double letter, the star"),
    ],
)
def test_a_published_play(laid: list[str], written: str, expected: int) -> None:
    state = game(laid=laid, racks=["CRAZESTFQUK", ""], bag="")
    assert score_of_play(state, written).total == expected


def test_going_out_transfers_the_others_tiles() -> None:
    state = game(laid=["8H O"], racks=["N", "QD"], bag="", scores=[298, 280])
    state = after_actions(state, place_play(state, "8H ON"))
    assert [player.score for player in state.players] == [312, 268]


def test_going_out_may_double_the_others_tiles_instead() -> None:
    rules = crossword_rulesets()["scrabble-en"]
    doubling = with_fields(rules, ending=with_fields(rules.ending, out="double"))
    state = game(doubling, laid=["8H O"], racks=["N", "QD"], bag="", scores=[298, 280])
    state = after_actions(state, place_play(state, "8H ON"))
    assert [player.score for player in state.players] == [324, 280]


def test_six_scoreless_turns_take_the_own_rack_from_each() -> None:
    state = game(laid=["8H ON"], racks=["K", "QD"], scores=[300, 280], run=[2, 3])
    state = after_actions(state, pass_turn(state))
    assert [player.score for player in state.players] == [295, 268]


def test_three_passes_in_kelimelik_leave_the_scores() -> None:
    state = game("kelimelik", laid=["8H EV"], racks=["ACA", "JM"], scores=[300, 280], run=[1, 1])
    state = after_actions(state, pass_turn(state))
    assert [player.score for player in state.players] == [300, 280]
