"""What people write, made fit to draw: even a hostile name becomes one short line of known glyphs."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

_PLACEHOLDER: Final = "□"
_LONGEST: Final = 128
_ALIKE: Final = str.maketrans(dict.fromkeys("ʼʻʹ", "’"))
"""Apostrophes that keyboards give and the typeface lacks: Ukrainian names have them."""


def drawable(text: str, covers: Callable[[str], bool], instead: str = "") -> str:
    """One line that the typeface can draw.

    Compatibility forms become plain letters, marks join their letters, controls and directions disappear,
    and each run of characters without a glyph becomes one box.

    Args:
        text: Whatever was written.
        covers: Whether the typeface has a glyph for a character.
        instead: Taken when nothing legible is left.
    """
    kept: list[str] = []
    for character in unicodedata.normalize("NFKC", text[: 4 * _LONGEST]).translate(_ALIKE):
        category = unicodedata.category(character)
        if character.isspace():
            kept.append(" ")
        elif category[0] == "C" or category in {"Mn", "Me", "Sk"}:
            continue
        elif covers(character):
            kept.append(character)
        elif not (kept and kept[-1] == _PLACEHOLDER):
            kept.append(_PLACEHOLDER)
    line = re.sub(r" +", " ", "".join(kept)).strip()[:_LONGEST].rstrip()
    return line if any(character.isalnum() for character in line) else instead or line
