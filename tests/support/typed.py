"""What people type, read as in chats: with the words of every language of the interface."""

from typing import Final

from bot.typed import optionwords
from bot.typed.vocabulary import vocabulary
from engine.alphabet import Alphabet
from engine.crossword import notation
from engine.crossword.notation import Move
from engine.klepka import notation as cards_notation
from engine.klepka.deck import Cards
from engine.rulesets import rulesets
from engine.vocabulary import Vocabulary

WORDS: Final[Vocabulary] = vocabulary()


def value_meant(option: str, word: str) -> str:
    """The value of an option that somebody means by a word, or by a figure that some game has for it."""
    options = (ruleset.options().get(option) for ruleset in rulesets().values())
    figures = {figure: value for found in options if found for value, figure in found.figures.items()}
    return figures.get(word) or optionwords.value_meant(option, word)


def parse(text: str, letters: Alphabet) -> Move:
    return notation.parse(text, letters, WORDS)


def looks_like_move(text: str) -> bool:
    return notation.looks_like_move(text, WORDS)


def cards(text: str, letters: Alphabet) -> Cards:
    return cards_notation.cards(text, letters, WORDS)
