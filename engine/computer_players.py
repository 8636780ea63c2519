"""Computer players at a table: the host seats and dismisses them, and deadlines make them move.

``bot.tables.deadlines`` decides when one begins to think: its move is a deadline like any other, so any worker can make
it. The move is chosen outside the engine from the seat's view alone (``docs/decisions/0022``), and applied like any
action.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine import clock
from engine.computer_ids import Level, is_computer, next_computer_user
from engine.errors import Refusal
from engine.game_base import Game, TurnGame
from engine.lobby_seats import Begin, Lobby, Seat, SeatLeft, SeatTaken, check_free_seat
from engine.messages import Action

G = TypeVar("G", bound=Game)
THINKING_TIME = (1_500, 4_500)
"""The range of apparent thinking times, in milliseconds."""
_MOVE_TIME_DIVISOR: Final = 8
"""A computer player's move takes at most its remaining time divided by this."""


class SeatComputers(Action, Struct, frozen=True, tag="seat_computers", omit_defaults=True):
    """Seat computer players of a level, one for each display name."""

    by: int
    level: Level
    names: tuple[str, ...]
    begin: Begin | None = None
    """The start of the game, if this takes the last seat (:func:`engine.lobby_seats.is_start_due`)."""
    ruling: bool = False
    """Whether an administrator asks; the caller checks that."""


class DismissComputer(Action, Struct, frozen=True, tag="dismiss_computer", omit_defaults=True):
    """Take away a computer player's seat."""

    by: int
    user: int
    ruling: bool = False
    """Whether an administrator asks; the caller checks that."""


def seat_computers(lobby: Lobby, action: SeatComputers) -> tuple[Lobby, tuple[SeatTaken, ...]]:
    """Seat computer players, numbered from 1 within their level.

    Raises:
        Refusal: ``not_host``, or ``table_full`` or ``seats_kept`` (:func:`engine.lobby_seats.check_free_seat`).
    """
    _check_host(lobby, action)
    events: list[SeatTaken] = []
    for name in action.names:
        check_free_seat(lobby)
        user = next_computer_user(action.level, (one.user for one in lobby.seats))
        events.append(SeatTaken(user, name))
        lobby = replace(lobby, seats=(*lobby.seats, Seat(user, name)))
    return lobby, tuple(events)


def dismiss_computer(lobby: Lobby, action: DismissComputer) -> tuple[Lobby, SeatLeft]:
    """Free a computer player's seat; raises the refusal ``not_host`` or ``no_such_computer``."""
    _check_host(lobby, action)
    gone = next((seat for seat in lobby.seats if seat.user == action.user and is_computer(seat.user)), None)
    if gone is None:
        raise Refusal("no_such_computer")
    seats = tuple(seat for seat in lobby.seats if seat is not gone)
    return replace(lobby, seats=seats), SeatLeft(gone.user, gone.name, lobby.host)


def turn_due(state: TurnGame, waits_until: datetime | None = None) -> datetime | None:
    """When the computer player on turn moves, after ``waits_until``; ``None`` for a person and during a pause."""
    started = state.clocks.started
    if started is None or not any(is_computer(state.players[seat].user) for seat in state.awaited):
        return None
    thought = started + timedelta(milliseconds=_thinking_time(state) - state.clocks.spent)
    return thought if waits_until is None else max(thought, waits_until)


def computer_seed(state: Game, user: int) -> str:
    """The secret seed of a computer player's own random choices, different for each player and game."""
    return hashlib.sha256(f"{state.secret}:{user}".encode()).hexdigest()


def _thinking_time(state: TurnGame) -> int:
    """Milliseconds of apparent thinking time; they reveal nothing about the game and respect the clock."""
    mixed = hashlib.sha256(f"{state.commitment}:{state.number}".encode()).digest()
    least, most = THINKING_TIME
    plausible = least + int.from_bytes(mixed[:4], "big") % (most - least)
    if state.clock_rule is None or state.clocks.started is None:
        return plausible
    # Less in overtime, which costs points.
    left = clock.remaining_time(state.clock_rule, state.clocks, state.turn, state.clocks.started, on_turn=True)
    return max(0, min(plausible, left // _MOVE_TIME_DIVISOR))


def _check_host(lobby: Lobby, action: SeatComputers | DismissComputer) -> None:
    if action.by != lobby.host and not action.ruling:
        raise Refusal("not_host")
