"""The alphabets: casing, folding and order, above all the Turkish dotted and dotless i."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alphabet import load_alphabet, parse_alphabet
from engine.errors import DataError, Malformed

TURKISH = "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ"
UKRAINIAN = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'"


@pytest.mark.parametrize(("language", "letters"), [("tr", TURKISH), ("uk", UKRAINIAN)])
def test_the_letters_stand_in_alphabetical_order(language: str, letters: str) -> None:
    assert load_alphabet(language).letters == tuple(letters)


def test_turkish_text_becomes_turkish_capitals() -> None:
    rows = (
        ("kalem", "KALEM"), ("iğne", "İĞNE"), ("ığdır", "IĞDIR"), ("Isı", "ISI"), ("İSTANBUL", "İSTANBUL"),
        ("DIŞ", "DIŞ"), ("kâğıt", "KAĞIT"), ("KÂĞIT", "KAĞIT"), ("millî", "MİLLİ"), ("MİLLÎ", "MİLLİ"),
        ("sükût", "SÜKUT"), ("I\u0307P", "İP"), ("i\u0307p", "İP"), ("İ\u0307P", "İP"), ("Ka\u0302ğıt", "KAĞIT"),
        ("I\u0302", "İ"), ("ç\u200bay", "ÇAY"), ("\ufeffa\u00adt\u2060", "AT"), ("I\u200d\u0307P", "İP"),
        ("AT\ufe0f", "AT"),
    )  # fmt: skip
    for typed, letters in rows:
        assert load_alphabet("tr").normalise(typed) == letters


@given(st.text(alphabet="abcçdefgğhıijklmnoöprsştuüvyzâîû" + TURKISH + "ÂÎÛ"))
def test_composed_and_decomposed_turkish_are_the_same(text: str) -> None:
    letters = load_alphabet("tr")
    assert letters.normalise(unicodedata.normalize("NFD", text)) == letters.normalise(text)


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
@given(text=st.text())
def test_normalising_twice_changes_nothing_more(language: str, text: str) -> None:
    letters = load_alphabet(language)
    assert letters.normalise(letters.normalise(text)) == letters.normalise(text)


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
def test_every_letter_survives_lower_and_upper_case(language: str) -> None:
    letters = load_alphabet(language)
    whole = "".join(letters.letters)
    assert letters.upper(letters.lower(whole)) == whole
    assert letters.normalise(letters.lower(whole)) == whole


def test_lower_case_is_of_the_language() -> None:
    rows = (
        ("i", True), ("ı", True), ("ö", True), ("â", True), ("I", False), ("İ", False), ("Â", False), ("w", False),
        ("1", False), ("", False),
    )  # fmt: skip
    for ch, lower in rows:
        assert load_alphabet("tr").is_lower(ch) is lower


def test_ukrainian_has_one_apostrophe() -> None:
    for apostrophe in "'’ʼ‘`´′＇ʹ":
        assert load_alphabet("uk").normalise_word(f"м{apostrophe}яч") == "М'ЯЧ"


def test_strange_characters_are_named_once_each() -> None:
    rows = (
        ("tr", "wax", ("W", "X")), ("tr", "ne var ne yok", (" ",)), ("tr", "e-posta", ("-",)),
        ("tr", "q.q1", ("Q", ".", "1")), ("en", "café", ("É",)), ("en", "don't", ("'",)), ("en", "ığ", ("Ğ",)),
        ("uk", "ёлка", ("Ё",)),
    )  # fmt: skip
    for language, text, strange in rows:
        with pytest.raises(Malformed) as refused:
            load_alphabet(language).normalise_word(text)
        assert (refused.value.code, refused.value.fields["letters"]) == ("not_letters", strange)


def test_letters_of_the_other_script_are_named_as_such() -> None:
    for language, text, foreign, script in (
        ("uk", "cat", ("C", "A", "T"), "latin"),
        ("uk", "слоw0", ("W",), "latin"),
        ("tr", "кalem", ("К",), "cyrillic"),
        ("en", "wordя-", ("Я",), "cyrillic"),
    ):
        with pytest.raises(Malformed) as refused:
            load_alphabet(language).normalise_word(text)
        assert (refused.value.code, refused.value.fields) == ("foreign_letters", {"letters": foreign, "script": script})


def test_letters_that_look_alike_are_read_as_those_of_the_language() -> None:
    rows = (
        ("uk", "KIT", "КІТ"), ("uk", "Kit", "Кіт"), ("uk", "mak", "мак"), ("uk", "AÏB", "АЇВ"), ("uk", "KİT", "КІТ"),
        ("uk", "kıt", "кіт"), ("uk", "СЛOВO", "СЛОВО"), ("uk", "K[O]T", "К[О]Т"), ("uk", "(K).т", "(К).т"),
        ("tr", "КАТ", "KAT"), ("tr", "КІТ", "KIT"), ("tr", "кіт", "kit"), ("tr", "ТAŞ", "TAŞ"), ("en", "СОТ", "COT"),
        ("en", "сaт", "cat"),
    )  # fmt: skip
    for language, typed, meant in rows:
        assert load_alphabet(language).replace_look_alikes(typed) == meant


def test_a_word_with_a_letter_that_looks_like_none_stays_as_it_was_typed() -> None:
    for language, text in (
        ("uk", "WORD"),
        ("uk", "CЛОVО"),
        ("uk", "кіт"),
        ("tr", "СЛОВО"),
        ("tr", "ХАТ"),
        ("tr", "kâğıt"),
        ("en", "КОТЯ"),
    ):
        assert load_alphabet(language).replace_look_alikes(text) == text


def test_a_word_has_two_letters() -> None:
    for text in ("", "a", "\u200b", "k\u200b"):
        with pytest.raises(Malformed, match="too_short"):
            load_alphabet("tr").normalise_word(text)


def test_the_blank_ranks_before_the_first_letter() -> None:
    letters = load_alphabet("tr")
    assert [letters.rank(face) for face in ("?", "A", "Ç", "I", "İ", "Z")] == [0, 1, 4, 11, 12, 29]


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
def test_every_letter_has_a_sign_of_its_own_for_a_blank(language: str) -> None:
    letters = load_alphabet(language)
    signs = [letters.blank_sign(letter) for letter in letters.letters]
    assert len({*signs, *letters.letters}) == 2 * len(letters.letters)
    assert all(letters.is_lower(sign) for sign in signs)
    assert [letters.normalise(sign) for sign in signs] == list(letters.letters)
    assert not any(letters.is_lower(letter) for letter in letters.letters)


def test_a_wrong_language_file_is_refused_with_its_place() -> None:
    for text, complaint in (
        ("letters = ", "Invalid value"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "ab"\ncase = 1', "unknown field `case`"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "a"', "2 letters but 1 in lower"),
        ('language = "x"\nletters = "AA"\nvowels = "A"\nlower = "ab"', "names a letter twice"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "ab"\n[folds]\n"á" = "C"', "no letter"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "ab"\n[folds]\n"a" = "B"', "a letter itself"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "ab"\n[blanks]\nA = "z"', "blanks"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "ab"\n[look_alikes]\n"\u0410" = "C"', "look_alikes"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nlower = "ab"\n[look_alikes]\nA = "B"', "a letter itself"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nboth = "A"\nlower = "ab"', "name a letter twice"),
        ('language = "x"\nletters = "AB"\nvowels = "A"\nneither = "C"\nlower = "ab"', "one that there is not"),
        ('language = "x"\nletters = "A\u0301B"\nvowels = ""\nlower = "ábc"', "not composed"),
    ):
        with pytest.raises(DataError, match=f"x.toml: .*{complaint}"):
            parse_alphabet(text, "x.toml")


def test_lists_of_words_are_never_read_by_their_looks() -> None:
    with pytest.raises(Malformed, match="foreign_letters"):
        load_alphabet("uk").normalise_word("KIT")
