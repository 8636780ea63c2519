"""The sign of each cell of a board: its premium's character, or another if an option changes its meaning.

The caller passes what premium cells say, in any language, as :class:`Labels`.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from engine.crossword.premiums import Direction, edge_arrow, geometry
from engine.crossword.view import GameView

PLAIN_CENTRE: Final = "☆"
"""The centre if it multiplies nothing."""
_ARROWS: Final = {
    (Direction.ACROSS, True): "→",
    (Direction.DOWN, True): "↓",
    (Direction.ACROSS, False): "←",
    (Direction.DOWN, False): "↑",
}

Label = tuple[str, str]
"""Letters, and the superscript after them, perhaps empty."""


class Labels(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The labels of a board's premium cells, in the reader's language."""

    double_letter: Label = ("DL", "")
    triple_letter: Label = ("TL", "")
    four_letter: Label = ("QL", "")
    double_word: Label = ("DW", "")
    triple_word: Label = ("TW", "")
    four_word: Label = ("QW", "")
    exchange: Label = ("EX", "")

    def label_of(self, premium: str) -> Label:
        """The label of a premium, by its character; raises KeyError if it is none of :data:`PREMIUMS`."""
        label: Label = getattr(self, _NAMES[premium])
        return label


_NAMES: Final = {
    "d": "double_letter",
    "t": "triple_letter",
    "q": "four_letter",
    "D": "double_word",
    "T": "triple_word",
    "Q": "four_word",
    "X": "exchange",
}
PREMIUMS: Final = tuple(_NAMES)
"""The characters of the premiums whose cells have a label."""
FACTORS: Final = {"d": "2", "t": "3", "q": "4", "D": "2", "T": "3", "Q": "4"}
"""A premium's multiplier, which replaces its label on small cells; the colour says what it multiplies."""


def board_signs(view: GameView) -> tuple[str, ...]:
    """A view's board, one string a row.

    The characters of RULES §1.1; an arrow for ``Q`` if 4W cells are read clockwise (RULES §5.5), and the plain centre
    for ``*``.
    """
    clockwise, plain = view.four_word == "clockwise", view.options.get("centre") == "plain"
    return _replace_signs(view.premiums, clockwise, plain) if clockwise or plain else view.premiums


@lru_cache(maxsize=16)
def _replace_signs(premiums: tuple[str, ...], clockwise: bool, plain: bool) -> tuple[str, ...]:  # noqa: FBT001 - part of a key
    def sign(row: int, column: int) -> str:
        premium = premiums[row][column]
        if premium == "*" and plain:
            return PLAIN_CENTRE
        return _arrow_sign(premiums, row, column) if premium == "Q" and clockwise else premium

    return tuple("".join(sign(row, column) for column in range(len(line))) for row, line in enumerate(premiums))


def _arrow_sign(premiums: tuple[str, ...], row: int, column: int) -> str:
    columns = len(premiums[0])
    found = edge_arrow(geometry(columns, len(premiums)), row * columns + column)
    return "Q" if found is None else _ARROWS[found.direction, found.starts]
