"""Pictures can show the interface's wording: the typeface has every letter, figure and sign of it."""

import unicodedata
from importlib.resources import files

import pytest

from render.fonts import Fonts, Weight
from tests.support.languages import LANGUAGES

READ = ("L", "N", "P", "Sm", "Sc")
"""Letters, figures, punctuation, signs; what is left are the small pictures of messages, which are not drawn."""


def characters_of(language: str) -> set[str]:
    """Every character of the language's files that is read."""
    texts = (
        file.read_text("utf-8") for file in (files("bot.texts") / language).iterdir() if file.name.endswith(".ftl")
    )
    return {sign for text in texts for sign in text if unicodedata.category(sign).startswith(READ)}


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_the_texts_is_in_the_typeface(language: str, weight: Weight) -> None:
    fonts = Fonts()
    missing = fonts.mask("\U0010ffff", weight, 40)[0].tobytes()
    found = characters_of(language)
    assert len(found) > 60
    assert sorted(sign for sign in found if fonts.mask(sign, weight, 40)[0].tobytes() == missing) == []
