"""What is the same in every game while it is played: who may act, passing, giving up, calling the game off.

Knows seats, the turn and the clock of a :class:`engine.game_base.Game`, and nothing of what is done in a turn.
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
    """Let the turn go by, or what the family offers beside it; some accept the last play with it (RULES §7.1)."""

    by: int


class Surrender(Action, Struct, frozen=True, tag="surrender"):
    """Give the game up, at any time (RULES §1.4)."""

    by: int


class Cancel(Action, Struct, frozen=True, tag="cancel"):
    """End the game without a result. Who may do so is the caller's to decide."""

    by: int
    name: str = ""
    """What the group is told who did it; empty for an administrator who speaks as the group, and in lobbies."""
    administrator: bool = False
    unopposed: bool = False
    """Whether it is the bot's own: the host asked for it and nobody objected in time."""


class Stop(Action, Struct, frozen=True, tag="duplicate_stop"):
    """End the game with what was played, as host or administrator (RULES §10.2); an open round does not count."""

    by: int
    name: str = ""
    """What the group is told who did it; empty for an administrator who speaks as the group."""
    ruling: bool = False
    """Whether an administrator decides; who is one is the caller's to know."""


class Undo(Action, Struct, frozen=True, tag="undo"):
    """Undo the last turn, where nothing was drawn after it. Who may do so is the caller's to decide.

    ``number`` is how many turns were taken when it was asked, so that it never meets a later one.
    """

    by: int
    number: int
    name: str = ""
    """What the group is told who did it; empty for an administrator who speaks as the group."""


class PlayerSurrendered(Event, Struct, frozen=True, tag="player_surrendered"):
    """A player gave up; with others left the game goes on without what the player held."""

    seat: int


def require_seat(state: Game, user: int) -> int:
    """The seat of a user who is in the game.

    Raises:
        Refusal: ``not_seated``, or as :func:`check_in_game`.
    """
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    check_in_game(state, seat)
    return seat


def check_in_game(state: Game, seat: int) -> None:
    """Refuse what the player of a seat asks who is out of the game.

    Raises:
        Refusal: ``has_surrendered``, or ``was_removed`` with ``why``: ``vote`` or ``ruling``.
    """
    if not state.players[seat].active:
        why = dict(state.removed).get(seat)
        raise Refusal("has_surrendered") if why is None else Refusal("was_removed", why=why)


def require_turn(state: TurnGame, user: int, now: datetime) -> int:
    """The seat of a user who is on turn and has time left.

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
    """Nothing is played while everything stands still.

    Raises:
        Refusal: ``paused``.
    """
    if state.clocks.paused is not None:
        raise Refusal("paused")


def seats_after(state: Game, seat: int) -> Iterator[int]:
    """All seats in the order of play, from the one after ``seat`` round to itself."""
    count = len(state.players)
    return (other % count for other in range(seat + 1, seat + 1 + count))


def add_turn(state: G) -> G:
    """The state with one turn more, and the scores as they stand after it."""
    scores = tuple(player.score for player in state.players)
    return replace(state, number=state.number + 1, history=(*state.history, scores))


def with_player(state: G, seat: int, player: Player) -> G:
    """The state with one player changed, who is of the family's own type."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def is_game_deserted(players: Iterable[Player]) -> bool:
    """Whether no game goes on between those who are still in it: there is one, or they are computer players."""
    active = [player.user for player in players if player.active]
    return len(active) == 1 or all(map(is_computer, active))
