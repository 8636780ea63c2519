"""The languages of the interface that ship, by which tests are told apart; the bot asks for those there are by then."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any, Final, Protocol

import pytest

from bot.languages import languages

LANGUAGES: Final = languages().codes
"""As they were when the tests were collected: a language that a test adds is not among them."""
LANGUAGE_LIST: Final = "Türkçe (tr), English (en), Українська (uk)"
"""How a refusal lists them."""


class Named(Protocol):
    @property
    def name(self) -> str:
        """What the case is called, differently from all others of its table."""


def cases_with_languages(cases: Iterable[Named]) -> list[Any]:
    """Parameters for a test: a case and its language, the languages by turns.

    That every language has a sentence for every refusal, and that it fits, is told by
    ``tests/bot/texts/test_texts.py``.
    """
    return [
        pytest.param(case, language, id=f"{case.name} ({language})")
        for case, language in zip(cases, cycle(LANGUAGES), strict=False)
    ]
