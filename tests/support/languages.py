"""Texts in every language: speakers, what people type, and what a phone's screen has room for."""

import re
from collections.abc import Iterable
from html import unescape
from itertools import cycle
from typing import Any, Final, Protocol

import pytest

from bot.languages import languages
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

LANGUAGES: Final = languages().codes
"""As they were when the tests were collected: a language that a test adds is not among them."""
LANGUAGE_LIST: Final = "Türkçe (tr), English (en), Українська (uk)"


class Named(Protocol):
    @property
    def name(self) -> str: ...


def cases_with_languages(cases: Iterable[Named]) -> list[Any]:
    return [
        pytest.param(case, language, id=f"{case.name} ({language})")
        for case, language in zip(cases, cycle(LANGUAGES), strict=False)
    ]


LINES: Final = 25
COLUMNS: Final = 38


def phone_line_count(text: str) -> int:
    read = re.sub("[\u2066-\u2069]", "", unescape(re.sub(r"</?[a-z]+>", "", text)))
    return sum(max(1, -(-len(line) // COLUMNS)) for line in read.split("\n"))


ALL_VOCABULARY: Final[Vocabulary] = load_vocabulary()


def option_value_of_word(option: str, word: str) -> str:
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
