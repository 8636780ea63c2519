"""What a family brings to the board page: its actions, and what tiles that lie there would score."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from msgspec import Struct

from bot.tables.table_loader import LoadedTable
from bot.telegram.requests import PageAction
from engine.game import Action, Game


class LaidTiles(Struct, frozen=True):
    """What is told of tiles that lie on the page's board, and are no play yet."""

    score: int = 0
    words: tuple[tuple[str, int], ...] = ()
    """The words that they form and their points, the main word first."""
    phonies: tuple[str, ...] | None = None
    """The words that do not count; ``None`` where nothing may be said of words."""
    refusal: str = ""
    """Plain text: why they cannot be played as they lie; then nothing else is told."""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A family's part."""

    to_action: Callable[[PageAction, Game, datetime], Action]
    """The action that was done on a page, in a running game at an instant of served time. Raises Refusal."""
    judge_tiles: Callable[[LoadedTable, int, Mapping[str, str]], Awaitable[LaidTiles]]
    """Judges the tiles, by their cells, that a user has laid in a running game. Raises EngineError."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """By kinds of actions the commands that do what is more than one action of the engine."""
