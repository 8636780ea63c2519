"""The guessing game's own painter: guesses in the tiles that all games share, with what each letter brought.

It needs neither Pillow nor a line in the rooms that draw other games.
"""

from typing import Final

from render.fonts import Weight
from render.sprites import Kit, Mark
from render.text import Style, strip_height
from tests.support.guess.rules import GameView

TILE: Final = 100
_MARGIN: Final = 20
_MARKS: Final = {"=": Mark.NEW, "+": Mark.WORD, "-": Mark.NONE}
_HEAD: Final = Style(paper="page", ink="ink", weight=Weight.BOLD, size=36)


class GuessPainter:
    def __init__(self, kit: Kit) -> None:
        self._kit: Final = kit

    def draw(self, view: GameView, title: str) -> bytes:
        """The title, and a row of tiles for each guess, as PNG."""
        kit, top = self._kit, 2 * _MARGIN + strip_height(_HEAD.size)
        canvas = kit.blank_page(top + len(view.guesses) * TILE)
        canvas.paste(kit.lettering.line(title, _HEAD, kit.width - 2 * _MARGIN), _MARGIN, _MARGIN)
        tiles = kit.sprites(TILE)
        for row, guess in enumerate(view.guesses):
            for column, (letter, mark) in enumerate(zip(guess.word, guess.marks, strict=True)):
                points = int(mark == "=")
                canvas.paste(tiles.tile(letter, points, _MARKS[mark]), _MARGIN + column * TILE, top + row * TILE)
        return kit.to_png(canvas)
