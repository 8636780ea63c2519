"""How a typed move is read: cells, directions, words, blanks. Nothing here knows a board."""

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.crossword.notation import Move, Sign, read_partial_move
from engine.crossword.premiums import Direction
from engine.errors import Malformed
from tests.support.languages import (
    ALL_VOCABULARY,
    EN,
    TR,
    UK,
    error_facts,
    looks_like_move,
    parse_error_of,
    parse_move,
    plain_signs,
)

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
SYNTAX = {
    "empty_move", "garbled_move", "no_word", "brackets", "not_letters", "foreign_letters", "too_short",
}  # fmt: skip


SAID = {
    ACROSS: (
        "yatay", "y", "h", "across", "→", "➡", "➡️", "горизонтально", "г", "YATAY", "Yatay", "Y", "H", "ACROSS",
        "ГОРИЗОНТАЛЬНО", "Г",
    ),
    DOWN: (
        "dikey", "d", "v", "down", "↓", "⬇", "⬇️", "вертикально", "в", "DİKEY", "DIKEY", "dıkey", "Dikey", "D", "V",
        "DOWN", "ВЕРТИКАЛЬНО", "В", "di̇key", "DİKEY",
    ),
}  # fmt: skip


@pytest.mark.parametrize("direction", Direction)
def test_a_direction_is_said_in_every_language_in_any_case(direction: Direction) -> None:
    for said in SAID[direction]:
        for cell in ("H8", "8H"):
            assert parse_move(f"{cell} {said} KALEM", TR) == Move("H8", direction, plain_signs("KALEM")), said


def test_the_order_of_the_cell_says_the_direction_unless_a_word_does() -> None:
    rows = (
        ("8H KALEM", ACROSS), ("H8 KALEM", DOWN), ("8H dikey KALEM", DOWN), ("H8 yatay KALEM", ACROSS),
        ("8H KALEM dikey", DOWN), ("H8 KALEM →", ACROSS), ("H8→KALEM", ACROSS), ("H8↓KALEM", DOWN),
        ("8H↓KALEM", DOWN), ("h8➡️kalem", ACROSS), ("H8⬇️KALEM", DOWN), ("H8→ KALEM", ACROSS), ("H8 →KALEM", ACROSS),
        ("H 8→KALEM", ACROSS),
    )  # fmt: skip
    for text, direction in rows:
        assert parse_move(text, TR) == Move("H8", direction, plain_signs("KALEM"))


def test_spaces_case_and_invisible_characters_do_not_matter() -> None:
    for text in (
        "  H8   yatay \t KALEM  ",
        "H8\nyatay\nKALEM",
        "h8 YATAY kalem",
        "H08 yatay Kalem",
        "\u200bH8\u200d yatay\u2060 KA\u200bLEM\ufeff",
        "\u202eH8 yatay KALEM\u202c",
        "Н8 yatay KALEM",  # Cyrillic Н
        "н8 yatay KALEM",
        "H8\u00a0yatay\u3000KALEM",
    ):
        assert parse_move(text, TR) == Move("H8", ACROSS, plain_signs("KALEM"))


def test_the_ninth_column_has_many_spellings_and_cyrillic_ones_are_their_latin_look_alikes() -> None:
    columns = [*zip("АВСЕНІКМОавсенікмо", "ABCEHIKMOABCEHIKMO", strict=True)]
    columns += [(column, "I") for column in ("i", "ı", "İ", "I", "І", "і", "i\u0307", "I\u0307")]
    for typed, column in columns:
        assert parse_move(f"{typed}8 y KALEM", TR).cell == parse_move(f"8{typed} y KALEM", TR).cell == f"{column}8"


def test_nothing_is_an_empty_move() -> None:
    for text in ("", " ", "\n\t ", "\u200b", "\u202e \ufeff"):
        assert error_facts(parse_error_of(text)) == ("empty_move", {})


def test_a_cell_and_a_direction_are_not_a_word() -> None:
    for text, cell in (("H8", "H8"), ("8h", "H8"), ("H8 вниз", "H8"), ("h8 d", "H8"), ("İ7 →", "I7")):
        assert error_facts(parse_error_of(text)) == ("no_word", {"cell": cell})


NAMES = {
    EN: ("ACROSS", "DOWN", "DIKEY", "SAGA", "RIGHT"),
    TR: ("YATAY", "DİKEY"),
    UK: ("ВНИЗ", "ПРАВОРУЧ", "ГОРИЗОНТАЛЬНО", "ВЕРТИКАЛЬНО"),
}


def test_the_name_of_a_direction_is_a_word_where_it_stands_for_one() -> None:
    rows = (
        ("8H {}", ACROSS), ("H8 {}", DOWN), ("8h {lower}", ACROSS), ("8H {} ↓", DOWN), ("H8 {} →", ACROSS),
        ("H8→{}", ACROSS), ("H8 {} h", ACROSS), ("H8 {} across", ACROSS), ("H8 across {}", ACROSS),
        ("8H {} вниз", DOWN), ("8H dikey {}", DOWN),
    )  # fmt: skip
    for text, direction in rows:
        for letters, word in ((letters, word) for letters, words in NAMES.items() for word in words):
            typed = text.format(word, lower=letters.lower(word))
            assert parse_move(typed, letters) == Move("H8", direction, plain_signs(word))
            said = read_partial_move(typed, letters, ALL_VOCABULARY)
            assert (said.signs, said.cell, said.direction or DOWN) == (plain_signs(word), "H8", direction)


def test_of_two_names_of_directions_one_is_the_word() -> None:
    rows = (
        ("H8 DOWN ACROSS", "ACROSS", DOWN), ("h8 down across", "ACROSS", DOWN), ("H8 down ACROSS", "ACROSS", DOWN),
        ("H8 DOWN across", "DOWN", ACROSS), ("h8 right down", "RIGHT", DOWN), ("H8 right DOWN", "DOWN", ACROSS),
        ("h8 saga across", "SAGA", ACROSS), ("h8 across saga", "SAGA", ACROSS),
    )  # fmt: skip
    for text, word, direction in rows:
        assert parse_move(text, EN) == Move("H8", direction, plain_signs(word))


def test_what_is_no_move_is_garbled() -> None:
    rows = (
        "KALEM", "yatay H8 KALEM", "HH8 yatay KALEM", "H yatay KALEM", "8 yatay KALEM", "H8888 yatay KALEM",
        "H-8 yatay KALEM", "H8 yatay KALEM KİTAP", "H8 KALEM KİTAP", "😀 yatay KALEM",
    )  # fmt: skip
    for text in rows:
        assert parse_error_of(text).code == "garbled_move"


LONG = {
    "one word": "H8 yatay " + "K" * 4087,
    "invisible": "H8 yatay K" + "\u200b" * 4086,
    "brackets": "H8 yatay " + "[" * 4087,
    "pairs": "H8 yatay " + "[A]" * 1362,
    "many words": "H8 " + "A " * 2046,
    "digits": "H" + "8" * 4095,
    "accents": "H8 yatay A" + "\u0301" * 4086,
    "many characters": "H8 yatay " + "".join(map(chr, range(0x4E00, 0x4E00 + 4087))),
    "spaces": " " * 4095 + "H",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_message_of_full_length_is_read_at_once_and_repeated_in_short(text: str) -> None:
    assert len(text) <= 4096
    started = time.process_time()
    try:
        parse_move(text, TR)
    except Malformed as error:
        said = error.fields.values()
        assert all(len(field) <= 60 for field in said if not isinstance(field, int))
    assert time.process_time() - started < 2.0, "a hundredfold of what it takes"


TYPED = st.text(
    st.sampled_from("H8hıİiI7Нyatay dikey →↓[](). KALEMkalem\u0307\u200b\ufe0f😀<&'ЗгВ\n\t-ß") | st.characters(),
    max_size=40,
)


@example("İ\u0307 8", TR)
@example("8\u0307H KALEM", TR)
@given(TYPED, st.sampled_from([TR, EN, UK]))
def test_reading_fails_in_no_other_way_than_malformed(text: str, letters: object) -> None:
    for prefix in ("", "H8 ", "H8 yatay "):
        try:
            move = parse_move(prefix + text, letters)  # type: ignore[arg-type] # sampled from alphabets
        except Malformed as error:
            assert error.code in SYNTAX  # noqa: PT017 - either outcome is right
        else:
            assert len(move.signs) >= 2
    assert looks_like_move(text) in {True, False}


def blanks(move: Move) -> str:
    """The word with the blanks that were asked for in brackets."""
    return "".join(f"[{sign.letter}]" if sign.blank else sign.letter or "." for sign in move.signs)


def test_a_word_and_its_blanks() -> None:
    rows = (
        ("KALEM", "KALEM"), ("kalem", "KALEM"), ("Kalem", "KALEM"), ("KAlEM", "KA[L]EM"), ("KaleM", "K[A][L][E]M"),
        ("KA[L]EM", "KA[L]EM"), ("ka[l]em", "KA[L]EM"), ("KA[l]Em", "KA[L]EM"), ("KA[LE]M", "KA[L][E]M"),
        ("[K][A]LEM", "[K][A]LEM"), ("KÂĞIT", "KAĞIT"), ("KâĞIT", "K[A]ĞIT"), ("ilik", "İLİK"), ("ILIK", "ILIK"),
        ("ılık", "ILIK"), ("KILıÇ", "KIL[I]Ç"), ("KİLiM", "KİL[İ]M"), ("şişe", "ŞİŞE"), ("K.LEM", "K.LEM"),
        ("..LEM", "..LEM"),
    )  # fmt: skip
    for typed, read in rows:
        assert blanks(parse_move(f"H8 yatay {typed}", TR)) == read


def test_decomposed_letters_are_the_same_letters() -> None:
    for word in ("ŞİŞE", "şişe", "çığ", "GÜÇLÜ", "KİL[İ]M", "KAĞıT"):
        for typed in (unicodedata.normalize("NFD", word), unicodedata.normalize("NFKD", word)):
            assert parse_move(f"H8 yatay {typed}", TR) == parse_move(f"H8 yatay {word}", TR)


def test_letters_on_the_board_are_dots_or_stand_in_parentheses() -> None:
    for typed, signs in (
        ("(KA)LEM", (Sign("K", on_board=True), Sign("A", on_board=True), *plain_signs("LEM"))),
        ("KA(l)EM", (*plain_signs("KA"), Sign("L", on_board=True), *plain_signs("EM"))),
        ("K(.)LEM", (Sign("K"), Sign(None, on_board=True), *plain_signs("LEM"))),
        (".ALEM", (Sign(None, on_board=True), *plain_signs("ALEM"))),
    ):
        assert parse_move(f"H8 yatay {typed}", TR).signs == signs


def test_capitals_in_an_english_word_typed_on_a_turkish_keyboard_ask_for_no_blank() -> None:
    assert blanks(parse_move("8H kıtes", EN)) == "KITES"
    assert blanks(parse_move("8H Kıtes", EN)) == "KITES"
    assert blanks(parse_move("8H KıTES", EN)) == "K[I]TES"


def test_brackets_must_match() -> None:
    for word in ("KA[LEM", "KAL]EM", "KA(LEM", "KAL)EM", "KA[L)EM", "KA([L])EM", "[[K]]ALEM"):
        assert error_facts(parse_error_of(f"H8 yatay {word}")) == ("brackets", {"word": word})


def test_characters_outside_the_alphabet_are_named() -> None:
    rows = (
        ("WAX", ("W", "X")), ("KA3EM", ("3",)), ("KA-LEM", ("-",)), ("KA😀M", ("😀",)), ("KA[.]EM", (".",)),
        ("<b>KALEM</b>", ("<", ">", "/")), ("straße", ("ß",)),
    )  # fmt: skip
    for word, strange in rows:
        assert error_facts(parse_error_of(f"H8 yatay {word}")) == ("not_letters", {"letters": strange})


def test_letters_of_another_script_are_named_with_it() -> None:
    letters = tuple("КАЛЕМ")
    assert error_facts(parse_error_of("H8 yatay КАЛЕМ")) == (
        "foreign_letters",
        {"letters": letters, "script": "cyrillic"},
    )


def test_a_word_of_look_alikes_is_read_in_the_language_of_the_game() -> None:
    assert parse_move("H8 горизонтально KOMAP", UK).signs == plain_signs("КОМАР")
    assert parse_move("H8 yatay КОМА", TR).signs == plain_signs("KOMA")
    assert blanks(parse_move("H8 горизонтально KOmAP", UK)) == "КО[М]АР", "a small letter is a blank"


def test_one_letter_is_no_word() -> None:
    for word in ("K", ".", "[K]", "()", "[]", "K\u200b"):
        assert parse_error_of(f"H8 yatay {word}").code == "too_short"
