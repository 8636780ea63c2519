"""What counts in the answers of the TDK service, by the answers' bytes alone."""

import msgspec
import pytest

from bot.judges.entries import MOST_MEANING, Garbled, read, spellings
from engine.alphabet import alphabet
from tests.support.tdk import NOT_FOUND, entry

LETTERS = alphabet("tr")


def finding(word: str, *entries: object) -> tuple[bool, str | None]:
    found = read(msgspec.json.encode(entries), word, LETTERS)
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
    assert finding(word, entry(headword, "Bir anlam")) == (True, "Bir anlam")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("ANKARA", entry("Ankara", "Başkent", proper="1")),
        ("TÜRK", entry("Türk", "Bir halk", proper="0")),
        ("GÜNEŞ", entry("güneş", "Gök cismi", proper="1")),
        ("GÜNEŞ", entry("güneş", "Gök cismi") | {"ozel_mi": 1}),
        ("TBMM", entry("TBMM", "Meclis")),
        ("ABAGÜREŞİ", entry("aba güreşi", "Bir güreş")),
        ("CA", entry("-ca", "Bir ek")),
        ("VB", entry("vb.", "ve benzeri")),
        ("GEL", entry("gelmek", "Ulaşmak")),
        ("KITIR", entry("kıtır kıtır", "Ses")),
        ("KAR", entry("kır", "Açık yer")),
        ("ISIK", entry("ışık", "Aydınlık")),
    ],
)
def test_names_several_words_affixes_and_other_headwords_do_not_count(word: str, found: object) -> None:
    assert finding(word, found) == (False, None)


def test_one_counting_entry_among_others_is_enough_and_gives_the_meaning() -> None:
    entries = (
        entry("Alem", "Bir ad", proper="1"),
        entry("alem", ""),
        entry("âlem", "<b>Evren</b> &amp;\u202e  dünya", "Başka"),
    )
    assert finding("ALEM", *entries) == (True, "Evren & dünya")


def test_a_headword_without_meanings_counts_too() -> None:
    assert finding("KALEM", entry("kalem")) == (True, None)
    assert finding("KALEM", entry("kalem") | {"anlamlarListe": None}) == (True, None)
    assert finding("KALEM", {"madde": "kalem"}) == (True, None)
    assert finding("KALEM", {"madde": "kalem", "anlamlarListe": [{"anlam": None}]}) == (True, None)


def test_a_long_meaning_is_cut() -> None:
    meaning = finding("KALEM", entry("kalem", "uzun " * 200))[1]
    assert meaning is not None
    assert len(meaning) <= MOST_MEANING
    assert meaning.endswith("uzun…")


def test_nothing_found_is_an_answer() -> None:
    assert not read(msgspec.json.encode(NOT_FOUND), "KALEM", LETTERS).valid
    assert not read('\ufeff{"error": "Sonuç bulunamadı"}'.encode(), "KALEM", LETTERS).valid
    assert finding("KALEM") == (False, None)


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
    with pytest.raises(Garbled):
        read(answer, "KALEM", LETTERS)


def test_circumflexes_are_tried_where_they_are_likeliest_first() -> None:
    assert next(spellings("rüzgar")) == "rüzgâr"
    assert next(spellings("dini")) == "dinî"
    assert next(spellings("mahkum")) == "mahkûm"
    assert "hâlâ" in spellings("hala")
    assert "âdet" in spellings("adet")
    assert list(spellings("gül")) == []
    assert len(list(spellings("anlamlandıramayacaksa"))) == 9
