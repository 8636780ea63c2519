"""The table of Klepka as aligned monospace text, for screen readers and those who want no pictures. Holds no words.

A card face down is its number; an empty position is ``··``; a card turned up is its letter and colour, ``ОY``, a reward
its sign: ``[*`` polysemy, ``<>`` exchange, ``%%`` chaos. ``+`` follows a card that was taken.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.view import GameView

_SIGNS: Final[Mapping[str, str]] = MappingProxyType({POLYSEMY: "[*", EXCHANGE: "<>", CHAOS: "%%"})


def text_cards(view: GameView) -> str:
    """The table, a line a row: 8 columns take 32 characters, 10 take 50."""
    shown = {card.position: card for card in view.revealed}
    wide = len(str(len(view.table)))
    cells = []
    for position, lies in enumerate(view.table, start=1):
        card = shown.get(position)
        if card is not None:
            text = f"{_SIGNS.get(card.card, card.card):>{wide}}{'+' if card.taken else ' '}"
        else:
            text = f"{position if lies else '··':>{wide}} "
        cells.append(text)
    rows = (cells[start : start + view.columns] for start in range(0, len(cells), view.columns))
    return "\n".join(" ".join(row).rstrip() for row in rows)
