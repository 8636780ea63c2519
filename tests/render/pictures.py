"""Reading pictures back: what stands in a cell, where two pictures differ."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from bot.pictures import premium_labels
from engine.crossword.premiums import geometry
from engine.crossword.view import GameView
from render import Painter, PanelWords
from render.fonts import Fonts
from render.layout import Layout, board_layout
from render.palette import Palette
from render.sprites import Sprites
from render.text import Lettering
from render.theme import THEMES
from tests.support.languages import LANGUAGES

LABELS: Final = {language: premium_labels(language) for language in LANGUAGES}
TR, EN, UK = LABELS["tr"], LABELS["en"], LABELS["uk"]
WORDS: Final = PanelWords(title="Kelimelik", bag="Torba", turn="Sıra", last="KALEM +24", labels=TR)
WIDTH: Final = 900

Box = tuple[int, int, int, int]


def opened(png: bytes) -> Image.Image:
    """The picture, after Pillow has verified the file's check sums."""
    Image.open(BytesIO(png)).verify()
    picture = Image.open(BytesIO(png))
    picture.load()
    return picture


def drawn(painter: Painter, view: GameView, words: PanelWords = WORDS) -> Image.Image:
    return opened(painter.board(view, words))


def layout_of(view: GameView, width: int = WIDTH) -> Layout:
    return board_layout(width, view.columns, view.rows, len(view.seats))


def cell_box(view: GameView, cell: str, width: int = WIDTH) -> Box:
    layout = layout_of(view, width)
    row, column = divmod(geometry(view.columns, view.rows).indices[cell], view.columns)
    left, top = layout.cell_place(column, row)
    return left, top, left + layout.cell, top + layout.cell


def difference(one: Image.Image, other: Image.Image) -> Box | None:
    """The smallest box outside which two pictures are the same."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def within(inner: Box | None, outer: Box) -> bool:
    """Whether there is a difference, and it lies inside ``outer``."""
    return inner is not None and (
        inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
    )


def indices(picture: Image.Image, box: Box) -> bytes:
    return picture.crop(box).tobytes("raw", "P;4")


def sprites_of(size: int, theme: str = "light", width: int = WIDTH) -> Sprites:
    return Sprites(Lettering(Palette(THEMES[theme]), Fonts()), size, width)
