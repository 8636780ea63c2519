"""Whose turn it is, how a turn is handed on, and how a game is brought to its end."""

from datetime import datetime

from msgspec.structs import replace

from engine import clock
from engine.klepka import endings
from engine.klepka.events import Event, GameEnded
from engine.klepka.state import GameState
from engine.klepka.view import EndReason, Phase
from engine.turns import add_turn, check_running, require_seat, seats_after

Result = tuple[GameState, tuple[Event, ...]]


def require_free_to_use_rewards(state: GameState, user: int) -> int:
    """The seat of a user who may play a reward card now, in whosever turn (RULES §6.7), whatever cards are held.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered`` or ``paused``.
    """
    seat = require_seat(state, user)
    check_running(state)
    return seat


def reset_passes(state: GameState) -> GameState:
    """Collections have changed, so that who passed on an empty table may be able to form a word after all."""
    return replace(state, players=tuple(replace(player, passed=False) for player in state.players))


def enter_phase(state: GameState, phase: Phase, begins: datetime) -> GameState:
    """An action of the turn begins, and its time with it."""
    return replace(state, phase=phase, clocks=clock.start_turn(state.clocks, begins))


def end_turn(state: GameState, events: tuple[Event, ...], begins: datetime) -> Result:
    """Hand the turn on, or end the game when nobody can or does go on."""
    after = add_turn(state)
    if endings.is_table_cleared(after):
        return end_game(after, "cleared", events)
    if endings.is_abandoned(after):
        return end_game(after, "time", events)
    seat = next(seat for seat in seats_after(after, after.turn) if after.players[seat].active)
    return enter_phase(replace(after, turn=seat), "words", begins), events


def end_game(state: GameState, reason: EndReason, events: tuple[Event, ...], winner: int | None = None) -> Result:
    """End the game; ``winner`` is the seat of an instant win."""
    outcome = endings.final_outcome(state, reason, winner)
    players = tuple(
        replace(player, score=next(final.score for final in outcome.finals if final.seat == seat))
        for seat, player in enumerate(state.players)
    )
    stopped = replace(state.clocks, started=None)
    after = replace(state, players=players, clocks=stopped, outcome=outcome)
    return after, (*events, GameEnded(outcome, state.secret))
