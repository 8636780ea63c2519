"""What counts in the answers of the TDK service, by the answers' bytes alone."""

import msgspec
import pytest

from bot.judges.tdk import MAX_MEANING, MalformedAnswer, circumflex_spellings, parse_tdk_answer
from engine.alphabet import load_alphabet
from tests.support.tdk_service import NOT_FOUND, tdk_entry

LETTERS = load_alphabet("tr")


def read_finding(word: str, *entries: object) -> tuple[bool, str | None]:
    found = parse_tdk_answer(msgspec.json.encode(entries), word, LETTERS)
    return found.valid, found.meaning


@pytest.mark.parametrize(
    ("word", "headword"),
    [
        ("KALEM", "kalem"),
        ("IŞIK", "ışık"),
        ("İĞNE", "iğne"),
        ("GELMEK", "gelmek"),
        ("RÜZGAR", "rüzgâr"),
        ("HALA", "hâlâ"),
        ("DİNİ", "dinî"),
        ("MAHKUM", "mahku\u0302m"),
    ],
)
def test_a_single_headword_counts_with_circumflexes_folded(word: str, headword: str) -> None:
    assert read_finding(word, tdk_entry(headword, "Bir anlam")) == (True, "Bir anlam")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("ANKARA", tdk_entry("Ankara", "Başkent", proper="1")),
        ("TÜRK", tdk_entry("Türk", "Bir halk", proper="0")),
        ("GÜNEŞ", tdk_entry("güneş", "Gök cismi", proper="1")),
        ("GÜNEŞ", tdk_entry("güneş", "Gök cismi") | {"ozel_mi": 1}),
        ("TBMM", tdk_entry("TBMM", "Meclis")),
        ("ABAGÜREŞİ", tdk_entry("aba güreşi", "Bir güreş")),
        ("CA", tdk_entry("-ca", "Bir ek")),
        ("VB", tdk_entry("vb.", "ve benzeri")),
        ("GEL", tdk_entry("gelmek", "Ulaşmak")),
        ("KITIR", tdk_entry("kıtır kıtır", "Ses")),
        ("KAR", tdk_entry("kır", "Açık yer")),
        ("ISIK", tdk_entry("ışık", "Aydınlık")),
    ],
)
def test_names_several_words_affixes_and_other_headwords_do_not_count(word: str, found: object) -> None:
    assert read_finding(word, found) == (False, None)


def test_one_counting_entry_among_others_is_enough_and_gives_the_meaning() -> None:
    entries = (
        tdk_entry("Alem", "Bir ad", proper="1"),
        tdk_entry("alem", ""),
        tdk_entry("âlem", "<b>Evren</b> &amp;\u202e  dünya", "Başka"),
    )
    assert read_finding("ALEM", *entries) == (True, "Evren & dünya")


def test_a_headword_without_meanings_counts_too() -> None:
    assert read_finding("KALEM", tdk_entry("kalem")) == (True, None)
    assert read_finding("KALEM", tdk_entry("kalem") | {"anlamlarListe": None}) == (True, None)
    assert read_finding("KALEM", {"madde": "kalem"}) == (True, None)
    assert read_finding("KALEM", {"madde": "kalem", "anlamlarListe": [{"anlam": None}]}) == (True, None)


def test_a_long_meaning_is_cut() -> None:
    meaning = read_finding("KALEM", tdk_entry("kalem", "uzun " * 200))[1]
    assert meaning is not None
    assert len(meaning) <= MAX_MEANING
    assert meaning.endswith("uzun…")


def test_nothing_found_is_an_answer() -> None:
    assert not parse_tdk_answer(msgspec.json.encode(NOT_FOUND), "KALEM", LETTERS).valid
    assert not parse_tdk_answer('\ufeff{"error": "Sonuç bulunamadı"}'.encode(), "KALEM", LETTERS).valid
    assert read_finding("KALEM") == (False, None)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"null",
        b"true",
        b"[1, 2]",
        b"[{}]",
        b'[{"madde": null}]',
        b'[{"madde": "kalem"',
        b'[{"madde": "kalem", "anlamlarListe": "x"}]',
        b'{"error": "Too many connections"}',
        b'{"detail": "Not found"}',
        b"<!DOCTYPE html><html><body>Bak\xc4\xb1m</body></html>",
        b'[{"madde": "\xff\xfe"}]',
        b"\x1f\x8b\x08\x00",
        b"[" * 100_000,
        b'[{"x":' + b"[" * 100_000,
    ],
)
def test_anything_else_is_garbled(answer: bytes) -> None:
    with pytest.raises(MalformedAnswer):
        parse_tdk_answer(answer, "KALEM", LETTERS)


def test_circumflexes_are_tried_where_they_are_likeliest_first() -> None:
    assert next(circumflex_spellings("rüzgar")) == "rüzgâr"
    assert next(circumflex_spellings("dini")) == "dinî"
    assert next(circumflex_spellings("mahkum")) == "mahkûm"
    assert "hâlâ" in circumflex_spellings("hala")
    assert "âdet" in circumflex_spellings("adet")
    assert list(circumflex_spellings("gül")) == []
    assert len(list(circumflex_spellings("anlamlandıramayacaksa"))) == 9
