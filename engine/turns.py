"""What running games share: who may act, passing, surrendering, cancelling.

Depends only on seats, turn and clock of a :class:`engine.game_base.Game`, not on what a turn consists of.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game_base import Game, Player, TurnGame
from engine.messages import Action, Event
from engine.timekeeping import is_out_of_time

G = TypeVar("G", bound=Game)


class Pass(Action, Struct, frozen=True, tag="pass"):
    """Pass, or decline what the family offers besides; it may also accept the last play (RULES §7.1)."""

    by: int


class Surrender(Action, Struct, frozen=True, tag="surrender"):
    """Surrender, at any time (RULES §1.4)."""

    by: int


class Cancel(Action, Struct, frozen=True, tag="cancel"):
    """End the game without a result; the caller checks who may."""

    by: int
    name: str = ""
    """Who did it, as shown to the group; empty for an administrator who posts as the group, and in lobbies."""
    administrator: bool = False
    unopposed: bool = False
    """Whether the bot sends it, since no player objected to the host's proposal."""


class Stop(Action, Struct, frozen=True, tag="duplicate_stop"):
    """End the game as it stands, as host or administrator (RULES §10.2); an open round does not count."""

    by: int
    name: str = ""
    """Who did it, as shown to the group; empty for an administrator who posts as the group."""
    ruling: bool = False
    """Whether an administrator asks; the caller checks that."""


class Undo(Action, Struct, frozen=True, tag="undo"):
    """Undo the last turn, if nothing was drawn after it; the caller checks who may.

    ``number`` is the count of turns taken when it was asked for, so that it cannot undo a later one.
    """

    by: int
    number: int
    name: str = ""
    """Who did it, as shown to the group; empty for an administrator who posts as the group."""


class PlayerSurrendered(Event, Struct, frozen=True, tag="player_surrendered"):
    """A player surrendered; the others, if any, play on without that player's tiles."""

    seat: int


def require_seat(state: Game, user: int) -> int:
    """The seat of a user who is still in the game; raises ``not_seated``, or as :func:`check_in_game`."""
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    check_in_game(state, seat)
    return seat


def check_in_game(state: Game, seat: int) -> None:
    """Refuse a player out of the game: ``has_surrendered``, or ``was_removed`` with ``why`` (``vote``, ``ruling``)."""
    if not state.players[seat].active:
        why = dict(state.removed).get(seat)
        raise Refusal("has_surrendered") if why is None else Refusal("was_removed", why=why)


def require_turn(state: TurnGame, user: int, now: datetime) -> int:
    """The seat of the user, who must be on turn and have time left.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``not_your_turn``, ``paused``, or ``out_of_time``.
    """
    seat = require_seat(state, user)
    if seat != state.turn:
        raise Refusal("not_your_turn", name=state.players[state.turn].name)
    check_running(state)
    if is_out_of_time(state, now):
        raise Refusal("out_of_time")
    return seat


def check_running(state: Game) -> None:
    """Raise the refusal ``paused`` during a pause."""
    if state.clocks.paused is not None:
        raise Refusal("paused")


def seats_after(state: Game, seat: int) -> Iterator[int]:
    """All seats in the order of play, from the one after ``seat`` round to itself."""
    count = len(state.players)
    return (other % count for other in range(seat + 1, seat + 1 + count))


def add_turn(state: G) -> G:
    """Count a turn, and add the scores after it to the history."""
    scores = tuple(player.score for player in state.players)
    return replace(state, number=state.number + 1, history=(*state.history, scores))


def with_player(state: G, seat: int, player: Player) -> G:
    """The state with one seat's player replaced."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def is_game_deserted(players: Iterable[Player]) -> bool:
    """Whether too few players are left to go on: one, or only computer players."""
    active = [player.user for player in players if player.active]
    return len(active) == 1 or all(map(is_computer, active))
