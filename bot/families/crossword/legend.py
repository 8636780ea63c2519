"""What the signs of a board written in letters mean: those that stand on it, and no others."""

from collections.abc import Mapping
from typing import Final

from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.crossword.view import GameView
from render.signs import PLAIN_CENTRE
from render.text import BLANK_TILE, BONUS, JUST_PLAYED, TILE, marks

_MEANINGS: Final[Mapping[str, str]] = {
    "d": "legend-double-letter",
    "t": "legend-triple-letter",
    "D": "legend-double-word",
    "T": "legend-triple-word",
    "Q": "legend-four-word",
    "→↓←↑": "legend-arrow",
    "X": "legend-exchange",
    "*": "legend-centre-double",
    PLAIN_CENTRE: "legend-centre",
    BONUS: "legend-bonus",
    TILE: "legend-tile",
    JUST_PLAYED: "legend-last",
    BLANK_TILE: "legend-blank",
}
"""Marks of a written board, in the order of the legend, and the messages that explain them."""


def legend(view: GameView, speaker: Speaker) -> Html:
    """The legend of a view's board as HTML, a line in italics."""
    found = marks(view)
    known = (speaker.html(message) for signs, message in _MEANINGS.items() if not found.isdisjoint(signs))
    return Html(f"<i>{' · '.join(known)}</i>")
