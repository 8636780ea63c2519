"""The reliability of the chances to win as one picture: a small square for each ruleset, foretold against true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tools.win_chance_fit import Reliability

_SIDE, _GAP, _COLUMNS = 170, 40, 4
_INK, _GREY, _LATE = (30, 40, 60), (190, 195, 205), (205, 90, 40)


def draw_reliability(curves: Mapping[str, Reliability], file: Path) -> None:
    """Draw all rulesets: dots with their 95 % intervals on the diagonal of a curve without fault, the end in orange."""
    rows = -(-len(curves) // _COLUMNS)
    size = (_GAP + _COLUMNS * (_SIDE + _GAP), _GAP + rows * (_SIDE + _GAP))
    image = Image.new("RGB", size, "white")
    canvas = ImageDraw.Draw(image)
    for number, (name, found) in enumerate(curves.items()):
        left = _GAP + number % _COLUMNS * (_SIDE + _GAP)
        bottom = (number // _COLUMNS + 1) * (_SIDE + _GAP)
        canvas.rectangle((left, bottom - _SIDE, left + _SIDE, bottom), outline=_GREY)
        canvas.line((left, bottom, left + _SIDE, bottom - _SIDE), fill=_GREY)
        canvas.text((left, bottom - _SIDE - 14), f"{name}  {found.error:.3f}", fill=_INK)
        for colour, shares, radius in ((_LATE, found.late, 2), (_INK, found.shares, 3)):
            for share in shares:
                x, y = left + share.foretold * _SIDE, bottom - share.true * _SIDE
                if colour == _INK:
                    canvas.line((x, bottom - share.low * _SIDE, x, bottom - share.high * _SIDE), fill=colour)
                canvas.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        canvas.text((left, bottom + 2), "0      chance foretold      1", fill=_GREY)
    image.quantize(32).save(file, optimize=True)
