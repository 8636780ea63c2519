"""Buttons below a picture: a row each, words in the bot's typeface, signs in the page's."""

from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from typing import Final

import pytest
from PIL import Image

from render.fonts import Fonts
from render.theme import THEMES
from tools.gallery.keyboard import add_buttons

SIGNS: Final = (files("bot.playground") / "page" / "emoji.ttf").read_bytes()
FONTS: Final = Fonts()


def picture_with(*rows: tuple[str, ...], theme: str = "light") -> Image.Image:
    """A picture in one colour, half as large as usual, and these buttons below it."""
    above = BytesIO()
    Image.new("RGB", (450, 100), "#336699").save(above, "PNG")
    return Image.open(BytesIO(add_buttons(above.getvalue(), rows, theme, SIGNS, FONTS))).convert("RGB")


def dark_columns(picture: Image.Image) -> list[int]:
    """The columns below the picture where something dark is written."""
    below = picture.convert("L").crop((0, 105, picture.width, picture.height))
    columns = (below.crop((column, 0, column + 1, below.height)) for column in range(below.width))
    return [number for number, column in enumerate(columns) if any(column.histogram()[:96])]


def test_the_picture_stays_and_each_row_of_buttons_makes_it_as_much_higher() -> None:
    heights = [picture_with(*[("Join",)] * count).height for count in (1, 2, 3)]
    (first, second) = (high - low for low, high in pairwise(heights))
    assert first == second > 0
    assert picture_with(("Join",)).crop((0, 0, 450, 100)).getcolors() == [(45_000, (0x33, 0x66, 0x99))]


def test_the_buttons_of_a_row_share_its_width_each_label_in_the_middle_of_its_own() -> None:
    dark = dark_columns(picture_with(("Join", "Leave")))
    left, right = ([column for column in dark if (column < 225) == side] for side in (True, False))
    assert abs((left[0] + left[-1]) / 2 - 120) < 6
    assert abs((right[0] + right[-1]) / 2 - 330) < 6


@pytest.mark.parametrize("sign", ["➕", "⚙️", "🤖"])
def test_a_sign_is_drawn_before_its_words(sign: str) -> None:
    assert len(dark_columns(picture_with((f"{sign} Join",)))) > len(dark_columns(picture_with(("Join",)))) + 8


def test_every_theme_has_buttons_of_its_own() -> None:
    assert len({picture_with(("Join",), theme=theme).tobytes() for theme in THEMES}) == len(THEMES)
