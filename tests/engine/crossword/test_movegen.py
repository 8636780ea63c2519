"""Move generation finds exactly the legal plays: compared with trying everything, and with the rules themselves."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.crossword.actions import Place, Placement
from engine.crossword.movegen import ScoredPlay, legal_plays
from engine.crossword.rules import apply, lay_and_score
from engine.crossword.ruleset import Bag, Board, Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.errors import Refusal
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.games import NOW, game


class ShortList:
    def __init__(self, text: str) -> None:
        self._words = frozenset(text.split())

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def has_prefix(self, prefix: str) -> bool:
        return any(word.startswith(prefix) for word in self._words)


WORDS = ShortList("AB BA ABA BAB CAB ABC CABBA BACA ACBA AA BB CC BABA CABAC")
SMALL = replace(
    resolve_ruleset(crossword_rulesets()["kelimelik"]),
    board=Board(("T.d.T", ".D.d.", "t.*.d", ".d.D.", "T.t.T"), centre_doubles=True),
    values={"A": 1, "B": 3, "C": 4, "?": 0},
    bag="small",
    bags={"small": Bag(30, {"A": 12, "B": 10, "C": 6, "?": 2})},
    rack=4,
)


def tried(state: GameState, words: ShortList) -> dict[frozenset[Placement], int]:
    """Every legal play and its score, found by trying all tiles on all cells of all lines."""
    rack, found = state.players[0].rack, {}
    for cells in lines(state.ruleset, state.cells):
        for count in range(1, len(rack) + 1):
            for start in range(len(cells) - count + 1):
                for tiles in arrangements(rack, count):
                    placed = tuple(Placement(*pair) for pair in zip(cells[start : start + count], tiles, strict=True))
                    action = Place(state.players[0].user, placed)
                    try:
                        play, score = lay_and_score(state, 0, action)
                    except Refusal:
                        continue
                    if all(run.word in words for run in play.words):
                        found[frozenset(placed)] = score.total
    return found


def lines(ruleset: Ruleset, cells: tuple[str, ...]) -> Iterator[list[str]]:
    """The names of the empty cells of every row and column."""
    size = ruleset.columns
    for number in range(size):
        row = [number * size + other for other in range(size)]
        column = [other * size + number for other in range(size)]
        for line in (row, column):
            yield [f"{'ABCDE'[index % size]}{index // size + 1}" for index in line if not cells[index]]


def arrangements(rack: tuple[str, ...], count: int) -> set[tuple[str, ...]]:
    """Every row of so many tiles that a rack can give, blanks standing for anything."""
    tiles = ("A", "B", "C", "?A", "?B", "?C")
    return {
        row
        for row in product(tiles, repeat=count)
        if all([face_of(tile) for tile in row].count(held) <= rack.count(held) for held in "ABC?")
    }


def found(options: list[ScoredPlay]) -> dict[frozenset[Placement], int]:
    return {frozenset(option.tiles): option.score for option in options}


@settings(max_examples=3)
@given(racks=st.lists(st.text("AABBC?", min_size=1, max_size=4), min_size=1, max_size=4), draw=st.data())
def test_it_finds_what_trying_everything_finds(racks: list[str], draw: st.DataObject) -> None:
    state = game(SMALL, racks=[racks[0], "A"], bonus="A2")
    for rack in racks:
        state = replace(state, players=(replace(state.players[0], rack=tuple(rack)), state.players[1]), turn=0)
        options = legal_plays(state, 0, WORDS)
        assert len(found(options)) == len(options)
        assert found(options) == tried(state, WORDS)
        if options:
            chosen = draw.draw(st.sampled_from(options))
            state, _ = apply(state, Place(state.players[0].user, chosen.tiles), NOW, WORDS.__contains__)
        if state.outcome is not None:
            break


@pytest.mark.parametrize(("ruleset", "players"), [("scrabble-en", 2), ("scrabble-tr", 4)])
def test_every_play_it_finds_is_accepted_at_the_score_it_says(ruleset: str, players: int) -> None:
    rules = resolve_ruleset(crossword_rulesets()[ruleset])
    words = load_lexicon(rules.lexicon)
    ended = simulate_game(rules, players, "moves", 3, words).state
    state = replace(ended, outcome=None, turn=0, bonus=None)
    rack = ("A", "E", "L", "K", "R", "N") if rules.language == "tr" else ("A", "E", "I", "R", "S", "T")
    state = replace(state, players=(replace(state.players[0], rack=rack, surrendered=None), *state.players[1:]))
    options = legal_plays(state, 0, words)
    assert len(options) > 10
    before = state.players[0].score
    for option in options:
        after, _ = apply(state, Place(state.players[0].user, option.tiles), NOW, words.__contains__)
        assert after.last is not None
        assert after.last.score == option.score
        assert after.last.words[0].word == option.word or len(option.tiles) == 1
    assert state.players[0].score == before


def test_a_blank_stands_for_every_letter_that_fits() -> None:
    state = game(laid=["8G CAB"], racks=["?", ""])
    words = ShortList("CAB CABS CABA SCAB AS")
    assert {(option.tiles[0].cell, option.tiles[0].tile) for option in legal_plays(state, 0, words)} == {
        ("J8", "?S"), ("J8", "?A"), ("F8", "?S"), ("H9", "?S"),
    }  # fmt: skip
