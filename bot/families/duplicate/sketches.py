"""The pictures of Duplicate: the open round, a result, the end."""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.families.duplicate.wording import DuplicateWording
from bot.pictures import PictureStyle, Preparation, Sketch
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from engine.duplicate.view import GameView
from render import Painter
from render.sprites import Kit


@dataclass(frozen=True, slots=True)
class RoundSketch(Sketch):
    """A round."""

    view: GameView

    @property
    def reusable(self) -> bool:
        """Unless it shows what one viewer sees."""
        return self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        """The view."""
        return self.view, self.theme

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.family_painter(_BlankPainter).draw()


class _BlankPainter:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    def draw(self) -> bytes:
        """A blank page."""
        return self._kit.to_png(self._kit.blank_page(200))


def table_sketch(view: GameView, speaker: Speaker, style: PictureStyle) -> Sketch:  # noqa: ARG001 - it says nothing yet
    """The picture of a table."""
    return RoundSketch(style.theme, view)


def board_as_html(view: GameView) -> str:
    """The board as monospaced HTML."""
    rows = (view.cells[row * view.columns :][: view.columns] for row in range(view.rows))
    text = "\n".join("".join(cell[-1:] or "·" for cell in row) for row in rows)
    return f"<pre>{html.escape(text, quote=False)}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    """The board, and what stands below a picture."""
    captions = DuplicateWording(speaker).caption_versions(view)
    return f"{board_as_html(view)}\n{first_fitting_caption(*(join_lines(*parts) for parts in captions))}"


def painter_preparations() -> Iterator[Preparation]:
    """None."""
    yield from ()
