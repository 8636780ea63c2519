"""Typed moves, read."""

import pytest

from engine.alphabet import alphabet
from engine.crossword.notation import Sign
from engine.errors import EngineError, Malformed
from tests.support.typed import parse

TR, EN, UK = alphabet("tr"), alphabet("en"), alphabet("uk")


def plain(word: str) -> tuple[Sign, ...]:
    return tuple(Sign(letter) for letter in word)


def refused(text: str) -> EngineError:
    with pytest.raises(Malformed) as caught:
        parse(text, TR)
    return caught.value


def facts(error: EngineError) -> tuple[str, dict[str, object]]:
    return error.code, dict(error.fields)
