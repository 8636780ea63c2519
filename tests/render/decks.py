"""What the pictures of cards in these tests are drawn from."""

from msgspec.structs import replace
from PIL import Image

from engine import game as door
from engine.game_base import History
from engine.klepka.state import GameState
from engine.klepka.view import FinalScore, GameView, Outcome
from render import Painter, PanelWords
from render.card_layout import card_layout
from tests.render.pictures import Box, opened
from tests.support.klepka import game

WORDS = PanelWords(title="Klepka", bag="Masada", turn="Sıra")


def seen(state: GameState) -> GameView:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


SMALL = seen(game("ОоЩф\n=#*К", "АБВ", ""))


def drawn(painter: Painter, view: GameView) -> Image.Image:
    return opened(painter.cards(view, WORDS))


def place(painter: Painter, view: GameView, position: int) -> Box:
    layout = card_layout(painter.width, view)
    left, top = layout.card_place(position)
    return left, top, left + layout.cell, top + layout.cell


def over(view: GameView, history: History = ()) -> GameView:
    """A game that is over, its seats' places in the order of play."""
    finals = tuple(
        FinalScore(seat, seat + 1, one.score, adjustment=len(one.cards), cards=one.cards)
        for seat, one in enumerate(view.seats)
    )
    return replace(view, turn=None, outcome=Outcome("cleared", (0,), finals), history=history)
