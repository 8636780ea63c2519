"""Sixty hostile and foreign names are drawn, each as itself or as its seat is called: never as a box or as nothing."""

from importlib.resources import files

import pytest

from engine.alphabet import load_alphabet
from engine.crossword.shipped import crossword_rulesets
from render import Painter, PanelWords
from render.fonts import Fonts, Weight
from render.signs import PREMIUMS
from render.sprites import ARROWS
from render.text import to_drawable
from tests.render.pictures import LABELS, WORDS, difference, drawn, layout_of, opened, within
from tests.render.views import a_view

SEATS = ("1. oyuncu", "2. oyuncu")
SEAT = SEATS[1]
FAMILY = "👨\u200d👩\u200d👧\u200d👦"
NAMES = (
    # written, drawn
    ("Ayşe", "Ayşe"),
    ("Əli Məmmədov", "Əli Məmmədov"),
    ("Ғалым", "Ғалым"),
    ("Соломія Ґудзь", "Соломія Ґудзь"),
    ("Мар\u02bcяна", "Мар’яна"),
    ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
    ("Nguye\u0302\u0303n", "Nguyễn"),
    ("I\u0307pek", "İpek"),
    ("Łukasz Żółć", "Łukasz Żółć"),
    ("Νίκος", "Νίκος"),
    ("Ωδυσσεὺς", "Ωδυσσευς"),
    ("O’Brien-Smith, Jr.", "O’Brien-Smith, Jr."),
    ("  Ali\n\tVeli\r\n", "Ali Veli"),
    ("Can 😀😀", "Can"),
    ("😀 Can 😀 Eren 😀", "Can Eren"),
    (f"{FAMILY}Selin{FAMILY}", "Selin"),
    ("Deniz 🏴\U000e0067\U000e0062\U000e007f 🇹🇷", "Deniz"),
    ("👍🏽Ece👍🏿", "Ece"),
    ("Ada ❤️", "Ada ❤"),
    ("1️⃣9️⃣0️⃣7️⃣", "1907"),
    ("Ali | 🎮", "Ali"),
    ("Ali (🎮)", "Ali"),
    ("⭐️_Efe_⭐️", "Efe"),
    ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
    ("Ｗｉｄｅ", "Wide"),
    ("ᴍᴇʀᴛ", "MERT"),
    ("🅰🅷🅼🅴🆃", "AHMET"),
    ("①②③", "123"),
    ("٣٤ Nur", "34 Nur"),
    ("\u202egnp.exe\u202c", "gnp.exe"),
    ("a\x00b\x07c\x1b[31m", "abc[31m"),
    ("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "ZALGǪ"),
    ("Ali王", "Ali"),
    ("Ali 日本語の名前", "Ali"),
    ("Мар 日本 ко", "Мар ко"),
    ("日本語の名前", SEAT),
    ("A日本語", SEAT),
    ("王 7", SEAT),
    ("김민준", SEAT),
    ("مرحبا بالعالم", SEAT),
    ("ﷺ" * 64, SEAT),
    ("שלום", SEAT),
    ("נועה 99", SEAT),
    ("नमस्ते", SEAT),
    ("გიორგი", SEAT),
    ("ⴰⵎⴰⵣⵉⵖ", SEAT),
    ("Ꮳli", SEAT),
    ("สมชาย", SEAT),
    ("😀" * 64, SEAT),
    (FAMILY, SEAT),
    ("", SEAT),
    (" \t\n ", SEAT),
    ("...", SEAT),
    ("\u200b\u200d\ufeff", SEAT),
    ("\u115f\u3164\u2800", SEAT),
    ("\ud800", SEAT),
    ("\ue000\U000f0000", SEAT),
    ("□□□", SEAT),
    ("W" * 64, "W" * 64),
    ("Ĝ" * 64, "Ĝ" * 64),
)

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
SIGNS = (
    "".join(letters + power for labels in LABELS.values() for letters, power in map(labels.label_of, PREMIUMS)) + ARROWS
)
PUNCTUATION = "âîûÂÎÛ’'`´-–.,_()[]{}<>/\\|@#&*+=!?:;\"~^%$€₺₴"
"""What people in Turkey, Ukraine and elsewhere have in their names beside their letters."""
TEXT = LETTERS + FACES + SIGNS + PUNCTUATION + "0123456789−№«»“”…—·²³★ "


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def panel(seats: tuple[str, ...] = SEATS) -> PanelWords:
    return PanelWords(title=WORDS.title, bag=WORDS.bag, turn=WORDS.turn, last=WORDS.last, seats=seats)


def test_a_name_is_shown_in_glyphs_that_are_no_boxes(fonts: Fonts) -> None:
    assert [to_drawable(written, fonts.has_glyph, SEAT) for written, _ in NAMES] == [shown for _, shown in NAMES]
    for weight in Weight:
        box, _ = fonts.mask("\U0010ffff", weight, 28)
        for character in sorted({character for _, shown in NAMES for character in shown}):
            glyph = fonts.mask(character, weight, 28)[0]
            assert glyph.size != box.size or glyph.tobytes() != box.tobytes(), character


@pytest.mark.parametrize(("written", "shown"), NAMES[::10])
def test_a_name_is_drawn_like_what_is_shown_of_it_and_nowhere_else(painter: Painter, written: str, shown: str) -> None:
    """In the card of its seat and in the line of the last turn, at 900 pixels and at the smallest size."""
    hostile, plain = (a_view(names=("Ayşe", name)) for name in (written, shown))
    assert painter.board(hostile, panel()) == painter.board(plain, panel())
    left, top = layout_of(hostile).card_place(1)
    card = (left, top, left + layout_of(hostile).card[0], top + layout_of(hostile).card[1])
    other = drawn(painter, a_view(names=("Ayşe", "|x|")), panel())
    assert within(difference(drawn(painter, hostile, panel()), other), card), shown
    assert opened(Painter("dark", 300).board(hostile, panel())).width == 300


def test_where_nothing_says_what_seats_are_called_their_numbers_stand(painter: Painter) -> None:
    view = a_view(names=("Ayşe", "日本"))
    assert painter.board(view, panel(())) == painter.board(a_view(names=("Ayşe", "#2")), panel(()))


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
