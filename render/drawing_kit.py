"""What a family's own painter is handed: the paper, the lettering and the tiles of one theme and width.

With these it draws without Pillow, so it may lie in the family's room; it is kept by the painter
(:meth:`render.painter.Painter.family_painter`), and bounds its own caches.
"""

from collections.abc import Callable
from typing import Final

from render.canvas import Canvas
from render.png import encode_png
from render.sprites import Sprites
from render.text import Lettering


class Kit:
    """The tools of one theme and width, shared with the pictures of all families.

    Args:
        width: of every picture, in pixels.
        sprites: cells and tiles of a size, an even number of pixels.
    """

    def __init__(self, width: int, lettering: Lettering, sprites: Callable[[int], Sprites]) -> None:
        self.width: Final = width
        self.lettering: Final = lettering
        self.sprites: Final = sprites

    def blank_page(self, height: int) -> Canvas:
        """An empty picture of that height, in the colour of the theme's page."""
        return Canvas.blank(self.width, height, self.lettering.palette.index("page"))

    def to_png(self, canvas: Canvas) -> bytes:
        """The file of a picture."""
        return encode_png(canvas, self.lettering.palette.data)
