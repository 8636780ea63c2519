"""What people type, read as in chats: with the words of every language of the interface."""

from typing import Final

import pytest

from bot.user_input import commands
from bot.user_input.commands import load_vocabulary
from engine.alphabet import Alphabet, load_alphabet
from engine.crossword import notation
from engine.crossword.notation import Move, Sign
from engine.errors import EngineError, Malformed
from engine.klepka import notation as cards_notation
from engine.klepka.deck import Cards
from engine.rulesets import shipped_rulesets
from engine.vocabulary import Vocabulary

ALL_VOCABULARY: Final[Vocabulary] = load_vocabulary()


def option_value_of_word(option: str, word: str) -> str:
    """The value of an option that somebody means by a word, or by a figure that some game has for it."""
    options = (ruleset.options().get(option) for ruleset in shipped_rulesets().values())
    figures = {figure: value for found in options if found for value, figure in found.figures.items()}
    return figures.get(word) or commands.find_option_value(option, word)


def parse_move(text: str, letters: Alphabet) -> Move:
    return notation.parse_move(text, letters, ALL_VOCABULARY)


def looks_like_move(text: str) -> bool:
    return notation.looks_like_move(text, ALL_VOCABULARY)


def parse_cards(text: str, letters: Alphabet) -> Cards:
    return cards_notation.parse_cards(text, letters, ALL_VOCABULARY)


TR, EN, UK = load_alphabet("tr"), load_alphabet("en"), load_alphabet("uk")


def plain_signs(word: str) -> tuple[Sign, ...]:
    return tuple(Sign(letter) for letter in word)


def parse_error_of(text: str) -> EngineError:
    with pytest.raises(Malformed) as caught:
        parse_move(text, TR)
    return caught.value


def error_facts(error: EngineError) -> tuple[str, dict[str, object]]:
    return error.code, dict(error.fields)
