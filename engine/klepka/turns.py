"""Whose turn it is, how a turn is handed on, and how a game is brought to its end."""

from datetime import datetime

from msgspec.structs import replace

from engine import clock
from engine.errors import Refusal
from engine.klepka import endings
from engine.klepka.events import Event, GameEnded
from engine.klepka.state import GameState, Player
from engine.klepka.view import EndReason, Phase

Result = tuple[GameState, tuple[Event, ...]]


def seated(state: GameState, user: int) -> int:
    """The seat of a user who plays.

    Raises:
        Refusal: ``not_seated`` or ``has_surrendered``.
    """
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    if not state.players[seat].active:
        raise Refusal("has_surrendered")
    return seat


def on_turn(state: GameState, user: int, now: datetime) -> int:
    """The seat of the user, who must be on turn and have time left.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``not_your_turn``, ``paused`` or ``out_of_time``.
    """
    seat = seated(state, user)
    if seat != state.turn:
        raise Refusal("not_your_turn", name=state.players[state.turn].name)
    check_running(state)
    if is_late(state, now):
        raise Refusal("out_of_time")
    return seat


def check_running(state: GameState) -> None:
    """Nothing is played while everything stands still.

    Raises:
        Refusal: ``paused``.
    """
    if state.clocks.paused is not None:
        raise Refusal("paused")


def is_late(state: GameState, now: datetime) -> bool:
    """Whether the time of the present action is out."""
    due = time_out(state)
    return due is not None and now >= due


def time_out(state: GameState) -> datetime | None:
    """When the action of the player on turn runs out of time."""
    return clock.due(running(state), state.clocks, state.turn)


def running(state: GameState) -> clock.MoveClock | None:
    """The clock of the present action; ``None`` without clocks and when the game is over."""
    phases = state.ruleset.timing
    return None if phases is None or state.outcome is not None else phases.of(state.phase)


def with_player(state: GameState, seat: int, player: Player) -> GameState:
    """The state with one player changed."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def cards_moved(state: GameState) -> GameState:
    """Collections have changed, so that who passed on an empty table may be able to form a word after all."""
    return replace(state, players=tuple(replace(player, passed=False) for player in state.players))


def enter(state: GameState, phase: Phase, now: datetime) -> GameState:
    """An action of the turn begins, and its time with it."""
    return replace(state, phase=phase, clocks=clock.start(state.clocks, now))


def end_turn(state: GameState, events: tuple[Event, ...], now: datetime) -> Result:
    """Hand the turn on, or end the game when nobody can or does go on."""
    scores = tuple(player.score for player in state.players)
    after = replace(state, number=state.number + 1, history=(*state.history, scores))
    if endings.is_cleared(after):
        return end(after, "cleared", events)
    if endings.is_abandoned(after):
        return end(after, "time", events)
    count = len(after.players)
    following = (seat % count for seat in range(after.turn + 1, after.turn + 1 + count))
    seat = next(seat for seat in following if after.players[seat].active)
    return enter(replace(after, turn=seat), "words", now), events


def end(state: GameState, reason: EndReason, events: tuple[Event, ...], winner: int | None = None) -> Result:
    """End the game; ``winner`` is the seat of an instant win."""
    outcome = endings.finish(state, reason, winner)
    players = tuple(
        replace(player, score=next(final.score for final in outcome.finals if final.seat == seat))
        for seat, player in enumerate(state.players)
    )
    stopped = replace(state.clocks, started=None)
    after = replace(state, players=players, clocks=stopped, outcome=outcome)
    return after, (*events, GameEnded(outcome, state.secret))
