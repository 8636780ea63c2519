"""What a family brings to the board page: its actions, what laid tiles would score, cards shown for a moment."""

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
    """What is told of tiles that lie on the page's board, and are no play yet."""

    score: int = 0
    words: tuple[tuple[str, int], ...] = ()
    """The words that they form and their points, the main word first."""
    phonies: tuple[str, ...] | None = None
    """The words that do not count; ``None`` where nothing may be said of words."""
    refusal: str = ""
    """Plain text: why they cannot be played as they lie; then nothing else is told."""


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
    """A family's part."""

    to_action: Callable[[PageAction, Game, datetime], Action]
    """The action that was done on a page, in a running game at an instant of served time. Raises Refusal."""
    judge_tiles: Callable[[LoadedTable, int, Mapping[str, str]], Awaitable[LaidTiles]] | None = None
    """Judges the tiles, by their cells, that a user has laid in a running game; ``None`` for games in which none are
    laid. Raises EngineError."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """By kinds of actions the chat's commands that do them, with the action's text."""
    cards: Callable[[Game, int | None, Sequence[tuple[float, Event]], float], CardsOnPage] | None = None
    """For cards that are shown for a moment: what a seat, or the group, is told of a game at an instant of Redis's
    clock, given events as :attr:`ShownCards.events`."""
