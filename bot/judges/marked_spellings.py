"""The words of a list that are meant by one typed without the marks of its letters, as ``kagit`` for KAĞIT."""

from engine.alphabet import Alphabet
from engine.lexicon import Lexicon
from engine.vocabulary import fold_word


def marked_spellings(word: str, letters: Alphabet, words: Lexicon) -> list[str]:
    """The words of the list that have marks where ``word``, in capitals, has letters of any keyboard, by the alphabet.

    Any i may be meant by both of Turkish. Other languages have no letters that differ by marks of Latin ones alone.
    """
    found = [""]
    for letter in word:
        is_plain = letter.isascii() or letters.lower(letter).isascii()
        alike = [one for one in letters.letters if is_plain and fold_word(one) == fold_word(letter)] or [letter]
        found = [begun for start in found for one in alike if words.has_prefix(begun := start + one)]
    return [one for one in found if one != word and one in words]
