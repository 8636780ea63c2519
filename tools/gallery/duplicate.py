"""Pictures of Duplicate for the gallery."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.families.crossword.sketches import own_board_sketch
from bot.families.duplicate.sketches import table_sketch
from bot.pictures import PictureStyle, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.duplicate.secrecy import view_for
from engine.duplicate.view import GameView
from render.pointer import Extent
from render.rounds import board_view
from tools.gallery.pictures import DrawPicture, GalleryPicture, table_drawer
from tools.gallery.sample_games import play_rounds

_NAMES: Final = ("Cherry", "Lemon", "Mint", "Hazel", "Olive", "Ginger", "Basil", "Clementine", "Juniper")
_ROUND: Final = 6


def duplicate_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    game = [view_for(state, None) for state in play_rounds("duplicate-en", _NAMES, rounds="10")]
    opened = next(view for view in game if view.open is not None and view.open.number == _ROUND)
    closed = next(view for view in game if view.open is None and view.number == _ROUND)
    yield GalleryPicture("round", "Duplicate: a round, the same rack for everybody", _table_drawer(texts, opened))
    yield GalleryPicture("round-own", "Duplicate: own board", _own_board_drawer(texts, opened))
    yield GalleryPicture("round-result", "Duplicate: what was found in a round", _table_drawer(texts, closed))
    yield GalleryPicture("round-final", "The end of Duplicate, for nine", _table_drawer(texts, game[-1]))


def _table_drawer(texts: Texts, view: GameView) -> DrawPicture:
    return table_drawer(texts, view.ruleset, partial(table_sketch, view))


def _own_board_drawer(texts: Texts, view: GameView) -> DrawPicture:
    def sketch(speaker: Speaker, style: PictureStyle) -> Sketch:
        rack = () if view.open is None else view.open.rack
        return own_board_sketch(board_view(view, rack), speaker, style, extent=Extent.BOARD)

    return table_drawer(texts, view.ruleset, sketch)
