"""Where typed words lie: every place, the best first, the one that was meant, what is near, what a group may see."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Place
from engine.crossword.draft import RackTile
from engine.crossword.movegen import PlayFinder
from engine.crossword.notation import Move, PartialMove, Sign, read_bare_word, read_partial_move, resolve_move
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, letter_on
from engine.crossword.word_placements import (
    MISPLACED,
    AmbiguousPlacement,
    WordPlacement,
    intended_placement,
    near_misses,
    place_move,
    placements_for_any_rack,
    placements_to_offer,
    plays_of_tiles,
    ranked_placements,
    without_full_stop,
)
from engine.errors import EngineError, Malformed, Refusal
from engine.lexicon import Lexicon, load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.boards import random_positions, shared_searcher
from tests.support.games import game, started_game
from tests.support.languages import ALL_VOCABULARY, EN, TR, UK, error_facts, parse_move, plain_signs
from tests.support.random_actions import play_numbers, small_ruleset

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
EMPTY = game("scrabble-tr", racks=["KALEM??", "AAAAAAA"])
LAID = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSS?", "KALEMİN"])
"""KALEM lies from F8 to J8."""


def typed(state: GameState, text: str) -> PartialMove:
    return read_partial_move(text, load_alphabet(state.ruleset.language), ALL_VOCABULARY)


def found(state: GameState, text: str, seat: int = 0) -> list[tuple[str, int]]:
    return [(each.gcg_start, each.score.total) for each in ranked_placements(state, seat, typed(state, text))]


def refused(state: GameState, text: str, seat: int = 0) -> tuple[str, dict[str, object]]:
    with pytest.raises(EngineError) as caught:
        ranked_placements(state, seat, typed(state, text))
    return caught.value.code, dict(caught.value.fields)


def test_on_an_empty_board_a_word_lies_wherever_it_covers_the_centre_the_best_places_first() -> None:
    assert [start for start, _ in found(EMPTY, "KALEM")] == [
        *("8H", "H8"),
        *("H4", "8D"),
        *("H5", "H6", "H7", "8E", "8F", "8G"),
    ]
    assert dict(found(EMPTY, "KALEM")).items() >= {"8D": 14, "8H": 16, "H8": 16}.items()


@pytest.mark.parametrize("text", ["KALEM", "LER", "KA[L]EM", "KALEMLER", "H9 ER"])
def test_what_the_board_has_for_a_word_is_the_same_whatever_is_on_the_rack(text: str) -> None:
    told = set()
    for rack in ("LERİSS?", "KALEM??", "ZZZZZZZ", "LE"):
        players = (replace(LAID.players[0], rack=tuple(rack)), *LAID.players[1:])
        state = replace(LAID, players=players)
        fits = placements_for_any_rack(state, 0, typed(state, text))
        told.add(tuple((fit.gcg_start, fit.place) for fit in fits))
        try:
            mine: tuple[WordPlacement, ...] = (intended_placement(state, 0, typed(state, text), gcg=False),)
        except AmbiguousPlacement as choice:
            mine = choice.placements
        except Refusal:
            mine = ()
        assert {fit.gcg_start for fit in mine} <= {fit.gcg_start for fit in fits}
    assert len(told) == 1


def test_a_line_or_a_direction_narrows_the_places() -> None:
    for text, starts in (
        ("KALEM 8", ["8D", "8E", "8F", "8G", "8H"]),
        ("H KALEM", ["H4", "H5", "H6", "H7", "H8"]),
        ("KALEM yatay", ["8D", "8E", "8F", "8G", "8H"]),
        ("KALEM dikey", ["H4", "H5", "H6", "H7", "H8"]),
    ):
        assert {start for start, _ in found(EMPTY, text)} == set(starts)


def _within(each: WordPlacement, said: PartialMove) -> bool:
    cell = each.move.cell
    line = cell[1:] if each.move.direction is ACROSS else cell[:1]
    return said.direction in {None, each.move.direction} and said.line in {"", line} and said.cell in {"", cell}


def played_at_random(rules: Ruleset, seed: int, steps: int) -> GameState:
    state, _ = started_game(rules, 2, secret=f"{seed:064x}")
    chance = Random(seed)
    for _, _, after, _ in play_numbers(state, [chance.randrange(2**20) for _ in range(steps)]):
        state = after
    return state


def board_of(*tiles: tuple[str, str]) -> str:
    laid = dict(tiles)
    return "\n".join("".join(laid.get(f"{column}{row}", ".") for column in "ABCDEFGHIJKLMNO") for row in range(1, 16))


def test_a_play_that_a_single_tile_makes_both_ways_is_there_once_across() -> None:
    state = game("scrabble-tr", board=board_of(("G8", "A"), ("H7", "A"), ("C3", "K")), racks=["L", ""])
    assert {start for start, _ in found(state, "AL")} == {"7H", "8G", "G8"}


def test_a_single_tile_is_offered_as_the_word_that_was_typed_though_it_makes_a_longer_one() -> None:
    state = game("scrabble-tr", board=board_of(("G8", "A"), ("H6", "D"), ("H7", "A")), racks=["L", ""])
    (one,) = ranked_placements(state, 0, typed(state, "8 AL"))
    assert (one.gcg_start, [word.word for word in one.score.words]) == ("8G", ["DAL", "AL"])


def test_where_there_is_no_place_the_refusal_says_why_and_names_no_letter() -> None:
    for state, text, refusal in (
        (EMPTY, "ZEYTİN", ("not_on_rack", {})),
        (EMPTY, "[KAL]EM", ("blanks_not_held", {})),
        (EMPTY, "KALEMLER", ("not_on_rack", {})),
        (EMPTY, "KALEM 1", ("no_place_in_row", {"line": "1"})),
        (EMPTY, "A KALEM", ("no_place_in_column", {"line": "A"})),
        (EMPTY, "KALEM 16", ("unknown_cell", {"cell": "16", "last": "O15"})),
        (EMPTY, "P KALEM", ("unknown_cell", {"cell": "P", "last": "O15"})),
        (EMPTY, "K.LEM", ("no_place", {})),
        (EMPTY, "..", ("no_place", {})),
        (EMPTY, "K" * 16, ("no_place", {})),
        (EMPTY, "K" * 4000, ("no_place", {})),
        (LAID, "KALEM", ("not_on_rack", {})),
        (LAID, ".....", ("no_place", {})),
        (LAID, "(Z)ER", ("no_place", {})),
        (LAID, "LER 10", ("no_place_in_row", {"line": "10"})),
    ):
        assert refused(state, text) == refusal


def oracle(state: GameState, seat: int, word: PartialMove) -> list[WordPlacement]:
    """Every cell and direction within what was said, tried by the rules, each play once."""
    grid = premium_board(state.ruleset.board).grid
    plays: dict[object, WordPlacement] = {}
    for cell, way in product(grid.names, Direction):
        move = Move(cell, way, word.signs)
        try:
            place = resolve_move(state, seat, move)
            play, score = lay_and_score(state, seat, place)
        except EngineError:
            continue
        one = WordPlacement(move, place, score)
        if not _within(one, word):
            continue
        before = plays.setdefault(place.tiles, one)
        if before is not one and play.direction is way:
            plays[place.tiles] = one
    return sorted(
        plays.values(), key=lambda each: (-each.score.total, grid.indices[each.move.cell], each.move.direction is DOWN)
    )


SMALL = [small_ruleset(name) for name in ("kelimelik", "scrabble-tr", "wordbox-tr")]


@settings(max_examples=25)
@given(
    st.sampled_from(SMALL),
    st.integers(0, 2**32),
    st.integers(0, 12),
    st.lists(st.sampled_from([*"AEKLMR", ".", "(A)", "[E]"]), min_size=2, max_size=5).map("".join),
    st.sampled_from(["", "3", "D", "yatay", "dikey"]),
)
def test_the_places_are_those_of_the_naive_search(rules: Ruleset, seed: int, steps: int, word: str, where: str) -> None:
    state = played_at_random(rules, seed, steps)
    said = typed(state, f"{where} {word}")
    wanted = oracle(state, state.turn, said)
    if wanted:
        assert list(ranked_placements(state, state.turn, said)) == wanted
    else:
        assert refused(state, f"{where} {word}", state.turn)[0] in {
            *("not_on_rack", "blanks_not_held"),
            *("no_place", "no_place_in_row", "no_place_in_column"),
        }


@settings(max_examples=15)
@given(st.sampled_from(SMALL), st.integers(0, 2**32), st.integers(0, 12), st.sampled_from(["AL", "KALE", "ERK"]))
def test_nothing_of_the_others_racks_or_of_the_bag_changes_what_is_offered(
    rules: Ruleset, seed: int, steps: int, word: str
) -> None:
    state = played_at_random(rules, seed, steps)
    others = tuple(
        each if seat == state.turn else replace(each, rack=("A",) * len(each.rack))
        for seat, each in enumerate(state.players)
    )
    blind = replace(state, players=others, bag=("A",) * len(state.bag))
    assert placements_to_offer(blind, state.turn, word) == placements_to_offer(state, state.turn, word)


def test_a_word_alone_that_the_seat_could_lay_is_offered_and_all_else_is_chatter() -> None:
    assert [each.gcg_start for each in placements_to_offer(LAID, 0, "kalemler")] == ["8F"]
    for text in ("TAMAM", "SELER.", "8F KALEMLER", "iki kelime", "", "👍", "Z" * 4000):
        assert placements_to_offer(LAID, 0, text) == ()
    assert placements_to_offer(LAID, 1, "KALEMLER") == ()


def test_a_dot_at_the_end_is_a_full_stop_where_no_letter_lies() -> None:
    rows = (
        ("9E KALEMLER.", "9E KALEMLER"), ("KALEMLER.", "KALEMLER"), ("8 KALEMLER.", "8 KALEMLER"),
        ("8L LE.", "8L LE"), ("O8 LE.", "O8 LE"), ("8A İRİLİ.", "8A İRİLİ."), ("E8 yatay İ.", "E8 yatay İ."),
        ("F7 İ.", "F7 İ."), ("F6 dikey Rİ.", "F6 dikey Rİ."), ("8F K.LEM.", "8F K.LEM."),
        ("8F .....LER", "8F .....LER"), ("O15 LE.", "O15 LE"), ("Z99 LE.", "Z99 LE"),
    )  # fmt: skip
    for text, read in rows:
        assert without_full_stop(LAID, typed(LAID, text)) == typed(LAID, read)


CROSSED = game("scrabble-tr", laid=["8F KALEM", "9K SAL"], racks=["LERİSSA", "KALEMİN"])


def the(state: GameState, text: str, *, gcg: bool = False) -> str:
    return intended_placement(state, 0, typed(state, text), gcg=gcg).gcg_start


def choice(state: GameState, text: str, *, gcg: bool = False) -> tuple[str, ...]:
    with pytest.raises(AmbiguousPlacement) as caught:
        intended_placement(state, 0, typed(state, text), gcg=gcg)
    assert caught.value.code == "which_place"
    assert caught.value.fields["places"] == tuple(each.gcg_start for each in caught.value.placements)
    return tuple(each.gcg_start for each in caught.value.placements)


def unmeant(state: GameState, text: str, *, gcg: bool = False) -> str:
    with pytest.raises((Refusal, Malformed)) as caught:
        intended_placement(state, 0, typed(state, text), gcg=gcg)
    return caught.value.code


@pytest.mark.parametrize("gcg", [False, True])
def test_a_cell_with_its_direction_says_all(*, gcg: bool) -> None:
    assert the(EMPTY, "8H KALEM", gcg=gcg) == the(EMPTY, "H8 yatay KALEM", gcg=gcg) == "8H"
    assert the(EMPTY, "8H dikey KALEM", gcg=gcg) == "H8"


def test_a_letter_first_is_downwards_for_gcg_and_asked_elsewhere_where_both_ways_are_legal() -> None:
    assert the(EMPTY, "H8 KALEM", gcg=True) == "H8"
    assert choice(EMPTY, "H8 KALEM") == ("8H", "H8")


def test_the_one_way_that_is_legal_is_meant() -> None:
    assert the(EMPTY, "G8 KALEM") == "8G"
    assert the(EMPTY, "H7 KALEM") == "H7"
    assert unmeant(EMPTY, "G8 KALEM", gcg=True) == "off_centre"


def test_a_word_without_a_cell_is_always_asked_even_of_a_single_place() -> None:
    assert choice(LAID, "KALEMLER") == ("8F",)
    assert len(choice(EMPTY, "KALEM")) == 10


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        pytest.param(EMPTY, "A1 KALEM", "off_centre", id="both"),
        pytest.param(EMPTY, "A8 KALEM", "off_centre", id="both, of the same step"),
        pytest.param(EMPTY, "M8 ZEYTİN", "not_on_rack", id="one runs off the board, the other lacks tiles"),
        pytest.param(EMPTY, "O15 KALEM", "off_board", id="both run off the board"),
        pytest.param(CROSSED, "J8 SER", "clash", id="both clash"),
        pytest.param(CROSSED, "K8 LER", "longer_word", id="across it is longer, down it clashes"),
        pytest.param(LAID, "F8 KALEM", "not_on_rack", id="across it lies there already, down tiles are lacking"),
        pytest.param(LAID, "P1 LER", "unknown_cell", id="nowhere"),
    ],
)
def test_where_neither_way_is_legal_the_one_that_came_further_says_why(state: GameState, text: str, code: str) -> None:
    assert unmeant(state, text) == code


KALEM = plain_signs("KALEM")


def test_as_much_of_the_place_is_read_as_is_said() -> None:
    rows = (
        ("KALEM", "", "", None), ("kalem", "", "", None), (" KALEM ", "", "", None), ("KALEM yatay", "", "", ACROSS),
        ("dikey KALEM", "", "", DOWN), ("KALEM →", "", "", ACROSS), ("8 KALEM", "", "8", ACROSS),
        ("KALEM 08", "", "8", ACROSS), ("8 yatay KALEM", "", "8", ACROSS), ("H KALEM", "", "H", DOWN),
        ("KALEM h", "", "H", DOWN), ("D KALEM", "", "D", DOWN), ("KALEM H dikey", "", "H", DOWN),
        ("H8 KALEM", "H8", "", None), ("KALEM H8", "H8", "", None), ("h 8 KALEM", "H8", "", None),
        ("KALEM H 8", "H8", "", None), ("8H KALEM", "H8", "", ACROSS), ("KALEM 8H", "H8", "", ACROSS),
        ("8 H KALEM", "H8", "", ACROSS), ("H8 yatay KALEM", "H8", "", ACROSS), ("H8 KALEM yatay", "H8", "", ACROSS),
        ("KALEM yatay H8", "H8", "", ACROSS), ("KALEM H8 yatay", "H8", "", ACROSS),
        ("yatay KALEM H8", "H8", "", ACROSS), ("8H dikey KALEM", "H8", "", DOWN), ("KALEM H8 d", "H8", "", DOWN),
        ("H8↓KALEM", "H8", "", DOWN), ("H8->KALEM", "H8", "", ACROSS), ("H8 --> KALEM", "H8", "", ACROSS),
        ("H8 => KALEM", "H8", "", ACROSS), ("H8 — KALEM", "H8", "", None), ("H8 - yatay - KALEM", "H8", "", ACROSS),
        ("H8-KALEM", "H8", "", None), ("8H-dikey-KALEM", "H8", "", DOWN), ("H8, yatay, KALEM", "H8", "", ACROSS),
        ("H8,yatay,KALEM", "H8", "", ACROSS), ("H8: KALEM", "H8", "", None), ("H8; KALEM;", "H8", "", None),
        ("H8 = KALEM", "H8", "", None), ("“KALEM” H8", "H8", "", None), ("H8 'KALEM'", "H8", "", None),
        ('H8 yatay "KALEM"!', "H8", "", ACROSS), ("H8 KALEM!!", "H8", "", None), ("KALEM!", "", "", None),
        ("KALEM H8.", "H8", "", None), ("KALEM H 8.", "H8", "", None), ("KALEM 8.", "", "8", ACROSS),
        ("H8 KALEM yatay.", "H8", "", ACROSS), ("H8 KALEM y.", "H8", "", ACROSS), ("KALEM yatay!", "", "", ACROSS),
    )  # fmt: skip
    for text, cell, line, direction in rows:
        assert read_partial_move(text, TR, ALL_VOCABULARY) == PartialMove(KALEM, cell, line, direction)


@pytest.mark.parametrize("dots", [1, 2, 3])
def test_a_letter_with_dots_behind_a_direction_goes_on_with_letters_of_the_board(dots: int) -> None:
    signs = (*plain_signs("Y"), *[Sign(None, on_board=True)] * dots)
    assert read_partial_move(f"f10 DIKEY Y{'.' * dots}", TR, ALL_VOCABULARY) == PartialMove(
        signs, "F10", direction=DOWN
    )


def test_the_name_of_a_direction_alone_is_a_word() -> None:
    assert read_partial_move("down", EN, ALL_VOCABULARY) == PartialMove(plain_signs("DOWN"))
    assert read_partial_move("down across", EN, ALL_VOCABULARY) == PartialMove(plain_signs("ACROSS"), direction=DOWN)
    assert read_partial_move("DOWN across", EN, ALL_VOCABULARY) == PartialMove(plain_signs("DOWN"), direction=ACROSS)
    assert read_partial_move("8 DOWN", EN, ALL_VOCABULARY) == PartialMove(plain_signs("DOWN"), "", "8", ACROSS)
    assert read_partial_move("8 down across", EN, ALL_VOCABULARY) == PartialMove(
        plain_signs("DOWN"), "", "8", ACROSS
    ), "row 8 has no other direction"
    assert read_partial_move("H8 DOWN", EN, ALL_VOCABULARY) == PartialMove(plain_signs("DOWN"), "H8")
    assert read_partial_move("8h down", EN, ALL_VOCABULARY) == PartialMove(
        plain_signs("DOWN"), "H8", direction=ACROSS
    ), "the order says the direction"


def test_what_cannot_be_read_says_why() -> None:
    for text, error in (
        ("", ("empty_move", {})),
        ("  ", ("empty_move", {})),
        ("H8", ("no_word", {"cell": "H8"})),
        ("8h", ("no_word", {"cell": "H8"})),
        ("H8 y", ("no_word", {"cell": "H8"})),
        ("H8 yatay", ("no_word", {"cell": "H8"})),
        ("8 yatay", ("no_word", {"cell": "8"})),
        ("8 →", ("no_word", {"cell": "8"})),
        ("8 праворуч", ("no_word", {"cell": "8"})),
        ("K", ("too_short", {"word": "K"})),
        ("8", ("not_letters", {"letters": ("8",)})),
        ("!", ("empty_move", {})),
        ("- , -", ("empty_move", {})),
        ("H8-", ("no_word", {"cell": "H8"})),
        ("H8 KALEM?", ("not_letters", {"letters": ("?",)})),
        ("H8 KA-LEM", ("not_letters", {"letters": ("-",)})),
        ("8 dikey KALEM", ("garbled_move", {"text": "8 dikey KALEM"})),
        ("KALEM D.", ("garbled_move", {"text": "KALEM D."})),
        ("H yatay KALEM", ("garbled_move", {"text": "H yatay KALEM"})),
        ("H8 KALEM H9", ("garbled_move", {"text": "H8 KALEM H9"})),
        ("iki kelime", ("garbled_move", {"text": "iki kelime"})),
        ("KA[LEM", ("brackets", {"word": "KA[LEM"})),
        ("КАЛЕМЯ", ("foreign_letters", {"letters": ("К", "А", "Л", "Е", "М", "Я"), "script": "cyrillic"})),
    ):
        with pytest.raises(Malformed) as caught:
            read_partial_move(text, TR, ALL_VOCABULARY)
        assert error_facts(caught.value) == error


def test_a_word_alone_is_a_single_token_of_letters() -> None:
    for text in ("KALEM", "kalem", " Tamam ", "[K]ALEM", "aa", "K" * 15):
        assert read_bare_word(text, TR, 15) == read_partial_move(text, TR)


def test_an_apostrophe_is_a_letter_of_a_word_alone_where_it_is_one_of_the_game() -> None:
    for text in ("м’ята", "М'ЯТА", "МʼЯТА"):
        assert read_bare_word(text, UK, 17) == PartialMove(plain_signs("М'ЯТА"))


def test_whatever_else_is_said_is_no_word_alone() -> None:
    rows = (
        "", "K", "K" * 16, "Tamam.", "tamam!", "Tamam…", "“tamam”", "- tamam", "tamam,", "K.LEM", "(K)ALEM", "KA[LEM",
        "[]", "iki kelime", "H8", "8 KALEM", "quiz", "СЛОВО", "👍", "K2", "/oyna", "²³",
    )  # fmt: skip
    for text in rows:
        assert read_bare_word(text, TR, 15) is None


TWO_BLANKS = game("scrabble-tr", racks=["KALEM??", ""])


def near(state: GameState, text: str, most: int | None = 3) -> list[str]:
    return [each.gcg_start for each in near_misses(state, 0, parse_move(text, TR), most)]


def code(state: GameState, text: str) -> str:
    with pytest.raises(EngineError) as caught:
        place_move(state, 0, parse_move(text, TR))
    return caught.value.code


def test_the_longer_word_of_which_the_letters_are_a_part_comes_first() -> None:
    assert code(LAID, "8K LER") == "longer_word"
    first, *_ = near_misses(LAID, 0, parse_move("8K LER", TR))
    assert (first.gcg_start, first.score.words[0].word) == ("8F", "KALEMLER")
    assert [put.cell for put in first.place.tiles] == ["K8", "L8", "M8"]


def test_blanks_that_were_asked_for_stay_blanks_in_the_longer_word() -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["LER?", ""])
    first, *_ = near_misses(state, 0, parse_move("8K L[E]R", TR))
    assert [put.tile for put in first.place.tiles] == ["L", "?E", "R"]


def test_a_word_counted_wrongly_is_shifted_along_its_line_onto_its_letters() -> None:
    for text in ("8E KALEMLER", "8G KALEMLER", "8H KALEMLER"):
        assert code(LAID, text) in MISPLACED
        assert near(LAID, text)[0] == "8F"


def test_of_two_shifts_the_smaller_is_nearer() -> None:
    state = game("scrabble-tr", laid=["H4 A", "H7 A"], racks=["LL", ""])
    assert near(state, "H5 LAL")[:2] == ["H6", "H3"]


def test_the_other_direction_from_the_same_cell_comes_before_other_cells() -> None:
    assert code(TWO_BLANKS, "G8 dikey KALEM") == "off_centre"
    assert near(TWO_BLANKS, "G8 dikey KALEM")[0] == "8G"


def test_then_the_nearest_cells_come_the_direction_typed_first() -> None:
    assert near(TWO_BLANKS, "8C yatay KALEM") == ["8D", "8E", "8F"]
    assert near(TWO_BLANKS, "G7 dikey KALEM")[:2] == ["H7", "8G"]


def test_a_cell_that_is_not_on_the_board_is_taken_for_the_centre() -> None:
    assert code(TWO_BLANKS, "Z99 yatay KALEM") == "unknown_cell"
    assert near(TWO_BLANKS, "Z99 yatay KALEM")[:2] == ["8H", "H8"]


@pytest.mark.parametrize("text", ["1A ZEYTİN", "1A [KALEM]", "8H " + "K" * 4000, "1A K.LEM"])
def test_where_the_word_lies_nowhere_there_is_no_near_miss(text: str) -> None:
    assert near(TWO_BLANKS, text) == []


def test_a_longer_word_for_which_tiles_are_lacking_is_not_told() -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["AAA", ""])
    assert near(state, "8K LER") == []


RULES = [resolve_ruleset(rules) for rules in crossword_rulesets().values()]
ENGLISH = load_lexicon("en")
WATER = game("scrabble-en", laid=["8F WATER"], racks=["SHAVEN?", "AEINSDL"])

Cells = frozenset[tuple[str, str]]
"""The cells of a play with their letters; which of them are blanks makes no other play."""


def read_typed(state: GameState, text: str) -> PartialMove:
    return read_partial_move(text, load_alphabet(state.ruleset.language))


def cells_of(place: Place) -> Cells:
    return frozenset((put.cell, letter_on(put.tile)) for put in place.tiles)


def positions(rules: Ruleset, words: Lexicon, chance: Random) -> Iterator[GameState]:
    empty = game(rules)
    for asked in random_positions(rules, words, shared_searcher(), chance):
        mover = replace(empty.players[0], rack=asked.rack)
        yield replace(empty, cells=asked.cells, players=(mover, *empty.players[1:]), bonus=asked.bonus)


def plain_plays(state: GameState, letters: Sequence[str], words: Lexicon) -> list[tuple[Place, tuple[str, ...], int]]:
    """What the plain search plays with these letters of the first rack: with the words along the play's line."""
    mover = state.players[0]
    rack = [*(Counter(mover.rack) & Counter(letters)).elements(), *(BLANK,) * mover.rack.count(BLANK)]
    finder = PlayFinder(state.ruleset, state.cells, words, state.bonus)
    search = finder.search_with(rack, tuple(dict.fromkeys(letters)))
    found = []
    for anchor in finder.find_anchors():
        for play in search.plays_at(anchor):
            place = Place(mover.user, play.tiles)
            score = lay_and_score(state, 0, place)[1]
            along = [word.word for word in score.words] if len(play.tiles) == 1 else [play.word]
            found.append((place, tuple(along), score.total))
    return found


def best_by_cells(plays: Sequence[tuple[Place, int]]) -> dict[Cells, int]:
    best: dict[Cells, int] = {}
    for place, total in plays:
        best[cells_of(place)] = max(total, best.get(cells_of(place), total))
    return best


def assert_best_first(state: GameState, fits: Sequence[WordPlacement]) -> None:
    order = premium_board(state.ruleset.board).grid.indices
    keys = [(-fit.score.total, order[fit.move.cell]) for fit in fits]
    assert keys == sorted(keys)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("number", range(len(RULES)), ids=[rules.id for rules in RULES])
def test_the_places_of_a_word_and_of_its_tiles_are_the_plays_of_the_plain_search(number: int) -> None:
    rules = RULES[number]
    words, chance = load_lexicon(f"{rules.language}-common"), Random(number)
    for state in islice(positions(rules, words, chance), 4):
        plays = shared_searcher().find_plays(query_of(state), words)
        if not plays:
            continue
        play = chance.choice(plays)
        plain = plain_plays(state, play.word, words)
        fits = ranked_placements(state, 0, PartialMove(plain_signs(play.word)), words)
        wanted = best_by_cells([(place, total) for place, along, total in plain if play.word in along])
        assert {cells_of(fit.place): fit.score.total for fit in fits} == wanted
        assert len(fits) == len(wanted)
        assert_best_first(state, fits)

        laid = [put.tile for put in play.tiles]
        fits = plays_of_tiles(state, 0, rack_tiles(state.players[0].rack, laid), words)
        letters, faces = [letter_on(tile) for tile in laid], sorted(map(face_of, laid))
        same = [
            (place, total)
            for place, _, total in plain_plays(state, letters, words)
            if [letter_on(put.tile) for put in place.tiles] == letters
            and sorted(face_of(put.tile) for put in place.tiles) == faces
        ]
        assert {cells_of(fit.place): fit.score.total for fit in fits} == best_by_cells(same)
        assert_best_first(state, fits)


def query_of(state: GameState) -> SearchQuery:
    return SearchQuery(state.ruleset, state.cells, state.players[0].rack, state.bonus)


def rack_tiles(rack: Sequence[str], tiles: Sequence[str]) -> list[RackTile]:
    left, found = dict(enumerate(rack)), []
    for tile in tiles:
        place = next(place for place, held in left.items() if held == face_of(tile))
        del left[place]
        found.append(RackTile(place, letter_on(tile) if tile.startswith(BLANK) else ""))
    return found


def test_letters_on_the_board_are_found_for_the_tiles_that_are_laid() -> None:
    fits = plays_of_tiles(WATER, 0, rack_tiles(WATER.players[0].rack, "SHVE"), ENGLISH)
    assert [(fit.gcg_start, fit.score.words[0].word, fit.score.total) for fit in fits] == [("G6", "SHAVE", 19)]
    assert [sign.letter for sign in fits[0].move.signs if sign.on_board] == ["A"]
    assert fits[0].place in [fit.place for fit in ranked_placements(WATER, 0, read_typed(WATER, "SHAVE"), ENGLISH)]


@pytest.mark.parametrize(
    ("text", "wrong"), [pytest.param("VANESH", "VANESH", id="no word"), pytest.param("H9 SH", "TS", id="no place")]
)
def test_a_word_that_can_be_laid_and_counts_nowhere_is_refused_with_the_fewest_wrong_words(
    text: str, wrong: str
) -> None:
    with pytest.raises(Refusal) as caught:
        ranked_placements(WATER, 0, read_typed(WATER, text), ENGLISH)
    assert (caught.value.code, caught.value.fields["words"]) == ("not_words", (wrong,))
    assert ranked_placements(WATER, 0, read_typed(WATER, text)), "who may not be told of words is shown all places"


def seen(state: GameState, text: str, words: Lexicon | None) -> str:
    try:
        return repr(placements_for_any_rack(state, 0, read_typed(state, text), words))
    except Refusal as refusal:
        return repr((refusal.code, refusal.fields))


@pytest.mark.parametrize("words", [ENGLISH, None], ids=["judged", "unjudged"])
@pytest.mark.parametrize("text", ["HAVE", "WATERS", "H[A]VE", "H9 SH", "VZZ", "1 HAVE"])
def test_what_a_group_sees_of_a_word_is_the_same_for_every_rack(text: str, words: Lexicon | None) -> None:
    told = {seen(with_rack(rack), text, words) for rack in ("SHAVEN?", "HAVE???", "HAVESWN", "ZZZZZZZ")}
    assert len(told) == 1


@settings(max_examples=25)
@given(st.sampled_from(["HAVE", "WATERS", "H[A]VE", "SH", "ZAX"]), st.text("AEHNRSTVWXZ?", min_size=7, max_size=7))
def test_nothing_of_a_rack_shows_in_what_a_group_sees(text: str, rack: str) -> None:
    assert seen(with_rack(rack), text, ENGLISH) == seen(WATER, text, ENGLISH)


def with_rack(rack: str) -> GameState:
    return replace(WATER, players=(replace(WATER.players[0], rack=tuple(rack)), *WATER.players[1:]))


def test_a_group_sees_a_word_as_if_no_tile_were_a_blank() -> None:
    with_blank, without = with_rack("W?TERSH"), with_rack("WATERSH")
    fits = placements_for_any_rack(with_blank, 0, read_typed(with_blank, "WATERS"), ENGLISH)
    assert fits == ranked_placements(without, 0, read_typed(without, "WATERS"), ENGLISH)
    assert fits != ranked_placements(with_blank, 0, read_typed(with_blank, "WATERS"), ENGLISH)
