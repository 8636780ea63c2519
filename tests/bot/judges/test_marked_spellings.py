"""Which words are meant by one that was typed without the marks of its letters."""

import pytest

from bot.judges.word_judge import marked_spellings
from engine.alphabet import load_alphabet
from engine.lexicon import load_lexicon


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kagit", ["KAĞIT"]),
        ("KAGIT", ["KAĞIT"]),
        ("cicek", ["ÇİÇEK"]),
        ("CICEK", ["ÇİÇEK"]),
        ("isik", ["IŞIK"]),
        ("şik", ["ŞIK"]),
        ("sogukkanlilik", ["SOĞUKKANLILIK"]),
        ("kalem", []),
        ("çat", []),
        ("qwx", []),
        ("i" * 60, []),
    ],
)
def test_turkish_words_are_found_by_the_letters_of_any_keyboard(typed: str, meant: list[str]) -> None:
    letters = load_alphabet("tr")
    assert marked_spellings(letters.normalise(typed), letters, load_lexicon("tr")) == meant


@pytest.mark.parametrize(("language", "word"), [("en", "CAFE"), ("en", "WATER"), ("uk", "ГРУНТ"), ("uk", "ІЖАК")])
def test_other_languages_have_no_such_words(language: str, word: str) -> None:
    assert marked_spellings(word, load_alphabet(language), load_lexicon(language)) == []
