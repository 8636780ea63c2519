"""Cases whose point is not the language, each met in one of those of the interface; together in all of them."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any, Protocol

import pytest

from tests.support.languages import LANGUAGES


class Named(Protocol):
    @property
    def name(self) -> str:
        """What the case is called, differently from all others of its table."""


def in_turns(cases: Iterable[Named]) -> list[Any]:
    """Parameters for a test: a case and its language, the languages by turns.

    That every language has a sentence for every refusal, and that it fits, is told by ``tests/bot/test_texts.py``.
    """
    return [
        pytest.param(case, language, id=f"{case.name} ({language})")
        for case, language in zip(cases, cycle(LANGUAGES), strict=False)
    ]
