"""What a picture of the gallery is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.pictures import PictureStyle, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.rulesets import shipped_rulesets
from render import Painter
from render.theme import THEMES

DrawPicture = Callable[[Painter, str], bytes]
"""Takes a painter and the name of its theme."""
GUIDE_THEMES: Final = ("light",)
"""The themes of pictures that the players' guides show: they explain, and are made for each language."""


@dataclass(frozen=True, slots=True)
class GalleryPicture:
    kind: str
    description: str
    draw: DrawPicture
    themes: Sequence[str] = tuple(THEMES)


def table_drawer(
    texts: Texts, ruleset: str, sketch: Callable[[Speaker, PictureStyle], Sketch], language: str | None = None
) -> DrawPicture:
    """A function that draws a table's picture, in a language or in that of its tiles."""
    rules = shipped_rulesets()[ruleset]
    spoken = rules.language if language is None else language

    def draw(painter: Painter, theme: str) -> bytes:
        return sketch(Speaker(texts, spoken, rules.title, rules.lexicon), PictureStyle(spoken, theme)).paint(painter)

    return draw
