"""Colours as eyes see them: luminance, contrast, lightness, difference; also for eyes without red or green cones.

The matrices act on linear RGB and are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15, 2009), at severity
1.0. Contrast is WCAG 2.2's, lightness and difference are CIE 1976 L*a*b*'s at D65.
"""

from typing import Final

Colour = tuple[int, int, int]
Linear = tuple[float, float, float]

EYES: Final[dict[str, tuple[Linear, Linear, Linear]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
_WHITE: Final = (0.95047, 1.0, 1.08883)


def seen(colour: Colour, eyes: str) -> Linear:
    """A colour in linear RGB, 0 to 1, as those eyes see it."""
    red, green, blue = (_linear(channel / 255) for channel in colour)
    first, second, third = (min(1.0, max(0.0, r * red + g * green + b * blue)) for r, g, b in EYES[eyes])
    return first, second, third


def contrast(one: Colour, other: Colour, eyes: str) -> float:
    """1 for equal colours, 21 for black on white."""
    darker, lighter = sorted(_xyz(seen(colour, eyes))[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: Colour, eyes: str) -> float:
    """0 for black, 100 for white."""
    return _lab(seen(colour, eyes))[0]


def difference(one: Colour, other: Colour, eyes: str) -> float:
    """How far two colours are from each other; 2.3 is just noticeable side by side."""
    pairs = zip(_lab(seen(one, eyes)), _lab(seen(other, eyes)), strict=True)
    return float(sum((first - second) ** 2 for first, second in pairs) ** 0.5)


def _linear(channel: float) -> float:
    return float(channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)


def _xyz(colour: Linear) -> Linear:
    red, green, blue = colour
    return (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )


def _lab(colour: Linear) -> Linear:
    across, up, deep = (_cube(part / white) for part, white in zip(_xyz(colour), _WHITE, strict=True))
    return 116 * up - 16, 500 * (across - up), 200 * (up - deep)


def _cube(share: float) -> float:
    return float(share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116)
