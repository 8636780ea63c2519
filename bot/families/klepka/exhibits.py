"""Klepka in the gallery."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.families.exhibits import Draw, Exhibit, Waiting, drawn
from bot.families.klepka.samples import cards
from bot.families.klepka.sketches import sketch
from bot.texts import Texts
from engine.klepka.view import GameView
from render.cards import Choice

_NAMES: Final = ("Вишня", "Лимон", "М’ята", "Груша", "Слива", "Шипшина")
WAITING: Final = Waiting("lobby-klepka", "A table of cards that waits", "klepka", _NAMES[:2])


def exhibits(texts: Texts) -> Iterator[Exhibit]:
    """In the middle of a game, and at its end."""
    views = list(cards(_NAMES, 3, deck="chat"))
    yield Exhibit("klepka", "Klepka: cards turned up for a moment", _table(texts, _busiest(views)))
    yield Exhibit("klepka-own", "Klepka: a card chosen, and the row of the next one", _choosing(texts, _busiest(views)))
    yield Exhibit("klepka-final", "The end of Klepka, for six", _table(texts, views[-1]))


def _table(texts: Texts, view: GameView) -> Draw:
    return drawn(texts, view.ruleset, partial(sketch, view))


def _choosing(texts: Texts, view: GameView) -> Draw:
    """The first card that lies there is chosen, and the third row."""
    choice = Choice(row=3, cards=(view.table.index(True) + 1,))
    return drawn(texts, view.ruleset, partial(sketch, replace(view, revealed=()), choice=choice))


def _busiest(views: Sequence[GameView]) -> GameView:
    """Where most cards are turned up while much still lies on the table."""
    return max(views, key=lambda view: (len(view.revealed) * view.left, view.left))
