"""Pictures of tables as the bot draws them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from bot.families import registry
from bot.families.crossword import sketches as boards
from bot.families.crossword.sketches import BoardSketch, PlayPreview
from bot.families.klepka.cards import CardsSketch
from bot.families.registry import LobbySketch
from bot.pictures import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.view import GameView
from engine.game import View
from render import Painter

Drawn = BoardSketch | CardsSketch | LobbySketch


def table_sketch(
    texts: Texts,
    view: View,
    titles: Mapping[str, str],
    look: Look,
    *,
    lexicon: str = "",
    preview: PlayPreview | None = None,
) -> Drawn:
    """The picture of a table, or of a board with a move that is tried out."""
    speaker = Speaker(texts, look.language, titles, lexicon)
    if preview is not None:
        assert isinstance(view, GameView)
        return boards.board_sketch(view, speaker, look, preview)
    drawn = registry.table_sketch(view, speaker, look)
    assert isinstance(drawn, BoardSketch | CardsSketch | LobbySketch)
    return drawn


def paint_png(painter: Painter, drawn: Sketch) -> bytes:
    """A picture as PNG."""
    return drawn.paint(painter)


PAINTER_METHODS: Final = ("board", "cards", "lobby", "own_board")
"""The methods of a painter that draw a picture each."""


def watch_painters(monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], on_paint: Callable[[str], None]) -> None:
    """Have every call of these methods of painters noted before it is carried out."""
    for name in names:
        method = getattr(Painter, name)

        def noted(self: Painter, *args: Any, _name: str = name, _method: Any = method, **more: Any) -> Any:
            on_paint(_name)
            return _method(self, *args, **more)

        monkeypatch.setattr(Painter, name, noted)
