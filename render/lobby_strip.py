"""What a lobby shows of the game: the middle rows of its board with the game's name on them, in tiles or in cards."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.lobby_view import LobbyView
from render.canvas import Canvas
from render.card_layout import card_size
from render.card_sprites import CardSprites
from render.layout import Layout, board_layout, even_floor
from render.palette import Palette
from render.shapes import make_plate
from render.signs import PLAIN_CENTRE, Labels
from render.sprites import Mark, Sprites

_CARD: Final = "#"
"""Stands in a pattern for a card face down."""
_BROAD: Final = 12
"""Boards of more columns are shown by more rows, since their cells are smaller."""
SpritesOf = Callable[[int], Sprites] | Callable[[int], CardSprites]
"""The sprites of a size: those of boards, or those of cards."""
Face = tuple[str, int | None, str]
"""A letter with its points and its colour."""


class Strip(Struct, frozen=True):
    """What is seen of the board: its middle rows, and the name on the one in the middle, from ``first`` on."""

    rows: tuple[str, ...]
    first: int
    faces: tuple[Face, ...]
    """The name's letters with their points and colours; without points where the game lacks one of the letters."""
    labels: Labels

    def face(self, row: int, column: int) -> Face | None:
        """What lies on a cell."""
        at = column - self.first
        return self.faces[at] if row == len(self.rows) // 2 and 0 <= at < len(self.faces) else None


def make_strip(view: LobbyView, name: str, labels: Labels) -> Strip:
    """The part of the board that is shown, with a name where a first play would lie; what is too long of it is cut."""
    rows = middle_rows(view.pattern)
    if view.options.get("centre") == "plain":
        rows = tuple(row.replace("*", PLAIN_CENTRE) for row in rows)
    name = name[: len(rows[0])]
    own = all(letter in view.values for letter in name)
    faces = tuple(
        (letter.strip(), view.values[letter] if own else None, view.colours.get(letter, "") if own else "")
        for letter in name
    )
    return Strip(rows, (len(rows[0]) - len(name)) // 2, faces, labels)


def draw_strip(strip: Strip, size: tuple[int, int], palette: Palette, sprites_of: SpritesOf) -> Canvas:
    """A page of this size with the middle of the board, or of the table of cards, at its top."""
    layout = strip_layout(size[0], strip.rows)
    art = Image.new("L", size, palette.index("page"))
    sprites, rim = sprites_of(layout.cell), layout.rim
    if isinstance(sprites, Sprites):
        board = (layout.cell * layout.columns + 2 * rim, layout.cell * layout.rows + 2 * rim)
        art.paste(make_plate(palette, board, rim, "grid", "page"), (layout.left - rim, layout.top - rim))
    canvas = Canvas.from_image(art)
    for row, signs in enumerate(strip.rows):
        for column, sign in enumerate(signs):
            face = strip.face(row, column)
            if isinstance(sprites, Sprites):
                art = (
                    _tile_sprite(sprites, *face)
                    if face and face[0]
                    else sprites.cell(sign, strip.labels, sprites.grain_of_row(row))
                )
            else:
                art = _card_sprite(sprites, row * layout.columns + column + 1, face)
            canvas.paste(art, *layout.cell_place(column, row))
    return canvas


def is_card_table(pattern: tuple[str, ...]) -> bool:
    """Whether a pattern is that of a table of cards, and not of a board."""
    return pattern[0].startswith(_CARD)


def middle_rows(pattern: tuple[str, ...]) -> tuple[str, ...]:
    """The rows of a board that a lobby shows: those around the middle one."""
    reach = 2 if len(pattern[0]) > _BROAD else 1
    middle = len(pattern) // 2
    return pattern[max(0, middle - reach) : middle + reach + 1]


def strip_layout(width: int, pattern: tuple[str, ...]) -> Layout:
    """Where the shown part of a board lies; cards are as large as on their table."""
    rows, columns = len(middle_rows(pattern)), len(pattern[0])
    layout = board_layout(width, columns, rows, 0)
    if not is_card_table(pattern):
        return layout
    cell = card_size(width, columns)
    return replace(layout, cell=cell, left=even_floor((width - cell * columns) // 2))


def _tile_sprite(sprites: Sprites, letter: str, points: int | None, band: str) -> Image.Image:
    return sprites.letter(letter) if points is None else sprites.tile(letter, points, Mark.NONE, band)


def _card_sprite(sprites: CardSprites, number: int, face: Face | None) -> Image.Image:
    """A card face down, or one of the name's, in either colour by turns."""
    if face is None or not face[0]:
        return sprites.back(number)
    return sprites.face(face[0] + "YB"[number % 2], face[1] or 0, number, False)
