"""What a family brings to the board page: its actions, and the score of tiles that lie on the board."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from msgspec import Struct

from bot.tables.table_loader import LoadedTable
from bot.telegram.requests import PageAction
from engine.game import Action, Game


class LaidTiles(Struct, frozen=True):
    """What the page tells about tiles that lie on its board and are no play yet."""

    score: int = 0
    words: tuple[tuple[str, int], ...] = ()
    """The words that the tiles form and their points, the main word first."""
    phonies: tuple[str, ...] | None = None
    """The invalid words among them; ``None`` if the player may not know which are."""
    refusal: str = ""
    """Plain text that says why the tiles cannot be played as they lie; then all else is empty."""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A family's part of the board page."""

    to_action: Callable[[PageAction, Game, datetime], Action]
    """The engine's action for a page's action in a running game, at an instant of served time. Raises Refusal."""
    judge_tiles: Callable[[LoadedTable, int, Mapping[str, str]], Awaitable[LaidTiles]]
    """Judges the tiles, given by cell, that a user has laid in a running game. Raises EngineError."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """The commands that handle those kinds of page actions which are no single action of the engine, by kind."""
