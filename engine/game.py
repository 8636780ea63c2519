"""A table from the first seat to the final score: the door through which every action goes.

``Table`` is what a chat has: a lobby, or a game of one of the families. :func:`apply` is total: it returns a
:class:`Step` or raises; it never changes what it was given.
"""

from collections.abc import Callable
from datetime import datetime
from typing import assert_never

from msgspec import Struct

from engine import seats
from engine.crossword import actions as crossword
from engine.crossword import events as crossword_events
from engine.crossword import rules
from engine.crossword.opening import open_game
from engine.crossword.showing import view as crossword_view
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.seats import Join, Leave, Lobby, LobbyView, SeatLeft, SeatTaken

Judge = Callable[[str], bool]
Table = Lobby | GameState
View = LobbyView | GameView


class Begin(Struct, frozen=True, tag="begin"):
    """Start the game; ``message`` is the id of the message that asked for it and part of the seed (RULES §1.3)."""

    by: int
    message: int
    lexicon: str
    """The hash of the word list that will judge."""


class LobbyClosed(Struct, frozen=True, tag="lobby_closed"):
    """The table was cancelled before a game began."""


LobbyAction = Join | Leave | Begin
Action = LobbyAction | crossword.Action
Event = SeatTaken | SeatLeft | LobbyClosed | crossword_events.Event


class Step(Struct, frozen=True):
    """What an action led to; ``table`` is ``None`` when the table is closed."""

    table: Table | None
    events: tuple[Event, ...]


def apply(table: Table, action: Action, now: datetime, judge: Judge) -> Step:
    """Play one action at one instant (UTC).

    Raises:
        Refusal: it is against the rules; its code and fields say why.
        Malformed: it names what does not exist.
    """
    match table:
        case Lobby():
            return _in_lobby(table, action)
        case GameState():
            return _in_game(table, action, now, judge)
        case _:
            assert_never(table)


def _in_lobby(lobby: Lobby, action: Action) -> Step:
    match action:
        case Join():
            seated, taken = seats.join(lobby, action)
            return Step(seated, (taken,))
        case Leave():
            rest, left = seats.leave(lobby, action)
            return Step(rest, (left,) if rest else (left, LobbyClosed()))
        case Begin():
            seats.check_ready(lobby, action.by)
            state, events = open_game(
                lobby.ruleset,
                lobby.seats,
                host=lobby.host,
                secret=lobby.secret,
                message=action.message,
                lexicon=action.lexicon,
            )
            return Step(state, events)
        case crossword.Cancel():
            return Step(None, (LobbyClosed(),))
        case _:
            raise Refusal("not_begun")


def _in_game(state: GameState, action: Action, now: datetime, judge: Judge) -> Step:
    del now  # clocks come with the first ruleset that has one; the door already carries the instant
    match action:
        case Join() | Begin():
            raise Refusal("game_running" if state.outcome is None else "game_over")
        case Leave():
            raise Refusal("leave_is_surrender" if state.outcome is None else "game_over")
        case _:
            after, events = rules.apply(state, action, judge)
            return Step(after, events)


def view(table: Table, viewer: int | None) -> View:
    """What the user ``viewer``, or the group (``None``), may see; an outsider sees what the group sees."""
    match table:
        case Lobby():
            return seats.show(table)
        case GameState():
            return crossword_view(table, None if viewer is None else table.seat_of(viewer))
        case _:
            assert_never(table)


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    match event:
        case SeatTaken() | SeatLeft() | LobbyClosed():
            return event
        case _:
            return crossword_events.redact(event, viewer)


def deadline(table: Table) -> datetime | None:
    """When the next turn runs out of time, or ``None``: no ruleset of this version has a clock."""
    del table
    return None
