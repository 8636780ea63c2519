"""The typeface has every character that the games and captions need; hostile names become one line."""

from importlib.resources import files

import pytest

from engine.alphabet import load_alphabet
from engine.crossword.shipped import crossword_rulesets
from render import Painter
from render.fonts import Fonts, Weight
from render.signs import PREMIUMS
from render.sprites import ARROWS
from render.text import to_drawable
from tests.render.pictures import LABELS, WORDS, difference, drawn, layout_of, within
from tests.render.views import a_view

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
HOSTILE = (
    "",
    " \t\n ",
    "😀" * 64,
    "W" * 64,
    "Ĝ" * 64,
    "مرحبا بالعالم",
    "\u202egnp.exe\u202c",
    "a\x00b\x07c\x1b[31m",
    "\u200b\u200d\ufeff",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
    "𝓕𝓪𝓷𝓬𝔂",
    "\ud800",
    "日本語の名前",
    "ﷺ" * 64,
)


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def test_the_typeface_has_every_character(fonts: Fonts) -> None:
    assert [character for character in sorted(set(TEXT) - {" "}) if not fonts.has_glyph(character)] == []


@pytest.mark.parametrize("weight", Weight)
def test_both_weights_have_every_letter(fonts: Fonts, weight: Weight) -> None:
    missing, _ = fonts.mask("\U0010ffff", weight, 40)
    assert [letter for letter in TEXT if fonts.mask(letter, weight, 40)[0].tobytes() == missing.tobytes()] == []


def test_the_letters_are_those_of_all_three_languages() -> None:
    assert sorted(LANGUAGES) == ["en", "tr", "uk"]
    assert set("ÇĞİIÖŞÜçğıiöşü") | set("ҐЄІЇґєії") | set("QWXqwx") <= set(LETTERS)


def test_what_the_typeface_lacks_is_known(fonts: Fonts) -> None:
    assert not any(fonts.has_glyph(character) for character in "😀ش日")


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_name_stays_inside_its_card(name: str) -> None:
    painter, harmless = Painter(), a_view(names=("Ayşe", "Mehmet"))
    hostile = a_view(names=(name, "Mehmet"))
    layout = layout_of(harmless)
    left, top = layout.card_place(0)
    card = (left, top, left + layout.card[0], top + layout.card[1])
    assert within(difference(drawn(painter, harmless), drawn(painter, hostile)), card)
    assert painter.board(hostile, WORDS) == Painter().board(hostile, WORDS)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ayşe", "Ayşe"),
        ("  Ali\n\tVeli ", "Ali Veli"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("I\u0307pek", "İpek"),
        ("Мар\u02bcяна", "Мар’яна"),
        ("Can 😀😀", "Can"),
        ("\u202eAda\x00", "Ada"),
        ("😀", "#3"),
        ("", "#3"),
        ("...", "#3"),
    ],
)
def test_a_name_is_shown_as(fonts: Fonts, written: str, shown: str) -> None:
    assert to_drawable(written, fonts.has_glyph, "#3") == shown


def test_too_long_a_line_ends_with_an_ellipsis(fonts: Fonts) -> None:
    fitted = fonts.fit_text("Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizden", Weight.BOLD, 28, 200)
    assert fitted.endswith("…")
    assert fonts.text_length(fitted, Weight.BOLD, 28) <= 200
