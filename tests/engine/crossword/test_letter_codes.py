"""Words as the builder of an index reads them."""

import pytest

from engine.alphabet import load_alphabet
from engine.crossword.search import END, LetterCodes, letter_codes_of
from tests.support.languages import LANGUAGES


def plain_codes(letters: LetterCodes, word: str) -> bytes:
    return bytes((*(letters.signs.index(letter) for letter in word), END))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_letter_of_a_word_is_its_place_in_the_alphabet(language: str) -> None:
    letters, signs = letter_codes_of(language), "".join(load_alphabet(language).letters)
    words = [signs, signs[::-1], *signs]
    assert letters.encode_words(words) == b"".join(plain_codes(letters, word) for word in words)


@pytest.mark.parametrize("word", ["KALE-M", "É", "KALEM1", "Ж", "\ufffe", "kalem", "KA\0", "KALE\1"])
def test_a_word_with_another_character_is_left_out(word: str) -> None:
    letters = letter_codes_of("tr")
    assert letters.encode_words(["ELMA", word, "KALEM"]) == letters.encode_words(["ELMA", "KALEM"])
    assert letters.encode_words([word]) == b""


def test_a_long_list_is_the_same_as_its_words() -> None:
    letters, words = letter_codes_of("tr"), ["KALEM"] * 5000
    assert letters.encode_words(words) == plain_codes(letters, "KALEM") * 5000
