"""Moves of which as little is said as people like: the word, and of its place what there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crossword.notation import Move, PartialMove, Sign, read_bare_word, read_partial_move
from engine.crossword.premiums import Direction
from engine.errors import Malformed
from tests.support.typed_text import ALL_VOCABULARY, EN, TR, UK, error_facts, parse_move, plain_signs

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
KALEM = plain_signs("KALEM")


@pytest.mark.parametrize(
    ("text", "cell", "line", "direction"),
    [
        ("KALEM", "", "", None),
        ("kalem", "", "", None),
        (" KALEM ", "", "", None),
        ("KALEM yatay", "", "", ACROSS),
        ("dikey KALEM", "", "", DOWN),
        ("KALEM →", "", "", ACROSS),
        ("8 KALEM", "", "8", ACROSS),
        ("KALEM 08", "", "8", ACROSS),
        ("8 yatay KALEM", "", "8", ACROSS),
        ("H KALEM", "", "H", DOWN),
        ("KALEM h", "", "H", DOWN),
        ("D KALEM", "", "D", DOWN),
        ("KALEM H dikey", "", "H", DOWN),
        ("H8 KALEM", "H8", "", None),
        ("KALEM H8", "H8", "", None),
        ("h 8 KALEM", "H8", "", None),
        ("KALEM H 8", "H8", "", None),
        ("8H KALEM", "H8", "", ACROSS),
        ("KALEM 8H", "H8", "", ACROSS),
        ("8 H KALEM", "H8", "", ACROSS),
        ("H8 yatay KALEM", "H8", "", ACROSS),
        ("H8 KALEM yatay", "H8", "", ACROSS),
        ("KALEM yatay H8", "H8", "", ACROSS),
        ("KALEM H8 yatay", "H8", "", ACROSS),
        ("yatay KALEM H8", "H8", "", ACROSS),
        ("8H dikey KALEM", "H8", "", DOWN),
        ("KALEM H8 d", "H8", "", DOWN),
        ("H8↓KALEM", "H8", "", DOWN),
        ("H8->KALEM", "H8", "", ACROSS),
        ("H8 --> KALEM", "H8", "", ACROSS),
        ("H8 => KALEM", "H8", "", ACROSS),
        ("H8 — KALEM", "H8", "", None),
        ("H8 - yatay - KALEM", "H8", "", ACROSS),
        ("H8-KALEM", "H8", "", None),
        ("8H-dikey-KALEM", "H8", "", DOWN),
        ("H8, yatay, KALEM", "H8", "", ACROSS),
        ("H8,yatay,KALEM", "H8", "", ACROSS),
        ("H8: KALEM", "H8", "", None),
        ("H8; KALEM;", "H8", "", None),
        ("H8 = KALEM", "H8", "", None),
        ("“KALEM” H8", "H8", "", None),
        ("H8 'KALEM'", "H8", "", None),
        ('H8 yatay "KALEM"!', "H8", "", ACROSS),
        ("H8 KALEM!!", "H8", "", None),
        ("KALEM!", "", "", None),
        ("KALEM H8.", "H8", "", None),
        ("KALEM H 8.", "H8", "", None),
        ("KALEM 8.", "", "8", ACROSS),
        ("H8 KALEM yatay.", "H8", "", ACROSS),
        ("H8 KALEM y.", "H8", "", ACROSS),
        ("KALEM yatay!", "", "", ACROSS),
    ],
)
def test_as_much_of_the_place_is_read_as_is_said(text: str, cell: str, line: str, direction: Direction | None) -> None:
    assert read_partial_move(text, TR, ALL_VOCABULARY) == PartialMove(KALEM, cell, line, direction)


def test_columns_are_read_in_cyrillic_too() -> None:
    assert read_partial_move("В МОВА", UK, ALL_VOCABULARY) == PartialMove(plain_signs("МОВА"), "", "B", DOWN)


def test_blanks_and_letters_on_the_board_are_written_as_in_every_move() -> None:
    assert read_partial_move("KA[L](E).", TR).signs == (
        *plain_signs("KA"),
        Sign("L", blank=True),
        Sign("E", on_board=True),
        Sign(None, on_board=True),
    )


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


@pytest.mark.parametrize(
    ("text", "error"),
    [
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
    ],
)
def test_what_cannot_be_read_says_why(text: str, error: tuple[str, dict[str, object]]) -> None:
    with pytest.raises(Malformed) as caught:
        read_partial_move(text, TR, ALL_VOCABULARY)
    assert error_facts(caught.value) == error


@given(
    st.sampled_from(["H8", "8H", "a15", "15 a"]),
    st.sampled_from(["", "yatay", "dikey", "→"]),
    st.sampled_from(["KALEM", "KAl[E]M", "K.LEM"]),
    st.sampled_from(["last", "first"]),
)
def test_what_begins_with_a_cell_is_the_move_that_tournaments_read(cell: str, way: str, word: str, said: str) -> None:
    text = " ".join(filter(None, (cell, word, way) if said == "last" else (cell, way, word)))
    typed = read_partial_move(text, TR, ALL_VOCABULARY)
    assert Move(typed.cell, typed.direction or DOWN, typed.signs) == parse_move(text, TR)


@pytest.mark.parametrize("text", ["KALEM", "kalem", " Tamam ", "[K]ALEM", "aa", "K" * 15])
def test_a_word_alone_is_a_single_token_of_letters(text: str) -> None:
    assert read_bare_word(text, TR, 15) == read_partial_move(text, TR)


@pytest.mark.parametrize("text", ["м’ята", "М'ЯТА", "МʼЯТА"])
def test_an_apostrophe_is_a_letter_of_a_word_alone_where_it_is_one_of_the_game(text: str) -> None:
    assert read_bare_word(text, UK, 17) == PartialMove(plain_signs("М'ЯТА"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "K",
        "K" * 16,
        "Tamam.",
        "tamam!",
        "Tamam…",
        "“tamam”",
        "- tamam",
        "tamam,",
        "K.LEM",
        "(K)ALEM",
        "KA[LEM",
        "[]",
        "iki kelime",
        "H8",
        "8 KALEM",
        "quiz",
        "СЛОВО",
        "👍",
        "K2",
        "/oyna",
        "²³",
    ],
)
def test_whatever_else_is_said_is_no_word_alone(text: str) -> None:
    assert read_bare_word(text, TR, 15) is None
