"""Sample tables for the gallery and for measurements, and the types of a family's gallery pictures.

The engine plays the games against itself, the same in every run.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.pictures.sketches import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.game import Begin, Game, apply
from engine.lexicon import Lexicon
from engine.lobby_seats import Join, Lobby, Seat, join_lobby, open_lobby
from engine.rulesets import resolve_ruleset, shipped_rulesets
from render import Painter
from render.theme import THEMES

SAMPLE_START: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The instant at which every sample game starts."""


_FIRST_USER: Final = 1001


def open_sample_lobby(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Lobby:
    """A lobby in which these people sit, at a table with these options.

    Args:
        ruleset: its id.
        names: one a seat; the first opened the table.
        number: which game; another number is another game.
        options: by name, as :func:`engine.rulesets.resolve_ruleset` takes them.

    Raises:
        Refusal: ``table_full``, or an option that the ruleset does not know.
    """
    rules = resolve_ruleset(shipped_rulesets()[ruleset], options)
    seats = [Seat(user, name) for user, name in enumerate(names, start=_FIRST_USER)]
    opened = open_lobby(rules, seats[0], hashlib.sha256(f"sample:{number}".encode()).hexdigest())
    for seat in seats[1:]:
        opened, _ = join_lobby(opened, Join(seat.user, seat.name))
    return opened


def start_sample_game(table: Lobby, number: int, words: Lexicon) -> Game:
    """The game of a lobby at its first turn."""
    game = apply(table, Begin(table.host, number, words.hash), SAMPLE_START, words.__contains__).table
    if game is None or isinstance(game, Lobby):
        raise TypeError("a lobby that begins is a game")
    return game


DrawPicture = Callable[[Painter, str], bytes]
"""Takes a painter and the name of its theme."""


@dataclass(frozen=True, slots=True)
class GalleryPicture:
    """A kind of picture in the gallery, and how to draw one."""

    kind: str
    """The kind, which is part of the file's name."""
    description: str
    """What it shows, for the page that lists them."""
    draw: DrawPicture
    themes: Sequence[str] = tuple(THEMES)
    """The themes in which it is shown."""


GUIDE_THEMES: Final = ("light",)
"""The themes of pictures that the players' guides show: they explain, and are made for each language."""


@dataclass(frozen=True, slots=True)
class GalleryLobby:
    """A lobby in the gallery: its game and its people."""

    kind: str
    description: str
    ruleset: str
    names: Sequence[str]


def table_drawer(
    texts: Texts, ruleset: str, sketch: Callable[[Speaker, Look], Sketch], language: str | None = None
) -> DrawPicture:
    """A function that draws a table's picture, in a language or in that of its tiles."""
    rules = shipped_rulesets()[ruleset]
    spoken = rules.language if language is None else language

    def draw(painter: Painter, theme: str) -> bytes:
        return sketch(Speaker(texts, spoken, rules.title, rules.lexicon), Look(spoken, theme)).paint(painter)

    return draw
