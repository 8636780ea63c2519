"""The typeface has every character that the games and captions need; hostile names become one line."""

from importlib.resources import files

import pytest

from engine.alphabet import load_alphabet
from engine.crossword.shipped import crossword_rulesets
from render.fonts import Fonts, Weight
from render.signs import PREMIUMS
from render.sprites import ARROWS
from tests.render.pictures import LABELS

LANGUAGES = tuple(
    file.name.removesuffix(".toml") for file in files("engine.languages").iterdir() if ".toml" in file.name
)
LETTERS = "".join(
    form
    for language in LANGUAGES
    for letter in load_alphabet(language).letters
    for form in (letter, load_alphabet(language).lower(letter))
)
FACES = "".join(face for ruleset in crossword_rulesets().values() for face in ruleset.values)
SIGNS_USED = (
    "".join(letters + power for labels in LABELS.values() for letters, power in map(labels.label_of, PREMIUMS)) + ARROWS
)
NAMES = "âîûÂÎÛ’'`´-–.,_()[]{}<>/\\|@#&*+=!?:;\"~^%$€₺₴"
"""What people in Turkey, Ukraine and elsewhere have in their names beside their letters."""
TEXT = LETTERS + FACES + SIGNS_USED + NAMES + "0123456789−№«»“”…—·²³★ "


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def test_the_typeface_has_every_character(fonts: Fonts) -> None:
    assert [character for character in sorted(set(TEXT) - {" "}) if not fonts.has_glyph(character)] == []


@pytest.mark.parametrize("weight", Weight)
def test_both_weights_have_every_letter(fonts: Fonts, weight: Weight) -> None:
    missing, _ = fonts.mask("\U0010ffff", weight, 40)
    assert [letter for letter in TEXT if fonts.mask(letter, weight, 40)[0].tobytes() == missing.tobytes()] == []


def test_too_long_a_line_ends_with_an_ellipsis(fonts: Fonts) -> None:
    fitted = fonts.fit_text("Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizden", Weight.BOLD, 28, 200)
    assert fitted.endswith("…")
    assert fonts.text_length(fitted, Weight.BOLD, 28) <= 200
