"""A picture of the gallery, and the drawing of its buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from telegram import InlineKeyboardMarkup

from bot.pictures import PictureStyle, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.rulesets import shipped_rulesets
from render import Painter
from render.fonts import Fonts, Weight
from render.theme import THEMES

GUIDE_THEMES: Final = ("light",)
"""The themes of pictures in the players' guides, which are drawn for each language."""
_NOMINAL: Final = 900
"""The picture's width, in pixels, to which the following measures belong."""
_MARGIN: Final = 30
_GAP: Final = 12
_HIGH: Final = 76
_TEXT: Final = 32
_SIGN: Final = 34
_RADIUS: Final = 16
_SPACE: Final = 10
_COLOURS: Final = 64
"""Colours of the finished file: the picture's, and the shades at the edges of letters."""
_JOINER: Final = "\ufe0f"
"""The variation selector that asks for the coloured form of the sign before it; never drawn."""


@dataclass(frozen=True, slots=True)
class GalleryPicture:
    """A kind of picture; an empty ``language`` stands for that of the ruleset's tiles."""

    kind: str
    description: str
    ruleset: str
    sketch: Callable[[Speaker, PictureStyle], Sketch]
    language: str = ""
    themes: Sequence[str] = tuple(THEMES)
    buttons: Callable[[Texts, Speaker], InlineKeyboardMarkup | None] | None = None

    def draw(self, texts: Texts, painter: Painter, theme: str) -> bytes:
        rules = shipped_rulesets()[self.ruleset]
        language = self.language or rules.language
        speaker = Speaker(texts, language, rules.title, rules.lexicon)
        picture = self.sketch(speaker, PictureStyle(language, theme)).paint(painter)
        if self.buttons is None:
            return picture
        keyboard = self.buttons(texts, Speaker(texts, language))
        rows = () if keyboard is None else keyboard.inline_keyboard
        return add_buttons(picture, [[button.text for button in row] for row in rows], theme)


def add_buttons(picture: bytes, rows: Sequence[Sequence[str]], theme: str) -> bytes:
    """Return a PNG with rows of labels as buttons below the picture; a label may begin with a sign (``➕ Join``)."""
    fonts = Fonts()
    above = Image.open(BytesIO(picture)).convert("RGB")
    scale = above.width / _NOMINAL
    margin, gap, high = (round(size * scale) for size in (_MARGIN, _GAP, _HIGH))
    colours = THEMES[theme].colours
    whole = Image.new("RGB", (above.width, above.height + len(rows) * (high + gap) + margin - gap), colours["page"])
    whole.paste(above)
    pen, sign_font = ImageDraw.Draw(whole), ImageFont.truetype(BytesIO(_emoji()), round(_SIGN * scale))
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
    """Draw a label in the middle of its button: signs in the emoji font, words in the bot's own."""
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


@cache
def _emoji() -> bytes:
    return (files("bot.playground") / "page" / "emoji.ttf").read_bytes()
