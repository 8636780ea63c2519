"""Tables that wait for players; for the players' guides with their buttons, as a chat shows them."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.families import registry
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from engine.lobby_view import LobbyView, lobby_view
from render import Painter
from render.fonts import Fonts, Weight
from render.theme import THEMES
from tools.gallery.pictures import GUIDE_THEMES, DrawPicture, GalleryPicture, table_drawer
from tools.gallery.sample_games import open_sample_lobby

_NOMINAL: Final = 900
"""The width that the measures below are for, in pixels."""
_MARGIN: Final = 30
_GAP: Final = 12
_HIGH: Final = 76
_TEXT: Final = 32
_SIGN: Final = 34
_RADIUS: Final = 16
_SPACE: Final = 10
_COLOURS: Final = 64
"""Of the finished file: those of the picture and the shades at the edges of letters."""
_JOINER: Final = "\ufe0f"
"""Asks for the coloured form of the sign before it; never drawn."""


def add_buttons(
    picture: bytes, rows: Sequence[Sequence[str]], theme: str, signs: bytes = b"", fonts: Fonts | None = None
) -> bytes:
    """A PNG with rows of buttons below a picture.

    ``rows``: the labels of its buttons; a label may begin with a sign (``➕ Join``). ``signs``: a typeface that has the
    signs, as a file's bytes; the playground page's if there is none.
    """
    signs, fonts = signs or _emoji(), fonts or Fonts()
    above = Image.open(BytesIO(picture)).convert("RGB")
    scale = above.width / _NOMINAL
    margin, gap, high = (round(size * scale) for size in (_MARGIN, _GAP, _HIGH))
    colours = THEMES[theme].colours
    whole = Image.new("RGB", (above.width, above.height + len(rows) * (high + gap) + margin - gap), colours["page"])
    whole.paste(above)
    pen, sign_font = ImageDraw.Draw(whole), ImageFont.truetype(BytesIO(signs), round(_SIGN * scale))
    for number, labels in enumerate(rows):
        top, room = above.height + number * (high + gap), above.width - 2 * margin + gap
        for place, label in enumerate(labels):
            left, right = (margin + room * edge // len(labels) for edge in (place, place + 1))
            box = (left, top, right - gap, top + high)
            pen.rounded_rectangle(box, round(_RADIUS * scale), fill=colours["card"], outline=colours["grid"], width=2)
            _draw_label(whole, label, box, (fonts, sign_font, scale), colours["ink"])
    file = BytesIO()
    whole.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_label(
    picture: Image.Image,
    label: str,
    box: tuple[int, int, int, int],
    tools: tuple[Fonts, ImageFont.FreeTypeFont, float],
    ink: str,
) -> None:
    """A label in the middle of its button: signs in their typeface, words in the bot's own."""
    fonts, sign_font, scale = tools
    size = round(_TEXT * scale)
    masks: list[tuple[Image.Image, int]] = []
    for has_glyph, part in groupby(label.replace(_JOINER, ""), fonts.has_glyph):
        text = "".join(part).strip()
        if has_glyph and text:
            masks.append(fonts.mask(text, Weight.MEDIUM, size))
        elif text:
            left, top, right, bottom = (int(edge) for edge in sign_font.getbbox(text, anchor="ls"))
            mask = Image.new("L", (right - left, bottom - top))
            ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=sign_font, anchor="ls")
            masks.append((mask, -top))
    space = round(_SPACE * scale)
    across = (box[0] + box[2] - sum(mask.width + space for mask, _ in masks) + space) // 2
    base = (box[1] + box[3]) // 2 + round(size * 0.36)
    for mask, rise in masks:
        picture.paste(ink, (across, base - rise), mask)
        across += mask.width + space


_MANY_NAMES: Final = (
    "Kiraz", "Limon", "Nane", "Fındık", "Zeytin", "Ceviz", "Ayva", "Erik", "İncir", "Badem", "Üzüm", "Çilek", "Nar",
)  # fmt: skip
_LOBBIES: Final = (
    ("lobby", "A table that waits for players", "scrabble-tr", ("Kiraz",)),
    ("lobby-klepka", "A table of cards that waits", "klepka", ("Вишня", "Лимон")),
    ("lobby-many", "A table for up to a hundred", "duplicate-tr", _MANY_NAMES),
)
"""Kind, description, game and who sits there."""

_GUIDE_LOBBIES: Final = {
    "tr": ("kelimelik", ("Kiraz",)),
    "en": ("scrabble-en", ("Cherry", "Lemon")),
    "uk": ("wordbox-uk", ("Вишня", "Лимон")),
}

_TABLE: Final = "table"
"""Stands for the table in the buttons, whose data nobody sees."""


def lobby_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    for kind, description, ruleset, names in _LOBBIES:
        view = lobby_view(open_sample_lobby(ruleset, names))
        draw = table_drawer(texts, view.ruleset, partial(registry.lobby_sketch, view))
        yield GalleryPicture(kind, description, draw)


def guide_lobbies(texts: Texts) -> Iterator[GalleryPicture]:
    for language, (ruleset, names) in _GUIDE_LOBBIES.items():
        view = lobby_view(open_sample_lobby(ruleset, names))
        yield GalleryPicture(
            f"guide-lobby-{language}",
            f"Players’ guide ({language}): a table that waits, with its buttons",
            _lobby_drawer(texts, language, view),
            GUIDE_THEMES,
        )


def _lobby_drawer(texts: Texts, language: str, view: LobbyView) -> DrawPicture:
    draw_lobby = table_drawer(texts, view.ruleset, partial(registry.lobby_sketch, view), language)

    def draw(painter: Painter, theme: str) -> bytes:
        keyboard = Keyboards(texts).lobby_keyboard(language, _TABLE, view).inline_keyboard
        rows = [[button.text for button in row] for row in keyboard]
        return add_buttons(draw_lobby(painter, theme), rows, theme)

    return draw


@cache
def _emoji() -> bytes:
    return (files("bot.playground") / "page" / "emoji.ttf").read_bytes()
