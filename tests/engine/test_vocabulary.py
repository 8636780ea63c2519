"""Words for the engine's names are handed in; without any, it understands its own names alone."""

import pytest

from engine.alphabet import load_alphabet
from engine.crossword import notation
from engine.crossword.premiums import Direction
from engine.errors import Malformed
from engine.klepka.notation import parse_cards
from engine.vocabulary import Vocabulary, fold_word

TURKISH = Vocabulary(
    {
        "directions": {"yatay": "across", "dikey": "down"},
        "colours": {"sari": "yellow"},
        "rewards": {"polisemi": "polysemy"},
    }
)
TR, UK = load_alphabet("tr"), load_alphabet("uk")


@pytest.mark.parametrize("typed", ["SARI", "sarı", "Sari", "SARİ", "SARI\u0307", " sarı "])
def test_a_word_is_the_same_whichever_keyboard_typed_it(typed: str) -> None:
    assert fold_word(typed) == "sari"
    assert TURKISH.engine_name("colours", typed) == "yellow"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("BAŞINA", "basina"),
        ("türkçe", "turkce"),
        ("resmî", "resmi"),
        ("ДЕРЕВ’ЯНА", "дерев'яна"),
        ("деревʼяна", "дерев'яна"),
        ("Ґанок", "ґанок"),
        ("СИНІЙ ЇЖАК", "синій їжак"),
    ],
)
def test_latin_letters_lose_their_marks_and_others_keep_them(typed: str, written: str) -> None:
    assert fold_word(typed) == written


def test_what_is_no_word_of_a_kind_is_what_was_typed() -> None:
    assert TURKISH.engine_name("colours", "YATAY") == "yatay"
    assert TURKISH.engine_name("flowers", "Gül") == "gul"


@pytest.mark.parametrize(
    ("typed", "direction"),
    [
        ("across", Direction.ACROSS),
        ("DOWN", Direction.DOWN),
        ("→", Direction.ACROSS),
        ("⬇", Direction.DOWN),
    ],
)
def test_the_engines_own_directions_need_no_words(typed: str, direction: Direction) -> None:
    assert notation.parse_move(f"H8 {typed} KALEM", TR).direction is direction
    assert notation.parse_move(f"H8 {typed} KALEM", TR, TURKISH).direction is direction


def test_other_words_are_handed_in() -> None:
    assert notation.parse_move("H8 YATAY KALEM", TR, TURKISH).direction is Direction.ACROSS
    assert notation.looks_like_move("H8 dikey AK LAR", TURKISH)
    assert not notation.looks_like_move("H8 dikey AK LAR")
    with pytest.raises(Malformed) as raised:
        notation.parse_move("H8 yatay KALEM", TR)
    assert raised.value.code == "garbled_move"


def test_so_are_colours_and_kinds_of_cards() -> None:
    assert parse_cards("Оyellow О🟦 chaos", UK) == ("ОY", "ОB", "chaos")
    assert parse_cards("О SARI POLİSEMİ", UK, TURKISH) == ("ОY", "polysemy")
    with pytest.raises(Malformed):
        parse_cards("Оsarı", UK)


def test_what_is_a_direction_by_its_marks_alone_is_a_word_where_nothing_else_is() -> None:
    english, said = load_alphabet("en"), Vocabulary({"directions": {"saga": "across"}}, {"directions": ["sağa"]})
    move = notation.parse_move("12J SAGA", english, said)
    assert (move.direction, "".join(sign.letter or "." for sign in move.signs)) == (Direction.ACROSS, "SAGA")
    assert notation.parse_move("J12 saga SAGA", english, said).direction is Direction.ACROSS
    for written in ("sağa", "SAĞA"):
        with pytest.raises(Malformed) as found:
            notation.parse_move(f"J12 {written}", english, said)
        assert found.value.code == "no_word"
