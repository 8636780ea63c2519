"""What the gallery shows of a family: kinds of pictures, and how one of each is drawn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.pictures.sketches import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.rulesets import rulesets
from render import Painter

Draw = Callable[[Painter, str], bytes]
"""Takes a painter and the name of its theme."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A kind of picture, and how one is drawn."""

    kind: str
    """Part of the file's name."""
    about: str
    """What it shows, for the page that lists them."""
    draw: Draw


@dataclass(frozen=True, slots=True)
class Waiting:
    """A kind of picture of a table that waits for players: of which game, and who sits there."""

    kind: str
    about: str
    ruleset: str
    names: Sequence[str]


def drawn(texts: Texts, ruleset: str, sketch: Callable[[Speaker, Look], Sketch]) -> Draw:
    """How a table's picture is drawn, with words in the language of its tiles."""
    rules = rulesets()[ruleset]

    def draw(painter: Painter, theme: str) -> bytes:
        speaker = Speaker(texts, rules.language, rules.title, rules.lexicon)
        return sketch(speaker, Look(rules.language, theme)).painted(painter)

    return draw
