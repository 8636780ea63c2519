"""A table from the first seat to the final score: the door through which every action goes.

``Table`` is what a chat has: a lobby, or a game of one of the families. :func:`apply` is total: it returns a
:class:`Step` or raises; it never changes what it was given. A family joins with a line in each of the unions and
one in ``_FAMILIES``.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from engine import seats
from engine.crossword import actions as crossword
from engine.crossword import events as crossword_events
from engine.crossword.family import Crossword
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.family import Family, Judge
from engine.klepka import actions as klepka
from engine.klepka import events as klepka_events
from engine.klepka.family import Klepka
from engine.klepka.state import GameState as KlepkaState
from engine.klepka.view import GameView as KlepkaView
from engine.seats import Join, Leave, Lobby, LobbyView, SeatLeft, SeatTaken

__all__ = [
    "Action",
    "Begin",
    "Event",
    "Judge",
    "LobbyClosed",
    "Step",
    "Table",
    "View",
    "apply",
    "deadline",
    "is_over",
    "redact",
    "view",
]

Game = GameState | KlepkaState
Table = Lobby | Game
View = LobbyView | GameView | KlepkaView
_FAMILIES: Final[Mapping[str, Family[Any, Any, Any, Any, Any]]] = MappingProxyType(
    {"crossword": Crossword(), "klepka": Klepka()}
)


class Begin(Struct, frozen=True, tag="begin"):
    """Start the game; ``message`` is the id of the message that asked for it and part of the seed (RULES §1.3)."""

    by: int
    message: int
    lexicon: str
    """The hash of the word list that will judge."""


class LobbyClosed(Struct, frozen=True, tag="lobby_closed"):
    """The table was cancelled before a game began."""


LobbyAction = Join | Leave | Begin
Action = LobbyAction | crossword.Action | klepka.Action
LobbyEvent = SeatTaken | SeatLeft | LobbyClosed
Event = LobbyEvent | crossword_events.Event | klepka_events.Event


class Step(Struct, frozen=True):
    """What an action led to; ``table`` is ``None`` when the table is closed."""

    table: Table | None
    events: tuple[Event, ...]


def _family(table: Table) -> Family[Any, Any, Any, Any, Any]:
    return _FAMILIES[table.ruleset.family]


def apply(table: Table, action: Action, now: datetime, judge: Judge) -> Step:
    """Play one action at one instant (UTC).

    Raises:
        Refusal: it is against the rules; its code and fields say why.
        Malformed: it names what does not exist.
    """
    if isinstance(table, Lobby):
        return _in_lobby(table, action, now)
    return _in_game(table, action, now, judge)


def _in_lobby(lobby: Lobby, action: Action, now: datetime) -> Step:
    match action:
        case Join():
            seated, taken = seats.join(lobby, action)
            return Step(seated, (taken,))
        case Leave():
            rest, left = seats.leave(lobby, action)
            return Step(rest, (left,) if rest else (left, LobbyClosed()))
        case Begin():
            seats.check_ready(lobby, action.by)
            state, events = _family(lobby).new(
                lobby.ruleset,
                lobby.seats,
                host=lobby.host,
                secret=lobby.secret,
                message=action.message,
                lexicon=action.lexicon,
                now=now,
            )
            return Step(state, events)
        case crossword.Cancel() | klepka.Cancel():
            return Step(None, (LobbyClosed(),))
        case _:
            raise Refusal("not_begun")


def _in_game(state: Game, action: Action, now: datetime, judge: Judge) -> Step:
    family = _family(state)
    match action:
        case Join() | Begin():
            raise Refusal("game_over" if family.is_over(state) else "game_running")
        case Leave():
            raise Refusal("game_over" if family.is_over(state) else "leave_is_surrender")
        case _ if isinstance(action, family.actions):
            after, events = family.apply(state, action, now, judge)
            return Step(after, events)
        case _:
            raise Refusal("another_game")


def is_over(table: Table) -> bool:
    """Whether a game was played here and has ended."""
    return not isinstance(table, Lobby) and _family(table).is_over(table)


def view(table: Table, viewer: int | None) -> View:
    """What the user ``viewer``, or the group (``None``), may see; an outsider sees what the group sees."""
    if isinstance(table, Lobby):
        return seats.show(table)
    shown: View = _family(table).view(table, viewer)
    return shown


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    family = next((family for family in _FAMILIES.values() if isinstance(event, family.events)), None)
    if family is None:
        return event
    told: Event = family.redact(event, viewer)
    return told


def deadline(table: Table) -> datetime | None:
    """The next instant at which anything is due by itself: a reminder, a turn's end, the end of a window."""
    return None if isinstance(table, Lobby) else _family(table).deadline(table)
