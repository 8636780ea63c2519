"""Pictures of tables as the bot draws them."""

from collections.abc import Mapping

from bot.families import views
from bot.families.crossword import sketches as boards
from bot.families.crossword.sketches import BoardSketch, Trial
from bot.families.klepka.sketches import CardsSketch
from bot.families.lobby import LobbySketch
from bot.pictures.sketches import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.view import GameView
from engine.game import View
from render import Painter

Drawn = BoardSketch | CardsSketch | LobbySketch


def sketch(
    texts: Texts,
    view: View,
    titles: Mapping[str, str],
    look: Look,
    *,
    lexicon: str = "",
    tried: Trial | None = None,
) -> Drawn:
    """The picture of a table, or of a board with a move that is tried out."""
    speaker = Speaker(texts, look.language, titles, lexicon)
    if tried is not None:
        assert isinstance(view, GameView)
        return boards.sketch(view, speaker, look, tried)
    drawn = views.sketch(view, speaker, look)
    assert isinstance(drawn, BoardSketch | CardsSketch | LobbySketch)
    return drawn


def paint(painter: Painter, drawn: Sketch) -> bytes:
    """A picture as PNG."""
    return drawn.painted(painter)
