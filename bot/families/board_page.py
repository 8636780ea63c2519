"""What a family brings to the board page: its actions, the score of laid tiles, cards shown for a moment."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from bot.tables.table_loader import LoadedTable
from bot.telegram.requests import PageAction
from engine.encoding import make_decoder
from engine.game import Action, Event, Game


class LaidTiles(Struct, frozen=True):
    """What the page tells about tiles that lie on its board and are no play yet."""

    score: int = 0
    words: tuple[tuple[str, int], ...] = ()
    """The words that the tiles form and their points, the main word first."""
    phonies: tuple[str, ...] | None = None
    """The invalid words among them; ``None`` if the player may not know which are."""
    refusal: str = ""
    """Plain text that says why the tiles cannot be played as they lie; then all else is empty."""


class ShownCards(Struct, frozen=True):
    """What the messages of a table show for a moment, stored for its board pages."""

    table: str
    """The table's short name."""
    events: tuple[tuple[float, Event], ...]
    """The events that turned cards up, the newest last, each with its end in Unix seconds of Redis's clock."""


encode_shown_cards: Final = msgspec.json.Encoder().encode
decode_shown_cards: Final = make_decoder(ShownCards).decode


class CardsOnPage(Struct, frozen=True):
    """What a page is told of a table of cards besides its view."""

    at: int
    """When it is told, in Unix milliseconds, by which a page knows what came late."""
    open: Sequence[Struct] = ()
    """The cards that the group sees face up."""
    wins: str | None = None
    """The words of the viewer's cards that would win at once, as typed."""
    doubles: Sequence[str] = ()
    """The words that the viewer may let count twice."""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A family's part of the board page."""

    to_action: Callable[[PageAction, Game, datetime], Action]
    """The engine's action for a page's action in a running game, at an instant of served time. Raises Refusal."""
    judge_tiles: Callable[[LoadedTable, int, Mapping[str, str]], Awaitable[LaidTiles]] | None = None
    """Judges the tiles, given by cell, that a user has laid in a running game; ``None`` for games without tiles.

    Raises EngineError.
    """
    commands: Mapping[str, str] = field(default_factory=dict)
    """The chat's commands that do the page's actions of these kinds, with the action's text."""
    cards: Callable[[Game, int | None, Sequence[tuple[float, Event]], float], CardsOnPage] | None = None
    """Tells a seat, or the group, of a game's cards that are shown for a moment.

    The events are as in :attr:`ShownCards.events`, the instant in seconds of Redis's clock.
    """
