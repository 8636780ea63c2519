"""The word of a typed move: letters, blanks, what lies on the board, and what is no word."""

import unicodedata

import pytest

from engine.crossword.notation import Move, Sign
from tests.support.typed_text import EN, TR, UK, error_facts, parse_error_of, parse_move, plain_signs


def blanks(move: Move) -> str:
    """The word with the blanks that were asked for in brackets."""
    return "".join(f"[{sign.letter}]" if sign.blank else sign.letter or "." for sign in move.signs)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("KALEM", "KALEM"),
        ("kalem", "KALEM"),
        ("Kalem", "KALEM"),
        ("KAlEM", "KA[L]EM"),
        ("KaleM", "K[A][L][E]M"),
        ("KA[L]EM", "KA[L]EM"),
        ("ka[l]em", "KA[L]EM"),
        ("KA[l]Em", "KA[L]EM"),
        ("KA[LE]M", "KA[L][E]M"),
        ("[K][A]LEM", "[K][A]LEM"),
        ("KÂĞIT", "KAĞIT"),
        ("KâĞIT", "K[A]ĞIT"),
        ("ilik", "İLİK"),
        ("ILIK", "ILIK"),
        ("ılık", "ILIK"),
        ("KILıÇ", "KIL[I]Ç"),
        ("KİLiM", "KİL[İ]M"),
        ("şişe", "ŞİŞE"),
        ("K.LEM", "K.LEM"),
        ("..LEM", "..LEM"),
    ],
)
def test_a_word_and_its_blanks(typed: str, read: str) -> None:
    assert blanks(parse_move(f"H8 yatay {typed}", TR)) == read


@pytest.mark.parametrize("word", ["ŞİŞE", "şişe", "çığ", "GÜÇLÜ", "KİL[İ]M", "KAĞıT"])
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKD"])
def test_decomposed_letters_are_the_same_letters(word: str, form: str) -> None:
    typed = unicodedata.normalize(form, f"H8 yatay {word}")  # type: ignore[arg-type] # one of the four forms
    assert parse_move(typed, TR) == parse_move(f"H8 yatay {word}", TR)


def test_a_lower_case_i_made_of_a_capital_by_a_program_without_turkish_is_one_letter() -> None:
    assert parse_move("h8 yatay " + "KALİM".lower(), TR) == parse_move("H8 yatay KALİM", TR)


@pytest.mark.parametrize(
    ("typed", "signs"),
    [
        ("(KA)LEM", (Sign("K", on_board=True), Sign("A", on_board=True), *plain_signs("LEM"))),
        ("KA(l)EM", (*plain_signs("KA"), Sign("L", on_board=True), *plain_signs("EM"))),
        ("K(.)LEM", (Sign("K"), Sign(None, on_board=True), *plain_signs("LEM"))),
        (".ALEM", (Sign(None, on_board=True), *plain_signs("ALEM"))),
    ],
)
def test_letters_on_the_board_are_dots_or_stand_in_parentheses(typed: str, signs: tuple[Sign, ...]) -> None:
    assert parse_move(f"H8 yatay {typed}", TR).signs == signs


def test_capitals_in_an_english_word_typed_on_a_turkish_keyboard_ask_for_no_blank() -> None:
    assert blanks(parse_move("8H kıtes", EN)) == "KITES"
    assert blanks(parse_move("8H Kıtes", EN)) == "KITES"
    assert blanks(parse_move("8H KıTES", EN)) == "K[I]TES"


def test_ukrainian_words_are_read_with_their_apostrophes() -> None:
    assert blanks(parse_move("8H П'ЯТЬ", UK)) == blanks(parse_move("8H п’ять", UK))


@pytest.mark.parametrize("word", ["KA[LEM", "KAL]EM", "KA(LEM", "KAL)EM", "KA[L)EM", "KA([L])EM", "[[K]]ALEM"])
def test_brackets_must_match(word: str) -> None:
    assert error_facts(parse_error_of(f"H8 yatay {word}")) == ("brackets", {"word": word})


@pytest.mark.parametrize(
    ("word", "strange"),
    [
        ("WAX", ("W", "X")),
        ("KA3EM", ("3",)),
        ("KA-LEM", ("-",)),
        ("KA😀M", ("😀",)),
        ("KA[.]EM", (".",)),
        ("<b>KALEM</b>", ("<", ">", "/")),
        ("straße", ("ß",)),
    ],
)
def test_characters_outside_the_alphabet_are_named(word: str, strange: tuple[str, ...]) -> None:
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


def test_small_look_alikes_are_blanks_as_small_letters_are() -> None:
    assert blanks(parse_move("H8 горизонтально KOmAP", UK)) == "КО[М]АР"
    assert blanks(parse_move("H8 горизонтально KO[M]AP", UK)) == "КО[М]АР"


@pytest.mark.parametrize("word", ["K", ".", "[K]", "()", "[]", "K\u200b"])
def test_one_letter_is_no_word(word: str) -> None:
    assert parse_error_of(f"H8 yatay {word}").code == "too_short"
